// acts.mjs - what the sheets let people do besides playing a card in turn, each by presses in the page.

import { check, equal } from "./tap.mjs";
import { beginAt, crowd } from "./crowd.mjs";
import { begin, group, open, setUp, until } from "./stage.mjs";

/** The table as the page knows it. */
const now = (page) =>
    page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return app.table.now;
    });

/** Waits until something of the table is as wanted. */
const comesTo = (page, wanted) =>
    until(
        page,
        async (wanted) => {
            const { app } = await import(`${location.pathname}js/app.js`);
            return Object.entries(wanted).every(
                ([key, value]) => JSON.stringify(app.table.now?.[key]) === JSON.stringify(value),
            );
        },
        wanted,
    );

/** Presses a card at its left edge: the rest may be covered. */
const pressCard = (page, card) => page.click(`.in-hand[data-card="${card}"]`, { position: { x: 8, y: 30 } });

const RUN = `edition: classic
house: progressive, jump-in
set: scoring=quick
players: Ana, Beto, Carla
hand Ana: r+2 b2 b3
hand Beto: y1 y2 y3
hand Carla: r+2 g4 g5
top: r9
turn: Carla
Carla plays r+2
`;

await group("acts jump", async () => {
    const setup = { rivals: 2, house: ["progressive", "jump-in"] };
    // RULE O17: a twin that is jumped in takes the first card's place; one that is played adds to it.
    for (const isJump of [true, false]) {
        const { context, page, problems, pass } = await open();
        await beginAt(page, RUN, setup);
        equal("two cards are pending, and it is my turn", (await now(page)).pending, 2);
        if (isJump) await page.click(".answer[data-key=j]");
        else await pressCard(page, "r+2");
        await pass(400);
        check(
            isJump ? "jumping in on the own turn undoes the first card" : "playing the same card adds to it",
            await comesTo(page, { pending: isJump ? 2 : 4, turn: 1 }),
            await now(page),
        );
        equal("nothing went wrong in the page", problems, []);
        await context.close();
    }
});

const FOUR = `edition: clasico
set: scoring=quick
players: Ana, Beto, Carla
hand Ana: b2 b3 b4
hand Beto: w+4 r3 g4
hand Carla: y1 y2 y3
top: r9
turn: Beto
Beto plays w+4 blue
`;

await group("acts challenge", async () => {
    const { context, page, problems, pass } = await open();
    await beginAt(page, FOUR, { edition: "clasico", rivals: 2 });
    const before = await now(page);
    equal("somebody else is to draw four", [before.turn, before.pending], [2, 4]);
    // At once: the bot whose turn it is does not wait until the button holds still.
    await page.click(".answer[data-key=c]", { force: true });
    await pass(600);
    check(
        "whoever is not next finds the bluff (O26)",
        await comesTo(page, { pending: 0, turn: 2, counts: [3, 6, 3] }),
        await now(page),
    );
    await page.click("[data-do=log]");
    await page.waitForSelector(".log li");
    const log = await page.$$eval(".log li", (list) => list.map((one) => one.textContent));
    check(
        "and is shown the hand",
        log.some((line) => /Beto.*● 3 rojo.*◆ 4 verde/.test(line)),
        log,
    );
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});

const WAIT = `edition: cumulative
set: scoring=quick
players: Ana, Beto, Carla
hand Ana: r2 b3 b4
hand Beto: r3 g4 g5
hand Carla: y1 y2 y3
top: r9
turn: Beto
`;

await group("acts misplay", async () => {
    const { context, page, problems } = await open();
    await setUp(page);
    await page.dispatchEvent("input[name=edition][value=cumulative]", "click");
    await page.evaluate(() => {
        document.querySelector("select[name=misplays]").value = "edition";
    });
    await beginAt(page, WAIT, { edition: "cumulative", rivals: 2 });
    equal("it is somebody else's turn", (await now(page)).turn, 1);
    await pressCard(page, "r2");
    check(
        "a card laid out of turn comes back with two more, and costs the next turn (P3, O14)",
        await comesTo(page, { turn: 1, counts: [5, 3, 3], lost: [0] }),
        await now(page),
    );
    equal("none is queued", await page.$$eval(".in-hand.queued", (list) => list.length), 0);
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});

