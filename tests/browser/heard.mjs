// heard.mjs - the table for who listens instead of looking: what is said, when, how long, and where the keys go on.

import { overlaps, showPhase } from "./phases.mjs";
import { check, equal } from "./tap.mjs";
import { FAST, group, lasting, open, until } from "./stage.mjs";

/** In the page: everything that is said from now on, in order. */
function listen() {
    globalThis.heard = [];
    // From the body on: the table may be put there a moment later.
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
            if (target.matches(".table > [aria-live]"))
                for (const one of addedNodes)
                    globalThis.heard.push({ how: target.ariaLive, text: one.textContent });
    }).observe(document.body, { childList: true, subtree: true });
}

/** The table tells something. */
const tell = (page, message) =>
    page.evaluate(async (message) => {
        const { app } = await import(`${location.pathname}js/app.js`);
        const { now, n } = app.table;
        app.table.take({ t: "update", n: n + 1, ...message, now: { ...now, ...message.now } });
    }, message);

const said = (page, how, text) =>
    until(
        page,
        ([how, text]) => globalThis.heard.some((one) => one.how === how && one.text.includes(text)),
        [how, text],
        20000,
    );
const heard = (page) => page.evaluate(() => globalThis.heard);
const forget = (page) => page.evaluate(() => void (globalThis.heard.length = 0));

const WAITING = { must: [1], turn: 1, legal: {} };

await group("heard at once", async () => {
    const { context, page, problems } = await open({ locale: "en-GB", hasClock: false });
    await showPhase(page, "wait", 4, 7);
    await page.evaluate(listen);
    await tell(page, { now: { ...WAITING, counts: [7, 5, 4, 5], legal: { catches: [2] } } });
    check("who can be caught is said at once, with the key", await said(page, "assertive", "Catch Beto: X"));
    await tell(page, { now: { ...WAITING, counts: [7, 5, 4, 1], legal: {} } });
    check("who has one card left is said", await said(page, "polite", "Guadalupe-Esperanza-2026: 1 card"));
    const mine = { must: [0], turn: 0, phase: "turn", counts: [2, 5, 4, 1] };
    await tell(page, { hand: ["r1", "r3"], now: { ...mine, legal: { plays: ["r1", "r3"] } } });
    check("with two cards one is reminded of UNO", await said(page, "assertive", "Press U"));
    await forget(page);
    await page.keyboard.press("u");
    check("and U says what it has done", await said(page, "assertive", "UNO: goes with your next card"));
    await page.keyboard.press("u");
    check("also when it is taken back", await said(page, "assertive", "UNO: for when"));
    const owed = { ...WAITING, owes: [0], counts: [1, 5, 4, 1], legal: { verbs: ["says uno"] } };
    await tell(page, { hand: ["r1"], now: owed });
    check("UNO that is owed is said, with the key", await said(page, "assertive", "Say UNO: U"));
    await tell(page, { hand: ["r1"], now: owed });
    const times = (await heard(page)).filter(({ text }) => text.includes("Say UNO")).length;
    equal("once", times, 1);
    equal("heard at once: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("heard lengths", async () => {
    const { context, page, problems } = await open({ locale: "en-GB", hasClock: false });
    await showPhase(page, "wait", 4, 7);
    await page.evaluate(listen);
    const events = [
        { e: "played", seat: 1, card: "b7" },
        { e: "turn", seat: 2 },
    ];
    const lengths = {};
    for (const length of ["full", "usual", "short"]) {
        await page.evaluate((length) => {
            document.querySelector("[data-do=menu]").click();
            const wait = setInterval(() => {
                const list = document.querySelector("[data-focus=speech]");
                if (!list) return;
                clearInterval(wait);
                list.value = length;
                list.dispatchEvent(new Event("change"));
                document.querySelector("[data-do=menu]").click();
                globalThis.isChosen = length;
            }, 20);
        }, length);
        await until(page, (length) => globalThis.isChosen === length, length);
        await forget(page);
        await tell(page, { events, now: { ...WAITING, must: [2], turn: 2, top: "b7", color: "blue" } });
        await said(page, "polite", "blue 7");
        lengths[length] = (await heard(page)).map(({ text }) => text).join(" ");
    }
    check("one may hear whose turn it is", /turn/.test(lengths.full), lengths);
    check("usually one does not, where it is somebody else's", !/turn/.test(lengths.usual), lengths);
    equal("or one hears cards and numbers alone", lengths.short, "Maximiliano de la Torre_: blue 7");
    check(
        "each is shorter than the one before",
        lengths.full.length > lengths.usual.length && lengths.usual.length > lengths.short.length,
        lengths,
    );
    const labels = await page.evaluate(() =>
        [...document.querySelectorAll(".in-hand, .discard, .prompt, .answer")].map(
            (one) => one.ariaLabel ?? one.textContent,
        ),
    );
    equal(
        "no sign of a colour is read: black circle red two",
        [...labels, ...Object.values(lengths)].filter((text) => /[●■◆▲]/.test(text)),
        [],
    );
    equal("heard lengths: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("heard end", async () => {
    const { context, page, problems } = await open({ locale: "en-GB", hasClock: false });
    await showPhase(page, "turn", 3, 4);
    await page.evaluate(listen);
    await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        const { table } = app;
        table.take({ t: "seats", stage: "between" });
        table.take({
            t: "update",
            n: table.n + 1,
            now: { ...table.now, phase: "over", must: [], legal: {}, score: [0, 57, 120], left: 8000 },
            over: { round: { winner: 2, hands: [["r1"], ["b7", "w"], []], points: 58 }, game: null },
            events: [{ e: "round-won", seat: 2, count: 58 }],
        });
    });
    check("the points are said", await said(page, "polite", "Beto: +58, 120 of 500"), await heard(page));
    check("and that the table deals by itself", await said(page, "polite", "Next round ("));
    check("and once more when it is near", await said(page, "polite", "Next round (5 s)"), await heard(page));
    equal("heard end: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("heard keys", async () => {
    const { context, page, problems } = await open({ locale: "en-GB", rate: FAST });
    const at = () =>
        page.evaluate(() => {
            const one = document.activeElement;
            return one === document.body
                ? "body"
                : one.closest(".hand")
                  ? "hand"
                  : one.closest("#drawer")
                    ? "drawer"
                    : one.closest(".over")
                      ? "result"
                      : one.closest(".table")
                        ? "table"
                        : one.id;
        });
    await page.focus("[data-do=play]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".table .in-hand");
    const isAtTable = () => document.activeElement.closest(".table") !== null;
    check("after Play the keys are at the table", await until(page, isAtTable, null, 20000), await at());
    const before = await at();
    await page.keyboard.press("?");
    await page.waitForSelector(".drawer .keys");
    equal("the list of keys has them", await at(), "drawer");
    // Every move fills the drawer anew.
    await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        app.refresh();
        await new Promise((later) => setTimeout(later, 400));
    });
    equal("and keeps them when somebody moves", await at(), "drawer");
    await page.keyboard.press("Escape");
    check("closed, they are back at the table", (await at()) !== "body" && (await at()) !== "", [
        before,
        await at(),
    ]);
    check("where they were, or at what is asked", await until(page, isAtTable, null, 20000), await at());
    equal("heard keys: nothing went wrong in the page", problems, []);
    await context.close();

    const again = await open({ locale: "en-GB", hasClock: false });
    await showPhase(again.page, "count", 3, 4);
    const isResult = () => document.activeElement.closest(".over") !== null;
    check("the result has the keys", await until(again.page, isResult, null, 20000));
    await again.page.keyboard.press("Enter");
    await again.page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        const { table } = app;
        table.take({ t: "seats", stage: "playing" });
        table.take({
            t: "update",
            n: table.n + 1,
            hand: ["r1", "r2"],
            now: { ...table.now, phase: "turn", must: [1], turn: 1, counts: [2, 2, 2], legal: {} },
            events: [0, 1, 2].map((seat) => ({ e: "dealt", seat, count: 2 })),
        });
    });
    check("the next round gives them to the cards", await until(again.page, isAtTable, null, 20000));
    check(
        "that are to be seen",
        await until(again.page, () => document.activeElement.checkVisibility(), null, 20000),
    );
    await again.context.close();
});

