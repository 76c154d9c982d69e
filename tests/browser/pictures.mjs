// pictures.mjs - the two pictures of the README: pictures.mjs URL MODULES FOLDER
//
// A real game, some moves in: on a laptop and on a phone.

import { createRequire } from "node:module";
import { join } from "node:path";
import { look, playGame } from "./player.mjs";

const [url, modules, folder] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});

for (const [name, size, edition] of [
    ["table", [1280, 800], "classic"],
    ["phone", [390, 760], "ghostbusters"],
]) {
    const context = await browser.newContext({
        viewport: { width: size[0], height: size[1] },
        locale: "es-ES",
        reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    await page.evaluate((id) => document.querySelector(`input[value=${id}]`).click(), edition);
    await page.evaluate(() => {
        document.querySelector("input[name=name]").value = "Ana";
        document.querySelector("form.setup button[type=submit]").click();
    });
    await page.waitForSelector(".in-hand");
    // Some moves, and then a moment in which it is the player's turn and a card fits.
    await playGame(page, {
        pass: (ms) => page.clock.fastForward(ms),
        onStep: async (seen, step) => {
            if (step > 12 && seen.isMine && seen.cards.length > 1) throw new Error("a good moment");
        },
    }).catch(() => {});
    await page.mouse.move(2, 2);
    await look(page);
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 84 });
    await context.close();
}
await browser.close();
