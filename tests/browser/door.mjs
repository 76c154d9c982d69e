// door.mjs - the link to a table through a door that may know no table in the path: door.mjs URL MODULES
//
// Sits down there, and waits until the server has heard that this agrees to the rules that were shown. (The button
// to agree is there for a moment only: sitting down is agreeing.)

import { createRequire } from "node:module";

const [url, modules] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const page = await browser.newPage({ locale: "en" });
await page.goto(url);
await page.getByRole("button", { name: "Take a seat" }).first().click();
await page.getByText("you · ready").first().waitFor({ timeout: 60000 });
await browser.close();
