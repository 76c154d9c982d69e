// looks.mjs - pictures of what is seen for a moment only, and of screens that no other test looks at:
//
//     node looks.mjs URL MODULES FOLDER [GROUPS]
//
// To be looked at one by one, at six sizes; by day with THEME=light. The page's own board shows everything; only the messages are made here
// (phases.mjs), and what is in the air is held in the middle of its way.

import { check, done } from "./tap.mjs";
import { messagesOf, showPhase } from "./phases.mjs";
import { browser, group, open, screenshots, until } from "./stage.mjs";

const SIZES = [
    [1440, 900],
    [1366, 648],
    [844, 390],
    [390, 844],
    [360, 640],
    [1920, 1080],
];

/** What happens, and what is then seen: events, then a phase of the table. */
const MOMENTS = {
    "draw-two": {
        events: [
            { e: "played", seat: 1, card: "r+2" },
            { e: "pending", seat: 0, count: 2 },
        ],
    },
    "draw-four": {
        events: [
            { e: "played", seat: 1, card: "w+4", color: "green" },
            { e: "pending", seat: 0, count: 4 },
        ],
    },
    took: { events: [{ e: "took", seat: 2, count: 6 }] },
    skip: {
        events: [
            { e: "played", seat: 1, card: "rs" },
            { e: "skipped", seat: 2 },
        ],
    },
    reverse: {
        events: [
            { e: "played", seat: 1, card: "rr" },
            { e: "reversed", seat: 1 },
        ],
    },
    color: { events: [{ e: "played", seat: 1, card: "w", color: "blue" }] },
    uno: { events: [{ e: "said-uno", seat: 1 }] },
    "uno-mine": { events: [{ e: "said-uno", seat: 0 }] },
    caught: { events: [{ e: "caught", seat: 1, to: 0 }] },
    guilty: { events: [{ e: "guilty", seat: 0, to: 1 }] },
    innocent: { events: [{ e: "innocent", seat: 0, to: 1 }] },
    race: { phase: "race", events: [{ e: "played", seat: 1, card: "wx", color: "pink" }, { e: "race" }] },
    last: { phase: "race", events: [{ e: "dropped-last", seat: 3, count: 2 }] },
    streams: { phase: "stream", events: [{ e: "played", seat: 1, card: "wx", color: "red" }] },
    swing: { phase: "swing", events: [{ e: "swung", seat: 1, to: 2 }] },
    jump: { events: [{ e: "jumped", seat: 1, card: "r7" }] },
    wrong: { events: [{ e: "misplayed", seat: 1, card: "b5" }] },
};

/** What travels. */
const FLIGHTS = {
    swap: [{ e: "swapped", seat: 0, to: 2 }],
    pass: [{ e: "passed-hands", seat: 0 }],
    reshuffle: [{ e: "reshuffled", count: 52 }],
    draw: [1, 2, 3].map(() => ({ e: "drew", seat: 2 })),
    packet: Array.from({ length: 8 }, () => ({ e: "drew", seat: 2 })),
    play: [{ e: "played", seat: 1, card: "r9" }],
    deal: [0, 1, 2, 3].map((seat) => ({ e: "dealt", seat, count: 7, to: 3 })),
};

/** Gives the board an update with these events. */
const happen = (page, fixture, events) =>
    page.evaluate(
        async ({ table, news }) => {
            const { app } = await import(`${location.pathname}js/app.js`);
            const { now, hand } = table;
            app.table.take({ t: "update", n: app.table.n + 1, events: news, now, hand });
        },
        { table: fixture.table, news: events },
    );

/** Everything that moves is held in the middle of its way. */
const hold = (page, at) =>
    page.evaluate((part) => {
        for (const one of document.getAnimations()) {
            const { duration } = one.effect.getComputedTiming();
            if (!one.effect.target.closest(".flying, .moment, .ring")) continue;
            one.pause();
            one.currentTime = Number(duration) * part;
        }
    }, at);

/** By day, if it is wanted; with the typefaces and all else that comes later. */
const dress = (page) =>
    page.evaluate(async (theme) => {
        const { applyLook, keep } = await import(`${location.pathname}js/app.js`);
        if (theme) keep({ theme });
        applyLook();
        await import(`${location.pathname}js/later.js`);
        await Promise.all([...document.fonts].map((face) => face.load().catch(() => {})));
    }, process.env.THEME);