await group("acts accuse", async () => {
    const { context, page, problems } = await open({ hasClock: false });
    await page.click("[data-to='#/friends']");
    await page.waitForSelector(".friends form");
    await page.fill("input[name=name]", "  Ana  María ");
    await page.selectOption("select[name=edition]", "cumulative");
    await page.selectOption("select[name=seats]", "4");
    await page.selectOption("select[name=clock]", "0");
    await page.click(".friends button[type=submit]");
    await page.waitForSelector(".waiting .qr");
    const id = (await page.inputValue(".invite input")).split("#")[1];
    const others = await crowd();
    const people = [null];
    const names = ["Ana_María", "Beto_Ruiz", "Carla_de_la_O", "Dora_"];
    for (const name of names.slice(1)) people.push(await others.join(id, name));
    await page.waitForSelector(".in-hand");
    equal(
        "a name with a space is one word in the protocol",
        (await people[1].table()).seats.map((seat) => seat.name),
        names,
    );
    const shown = await page.$$eval(".seat .name span", (list) => list.map((one) => one.textContent));
    equal("and has its space where people read it", shown, ["Beto Ruiz", "Carla de la O", "Dora_"]);
    const { turn } = await now(page);
    // Whoever has the turn cannot be accused (O15).
    const guilty = turn === 1 ? 2 : 1;
    await people[guilty].ask({ t: "say", text: "la azul, Ana" });
    await page.click("[data-do=chat]");
    await page.click(".chat .said button");
    const quoted = await people[3].hears({ t: "said", accuses: guilty });
    equal("one press accuses with the words", quoted && [quoted.seat, quoted.text], [0, "la azul, Ana"]);
    const [{ counts }] = [await now(page)];
    await people[3].ask({ t: "act", do: `accuses ${names[guilty]}`, quote: "la azul, Ana" });
    const wanted = counts.map((count, seat) => (seat === guilty ? count + 2 : count));
    check("two of three, and it costs two cards", await comesTo(page, { counts: wanted }), await now(page));
    await page.click(".drawer .tabs [data-focus=tab-people]");
    await page.locator("[data-focus^=accuse-]").first().waitFor();
    equal(
        "whoever has the turn, or has paid, is not offered for it",
        await page.$$eval("[data-focus^=accuse-]", (list) =>
            list.map((one) => Number(one.dataset.focus.slice(7))),
        ),
        [1, 2, 3].filter((seat) => seat !== turn && seat !== guilty),
    );
    equal("nothing went wrong in the page", problems, []);
    await others.close();
    await context.close();
});

await group("acts lots", async () => {
    const { context, page, problems, pass } = await open();
    const lots = (query) => page.$$eval(query, (list) => list.length);
    await begin(page, { edition: "classic", rivals: 3 });
    await pass(50);
    check(
        "everybody's card for the deal is seen where they sit (S1)",
        await until(page, () => document.querySelectorAll(".lot .card").length === 4),
        await lots(".lot"),
    );
    check(
        "and told: who has the highest deals",
        await until(page, () =>
            /carta más alta y repart/.test(document.querySelector("[role=log]").textContent),
        ),
        await page.textContent("[role=log]"),
    );
    // As many drawings as there were ties; the highest of the last one stands out.
    for (let i = 0; i < 12 && !(await lots(".lot.best")); i++) await pass(400);
    equal("the highest stands out", await lots(".lot.best"), 1);
    await pass(3000);
    check("then they are gone", await until(page, () => !document.querySelector(".lot")));
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector("form.setup");
    await begin(page, { edition: "spiderman", rivals: 3 });
    await pass(50);
    equal("where the table names the dealer nobody draws for it", await lots(".lot"), 0);
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});

