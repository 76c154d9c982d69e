// pictures.mjs - the pictures of the README: pictures.mjs URL MODULES FOLDER
//
// Real games: some moves in on a laptop and on a phone, the end of one, and a round in motion as the browser
// draws it. The moving one needs ImageMagick (convert).

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { look, playGame } from "./player.mjs";

const [url, modules, folder] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
/** What is shown of a round: how it begins, and how it ends up to the result. */
const BEGIN_MS = 6000;
const END_MS = 6500;
const RESULT_MS = 2500;
const ROUND_MS = 180000;
const FRAME_MS = 180;
/** So many rounds are filmed until one is won. */
const TAKES = 6;

/** A page of this size with a game of this edition on it. */
async function begin(size, edition, more) {
    const context = await browser.newContext({
        viewport: { width: size[0], height: size[1] },
        locale: "es-ES",
        colorScheme: "dark",
        ...more,
    });
    const page = await context.newPage();
    if (more.reducedMotion) await page.clock.install();
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    await page.click("details.choice > summary");
    await page.waitForSelector("input[name=house]", { state: "attached" });
    await page.evaluate((id) => document.querySelector(`input[value=${id}]`).click(), edition);
    await page.evaluate(() => {
        document.querySelector("input[name=name]").value = "Ana";
        document.querySelector("select[name=scoring]").value = "quick";
    });
    return { context, page };
}

const deal = (page) => page.evaluate(() => document.querySelector("form.setup button[type=submit]").click());

for (const [name, size, edition, isEnd] of [
    ["table", [1280, 800], "classic", false],
    ["phone", [390, 760], "ghostbusters", false],
    ["end", [1280, 800], "office", true],
]) {
    const { context, page } = await begin(size, edition, { reducedMotion: "reduce" });
    await deal(page);
    await page.waitForSelector(".in-hand");
    // Some moves, and then a moment in which it is the player's turn and a card fits; or the very end.
    await playGame(page, {
        pass: (ms) => page.clock.fastForward(ms),
        onStep: async (seen, step) => {
            if (!isEnd && step > 12 && seen.isMine && seen.cards.length > 1) throw new Error("a good moment");
        },
    }).catch(() => {});
    await page.mouse.move(2, 2);
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 80 });
    await context.close();
}

/** A round as it moves, from the deal to the result: what the browser draws, with the time of each picture. */
async function film() {
    const { context, page } = await begin([760, 475], "classic", {});
    await page.evaluate(() => {
        document.querySelector("select[name=pace]").value = "quick";
        document.querySelector("select[name=level]").value = "novice";
    });
    const session = await context.newCDPSession(page);
    const frames = [];
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
        frames.push({ data: Buffer.from(data, "base64"), at: metadata.timestamp * 1000 });
        session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
    });
    await session.send("Page.startScreencast", { format: "jpeg", quality: 90, everyNthFrame: 2 });
    await deal(page);
    const until = Date.now() + ROUND_MS;
    while (Date.now() < until && !(await page.$(".counted"))) {
        await page.waitForTimeout(600);
        const seen = await look(page);
        const wanted = seen.answers.find((one) => one.isColor) ?? seen.cards.at(-1) ?? seen.answers[0];
        if (seen.uno) await page.mouse.click(...seen.uno);
        if (seen.isMine && wanted) await page.mouse.click(...wanted.at);
    }
    await page.mouse.move(2, 2);
    await page.waitForTimeout(RESULT_MS);
    const isWon = Boolean(await page.$(".over.won"));
    await session.send("Page.stopScreencast");
    await context.close();
    const [first, last] = [frames[0].at, frames.at(-1).at];
    return { isWon, frames: frames.filter(({ at }) => at < first + BEGIN_MS || at > last - END_MS) };
}

let take = await film();
for (let i = 1; i < TAKES && !take.isWon; i++) take = await film();
const { frames } = take;
await browser.close();
const scratch = mkdtempSync(join(tmpdir(), "penultima-"));
const parts = [];
let last = frames[0]?.at ?? 0;
for (const [index, frame] of frames.entries()) {
    if (frame.at - last < FRAME_MS && index) continue;
    const file = join(scratch, `${String(index).padStart(4, "0")}.jpg`);
    writeFileSync(file, frame.data);
    parts.push("-delay", String(Math.max(6, Math.min(60, Math.round((frame.at - last) / 10)))), file);
    last = frame.at;
}
execFileSync("convert", [
    ...parts,
    "-resize",
    "520x",
    "+dither",
    "-colors",
    "32",
    "-fuzz",
    "5%",
    "-layers",
    "OptimizeFrame",
    "-layers",
    "OptimizeTransparency",
    "-loop",
    "0",
    join(folder, "round.gif"),
]);
rmSync(scratch, { recursive: true });
