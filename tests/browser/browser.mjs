// browser.mjs - the page in a real browser: browser.mjs URL MODULES [SCREENSHOTS [GROUPS]]
//
// Games alone and with friends, every screen and size. See stage.mjs for the arguments. Prints TAP.

import { get } from "node:http";
import { beginAt, seatBot } from "./crowd.mjs";
import { check, done, equal } from "./tap.mjs";
import { look, playFast, playGame } from "./player.mjs";
import {
    axe,
    begin,
    browser,
    EDITIONS,
    FAST,
    group,
    lasting,
    layoutFaults,
    open,
    screenshots,
    SIZES,
    until,
    url,
} from "./stage.mjs";
import { terminal } from "./terminal.mjs";

// ---- a whole game alone in every edition ----

for (const edition of EDITIONS)
    await group(`alone ${edition}`, async () => {
        const { context, page, problems } = await open({ rate: FAST });
        await begin(page, { edition, rivals: { office: 5, spiderman: 9 }[edition] ?? 3 });
        const game = await playFast(page);
        check(`${edition}: a whole game alone`, !game.stuck && game.end !== "", game, await look(page));
        equal(`${edition}: nothing went wrong in the page`, problems, []);
        await context.close();
    });

// ---- house rules, several rounds, the replay and the shuffle ----
await group("replay", async () => {
    const { context, page, problems } = await open({ rate: FAST });
    await begin(page, { rivals: 2, house: ["progressive", "seven-0", "jump-in"], scoring: "points" });
    const rounds = await playFast(page, { until: "Ronda 2" });
    check("one round after the other, with all house rules", rounds.end === "Ronda 2", rounds);
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector("form.setup");
    await begin(page, { rivals: 2, house: [], scoring: "quick" });
    const game = await playFast(page);
    check("a game to look back at", !game.stuck, game);
    equal("axe at the end of a game", await axe(page), []);
    await page.dispatchEvent(".over .go-on-row button:nth-child(2)", "click");
    await page.waitForSelector(".replay-bar");
    const last = Number(await page.getAttribute(".replay-bar input[type=range]", "max"));
    check("the replay has the moves", last >= 7, last);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const at = await page.inputValue(".replay-bar input[type=range]");
    await page.keyboard.press("ArrowLeft");
    equal(
        "the replay goes forth and back",
        [at, await page.inputValue(".replay-bar input[type=range]")],
        ["2", "1"],
    );
    const faults = await axe(page);
    equal("axe on the replay", faults, []);
    await page.dispatchEvent(".replay-bar .row:last-child button:nth-of-type(2)", "click");
    await page.waitForSelector("dialog[open] .checks li");
    const checks = await page.$$eval("dialog .checks li", (list) => list.map((one) => one.className));
    check(
        "the shuffle is verified in the page",
        checks.length >= 5 && checks.every((one) => one === "good"),
        checks,
        await page.textContent("dialog"),
    );
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});

// ---- languages ----
await group("languages", async () => {
    const { context, page } = await open({ hasClock: false });
    const spanish = await page.textContent("form.setup button[type=submit]");
    await page.selectOption("[data-do=lang] select", "en");
    await page.waitForSelector("html[lang=en]");
    const english = await page.textContent("form.setup button[type=submit]");
    equal("the language changes at once", [spanish, english], ["Jugar", "Play"]);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    equal("the language is remembered", await page.getAttribute("html", "lang"), "en");
    await begin(page);
    await page.selectOption("[data-do=lang] select", "es");
    await page.waitForSelector("html[lang=es]");
    await page.click("[data-do=log]");
    await page.waitForSelector(".log li");
    check(
        "a running game changes its language too",
        (await page.textContent(".log")).includes("reparte"),
        await page.textContent(".log"),
    );
    await context.close();
});

// ---- sizes, players, screens ----
for (const size of SIZES)
    await group(`sizes ${size[0]}`, async () => {
        for (const rivals of [1, 3, 9]) {
            const { context, page, pass } = await open({ size, hasTouch: size[0] < 800 });
            await begin(page, { rivals });
            for (let i = 0; i < 40 && !(await look(page)).isMine; i++) await pass(700);
            equal(
                `${size.join("x")}, ${rivals + 1} players: everything is in its place`,
                await lasting(layoutFaults, page),
                [],
            );
            if (screenshots)
                await page.screenshot({ path: `${screenshots}/table-${size.join("x")}-${rivals + 1}.png` });
            if (rivals === 9) equal(`${size.join("x")}: axe on the table`, await axe(page), []);
            await context.close();
        }
        const { context, page } = await open({ size, hasClock: false });
        equal(`${size.join("x")}: axe on the start`, await axe(page), []);
        if (screenshots) await page.screenshot({ path: `${screenshots}/start-${size.join("x")}.png` });
        await context.close();
    });