const LAST = `edition: classic
set: scoring=points
players: Ana, Beto
hand Ana: b2
hand Beto: r9 g4
top: b9
turn: Ana
`;

/** The result as a picture: seen, copied, saved. */
async function sharesResult({ context, page }) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.dispatchEvent("[data-do=share]", "click");
    await page.waitForSelector("dialog[open] img.result");
    const width = await until(page, () => document.querySelector("img.result").naturalWidth);
    equal("the picture of the result is shown", width, 1000);
    check("with what it shows in words", /gana/i.test(await page.getAttribute("img.result", "alt")));
    await page.bringToFront();
    await page.click("dialog button.main");
    const kinds = await until(page, async () => {
        const items = await navigator.clipboard.read().catch(() => []);
        return items.flatMap((item) => item.types).includes("image/png");
    });
    check("one press copies it", kinds);
    const saved = page.waitForEvent("download");
    await page.click("dialog a[download]");
    equal("another saves it", (await saved).suggestedFilename(), "penultima.png");
    await page.click("dialog button.quiet");
    equal("and the result is still there", await page.locator(".over .counted").count(), 2);
}

await group("acts count", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true });
    await beginAt(page, LAST, { rivals: 1, scoring: "points" });
    await page.evaluate(() => {
        const discard = document.querySelector(".discard");
        const before = discard.lastElementChild;
        const place = () => {
            const { x, y, width } = discard.getBoundingClientRect();
            return [x, y, width];
        };
        const seen = { steps: new Set(), places: [place()] };
        globalThis.ending = seen;
        new MutationObserver(() => {
            if (discard.lastElementChild !== before) seen.steps.add("landed");
            if (document.querySelector(".dusk")) seen.steps.add("lit");
            if (!document.querySelector(".counting")) seen.places.push(place());
            if (document.querySelector(".counted")) seen.steps.add("counted");
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.dispatchEvent('.in-hand[data-card="b2"]', "click");
    await page.waitForSelector(".counted.winner");
    const { steps, places } = await page.evaluate(() => ({
        steps: [...globalThis.ending.steps],
        // Widths and heights are rounded here and there.
        places: globalThis.ending.places.filter((place) =>
            place.some((one, index) => Math.abs(one - globalThis.ending.places[0][index]) > 3),
        ),
    }));
    equal("the last card lands, has its moment, then comes the result", steps, ["landed", "lit", "counted"]);
    equal("and nothing moves aside meanwhile", places, []);
    equal(
        "nothing of the last move lies over the result",
        await page.locator(".flying, .moment, .dusk, .glass").count(),
        0,
    );
    check(
        "what was won is counted to its end",
        await until(page, () => document.querySelector(".counted.winner .sum")?.textContent === "+13"),
        await page.textContent(".over"),
    );
    check(
        "how long the table waits by itself stands on the button",
        await until(page, () => /\(\d+ s\)/.test(document.querySelector(".over button.main")?.textContent)),
        await page.textContent(".over"),
    );
    equal("nothing went wrong in the page", problems, []);
    await context.close();
    // A game: everybody raises a glass, until somebody presses. Without motion all of it is there at once.
    for (const hasMotion of [true, false]) {
        const game = await open({ hasClock: false, hasMotion });
        await beginAt(game.page, LAST, { rivals: 1, scoring: "quick" });
        await game.page.dispatchEvent('.in-hand[data-card="b2"]', "click");
        if (hasMotion) {
            await game.page.waitForSelector(".glass", { state: "attached" });
            await game.page.dispatchEvent(".table", "pointerdown");
        }
        await game.page.waitForSelector(".over .garland .lit", { state: "attached" });
        equal(
            hasMotion ? "a press ends the toast" : "without motion the result is there at once",
            await game.page.locator(".dusk, .glass, .rain").count(),
            hasMotion ? 1 : 0,
        );
        if (!hasMotion) await sharesResult(game);
        equal("nothing went wrong at the end of a game", game.problems, []);
        await game.context.close();
    }
});
