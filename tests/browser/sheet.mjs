// sheet.mjs - the moments of docs/moments.jpg, each at six sizes: sheet.mjs URL MODULES FOLDER. Needs ImageMagick (convert).

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesOf, showPhase } from "./phases.mjs";
import { browser, open, screenshots, until } from "./stage.mjs";

const SIZES = [
    [1920, 1080],
    [1440, 900],
    [1366, 648],
    [844, 390],
    [390, 844],
    [360, 640],
];
const HIGH = 150;
/** How far each is when it is looked at, of its whole time. */
const AT = 0.36;

const laid = (card, color) => ({ e: "played", seat: 1, card, ...(color ? { color } : {}) });
const MOMENTS = [
    [laid("w", "blue")],
    [laid("g+2"), { e: "pending", seat: 2, count: 2 }],
    [{ e: "took", seat: 2, count: 6 }],
    [laid("gs"), { e: "skipped", seat: 2 }],
    [laid("gr"), { e: "reversed", seat: 1 }],
    [{ e: "said-uno", seat: 1 }],
    [{ e: "caught", seat: 1, to: 2 }],
    [
        { e: "challenged", seat: 2, to: 1 },
        { e: "guilty", seat: 1, count: 4 },
    ],
    [{ e: "jumped", seat: 1, card: "g7" }],
];

/** What flies has landed; the moment is held in the middle. */
const hold = (page) =>
    page.evaluate(async (part) => {
        for (let i = 0; i < 500 && !document.querySelector(".moment.heavy"); i++)
            await new Promise((later) => setTimeout(later, 10));
        for (const one of document.getAnimations()) {
            const { target } = one.effect;
            if (target.closest(".flying")) one.finish();
            if (!target.closest(".moments, .seat .figure")) continue;
            one.pause();
            one.currentTime = Math.min(1250 * part, Number(one.effect.getComputedTiming().endTime));
        }
    }, AT);

const scratch = mkdtempSync(join(tmpdir(), "penultima-"));
const { page } = await open({ hasClock: false, hasMotion: true, locale: "en-GB" });
await page.evaluate(async () => {
    await import(`${location.pathname}js/later.js`);
    await import(`${location.pathname}js/weight.js`);
    await Promise.all([...document.fonts].map((face) => face.load().catch(() => {})));
});
const rows = [];
for (const [index, events] of [...MOMENTS, null].entries()) {
    const files = [];
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await showPhase(page, events ? "wait" : "color", 4, 7);
        // Everybody has taken their seat.
        await until(
            page,
            () => document.querySelector(".placed .seat")?.getBoundingClientRect().left > 0,
            null,
            5000,
        );
        await page.waitForTimeout(500);
        const { now, hand } = messagesOf("wait", 4, 7).table;
        const last = events?.findLast(({ card }) => card);
        Object.assign(now, { legal: {}, top: last?.card ?? now.top, color: last?.color ?? "green" });
        if (events) {
            await page.evaluate(
                async ({ events, now, hand }) => {
                    const { app } = await import(`${location.pathname}js/app.js`);
                    app.board.moments.weigh = (await import(`${location.pathname}js/weight.js`)).weigh;
                    app.table.take({ t: "update", n: app.table.n + 1, events, now, hand });
                },
                { events, now, hand },
            );
            await hold(page);
        }
        files.push(join(scratch, `${index}-${width}.png`));
        await page.screenshot({ path: files.at(-1) });
    }
    rows.push(join(scratch, `row${index}.png`));
    execFileSync("convert", [
        ...files,
        "-resize",
        `x${HIGH}`,
        "-bordercolor",
        "#0c0908",
        "-border",
        "3",
        "+append",
        rows.at(-1),
    ]);
}
await browser.close();
execFileSync("convert", [...rows, "-append", "-quality", "72", join(screenshots, "moments.jpg")]);
rmSync(scratch, { recursive: true });