await group("learn", async () => {
    const { context, page } = await open({ hasClock: false });
    await page.click("[data-to='#/learn']");
    await page.waitForSelector("details.rules");
    await page.click("details.rules summary");
    equal("axe on the lessons' page", await axe(page), []);
    await page.click("button.main");
    await page.waitForSelector(".lesson");
    for (let lesson = 0; lesson < 8; lesson++) await learn(page, lesson);
    check(
        "after the last lesson one plays",
        await until(page, () => document.querySelectorAll(".table:not(.teaches) .in-hand").length >= 7),
    );
    await page.click(".brand");
    await page.waitForSelector(".home");
    await page.click("[data-do=menu]");
    await page.waitForSelector(".drawer select");
    equal("axe on the menu", await axe(page), []);
    await page.selectOption(".drawer [data-focus=theme]", "light");
    equal("axe by day", await axe(page), []);
    await context.close();
});

/** Does what the lesson asks for. */
async function learn(page, lesson) {
    const press = (query) =>
        page.click(query, {
            position: query.startsWith(".in-hand") ? { x: 8, y: 30 } : undefined,
        });
    if (lesson === 4) await press(".uno");
    const actions = [
        [".in-hand.can"],
        [".bar .answer"],
        ['.in-hand[data-card="r+2"]'],
        ['.in-hand[data-card="w"]', ".answer.suit-green"],
        [".in-hand.can"],
        [".answer[data-key=x]"],
        [".answer[data-key=c]"],
        [".in-hand.can"],
    ];
    if (lesson === 6) {
        // What the lesson says was seen is seen, and the question does not begin with the wrong answer.
        await page.waitForSelector(".answer[data-key=c]:focus");
        const log = await page.evaluate(() => document.querySelector(".unseen[role=log]")?.textContent ?? "");
        check("the lesson's bluff follows a blue card that was seen", /azul/.test(log), log);
    }
    for (const action of actions[lesson]) await press(action);
    if (lesson === 7) {
        await page.waitForSelector(".over:not([hidden]) [data-do=play]");
        check("the last lesson's win has its ending", true);
    }
    await press(".lesson button.main");
}

// ---- large, high in contrast, zoomed in; hints; moves taken back ----

// A card that fits, and others who hold nothing that takes a card from the pile: what was drawn is not taken back.
const FITS = `edition: classic
set: scoring=quick
players: Ana, Beto, Carla, Dora
hand Ana: r4 r5 g1 g2 y7 y3 b8
hand Beto: r1 r2 r3 r6 r7 r9 g9
hand Carla: r1 r2 r3 r6 r7 r9 y9
hand Dora: r0 b1 b2 b3 b4 b5 b6
top: r8
turn: Ana
`;