async function eachSize(name, show, sizes = SIZES) {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true });
    await dress(page);
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await show(page, `${width}x${height}`);
        await page.screenshot({ path: `${screenshots}/${name}-${width}x${height}.png` });
    }
    check(`${name}: seen at ${sizes.length} sizes`, !problems.length, problems);
    await context.close();
}

const FEW = [SIZES[0], SIZES[2], SIZES[4]];
for (const [name, { phase = "wait", events }] of Object.entries(MOMENTS))
    await group(`moment ${name}`, () =>
        eachSize(
            `moment-${name}`,
            async (page) => {
                await showPhase(page, phase, 4, 7);
                await happen(page, messagesOf(phase, 4, 7), events);
                const isShown = await until(page, () => document.querySelector(".moment"), null, 4000);
                check(`${name} is seen`, isShown);
                await hold(page, 0.45);
            },
            FEW,
        ),
    );

for (const [name, events] of Object.entries(FLIGHTS))
    await group(`flight ${name}`, () =>
        eachSize(
            `flight-${name}`,
            async (page) => {
                await showPhase(page, "wait", 4, 7);
                await happen(page, messagesOf("wait", 4, 7), events);
                await until(page, () => document.querySelector(".flying"), null, 4000);
                if (name === "deal") await page.waitForTimeout(350);
                await hold(page, 0.5);
            },
            FEW,
        ),
    );

for (const phase of ["turn", "color", "challenge", "swap", "swing", "race", "asking", "count", "game"])
    await group(`ten ${phase}`, () =>
        eachSize(`ten-${phase}`, async (page) => {
            await showPhase(page, phase, 10, 25);
            await until(
                page,
                () => document.getAnimations().every((one) => one.playState !== "running"),
                null,
                3600,
            );
        }),
    );

await group("home", () => eachSize("home", (page) => page.waitForTimeout(1500)));

for (const phase of ["turn", "color", "pending"])
    await group(`four ${phase}`, () =>
        eachSize(`four-${phase}`, async (page) => {
            await showPhase(page, phase, 4, 7);
            await page.waitForTimeout(500);
        }),
    );

await group("end", async () => {
    for (const isWon of [true, false])
        await eachSize(
            `end-${isWon ? "won" : "lost"}`,
            async (page) => {
                const fixture = messagesOf("game", 4, 5);
                fixture.table.over.game = [isWon ? 0 : 2];
                fixture.table.over.round.winner = isWon ? 0 : 2;
                await page.evaluate(async ({ welcome, table }) => {
                    const { Table, playTable } = await import(`${location.pathname}js/app.js`);
                    const shown = new Table();
                    shown.source = { send() {}, close() {} };
                    playTable(shown);
                    shown.take(welcome);
                    shown.take(table);
                }, fixture);
                await page.waitForSelector(".counted");
                await page.waitForTimeout(900);
            },
            FEW,
        );
});

await group("result", async () => {
    const { context, page } = await open({ hasClock: false });
    await showPhase(page, "game", 5, 5);
    await page.click(".over .go-on-row button:nth-child(3)");
    await page.waitForSelector("dialog[open] img.result");
    await page.screenshot({ path: `${screenshots}/result-shown.png` });
    const saved = page.waitForEvent("download");
    await page.click("dialog a[download]");
    await (await saved).saveAs(`${screenshots}/result.png`);
    check("a picture of the result is saved", true);
    await context.close();
});

await group("tv", () =>
    eachSize(
        "tv",
        async (page) => {
            await showPhase(page, "wait", 6, 7);
            await page.evaluate(
                async (fixture) => {
                    const { Table, playTable } = await import(`${location.pathname}js/app.js`);
                    document.body.classList.add("tv");
                    const shown = new Table();
                    shown.source = { send() {}, close() {} };
                    playTable(shown);
                    shown.take({ t: "welcome", table: "fixture1", seat: null });
                    shown.take({ ...fixture.table, you: null, hand: [] });
                },
                messagesOf("wait", 6, 7),
            );
        },
        [SIZES[5], SIZES[0]],
    ),
);

await browser.close();
done();
