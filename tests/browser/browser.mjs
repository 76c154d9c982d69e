// browser.mjs - the page in a real browser: browser.mjs URL MODULES [SCREENSHOTS]
//
// URL is a running server, MODULES the folder with node_modules. Prints TAP.

import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { check, done, equal } from "./tap.mjs";
import { look, playGame } from "./player.mjs";

const [url, modules, screenshots] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require("playwright-core");
const axeSource = require.resolve("axe-core/axe.min.js");
if (screenshots) mkdirSync(screenshots, { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
const EDITIONS = ["classic", "cumulative", "office", "ghostbusters", "spiderman"];
const SIZES = [[360, 640], [768, 1024], [1440, 900]];

/** A page of its own, with everything that goes wrong in it. */
async function open({ size = [1280, 800], locale = "es-ES", hasClock = true, path = "", ...more } = {}) {
    const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, locale, ...more });
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
    page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
    if (hasClock) await page.clock.install();
    await page.goto(url + path);
    await page.waitForSelector("html[data-ready]");
    const pass = hasClock ? (ms) => page.clock.runFor(ms) : (ms) => page.waitForTimeout(ms);
    return { context, page, problems, pass };
}

/** Starts a game alone. */
async function begin(page, { edition = "classic", rivals = 3, scoring = "quick", house = [] } = {}) {
    await page.check(`input[name=edition][value=${edition}]`);
    const wanted = `button[aria-label="Más"], button[aria-label="More"]`;
    const fewer = `button[aria-label="Menos"], button[aria-label="Fewer"]`;
    for (let i = 3; i < rivals; i++) await page.click(wanted);
    for (let i = 3; i > rivals; i--) await page.click(fewer);
    await page.click("form.setup summary");
    for (const id of house) await page.check(`input[name=house][value="${id}"]`);
    await page.selectOption("select[name=scoring]", scoring);
    await page.click("form.setup button[type=submit]");
    await page.waitForSelector(".table .in-hand");
}

