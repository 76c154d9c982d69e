// still.mjs - pages at tables of a house while one of its nodes fails: still.mjs URL MODULES TABLES
//
// Each page is one person against bots, who plays whatever is legal. A line to standard input begins a fault; when
// every page has heard of play again, a JSON object per page goes to standard output: 'back', the milliseconds
// until play went on over another connection (null: the page needed none), 'said', those until the page said that something was
// wrong (null: never), and 'words'. "ready" says that all of them play.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { playScript } from "../browser/player.mjs";

const [url, modules, count] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const SETTLED_MS = 1000;
const GIVE_UP_MS = 90000;

/** In the page: notes when updates come and what is said. */
function listen() {
    const table = { edition: "classic", house: [], seats: 3, scoring: "points", pace: "quick", clock: null };
    localStorage.setItem("penultima", JSON.stringify({ name: "Ana", lang: "en", table }));
    globalThis.heard = [];
    globalThis.sockets = 0;
    globalThis.notes = [];
    const Real = globalThis.WebSocket;
    globalThis.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            const number = globalThis.sockets++;
            this.addEventListener("message", ({ data }) => {
                const { t, events } = JSON.parse(data);
                if (t === "update" && events?.length) globalThis.heard.push({ at: Date.now(), number });
            });
        }
    };
    new MutationObserver(() => {
        for (const one of document.querySelectorAll("[role=status]")) {
            const words = one.textContent;
            if (words && globalThis.notes.at(-1)?.words !== words)
                globalThis.notes.push({ at: Date.now(), words });
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Plays until the browser is closed; what is covered for a moment is pressed again. */
async function playOn(page) {
    while (!page.isClosed())
        await page
            .evaluate(playScript({ stepsMax: 100000 }))
            .catch(() => new Promise((done) => setTimeout(done, 500)));
}

/** Opens a table for three, with two bots, and begins to play at it. */
async function sit(page) {
    await page.goto(`${url}#/friends`);
    await page.click(".friends button[type=submit]");
    await page.waitForSelector(".waiting");
    await page.click("[data-focus=fill]");
    await page.click("[data-focus=start]:enabled");
    await page.waitForSelector(".in-hand");
    void playOn(page);
}

const pages = [];
for (let i = 0; i < Number(count); i++) {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.addInitScript(listen);
    await sit(page);
    pages.push(page);
}
for (const page of pages)
    while ((await page.evaluate(() => globalThis.heard.length)) < 4) await page.waitForTimeout(100);
console.log("ready");

/** What a page has noticed since a fault; null: it still waits. */
const look = (page, since) =>
    page.evaluate(
        ([since, settled]) => {
            const { heard, notes } = globalThis;
            const number = heard.findLast(({ at }) => at <= since)?.number;
            const after = heard.filter(({ at }) => at > since);
            // What was on its way when it began says nothing.
            if (!after.some(({ at }) => at > since + settled)) return null;
            const back = after.find((one) => one.number !== number);
            const noted = notes.find(({ at, words }) => at > since && /server does not/.test(words));
            return {
                back: back ? back.at - since : null,
                said: noted ? noted.at - since : null,
                words: noted?.words ?? "",
            };
        },
        [since, SETTLED_MS],
    );

for await (const _ of createInterface({ input: process.stdin })) {
    const since = Date.now();
    const waits = new Set(pages);
    while (waits.size && Date.now() - since < GIVE_UP_MS) {
        for (const page of [...waits]) {
            const found = await look(page, since);
            if (!found) continue;
            waits.delete(page);
            console.log(JSON.stringify({ table: pages.indexOf(page), ...found }));
        }
        await new Promise((done) => setTimeout(done, 100));
    }
    for (const page of waits) {
        const seen = await page.evaluate(async () => {
            const { source, table } = (await import("/js/app.js")).app;
            return {
                sockets: globalThis.sockets,
                stage: table?.stage,
                isMine: table?.isMyTurn(),
                unanswered: [...(source?.unanswered?.values() ?? [])].map(({ t }) => t),
                silent: Date.now() - source?.heard,
                said: globalThis.notes.slice(-3).map(({ words }) => words),
            };
        });
        console.log(JSON.stringify({ table: pages.indexOf(page), isStuck: true, ...seen }));
    }
    console.log("done");
}
await browser.close();