await group("everyone", async () => {
    // 200 % on a laptop of 1440 by 900 leaves this many pixels.
    const { context, page } = await open({ size: [720, 450] });
    await beginAt(page, FITS, { rivals: 3 });
    equal("at 200 %: everything is in its place", await lasting(layoutFaults, page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.dispatchEvent("[data-do=menu]", "click");
    await page.waitForSelector(".drawer .check");
    for (const box of await page.$$(".drawer .check input"))
        if (!(await box.isChecked())) await box.dispatchEvent("click");
    equal("axe in high contrast and large print", await axe(page), []);
    if (screenshots) await page.screenshot({ path: `${screenshots}/contrast.png` });
    await page.dispatchEvent("[data-focus=hint]", "click");
    const hint = () => /: \S/.test(document.querySelector(".notice").textContent);
    check("a hint is given", await until(page, hint), await page.textContent(".notice"));
    equal(
        "the menu is closed, and what the hint is about has a ring and the focus",
        [await page.isHidden("#drawer"), await page.locator(".hinted:focus").count()],
        [true, 1],
    );
    const before = await page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    await page.mouse.click(...(await look(page)).cards[0].at);
    await page.dispatchEvent("[data-do=menu]", "click");
    await page.waitForSelector("[data-focus=undo]");
    await page.dispatchEvent("[data-focus=undo]", "click");
    const isBack = (wanted) =>
        [...document.querySelectorAll(".in-hand")].map((one) => one.dataset.card).join() === wanted;
    check("a move is taken back", await until(page, isBack, before.join(), 20000), before);
    const advised = await page.locator(".hinted, .in-hand.raised, .notice:visible").count();
    equal("and nothing is pointed at or advised any more", advised, 0);
    await context.close();
});

// ---- fingers, and who listens instead of looking ----
await group("gestures", async () => {
    const { context, page, pass, problems } = await open({ size: [360, 640], hasTouch: true });
    await begin(page, { rivals: 2 });
    const count = () => page.$$eval(".in-hand", (list) => list.length);
    const turn = async (isGood) => {
        for (let i = 0; i < 400; i++) {
            const seen = await look(page);
            if (seen.isMine && seen.cards.length && isGood(seen)) return seen;
            if (seen.over) return null;
            if (seen.isMine && seen.answers.length) await page.mouse.click(...seen.answers[0].at);
            await pass(700);
        }
        return null;
    };
    const colored = () =>
        page.$$eval(".in-hand.can", (list) =>
            list
                .filter((one) => one.classList.contains("can") && !one.dataset.card.startsWith("w"))
                .map((one) => one.dataset.index),
        );
    let seen = null;
    for (let tries = 0; tries < 10 && !seen; tries++) {
        seen = await turn(() => true);
        if (!seen || !(await colored()).length) {
            await page.dispatchEvent(".brand", "click");
            await page.waitForSelector("form.setup");
            await begin(page, { rivals: 2 });
            seen = null;
        }
    }
    const index = (await colored())[0];
    const { at } = seen.cards.find((one) => one.index === Number(index));
    const before = await count();
    await page.touchscreen.tap(...at);
    const isLess = (wanted) => document.querySelectorAll(".in-hand").length === wanted;
    check("one tap plays a card that fits", await until(page, isLess, before - 1, 20000), await count());

    const tree = await page.locator("ul.hand").getByRole("button").allInnerTexts();
    equal("the hand is a list of buttons", tree.length, before - 1);
    const names = await page.$$eval(".in-hand", (list) => list.map((one) => one.getAttribute("aria-label")));
    check(
        "each card has a name and says whether it can be played",
        names.every((name) => /rojo|roja|azul|verde|amarill|Comodín/i.test(name) && /,/.test(name)),
        names,
    );
    const isTold = () => /jueg(a|as) /i.test(document.querySelector("[role=log]").textContent);
    check("moves are told to who listens", await until(page, isTold, null, 20000));
    const people = await page.$$eval(".seat .unseen", (list) => list.map((one) => one.textContent));
    check(
        "the others are told with their cards",
        people.length === 2 && people.every((one) => /: \d+ cartas?/.test(one)),
        people,
    );

    if (!(await look(page)).over && !(await look(page)).isMine) {
        await page.touchscreen.tap(
            ...(await page.$eval(".in-hand", (one) => {
                const { left, top, height } = one.getBoundingClientRect();
                return [left + 9, top + height / 2];
            })),
        );
        check(
            "before the turn a card is queued",
            await until(page, () => document.querySelectorAll(".in-hand.queued").length === 1),
        );
    }
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});

// ---- without a network; a page that was closed ----
/** What a push service delivers is shown by the service worker: the browser's debugger stands in for the service. */
async function pushed(context, page) {
    await context.grantPermissions(["notifications"]);
    const debug = await context.newCDPSession(page);
    const found = [];
    debug.on("ServiceWorker.workerRegistrationUpdated", (news) => found.push(...news.registrations));
    await debug.send("ServiceWorker.enable");
    for (let i = 0; i < 600 && !found.length; i++) await page.waitForTimeout(100);
    const said = { title: "Te toca", body: "Ana, Beto", table: "abcdefghij" };
    const letter = { origin: new URL(url).origin, registrationId: found.at(-1)?.registrationId };
    await debug.send("ServiceWorker.deliverPushMessage", { ...letter, data: JSON.stringify(said) });
    const shown = await until(page, async () => {
        const { ready } = navigator.serviceWorker;
        return (await (await ready).getNotifications()).map(
            (one) => `${one.title}: ${one.body}, ${one.data.hash}`,
        )[0];
    });
    equal("a push for a closed page is shown by the system", shown, "Te toca: Ana, Beto, #abcdefghij");
}

await group("offline", async () => {
    const { context, page, problems } = await open({ hasClock: false });
    const isReady = await page.evaluate(() =>
        Promise.race([
            navigator.serviceWorker.ready.then(() => true),
            new Promise((late) => setTimeout(() => late(false), 60000)),
        ]),
    );
    if (!check("the page is kept for later", isReady)) return;
    await pushed(context, page);
    // The page's policy forbids waitForFunction(), which makes code out of text.
    const count = () =>
        page.evaluate(async () => {
            const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
            return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().length;
        });
    for (let i = 0; i < 600 && (await count()) < 20; i++) await page.waitForTimeout(100);
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await begin(page);
    check("alone without a network", await page.isVisible(".in-hand"));
    const hand = await page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    await page.reload();
    await page.waitForSelector(".in-hand");
    const after = await page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    check(
        "a game that was closed goes on",
        hand.filter((card) => after.includes(card)).length >= Math.min(hand.length, after.length) - 3,
        hand,
        after,
    );
    await page.selectOption("[data-do=lang] select", "en");
    await page.waitForSelector("html[lang=en]");
    await page.evaluate(() => (location.hash = "#/learn"));
    await page.click("button.main");
    await page.waitForSelector(".lesson");
    check("the other language and a lesson, without a network", true);
    equal(
        "nothing went wrong in the page",
        problems.filter((one) => !one.includes("ERR_INTERNET_DISCONNECTED")),
        [],
    );
    await context.close();
});

// ---- light ----

/** What a file costs a browser that takes gzip and nothing better, with its headers. */
const weigh = (address) =>
    new Promise((found, never) => {
        get(address, { headers: { "accept-encoding": "gzip" } }, (answer) => {
            let bytes = answer.rawHeaders.join(": ").length;
            answer.on("data", (some) => (bytes += some.length)).on("end", () => found(bytes));
        }).on("error", never);
    });

await group("light", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    /** When each was made; what comes after the cards are in the hand does not count, however late this hears of it. */
    const requests = new Map();
    const foreign = [];
    await page.addInitScript(() => {
        const watcher = new MutationObserver(() => {
            if (!document.querySelector(".in-hand")) return;
            document.documentElement.dataset.cardsAt = String(performance.timeOrigin + performance.now());
            watcher.disconnect();
        });
        watcher.observe(document, { subtree: true, childList: true });
        // What is fetched for later after some seconds: a slow machine has no cards by then.
        const { setTimeout } = globalThis;
        globalThis.setTimeout = (run, ms, ...more) => (ms < 2000 ? setTimeout(run, ms, ...more) : 0);
    });
    session.on("Network.requestWillBeSent", ({ requestId, request, wallTime }) => {
        requests.set(requestId, { at: wallTime * 1000, address: request.url });
        if (!request.url.startsWith(url)) foreign.push(request.url);
    });
    await page.goto(url);
    await page.click("form.setup button[type=submit]");
    await page.waitForSelector(".in-hand");
    const cardsAt = Number(await page.evaluate(() => document.documentElement.dataset.cardsAt));
    const needed = [...requests.values()].filter(
        ({ at, address }) => at <= cardsAt && !address.startsWith("data:"),
    );
    const bytes = await Promise.all(needed.map(({ address }) => weigh(address)));
    const sum = bytes.reduce((a, b) => a + b, 0);
    check(
        `from the first request to cards in the hand: ${needed.length} requests, ${(sum / 1024).toFixed(1)} KB`,
        needed.length >= 5 && needed.length <= 15 && sum > 100 * 1024 && sum <= 200 * 1024,
        needed.map(({ address }, index) => `${address} ${bytes[index]}`),
    );
    equal(
        "no request leaves the server",
        foreign.filter((one) => !one.startsWith("data:")),
        [],
    );
    await context.close();
});

// ---- with friends ----

await group("friends", async () => {
    const ana = await open({ hasClock: false });
    await ana.page.click("[data-to='#/friends']");
    await ana.page.waitForSelector(".friends form");
    equal("axe on the page for friends", await axe(ana.page), []);
    await ana.page.fill("input[name=name]", "Ana");
    await ana.page.selectOption("select[name=seats]", "4");
    await ana.page.selectOption("select[name=scoring]", "quick");
    await ana.page.check("input[name=public]");
    await ana.page.click(".friends button[type=submit]");
    await ana.page.waitForSelector(".waiting .qr");
    const link = await ana.page.inputValue(".invite input");
    check("a new table has a link", /#[a-z0-9]+$/.test(link), link);
    equal("axe before the deal", await axe(ana.page), []);
    if (screenshots) await ana.page.screenshot({ path: `${screenshots}/waiting.png` });

    const beto = await open({
        hasClock: false,
        hasLine: true,
        locale: "en-GB",
        size: [360, 640],
        path: link.slice(link.indexOf("#")),
    });
    await beto.page.waitForSelector(".join");
    equal("axe on an invitation", await axe(beto.page), []);
    await beto.page.fill("input[name=name]", "Beto");
    await beto.page.click(".join button[type=submit]");
    await beto.page.waitForSelector(".waiting");
    const dora = terminal(link, "Dora");
    await ana.page.waitForSelector('.chairs b:has-text("Dora")');
    await seatBot(ana.page);
    for (const one of [ana, beto]) await one.page.waitForSelector(".in-hand");
    check("both have cards", true);

    const carla = await open({ hasClock: false, path: link.slice(link.indexOf("#")) });
    await carla.page.click(".join [data-do=watch]");
    await carla.page.waitForSelector(".piles .discard");
    equal("a watcher sees no hand", await carla.page.$$eval(".in-hand", (list) => list.length), 0);

    const hand = await beto.page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    await beto.page.reload();
    await beto.page.waitForSelector(".in-hand");
    const after = await beto.page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    check(
        "the same seat after a reload",
        hand.filter((card) => after.includes(card)).length >= hand.length - 2,
        hand,
        after,
    );

    // Ana goes on at another device: the seat comes along, the old page is told.
    const seats = await ana.page.evaluate(() => JSON.parse(localStorage.getItem("penultima")).seats);
    const [[id, { token }]] = Object.entries(seats);
    const tablet = await open({ hasClock: false, size: [768, 1024], path: `#${id}.${token}` });
    await tablet.page.waitForSelector(".in-hand");
    equal(
        "a seat moves to another device",
        [new URL(tablet.page.url()).hash, await ana.page.waitForSelector(".home").then(() => "home")],
        [`#${id}`, "home"],
    );
    await ana.context.close();
    ana.page = tablet.page;
    ana.context = tablet.context;

    const pass = (ms) => ana.page.waitForTimeout(Math.min(ms, 150));
    const games = await Promise.all(
        [ana, beto].map((one) =>
            playGame(one.page, {
                pass,
                stepsMax: 1500,
                onStep: async (_, step) => {
                    // The line of one breaks in the middle of the game, several times.
                    if (one === beto && step % 15 === 5) await beto.cut();
                },
            }),
        ),
    );
    check("a broken line is mended", beto.lines() > 2, beto.lines());
    check(
        "who plays at a terminal sees the end",
        await dora.sees(/wins the game|win the game/),
        dora.said().slice(-900),
    );
    check(
        "both see the end of the game",
        games.every((one) => !one.stuck && one.end),
        games,
    );
    check(
        "the watcher too",
        await carla.page.waitForSelector(".over:not([hidden])", { timeout: 60000 }).then(
            () => true,
            () => false,
        ),
    );
    equal(
        "nothing went wrong in the pages",
        [ana, tablet, carla].flatMap((one) => one.problems),
        [],
    );
    await ana.page.dispatchEvent(".over button.main", "click");
    await beto.page.dispatchEvent(".over button.main", "click");
    const again = await Promise.all(
        [ana, beto].map((one) =>
            one.page.waitForSelector(".table[data-stage=playing]", { timeout: 60000 }).then(
                () => true,
                () => false,
            ),
        ),
    );
    equal("the same people play again", again, [true, true]);
    dora.process.kill();
    for (const one of [ana, beto, carla]) await one.context.close();
});

await group("alone: the player that learned", async () => {
    const { page, context, problems } = await open({ locale: "en-GB" });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    equal("nobody who has not chosen it fetches the network", asked.includes("/master.mind"), false);
    const isThere = await page.evaluate(async () => {
        const { mind } = await import("/js/mind.js");
        return [await mind(2), await mind(4), await mind(2)];
    });
    equal("the core takes the networks in", isThere, [true, true, true]);
    for (const name of ["/master.mind", "/masters.mind"])
        equal(`${name} is fetched once`, asked.filter((path) => path === name).length, 1);
    equal("nothing went wrong", problems, []);
    await context.close();
});

await import("./feel.mjs");
await import("./acts.mjs");
await import("./own.mjs");
await import("./house.mjs");
await import("./people.mjs");
await import("./waiting.mjs");
await import("./company.mjs");
await import("./seats.mjs");
await import("./sounds.mjs");
await import("./teams.mjs");
await import("./setup.mjs");
await import("./living.mjs");
await import("./shelf.mjs");
await import("./onwards.mjs");
await import("./weight.mjs");
await import("./help.mjs");
await import("./teach.mjs");
await import("./tongues.mjs");
await import("./heard.mjs");
await import("./fresh.mjs");
await browser.close();
done();
