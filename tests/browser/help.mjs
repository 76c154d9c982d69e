// help.mjs - help within reach: a hint by one press, the rule of any card, the round before while this one goes on.

import { beginAt } from "./crowd.mjs";
import { check, equal } from "./tap.mjs";
import { axe, group, open, until } from "./stage.mjs";

const SEVEN = `edition: classic
house: seven-0, progressive
set: scoring=quick
players: Ana, Beto
hand Ana: r7 r+2 g5 w
hand Beto: r1 r2 r3 r6 b7 r9 g9
top: r8
turn: Ana
`;

const ROUNDS = `edition: classic
players: Ana, Beto
hand Ana: r3
hand Beto: b1 b2
top: r8
turn: Ana
`;

await group("help", async () => {
    const { context, page, problems } = await open({ locale: "en-GB" });
    await beginAt(page, SEVEN, { rivals: 1, house: ["seven-0", "progressive"] });
    await page.click("[data-do=hint]");
    check(
        "one press on the lamp is a hint",
        await until(page, () => /^Hint/.test(document.querySelector(".notice")?.textContent ?? "")),
    );
    await page.evaluate(() => (document.querySelector(".notice").hidden = true));
    await page.keyboard.press("h");
    check(
        "and so is one key",
        await until(
            page,
            () =>
                !document.querySelector(".notice").hidden &&
                // The reason, with the chances, may have come already.
                /^Hint|: wins in/.test(document.querySelector(".notice").textContent),
        ),
    );
    // The rule of a card in the hand: in a sentence, then in full.
    await page.focus('.in-hand[data-card="r7"]');
    await page.keyboard.press("i");
    await page.waitForSelector(".notice .ask-card");
    await page.keyboard.press("i");
    await page.waitForSelector("dialog[open] .card-rule");
    const told = await page.textContent("dialog");
    check(
        "a seven says what the house makes of it, here",
        /swap hands/i.test(told) && /Seven-0/.test(told),
        told,
    );
    check("and nothing that is about other cards", !/Progressive/.test(told), told);
    equal("how many of them there are", /8 copies/.test(told), true);
    equal("help: no fault of access", await axe(page), []);
    await page.keyboard.press("Escape");
    // Any card: from the rules of the table.
    await page.keyboard.press("l");
    await page.waitForSelector(".drawer:not([hidden])");
    await page.click("[data-focus=tab-rulesHere]");
    await page.waitForSelector(".card-ask");
    await page
        .locator(".card-ask")
        .filter({ has: page.locator("use[href='#face-_2']") })
        .click();
    const draw = await page.textContent("dialog");
    check("a Draw Two says how it is answered", /Progressive/.test(draw) && !/Seven-0/.test(draw), draw);
    await page.locator("dialog button.main").click();
    equal("help: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("help rounds", async () => {
    const { context, page, problems, pass } = await open({ locale: "en-GB" });
    await beginAt(page, ROUNDS, { rivals: 1, scoring: "points" });
    await page.dispatchEvent('.in-hand[data-card="r3"]', "click");
    // The next round is dealt when both are ready, or when their time is over.
    check(
        "the next round comes",
        await until(page, async () => {
            const { app } = await import(`${location.pathname}js/app.js`);
            document.querySelector(".over button.main")?.click();
            return app.table?.now?.round === 2 && document.querySelectorAll(".in-hand").length >= 7;
        }),
    );
    await pass(3000);
    await page.keyboard.press("l");
    await page.waitForSelector("details.past");
    const sent = await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        globalThis.sent = [];
        const { send } = app.table.source;
        app.table.source.send = (message) => (
            globalThis.sent.push(message.t), send.call(app.table.source, message)
        );
        return app.table.me;
    });
    equal("at the own seat", sent, 0);
    await page.click("details.past summary");
    const text = await page.textContent("details.past ol");
    check("how the round before ended can be read", /red 3/.test(text), text);
    check("with its cards", (await page.locator("details.past .with-card .card").count()) > 0);
    equal("and the table hears nothing of it", await page.evaluate(() => globalThis.sent), []);
    equal("help rounds: nothing went wrong in the page", problems, []);
    await context.close();
});
