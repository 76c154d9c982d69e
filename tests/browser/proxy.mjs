// proxy.mjs - the page through a proxy, in a real browser: proxy.mjs URL MODULES
//
// Prints as JSON whether the page is ready, what connecting to its own site and to another one gives, and what
// went wrong in it.

import { createRequire } from "node:module";

const [url, modules] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
const problems = [];
page.on("pageerror", (error) => problems.push(error.message));
page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
});
await page.goto(url);
await page.waitForSelector("html[data-ready]");
const found = await page.evaluate(async () => {
    const connect = (address) =>
        new Promise((resolve) => {
            addEventListener("securitypolicyviolation", () => resolve("forbidden"), { once: true });
            try {
                const socket = new WebSocket(address);
                socket.onopen = () => resolve("open");
                socket.onerror = () => setTimeout(() => resolve("refused"), 200);
            } catch (error) {
                resolve(error.name);
            }
        });
    return {
        own: await connect(`wss://${location.host}/ws`),
        other: await connect("wss://127.0.0.1:9/ws"),
    };
});
console.log(JSON.stringify({ ...found, problems: problems.filter((text) => !text.includes("127.0.0.1:9")) }));
await browser.close();
