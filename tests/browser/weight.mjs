// weight.mjs - moments that are seen from the other end of the room, and gone by themselves; the flower of colours.

import { messagesOf, showPhase } from "./phases.mjs";
import { axe, group, open, SIZES, until } from "./stage.mjs";
import { check, equal } from "./tap.mjs";

/** What happens, and what of it is to be seen. */
const MOMENTS = {
    "a draw of four": {
        events: [{ e: "pending", seat: 2, count: 4 }],
        seen: { ".moment.plates .plate": 4 },
    },
    "a skip": { events: [{ e: "skipped", seat: 2 }], seen: { ".moment.skip .bar-line": 1 } },
    "a draw that costs the turn": {
        events: [
            { e: "took", seat: 2, count: 6 },
            { e: "skipped", seat: 2 },
        ],
        seen: { ".moment.plates .plate": 6, ".moment": 1 },
    },
    "a reverse": { events: [{ e: "reversed", seat: 1 }], seen: { ".moment.turn .turn-head": 1 } },
    "a colour": {
        events: [{ e: "named", seat: 1, card: "w", color: "blue" }],
        seen: { ".moment.color .petal": 4, ".moment.color .petal.chosen.suit-blue, .petal.chosen.suit2": 1 },
    },
    "a catch": { events: [{ e: "caught", seat: 1, to: 2 }], seen: { ".beam-swing": 1, ".moment.caught": 1 } },
    "a challenge": {
        events: [
            { e: "challenged", seat: 2, to: 1 },
            { e: "guilty", seat: 1, count: 4 },
        ],
        seen: { ".moment.stamp .figure": 2, ".moment.stamp .open-hand .plate": 6 },
    },
    "a jump": { events: [{ e: "jumped", seat: 1, card: "r7" }], seen: { ".streak": 1, ".moment.jump": 1 } },
};

/** Whose eyes move. */
const watching = () =>
    new Set(
        document
            .getAnimations()
            .map((one) => one.effect.target)
            .filter((one) => one.matches(".f-eye"))
            .map((one) => one.closest(".figure")),
    ).size;

await group("weight eyes", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true, size: [1366, 648] });
    for (const event of [{ e: "swapped", seat: 1, to: 2 }, { e: "passed-hands" }]) {
        await showPhase(page, "wait", 4, 7);
        const { now, hand } = messagesOf("wait", 4, 7).table;
        const given = { event, now: { ...now, legal: {} }, hand };
        const take = async ({ event, now, hand }) => {
            const { app } = await import(`${location.pathname}js/app.js`);
            app.table.take({ t: "update", n: app.table.n + 1, events: [event], now, hand });
        };
        await page.evaluate(take, given);
        check(`${event.e}: everybody's eyes follow`, await until(page, watching));
    }
    equal("weight: eyes: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("weight moments", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true, size: [1366, 648] });
    await showPhase(page, "wait", 4, 7);
    await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        app.board.moments.weigh = (await import(`${location.pathname}js/weight.js`)).weigh;
    });
    for (const [name, { events, seen }] of Object.entries(MOMENTS)) {
        const { now, hand } = messagesOf("wait", 4, 7).table;
        const given = { events, seen, now: { ...now, legal: {} }, hand };
        // What is there for a moment only is counted where it happens.
        const counts = await page.evaluate(async ({ events, seen, now, hand }) => {
            const { app } = await import(`${location.pathname}js/app.js`);
            const most = Object.fromEntries(Object.keys(seen).map((query) => [query, 0]));
            const look = () => {
                for (const query of Object.keys(seen))
                    most[query] = Math.max(most[query], document.querySelectorAll(query).length);
            };
            const layer = app.board.moments.layer;
            const watch = new MutationObserver(look);
            watch.observe(layer, { childList: true, subtree: true });
            app.table.take({ t: "update", n: app.table.n + 1, events, now, hand });
            const isGone = () => Object.values(most).every(Boolean) && !layer.childElementCount;
            for (let i = 0; i < 1000 && !isGone(); i++) await new Promise((later) => setTimeout(later, 20));
            watch.disconnect();
            return { most, left: layer.childElementCount };
        }, given);
        equal(`${name} is seen, and leaves nothing behind`, counts, { most: seen, left: 0 });
    }
    equal("nothing went wrong with moments", problems, []);
    await context.close();
});

await group("weight colours", async () => {
    const { context, page, problems } = await open({ hasClock: false });
    for (const [width, height] of [...SIZES, [1366, 648], [844, 390], [320, 256]]) {
        await page.setViewportSize({ width, height });
        await showPhase(page, "color", 4, 7);
        const faults = await until(
            page,
            () => {
                const found = [];
                const petals = [...document.querySelectorAll(".flower .answer.color")];
                if (petals.length !== 4) found.push(`${petals.length} colours`);
                for (const one of petals) {
                    const { left, top, width, height, right, bottom } = one.getBoundingClientRect();
                    const at = document.elementFromPoint(left + width / 2, top + height / 2);
                    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
                        found.push("out of sight");
                    if (Math.min(width, height) < 44)
                        found.push(`${Math.round(width)}x${Math.round(height)}`);
                    if (at?.closest(".answer") !== one) found.push(`covered by ${at?.className}`);
                }
                const { left, top, width, height } = document.querySelector(".uno").getBoundingClientRect();
                if (!document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".uno"))
                    found.push("UNO is covered");
                return found.length ? null : "none";
            },
            null,
            8000,
        );
        equal(`${width}x${height}: four colours to press, and UNO`, faults, "none");
    }
    await page.keyboard.press("ArrowUp");
    equal(
        "the first colour has the focus by keyboard",
        await page.evaluate(() => document.activeElement?.dataset.number),
        "1",
    );
    equal("axe on the flower", await axe(page), []);
    await page.keyboard.press("Escape");
    check("Escape closes it", await until(page, () => document.querySelector(".flower").hidden));
    equal("nothing went wrong with colours", problems, []);
    await context.close();
});
