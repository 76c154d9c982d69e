// trust.mjs - the page and servers that lie: trust.mjs MODULES PORT MODE=URL=WORDS...
//
// Behind each URL is the real server of PORT; the one in front changes what it says (tests/attack/cheat.py). Prints
// a JSON object per line: what the page said, once it has said WORDS or there was time enough for it. One browser
// visits them all, some at the same time.

import { createRequire } from "node:module";
import { playGame } from "./player.mjs";
import { terminal } from "./terminal.mjs";

const [modules, port, ...visits] = process.argv.slice(2);
const AT_ONCE = 3;
const SAID_MS = 30000;
/** Lies that are noticed before the first card. */
const EARLY = ["no-commit", "commit-late", "signature", "other-seal"];
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

/** Opens a table through the server in front. */
async function openTable(page, url) {
    await page.addInitScript(() => {
        globalThis.said = [];
        new MutationObserver(() => {
            for (const one of document.querySelectorAll("#notice, .notice, [role=status], #dialog[open]"))
                if (one.textContent && globalThis.said.at(-1) !== one.textContent)
                    globalThis.said.push(one.textContent);
        }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    });
    await page.goto(`${url}/#/friends`);
    await page.waitForSelector(".friends form");
    await page.fill("input[name=name]", "Ana");
    await page.evaluate(() => {
        const scoring = document.querySelector("select[name=scoring]");
        if (scoring) scoring.value = "quick";
    });
    await page.click(".friends button[type=submit]");
    await page.waitForSelector(".waiting");
}

/** A game against somebody at a terminal, who does not take a bot's time; 'early' lies need none. */
async function playAgainst(page, mode) {
    const { hash } = new URL(await page.inputValue(".invite input"));
    const rival = EARLY.includes(mode) ? null : terminal(`http://127.0.0.1:${port}/${hash}`, "Beto");
    if (rival) await page.waitForSelector('.chairs b:has-text("Beto")');
    else {
        await page.click(".chairs .free button");
        await page.click('#dialog [data-focus$="-novice"]');
    }
    await page.click("[data-focus=start]:enabled");
    await page.waitForSelector(".in-hand");
    if (rival) await playGame(page, { pass: () => page.waitForTimeout(30), stepsMax: 4000 });
    return rival;
}

const untilLost = async (page, isLost) => {
    for (let i = 0; i < 600; i++) {
        if ((await page.evaluate(() => document.body.classList.contains("lost"))) === isLost) return;
        await page.waitForTimeout(50);
    }
    throw new Error(isLost ? "the line is not missed" : "the line is not mended");
};

async function visit(mode, url, words) {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    const problems = [];
    let key = "";
    let rival = null;
    page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
    try {
        await openTable(page, url);
        if (mode === "honest")
            key = await (
                await page.waitForSelector(".server-key:not([hidden])", { state: "attached" })
            ).textContent();
        if (mode === "busy") {
            console.log(JSON.stringify({ mode, isReady: true }));
            await untilLost(page, true);
            await untilLost(page, false);
        } else {
            rival = await playAgainst(page, mode);
            const hasSaid = () =>
                page.evaluate((wanted) => globalThis.said.some((one) => one.includes(wanted)), words);
            for (const end = Date.now() + SAID_MS; Date.now() < end && !(await hasSaid()); )
                await page.waitForTimeout(100);
        }
    } catch (error) {
        problems.push(error.stack ?? String(error));
    }
    const kept = () => JSON.parse(localStorage.getItem("penultima") ?? "{}").evidence ?? [];
    const said = await page.evaluate(() => globalThis.said);
    console.log(JSON.stringify({ mode, said, key, kept: await page.evaluate(kept), problems }));
    rival?.process.kill();
    await context.close();
}

const waiting = visits.map((one) => /^([\w-]+)=(.*?)=(.*)$/.exec(one).slice(1));
await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await visit(...next);
    }),
);
await browser.close();
