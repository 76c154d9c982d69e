// trust.mjs - the page and a server that lies: trust.mjs URL MODULES MODE. The server behind is a real one; the
// one in front changes what it says (tests/attack/cheat.py). Prints what the page said, as one JSON object.

import { createRequire } from "node:module";
import { playGame } from "./player.mjs";

const [url, modules, mode] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
const page = await context.newPage();
const problems = [];
page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
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
const key = await page.waitForSelector(".server-key", { timeout: 5000 }).then(
    (one) => one.textContent(),
    () => "",
);
if (mode !== "busy") {
    await page.selectOption(".seat-line select", "novice");
    const agree = await page.$("[data-focus=agree]");
    if (agree) await agree.click();
    await page.click("[data-focus=start]:enabled");
    await page.waitForSelector(".in-hand");
    // These are noticed before the first card.
    if (!["no-commit", "commit-late", "signature"].includes(mode))
        await playGame(page, { pass: (ms) => page.waitForTimeout(Math.min(ms, 200)) });
    await page.waitForTimeout(mode === "no-record" ? 5000 : 1500);
} else {
    console.log("ready");
    await page.waitForFunction(() => document.body.classList.contains("lost"), null, { timeout: 20000 });
    await page.waitForFunction(() => !document.body.classList.contains("lost"), null, { timeout: 20000 });
}
const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("penultima") ?? "{}").evidence ?? []);
console.log(JSON.stringify({ said: await page.evaluate(() => globalThis.said), key, kept, problems }));
await browser.close();
