// seats.mjs - what this browser keeps of tables and who may change it: links, refusals, other pages of the same browser.
// Alarms that are true and none that is not; who was sent away; a server that is gone, or says nothing.

import { check, equal } from "./tap.mjs";
import { crowd, invitation, seatBot } from "./crowd.mjs";
import { playFast } from "./player.mjs";
import { group, open, until, url } from "./stage.mjs";

const ALIEN = "f".repeat(64);

/** What the browser has stored. */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("penultima") ?? "{}"));

/** Somebody opens a table by one press; its link, and the token that was kept. */
async function host(options = {}) {
    const one = await open({ hasClock: false, locale: "en-GB", ...options });
    await one.page.click("[data-do=friends]");
    const { path } = await invitation(one.page);
    const id = path.slice(1);
    return { ...one, id, token: (await kept(one.page)).seats[id].token };
}

/** Whether the page comes to say something. */
const says = (page, text) =>
    until(
        page,
        (text) =>
            [...document.querySelectorAll("[role=status], [role=alert], #dialog")].some(
                (one) => one.checkVisibility() && one.textContent.includes(text),
            ),
        text,
    );

/** Everything that was said from now on. */
const listen = (page) =>
    page.evaluate(() => {
        globalThis.said = [];
        new MutationObserver(() => {
            for (const one of document.querySelectorAll("[role=status], [role=alert], #dialog[open]"))
                if (one.textContent && globalThis.said.at(-1) !== one.textContent)
                    globalThis.said.push(one.textContent);
        }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    });

/** A line is changed for a page that is loaded afterwards. */
async function anew(page) {
    await page.reload();
    await page.waitForSelector("html[data-ready]");
}

await group("seat link", async () => {
    const { page, context, id, token, problems } = await host();
    const follow = (hash) => page.evaluate((hash) => (location.hash = hash), hash);
    await follow(`#${id}.${ALIEN}`);
    await page.waitForSelector("#dialog[open]");
    equal("a link with another seat asks first", (await kept(page)).seats[id].token, token);
    check("the token does not stay in the address", !page.url().includes(ALIEN), page.url());
    await page.click("#dialog button.main");
    await page.waitForSelector(".waiting");
    equal("who keeps the own seat is back at it", (await kept(page)).seats[id].token, token);
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    await follow(`#${id}.${ALIEN}`);
    await page.waitForSelector("#dialog[open]");
    await page.click("#dialog button:not(.main)");
    check("the server knows no such seat", await says(page, "that key does not open any seat"));
    await page.waitForSelector(".waiting");
    equal("and the own one is still kept, and played", (await kept(page)).seats[id].token, token);
    // With nothing of one's own there, nothing is kept of what was refused.
    const stranger = await open({ hasClock: false, locale: "en-GB", path: `#${id}.${ALIEN}` });
    await stranger.page.waitForSelector(".join");
    equal("of a seat that was refused nothing is kept", (await kept(stranger.page)).seats, undefined);
    // On another device the seat's own link brings it there.
    const phone = await open({ hasClock: false, locale: "en-GB", path: `#${id}.${token}` });
    await phone.page.waitForSelector(".waiting");
    equal("a seat that was welcomed is kept", (await kept(phone.page)).seats[id].token, token);
    check("where it was before is told", await says(page, "from another connection"));
    equal("and keeps it, too", (await kept(page)).seats[id].token, token);
    // A table that this server does not have (it may be another one) takes nothing away.
    await phone.page.evaluate(() => {
        const all = JSON.parse(localStorage.getItem("penultima"));
        all.seats.nosuchtable = { token: "a".repeat(64), seat: 0, at: 1 };
        localStorage.setItem("penultima", JSON.stringify(all));
    });
    await phone.page.goto(`${url}#nosuchtable`);
    await phone.page.reload();
    await phone.page.waitForSelector(".join");
    equal("a refusal throws no token away", (await kept(phone.page)).seats.nosuchtable.token, "a".repeat(64));
    // What a set-up link brings is for this page, until somebody plays by it.
    const before = (await kept(phone.page)).table;
    await phone.page.goto(`${url}#setup=2.office.seats=5`);
    await phone.page.reload();
    await phone.page.waitForSelector("form.setup");
    await phone.page.click("[data-do=sound]");
    equal("a link with rules overwrites nothing", (await kept(phone.page)).table, before);
    // A link that was cut off leads home, and a word that only the language knows is no screen of ours.
    const lost = await open({ hasClock: false, locale: "en-GB", path: "#k7m2%" });
    await lost.page.waitForSelector("html[data-ready=yes]");
    await lost.page.goto(`${url}#constructor`);
    await lost.page.waitForSelector(".join");
    equal(
        "nothing went wrong in the pages",
        [...problems, ...phone.problems, ...lost.problems].filter((one) => !one.includes("404")),
        [],
    );
    for (const one of [context, stranger.context, phone.context, lost.context]) await one.close();
});

await group("seat of another page", async () => {
    const { page, context } = await open({ hasClock: false, locale: "en-GB" });
    const other = await context.newPage();
    await other.goto(url);
    await other.waitForSelector("html[data-ready]");
    await page.click("[data-do=friends]");
    const { path } = await invitation(page);
    await other.click("[data-do=sound]");
    check(
        "what one page keeps no other page of the browser forgets",
        (await kept(page)).seats?.[path.slice(1)],
    );
    await context.close();
});

await group("seat without an alarm", async () => {
    const ana = await host({ path: "#setup=2.classic.scoring=quick.pace=at-once.seats=3" });
    const beto = await open({ hasClock: false, locale: "en-GB", path: `#${ana.id}` });
    await beto.page.click(".join button[type=submit]");
    await beto.page.waitForSelector(".waiting");
    await until(beto.page, () => localStorage.getItem("penultima").includes("#! own"));
    await beto.page.click("[data-focus=leave]");
    await beto.page.waitForSelector("form.setup");
    check(
        "the seed goes with the seat",
        !JSON.stringify((await kept(beto.page)).proofs ?? {}).includes("#! own"),
    );
    await seatBot(ana.page);
    // The name may change after the seal.
    await ana.page.click(".chairs li:first-child button");
    await ana.page.fill("[data-focus=rename]", "Zoe");
    await ana.page.press("[data-focus=rename]", "Enter");
    await ana.page.click("[data-focus=chair-close]");
    await until(ana.page, () => document.querySelector(".chairs b")?.textContent === "Zoe");
    await ana.page.click("[data-focus=start]:enabled");
    await ana.page.waitForSelector(".in-hand");
    await beto.page.goto(`${url}#${ana.id}`);
    await beto.page.click("[data-do=watch]");
    await beto.page.waitForSelector(".table");
    for (const { page } of [ana, beto]) await listen(page);
    const game = await playFast(ana.page, { until: "Checked:" });
    check(
        "who played hears that it was checked, under a name changed after the seal",
        game.end === "Checked:",
        game,
    );
    await until(beto.page, () => document.querySelector(".table")?.dataset.stage === "over");
    const alarms = await beto.page.evaluate(() => globalThis.said.filter((one) => one.includes("not check")));
    equal("who left before the deal and watches hears no alarm", alarms, []);
    for (const { context } of [ana, beto]) await context.close();
});

await group("seat of somebody sent away", async () => {
    const ana = await host();
    const beto = await open({ hasClock: false, locale: "en-GB", path: `#${ana.id}` });
    await beto.page.fill(".join [name=name]", "Beto");
    await beto.page.click(".join button[type=submit]");
    await beto.page.waitForSelector(".waiting");
    const others = await crowd();
    const carla = await others.join(ana.id, "Carla");
    await ana.page.click('.chairs li:has(b:text("Beto")) button');
    await ana.page.click("[data-focus=remove-1]");
    check("who is removed is told", await says(beto.page, "the host has removed you from the table"));
    check("and so are the others", await carla.hears({ t: "removed", name: "Beto" }));
    check("in the page, too", await says(ana.page, "The host has removed Beto from the table."));
    const sit = async () => {
        await beto.page.goto(`${url}#${ana.id}`);
        await beto.page.reload();
        await beto.page.click(".join button[type=submit]");
        return says(beto.page, "you were sent away from this table");
    };
    check("the link and a press do not bring the seat back", await sit());
    check(
        "the others hear that it was tried",
        await carla.hears({ t: "removed", name: "Beto", again: true }),
    );
    check("in the page, too", await says(ana.page, "Beto, who was sent away, wants to take a seat again"));
    await seatBot(ana.page);
    await ana.page.click("[data-focus=start]:enabled");
    await ana.page.waitForSelector(".in-hand");
    check("nor in the game", await sit());
    await others.close();
    for (const { context } of [ana, beto]) await context.close();
});

await group("silent: nobody there", async () => {
    const { page, context } = await open({ hasClock: false, locale: "en-GB" });
    let isGone = true;
    await page.route(/\/api\//, (route) => (isGone ? route.abort() : route.continue()));
    await page.routeWebSocket(/\/ws/, (socket) => (isGone ? socket.close() : socket.connectToServer()));
    await anew(page);
    await page.click("[data-do=friends]");
    check(
        "a table with friends without a server: it is said",
        await says(page, "The server does not answer."),
    );
    await page.click("[data-do=alone]");
    check(
        "and one can play alone",
        await until(page, () => document.querySelector(".table .in-hand") !== null),
    );
    await page.goto(`${url}#abcd2345`);
    await page.reload();
    check(
        "a link without a server does not say that there is no such table",
        await says(page, "does not answer"),
    );
    await page.goto(url);
    await anew(page);
    await page.click("[data-do=friends]");
    check("said again", await says(page, "The server does not answer."));
    isGone = false;
    await page.click("[data-do=again]");
    check("the server is back: a press, and the table is there", await page.waitForSelector(".waiting .qr"));
    await context.close();
});

await group("silent: says nothing", async () => {
    // A line on which nothing comes any more, while another would be good.
    const one = await open({ hasClock: false, locale: "en-GB" });
    const { page, context } = one;
    let lines = 0;
    let isDumb = false;
    let newest = null;
    const way = () => new URL(newest.url()).pathname;
    await page.routeWebSocket(/\/ws/, (socket) => {
        const number = ++lines;
        newest = socket;
        const server = socket.connectToServer();
        socket.onMessage((message) => (isDumb && number === 1 ? null : server.send(message)));
        server.onMessage((message) => (isDumb && number === 1 ? null : socket.send(message)));
    });
    await anew(page);
    await page.click("[data-do=friends]");
    await invitation(page);
    await listen(page);
    isDumb = true;
    // However often it is pressed meanwhile.
    await page.evaluate(() => setInterval(() => document.querySelector("[data-focus=fill]")?.click(), 300));
    check(
        "the bot sits down over another line",
        await until(page, () => document.querySelector(".chairs .ready:not(:first-child)") !== null),
    );
    check("by one more connection", lines >= 2, lines);
    check("and not by the table's path, which leads to nobody", way() === "/ws", way());
    const before = lines;
    await page.evaluate(() => {
        const now = Date.now;
        Date.now = () => now() + 61000;
    });
    await newest.close();
    for (let i = 0; i < 600 && lines === before; i++) await page.waitForTimeout(100);
    check("a minute later by it again", /^\/ws\/\w{10}$/.test(way()), way());
    // Nobody speaks at all: it is said, and that it is over.
    const mute = await open({ hasClock: false, locale: "en-GB" });
    let isMute = false;
    await mute.page.routeWebSocket(/\/ws/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => (isMute ? null : server.send(message)));
        server.onMessage((message) => (isMute ? null : socket.send(message)));
    });
    await anew(mute.page);
    await mute.page.click("[data-do=friends]");
    await invitation(mute.page);
    isMute = true;
    check("silence is told", await says(mute.page, "looking for another way to your table"));
    isMute = false;
    check("and that it is over", await until(mute.page, () => document.querySelector(".trouble") === null));
    check("the table is there as before", await mute.page.waitForSelector(".waiting .qr"));
    for (const { context } of [mute]) await context.close();
    await context.close();
});
