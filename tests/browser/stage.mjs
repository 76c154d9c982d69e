// stage.mjs - what the tests in the browser share: pages, games, what axe and the layout say.
//
//     node browser.mjs URL MODULES [SCREENSHOTS [GROUPS]]
//
// URL is a running server, MODULES the folder with node_modules; the variable PENULTIMA names the program,
// CHROMIUM the browser, SLOWED how many times slower its processor is to seem, SEED which games are dealt alone.

import { createRequire } from "node:module";
import { mkdirSync, readFileSync } from "node:fs";
import { dealFrom, hasten } from "./player.mjs";
import { attempt } from "./tap.mjs";

export const [url, modules, screenshots, only] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require("playwright-core");
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
if (screenshots) mkdirSync(screenshots, { recursive: true });

export const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
/** How fast time runs where nobody needs to look. */
export const FAST = 40;
/** Every edition that the page offers, so that a new one is played too. */
export const EDITIONS = await editionsOffered();
export const SIZES = [
    [360, 640],
    [768, 1024],
    [1440, 900],
];

async function editionsOffered() {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    await setUp(page);
    const ids = await page.$$eval("form.setup input[name=edition]", (list) => list.map((one) => one.value));
    await page.close();
    return ids;
}

/** Waits until something holds in the page; a slow machine gets its time. */
export async function until(page, isSo, given, ms = 60000) {
    for (const end = Date.now() + ms; Date.now() < end; await page.waitForTimeout(40)) {
        const found = await page.evaluate(isSo, given);
        if (found) return found;
    }
    return null;
}

/** Measures until there are no faults: places may be reached a frame later. What stays wrong is returned. */
export async function lasting(measure, page) {
    let faults = await measure(page);
    for (let i = 0; i < 20 && faults.length; i++) {
        await page.waitForTimeout(100);
        faults = await measure(page);
    }
    return faults;
}

/** Tests that belong together; GROUPS picks some by how their names begin. A surprise fails the group, not the others. */
export async function group(name, run) {
    if (only && !only.split(",").some((one) => name.startsWith(one))) return;
    const since = Date.now();
    await attempt(name, run);
    console.log(`# ${name}: ${Math.round((Date.now() - since) / 1000)} s`);
}

let opened = Number(process.env.SEED ?? 1) * 1000;

/** A page of its own, with everything that goes wrong in it. */
export async function open({
    size = [1280, 800],
    locale = "es-ES",
    hasClock = true,
    hasLine = false,
    hasMotion = false,
    rate = 1,
    path = "",
    ...more
} = {}) {
    // Things that move never hold still for a test; what moves is looked at in screenshots.
    const context = await browser.newContext({
        viewport: { width: size[0], height: size[1] },
        locale,
        reducedMotion: hasMotion ? "no-preference" : "reduce",
        ...more,
    });
    context.setDefaultTimeout(60000);
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
    page.on("console", (message) => {
        // "Later", says the server of a record whose last move is not on the disk yet; the page asks again.
        const isLater = message.text().includes("status of 503");
        if (message.type() === "error" && !isLater) problems.push(message.text());
    });
    const slowed = Number(process.env.SLOWED ?? 1);
    if (slowed > 1)
        await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowed });
    await page.addInitScript(dealFrom, opened++);
    if (rate > 1) await page.addInitScript(hasten, rate);
    else if (hasClock) await page.clock.install();
    let line = null;
    let lines = 0;
    if (hasLine)
        await page.routeWebSocket(/\/ws(\/\w+)?$/, (socket) => {
            line = socket;
            lines++;
            socket.connectToServer();
        });
    await page.goto(url + path);
    await page.waitForSelector("html[data-ready]");
    const pass =
        hasClock && rate === 1 ? (ms) => page.clock.fastForward(ms) : (ms) => page.waitForTimeout(ms);
    return {
        context,
        page,
        problems,
        pass,
        lines: () => lines,
        cut: async () => line?.close({ code: 1001 }),
    };
}

/** Opens what can be chosen before a game. */
export async function setUp(page) {
    await page.evaluate(() => {
        document.querySelector("details.choice").open = true;
    });
    // No handle: it would keep its screen.
    await page.locator("input[name=house]").first().waitFor({ state: "attached" });
}

/** Starts a game alone. */
export async function begin(page, { edition = "classic", rivals = 3, scoring = "quick", house = [] } = {}) {
    await setUp(page);
    await page.dispatchEvent(`input[name=edition][value=${edition}]`, "click");
    // From one rival on: the last game's number is remembered.
    await page.evaluate((rivals) => {
        const button = (which) => document.querySelector(`.stepper button:${which}-child`);
        for (let i = 0; i < 10 && !button("first").disabled; i++) button("first").click();
        for (let i = 1; i < rivals; i++) button("last").click();
    }, rivals);
    for (const id of house) await page.dispatchEvent(`input[name=house][value="${id}"]`, "click");
    await page.evaluate((value) => {
        document.querySelector("select[name=scoring]").value = value;
    }, scoring);
    await page.dispatchEvent("form.setup button[type=submit]", "click");
    await page.locator(".table .in-hand").first().waitFor();
}

/** What axe finds that matters. */
export async function axe(page) {
    // The page's policy allows no foreign script; the browser's debugger may run one all the same.
    await page.evaluate(axeSource);
    return page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
        return violations
            .filter((one) => ["serious", "critical"].includes(one.impact))
            .map(
                (one) =>
                    `${one.id}: ${one.nodes
                        .slice(0, 3)
                        .map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? ""))
                        .join(" | ")}`,
            );
    });
}

/** Things that stick out of the window or lie on each other where they must not. */
export const layoutFaults = (page) =>
    page.evaluate(() => {
        const faults = [];
        const box = (query) => document.querySelector(query)?.getBoundingClientRect();
        const wide = document.documentElement.clientWidth;
        const high = document.documentElement.clientHeight;
        for (const query of [".uno", ".prompt", ".pile", ".discard", ".hand-box"]) {
            const one = box(query);
            if (!one) faults.push(`${query} is missing`);
            else if (one.left < -1 || one.right > wide + 1 || one.top < 0 || one.bottom > high + 1)
                faults.push(`${query} leaves the window: ${JSON.stringify(one)}`);
        }
        const uno = box(".uno");
        const at = uno && document.elementFromPoint(uno.left + uno.width / 2, uno.top + uno.height / 2);
        if (!at?.closest(".uno")) faults.push(`UNO is covered by ${at?.className}`);
        const discard = box(".discard");
        const onTop =
            discard &&
            document.elementFromPoint(discard.left + discard.width / 2, discard.top + discard.height / 2);
        if (!onTop?.closest(".discard"))
            faults.push(`the discard pile is covered by ${onTop?.outerHTML?.slice(0, 80)}`);
        if (document.documentElement.scrollWidth > wide) faults.push("the page scrolls sideways");
        return faults;
    });