// Three and four times as large, on a laptop of 1366 by 768, and letters of twice the size.
await group("heard zoom", async () => {
    for (const size of [
        [455, 256],
        [320, 256],
    ]) {
        const { page, context } = await open({ size, locale: "en-GB", hasClock: false });
        for (const phase of ["turn", "color"]) {
            await showPhase(page, phase, 4, 7);
            equal(
                `${size.join("x")}, ${phase}: nothing is cut or covered`,
                await lasting(overlaps, page),
                [],
            );
        }
        await context.close();
    }
    const { page, context } = await open({ locale: "en-GB", hasClock: false });
    await showPhase(page, "turn", 4, 7);
    const wide = () => page.$eval(".in-hand", (one) => one.offsetWidth);
    const usual = await wide();
    await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    const isCut = () =>
        page.$eval(".uno", (one) => {
            const [frame, word] = [one, one.firstElementChild].map((part) => part.getBoundingClientRect());
            return word.left < frame.left || word.right > frame.right || word.bottom > frame.bottom;
        });
    equal(
        "letters of twice the size: UNO is whole",
        await lasting(async () => ((await isCut()) ? [1] : []), page),
        [],
    );
    await page.evaluate(async () => {
        document.documentElement.style.fontSize = "";
        document.querySelector("[data-do=menu]").click();
    });
    await page.locator(".drawer .check:has-text('Large print') input").click();
    check(
        "large print enlarges the cards",
        await until(
            page,
            (usual) => document.querySelector(".in-hand").offsetWidth > usual * 1.1,
            usual,
            20000,
        ),
        [usual, await wide()],
    );
    await context.close();
});