/** What axe finds that matters. */
async function axe(page) {
    await page.addScriptTag({ path: axeSource }).catch(() => {});
    if (!await page.evaluate(() => "axe" in globalThis)) return ["axe did not load"];
    return page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
        return violations.filter((one) => ["serious", "critical"].includes(one.impact))
            .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join(" | ")}`);
    });
}

/** Things that stick out of the window or lie on each other where they must not. */
const layoutFaults = (page) => page.evaluate(() => {
    const faults = [];
    const box = (query) => document.querySelector(query)?.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const high = document.documentElement.clientHeight;
    for (const query of [".uno", ".prompt", ".pile", ".discard", ".hand-box"]) {
        const one = box(query);
        if (!one) faults.push(`${query} is missing`);
        else if (one.left < -1 || one.right > wide + 1 || one.top < 0 || one.bottom > high + 1) faults.push(`${query} leaves the window: ${JSON.stringify(one)}`);
    }
    const uno = box(".uno");
    const at = uno && document.elementFromPoint(uno.left + uno.width / 2, uno.top + uno.height / 2);
    if (!at?.closest(".uno")) faults.push(`UNO is covered by ${at?.className}`);
    const discard = box(".discard");
    const onTop = discard && document.elementFromPoint(discard.left + discard.width / 2, discard.top + discard.height / 2);
    if (!onTop?.closest(".discard")) faults.push(`the discard pile is covered by ${onTop?.outerHTML?.slice(0, 80)}`);
    if (document.documentElement.scrollWidth > wide) faults.push("the page scrolls sideways");
    return faults;
});

// ---- a whole game alone in every edition ----

for (const edition of EDITIONS) {
    const { context, page, problems, pass } = await open();
    await begin(page, { edition, rivals: edition === "office" ? 5 : 3 });
    const game = await playGame(page, { pass });
    check(`${edition}: a whole game alone`, !game.stuck && game.end !== "", game, await look(page));
    equal(`${edition}: nothing went wrong in the page`, problems, []);
    await context.close();
}

// ---- house rules, several rounds, the replay and the shuffle ----
{
    const { context, page, problems, pass } = await open();
    await begin(page, { rivals: 2, house: ["progressive", "seven-0", "jump-in"], scoring: "points" });
    const game = await playGame(page, { pass, stepsMax: 6000 });
    check("a game of several rounds with all house rules", !game.stuck && game.rounds > 1, game);
    check("axe at the end of a game", (await axe(page)).length === 0, await axe(page));
    await page.click(".over .row button:nth-child(2)");
    await page.waitForSelector(".replay-bar");
    const last = Number(await page.getAttribute(".replay-bar input[type=range]", "max"));
    check("the replay has the moves", last > 20, last);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const at = await page.inputValue(".replay-bar input[type=range]");
    await page.keyboard.press("ArrowLeft");
    equal("the replay goes forth and back", [at, await page.inputValue(".replay-bar input[type=range]")], ["2", "1"]);
    const faults = await axe(page);
    equal("axe on the replay", faults, []);
    await page.click(".replay-bar .row:last-child button:nth-of-type(2)");
    await page.waitForSelector("dialog[open]");
    const checks = await page.$$eval("dialog .checks li", (list) => list.map((one) => one.className));
    check("the shuffle is verified in the page", checks.length >= 5 && checks.every((one) => one === "good"), checks, await page.textContent("dialog"));
    equal("nothing went wrong in the page", problems, []);
    await context.close();
}

// ---- by keyboard alone, in English ----
{
    const { context, page, problems, pass } = await open({ locale: "en-GB" });
    equal("the language is the browser's", await page.getAttribute("html", "lang"), "en");
    await page.focus("input[name=name]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".table .in-hand");
    await page.keyboard.press("?");
    await page.waitForSelector(".drawer .keys");
    await page.keyboard.press("Escape");
    check("the keys are listed and go away", await page.isHidden("#drawer"));
    const game = await playGame(page, { isKeyboard: true, pass, stepsMax: 1200, onStep: async (seen) => { if (seen.over) throw new Error("round over"); } }).catch((error) => ({ end: error.message }));
    equal("a round by keyboard alone", game.end, "round over");
    equal("nothing went wrong in the page", problems, []);
    await context.close();
}

// ---- languages ----
{
    const { context, page } = await open({ hasClock: false });
    const spanish = await page.textContent("form.setup button[type=submit]");
    await page.click("[data-do=lang]");
    const english = await page.textContent("form.setup button[type=submit]");
    equal("the language changes at once", [spanish, english], ["Jugar ya", "Play now"]);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    equal("the language is remembered", await page.getAttribute("html", "lang"), "en");
    await begin(page);
    await page.click("[data-do=lang]");
    await page.click("[data-do=log]");
    await page.waitForSelector(".log li");
    check("a running game changes its language too", (await page.textContent(".log")).includes("reparte"), await page.textContent(".log"));
    await context.close();
}

// ---- sizes, players, screens ----
for (const size of SIZES) {
    for (const rivals of [1, 3, 9]) {
        const { context, page, pass } = await open({ size, hasTouch: size[0] < 800 });
        await begin(page, { rivals });
        for (let i = 0; i < 40 && !(await look(page)).isMine; i++) await pass(700);
        await page.waitForTimeout(350);
        equal(`${size.join("x")}, ${rivals + 1} players: everything is in its place`, await layoutFaults(page), []);
        if (screenshots) await page.screenshot({ path: `${screenshots}/table-${size.join("x")}-${rivals + 1}.png` });
        if (rivals === 9) equal(`${size.join("x")}: axe on the table`, await axe(page), []);
        await context.close();
    }
    const { context, page } = await open({ size, hasClock: false });
    equal(`${size.join("x")}: axe on the start`, await axe(page), []);
    if (screenshots) await page.screenshot({ path: `${screenshots}/start-${size.join("x")}.png` });
    await context.close();
}
{
    const { context, page } = await open({ hasClock: false });
    await page.click(".doors button:nth-child(2)");
    await page.waitForSelector("details.rules");
    await page.click("details.rules summary");
    equal("axe on the lessons' page", await axe(page), []);
    await page.click("button.main");
    await page.waitForSelector(".lesson");
    for (let lesson = 0; lesson < 8; lesson++) await learn(page, lesson);
    check("all lessons can be done", await page.waitForSelector(".home", { timeout: 3000 }).then(() => true, () => false));
    await page.click("[data-do=menu]");
    await page.waitForSelector(".drawer select");
    equal("axe on the menu", await axe(page), []);
    await page.selectOption(".drawer [data-focus=theme]", "light");
    equal("axe by day", await axe(page), []);
    await page.check(".drawer .check:nth-of-type(2) input").catch(() => {});
    await context.close();
}

/** Does what the lesson asks for. */
async function learn(page, lesson) {
    const press = (query) => page.click(query, { timeout: 3000, position: query.startsWith(".in-hand") ? { x: 8, y: 30 } : undefined });
    if (lesson === 4) await press(".uno");
    const deeds = [[".in-hand.can"], [".answer"], ['.in-hand[data-card="r+2"]'], ['.in-hand[data-card="w"]', ".answer.suit-green"], [".in-hand.can"], [".answer[data-key=x]"], [".answer[data-key=c]"], [".in-hand.can"]];
    for (const deed of deeds[lesson]) await press(deed);
    await press(".lesson button.main");
}

// ---- without a network; a page that was closed ----
{
    const { context, page, problems } = await open({ hasClock: false });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
        for (const name of await caches.keys()) if ((await (await caches.open(name)).keys()).length > 15) return true;
        return false;
    });
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await begin(page);
    check("alone without a network", await page.isVisible(".in-hand"));
    const hand = await page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.click(".go-on");
    await page.waitForSelector(".in-hand");
    const after = await page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    check("a game that was closed goes on", hand.filter((card) => after.includes(card)).length >= Math.min(hand.length, after.length) - 3, hand, after);
    equal("nothing went wrong in the page", problems.filter((one) => !one.includes("ERR_INTERNET_DISCONNECTED")), []);
    await context.close();
}

// ---- light ----
{
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    const requests = new Set();
    const foreign = [];
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
        requests.add(requestId);
        if (!request.url.startsWith(url)) foreign.push(request.url);
    });
    session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    await page.waitForTimeout(300);
    check(`from the first request to playable: ${requests.size} requests, ${Math.round(bytes / 1024)} KB`, requests.size <= 15 && bytes <= 200 * 1024, { requests: requests.size, bytes });
    equal("no request leaves the server", foreign.filter((one) => !one.startsWith("data:")), []);
    await context.close();
}

await browser.close();
done();
