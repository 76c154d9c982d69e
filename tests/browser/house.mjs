// house.mjs - what edition, house rules and settings decide is asked of the table: wrong cards with a price, UNO that is
// said after the card.

import { beginAt } from "./crowd.mjs";
import { check, equal } from "./tap.mjs";
import { begin, FAST, group, open, setUp, until } from "./stage.mjs";

// ---- wrong cards, where the table takes them as the sheet has it (RULE P3) ----

await group("misplay", async () => {
    const { context, page, problems } = await open({ rate: FAST });
    await setUp(page);
    await page.dispatchEvent("input[name=edition][value=cumulative]", "click");
    await page.evaluate(() => {
        document.querySelector("select[name=misplays]").value = "edition";
    });
    await begin(page, { edition: "cumulative", rivals: 2 });
    // In turn or out of it: one press lays the card, and it comes back with two more.
    const dealt = await page.locator(".in-hand").count();
    const punished = await until(
        page,
        (dealt) => {
            if (document.querySelectorAll(".in-hand").length >= dealt + 2) return true;
            const wrong = document.querySelector(".in-hand:not(.can)");
            if (wrong && !document.querySelector(".table.choosing")) wrong.click();
            return false;
        },
        dealt,
    );
    check("a wrong card is laid by one press, and costs two", punished === true);
    equal("misplay: nothing went wrong in the page", problems, []);
    await context.close();
});

// ---- the same as a house rule over an edition that has no price for them (RULE H21) ----

const WRONG = `edition: classic
house: misplay-cards
set: scoring=quick
players: Ana, Beto
hand Ana: r4 r5 g1 g2 y7 y3 b8
hand Beto: r1 r2 r3 r6 r7 r9 g9
top: r8
turn: Ana
`;

await group("house misplay", async () => {
    const { context, page, problems } = await open({
        path: "#setup=2.classic.misplay-cards.with=expert.seats=2",
    });
    await page.dispatchEvent("form.setup button[type=submit]", "click");
    await page.locator(".table .in-hand").first().waitFor();
    const house = await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return [app.table.settings.house, app.board.edition.misplay];
    });
    equal("a link brings the house rule, and the table its price", house, [["misplay-cards"], 2]);
    await context.close();

    const one = await open();
    await beginAt(one.page, WRONG, { rivals: 1, house: ["misplay-cards"] });
    equal(
        "no card is dim where a wrong one can be played",
        await one.page.locator(".in-hand.dim").count(),
        0,
    );
    await one.page.dispatchEvent('.in-hand[data-card="g1"]', "click");
    const count = (wanted) => document.querySelectorAll(".in-hand").length === wanted;
    check("pressed, it costs two cards", await until(one.page, count, 9, 20000));
    check("and not the turn", (await one.page.locator(".table.mine").count()) === 1);
    equal("house misplay: nothing went wrong in the page", [...problems, ...one.problems], []);
    await one.context.close();
});

// ---- UNO after the card (RULE H15) ----

const AFTER = `edition: classic
house: uno-after
set: scoring=quick
players: Ana, Beto
hand Ana: r4 g5
hand Beto: r1 r2 r3 r6 r7 r9 g9
top: r8
turn: Ana
`;

await group("house uno-after", async () => {
    const { context, page, problems } = await open({ locale: "en-GB" });
    await beginAt(page, AFTER, { rivals: 1, house: ["uno-after"] });
    equal("nothing is promised with two cards", await page.locator(".uno.ready").count(), 0);
    await page.keyboard.press("u");
    check(
        "the reason is said",
        await until(
            page,
            () => /H15/.test(document.querySelector(".notice")?.textContent ?? ""),
            null,
            20000,
        ),
        await page.textContent(".notice"),
    );
    equal("and nothing is armed", await page.locator(".uno.armed").count(), 0);
    await page.dispatchEvent('.in-hand[data-card="r4"]', "click");
    check(
        "the card is taken",
        await until(page, () => document.querySelectorAll(".in-hand").length === 1, null, 20000),
    );
    check(
        "then UNO is owed",
        await until(page, () => Boolean(document.querySelector(".uno.owed")), null, 20000),
    );
    await page.keyboard.press("u");
    check("and said", await until(page, () => !document.querySelector(".uno.owed"), null, 20000));
    equal("house uno-after: nothing went wrong in the page", problems, []);
    await context.close();
});
