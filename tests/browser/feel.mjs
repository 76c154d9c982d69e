// feel.mjs - what a player feels: cards that keep their size, presses that count, ways back, and nothing left
// behind. Each began as a fault that somebody met.

import { check, equal } from "./tap.mjs";
import { look, playFast } from "./player.mjs";
import { messagesOf, overlaps, PHASES, showPhase } from "./phases.mjs";
import { begin, browser, FAST, group, lasting, open, screenshots, setUp, until } from "./stage.mjs";

const LAPTOPS_AND_PHONES = [
    [1440, 900],
    [1366, 648],
    [1024, 768],
    [844, 390],
    [390, 844],
    [360, 640],
];

/** Lets time pass until it is my turn, or the round is over. */
async function myTurn(page, pass, isGood = () => true) {
    for (let i = 0; i < 300; i++) {
        const seen = await look(page);
        if (seen.over) return null;
        if (seen.isMine && (await isGood(seen))) return seen;
        if (seen.isMine && seen.answers.length) await page.mouse.click(...seen.answers[0].at);
        else if (seen.isMine && seen.cards.length) await page.mouse.click(...seen.cards[0].at);
        await pass(400);
    }
    return null;
}

await group("feel start", async () => {
    const { context, page } = await open({ locale: "fi-FI", hasClock: false });
    for (const [width, height] of LAPTOPS_AND_PHONES) {
        await page.setViewportSize({ width, height });
        const hidden = await lasting(
            () =>
                page.evaluate(() =>
                    ["[data-do=play]", "[data-do=friends]"].filter((query) => {
                        const box = document.querySelector(query).getBoundingClientRect();
                        const isIn = box.top >= 0 && box.left >= 0;
                        return !(isIn && box.bottom <= innerHeight && box.right <= innerWidth);
                    }),
                ),
            page,
        );
        equal(`${width}x${height}: Play and With friends are in sight`, hidden, []);
    }
    equal("a browser whose language we lack gets English", await page.getAttribute("html", "lang"), "en");
    await page.click("[data-do=play]");
    await page.waitForSelector(".in-hand");
    check("one press from the link to cards in the hand", true);
    await context.close();
});

await group("feel motion", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true, size: [1280, 800] });
    const warnings = [];
    page.on("console", (message) => {
        if (message.type() === "warning") warnings.push(message.text());
    });
    // Every flying card is measured as it is: its own size against that of the pile, its back, and whether
    // the pile already shows it.
    await page.evaluate(() => {
        globalThis.flights = { count: 0, sizes: [], far: [], backs: new Set(), early: 0, dealt: 0, mine: 0 };
        const { flights } = globalThis;
        const watcher = new MutationObserver((changes) => {
            for (const { addedNodes } of changes)
                for (const node of addedNodes) {
                    if (!node.classList?.contains("flying")) continue;
                    flights.count++;
                    const widths = [...document.querySelectorAll(".pile .card, .in-hand .card")]
                        .map((one) => one.getBoundingClientRect().width)
                        .filter((width) => width > 0);
                    const [least, most] = [Math.min(...widths), Math.max(...widths)];
                    const measure = () => {
                        const card = node.querySelector(".card");
                        if (!node.isConnected || !card) return;
                        const matrix = new DOMMatrix(getComputedStyle(node).transform);
                        const scale = Math.hypot(matrix.a, matrix.b);
                        const width = scale * node.offsetWidth;
                        // What goes to the other side of the table arrives as small as it is seen there.
                        if (node.classList.contains("far")) flights.far.push(width / least);
                        else flights.sizes.push(width > most ? width / most : Math.min(1, width / least));
                        flights.backs.add(getComputedStyle(node).getPropertyValue("--back"));
                        requestAnimationFrame(measure);
                    };
                    if (!node.querySelector(".front")) flights.dealt++;
                    measure();
                }
        });
        watcher.observe(document.body, { childList: true, subtree: true });
    });
    await setUp(page);
    await page.dispatchEvent("input[name=edition][value=spiderman]", "click");
    await page.click("form.setup button[type=submit]");
    await page.waitForSelector(".in-hand");
    const dealt = await until(page, () => globalThis.flights.count >= 28);
    check("the cards are dealt one by one", dealt);
    const deal = await page.evaluate(() => globalThis.flights.count);
    for (let i = 0; i < 200; i++) {
        const seen = await look(page);
        if (seen.over || (await page.evaluate((dealt) => globalThis.flights.count > dealt + 4, deal))) break;
        const pile = await page.$(".pile:not(:disabled)");
        if (pile) await pile.dispatchEvent("click");
        else if (seen.answers.length && seen.isMine) await page.mouse.click(...seen.answers.at(-1).at);
        await page.waitForTimeout(200);
    }
    const { sizes, far, backs, count } = await page.evaluate(() => ({
        ...globalThis.flights,
        backs: [...globalThis.flights.backs],
    }));
    check("more cards travel", count > deal, count);
    const worst = [Math.min(...sizes), Math.max(...sizes)];
    check(
        `a card in the air keeps its size: ${worst.map((one) => one.toFixed(2)).join(" to ")} of a card on the table`,
        worst[0] > 0.88 && worst[1] < 1.16,
        worst,
    );
    check(
        "a card for somebody at the other side arrives small, and none is larger than a card",
        far.length > 20 && Math.min(...far) < 0.6 && Math.max(...far) < 1.16,
        [Math.min(...far), Math.max(...far)],
    );
    equal("its back is the edition's", backs, ["#18244a"]);
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector(".home");
    equal(
        "nothing is left in the air",
        await page.$$eval(".flying, .coming, .moment", (list) => list.map((one) => one.className)),
        [],
    );
    equal("nothing went wrong", [...problems, ...warnings], []);
    await context.close();
});

/** The most elements that were styled anew in one piece while something was done. */
async function mostStyled(page, run) {
    await browser.startTracing(page, { categories: ["devtools.timeline"] });
    await run();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    return Math.max(
        ...traceEvents.map(({ name, args }) => (name === "UpdateLayoutTree" && args.elementCount) || 0),
    );
}

/** In the page: what reads a measure after a change in the same task has the whole table laid out in between. */
function watchReadings() {
    globalThis.forced = [];
    const changes = new MutationObserver(() => {});
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(document.getElementById("screen"), all);
    const note = (name) => {
        if (changes.takeRecords().length)
            globalThis.forced.push(`${name} ${new Error("read").stack.split("\n")[3]}`);
    };
    for (const [owner, name] of [
        [Element.prototype, "getBoundingClientRect"],
        [Element.prototype, "checkVisibility"],
        [HTMLElement.prototype, "focus"],
    ]) {
        const real = owner[name];
        owner[name] = function (...given) {
            note(name);
            return real.apply(this, given);
        };
    }
    for (const name of ["clientWidth", "clientHeight", "scrollTop"]) {
        const real = Object.getOwnPropertyDescriptor(Element.prototype, name);
        const get = function () {
            note(name);
            return real.get.call(this);
        };
        Object.defineProperty(Element.prototype, name, { ...real, get });
    }
}

/** In the page: a card of mine is laid and four come, then the round is over and all hands are counted. */
async function playToTheEnd({ hand, more, end }) {
    const { app } = await import(`${location.pathname}js/app.js`);
    const { table } = app;
    const isSo = async (test) => {
        while (!test()) await new Promise((later) => setTimeout(later, 20));
    };
    /** Where cards that turn over for me will land: how low. */
    const landings = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const one of addedNodes) {
                if (!one.classList?.contains("turning")) continue;
                const { transform } = one.getAnimations()[0].effect.getKeyframes().at(-1);
                landings.push(Math.round(new DOMMatrix(transform).f));
            }
    }).observe(document.querySelector(".table"), { childList: true });
    const events = [
        { e: "played", seat: 0, card: hand[0] },
        ...more.map((card) => ({ e: "drew", seat: 0, card, count: 1 })),
        { e: "turn", seat: 1 },
    ];
    const now = { ...table.now, must: [1], turn: 1, top: hand[0], legal: {} };
    table.take({ t: "update", n: 6, events, now, hand: [...hand.slice(1), ...more] });
    await isSo(() => document.querySelector(".coming"));
    await isSo(() => !document.querySelector(".flying, .coming"));
    table.take(end);
    await isSo(() => document.querySelector(".counted"));
    await isSo(() => [...document.querySelectorAll(".over .mini")].every((one) => one.firstChild));
    return landings;
}

// Counted, never timed: what made a press or a frame last long was too much at once.
await group("feel pieces", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true, size: [390, 844] });
    const bots = Array.from({ length: 9 }, () => "casual");
    await page.evaluate(
        (bots) => localStorage.setItem("penultima", JSON.stringify({ setup: { bots } })),
        bots,
    );
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.evaluate(watchReadings);
    const dealt = await mostStyled(page, async () => {
        await page.click("[data-do=play]");
        await page.waitForSelector(".dealing .flying");
        await page.mouse.click(195, 300);
        await until(page, () => !document.querySelector(".dealing, .coming"));
    });
    check(`a deal to ten styles at most ${dealt} elements at once`, dealt > 40 && dealt < 400, dealt);
    await showPhase(page, "turn", 10, 7);
    const { hand } = messagesOf("turn", 10, 7).table;
    await page.evaluate(() => (globalThis.forced = []));
    const given = { hand, more: ["r9", "g9", "b9", "y9"], end: messagesOf("count", 10, 7).table };
    let landings = [];
    const played = await mostStyled(page, async () => {
        landings = await page.evaluate(playToTheEnd, given);
    });
    check("four cards fly to my hand", landings.length === 4 && landings.every((y) => y > 500), landings);
    check(
        `a move of ten and the count: at most ${played} elements at once`,
        played > 40 && played < 500,
        played,
    );
    equal("nothing is measured between two changes", await page.evaluate(() => globalThis.forced), []);
    equal("nothing went wrong in pieces", problems, []);
    await context.close();
});

await group("feel pile", async () => {
    const { context, page } = await open({ hasClock: false, hasMotion: true });
    await begin(page);
    await page.mouse.click(5, 300);
    const pass = (ms) => page.waitForTimeout(Math.min(ms, 200));
    const seen = await myTurn(page, pass, () => page.$(".in-hand.can:not([data-card^=w])"));
    if (!check("a card can be played", Boolean(seen))) return context.close();
    // The card that somebody else laid just before has to land first: it changes the pile, too.
    const isQuiet = await until(page, () => !document.querySelector(".flying"));
    if (!check("the others' cards land", isQuiet)) return context.close();
    // The order counts, not the frames: a slow machine draws few.
    const steps = await page.evaluate(
        () =>
            new Promise((tell) => {
                const shown = () =>
                    document.querySelectorAll(".laid").length +
                    document.querySelector(".laid:last-child").outerHTML;
                const before = shown();
                const inTheAir = new Set(document.querySelectorAll(".flying"));
                const list = [];
                let ghost = null;
                const watch = new MutationObserver(() => {
                    ghost ??= [...document.querySelectorAll(".flying")].find((one) => !inTheAir.has(one));
                    const isNew = shown() !== before;
                    if (ghost) list.push({ isFlying: ghost.isConnected, isNew });
                    else if (isNew) list.push({ isFlying: false, isNew });
                    if (isNew) watch.disconnect();
                    if (isNew) tell(list);
                });
                watch.observe(document.body, { childList: true, subtree: true });
                setTimeout(() => tell(list), 20000);
                document.querySelector(".in-hand.can:not([data-card^=w])").click();
            }),
    );
    const last = steps.at(-1);
    check(
        "the pile changes when the card lands, not before",
        steps[0]?.isFlying && !steps[0].isNew && last.isNew && !last.isFlying,
        steps,
    );
    await context.close();
});

/** In the page: somebody lays a card and it is my turn. What told me so, and when the card lay there, in their order. */
async function callMe({ now, hand }) {
    const { app } = await import(`${location.pathname}js/app.js`);
    // A sound that comes too late is not heard at all.
    await import(`${location.pathname}js/sounds.js`);
    const { table, board } = app;
    const order = [];
    const note = (what, isSo) => isSo && !order.includes(what) && order.push(what);
    const before = document.querySelector(".laid:last-child").outerHTML;
    const watch = new MutationObserver(() => {
        note("landed", document.querySelector(".laid:last-child").outerHTML !== before);
        note("title", document.title.startsWith("●"));
        note("banner", document.querySelector(".table.mine .prompt"));
        note("announcement", document.querySelector(".table > [role=log]").textContent.includes("9"));
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    // Only strings are tuned; a card that lands is noise as it is.
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...given) {
        note("bell", this.playbackRate.value !== 1);
        return start.apply(this, given);
    };
    const sent = [];
    table.source.send = (message) => sent.push(message.do);
    const events = [
        { e: "played", seat: 3, card: "r9" },
        { e: "turn", seat: 0 },
    ];
    table.take({ t: "update", n: 6, events, now: { ...now, top: "r9" }, hand });
    // Who is quick need not wait for it.
    board.pressCard(hand[0], "mouse");
    for (let i = 0; i < 1000 && order.length < 5; i++) await new Promise((later) => setTimeout(later, 20));
    watch.disconnect();
    return { order, sent };
}

await group("feel turn", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true, locale: "en-US" });
    // Nothing sounds before the first press.
    await page.mouse.click(5, 300);
    await showPhase(page, "wait", 4, 7);
    const { order, sent } = await page.evaluate(callMe, messagesOf("turn", 4, 7).table);
    equal("my turn is told when the last card has landed", order[0], "landed");
    equal("by title, banner, announcement and sound", [...order].sort(), [
        "announcement",
        "banner",
        "bell",
        "landed",
        "title",
    ]);
    equal("and nothing waits for it", sent, ["plays r1"]);
    equal("nothing went wrong with turns", problems, []);
    await context.close();
});

/** In the page: marks what the count shows, lets somebody be ready, and tells what was drawn anew. */
async function becomeReady({ seats }) {
    const { app } = await import(`${location.pathname}js/app.js`);
    const parts = () => [
        ...document.querySelectorAll(".over :is(h2, .counted, .mini > *, .figure > *, button)"),
    ];
    const isSo = async (test) => {
        while (!test()) await new Promise((later) => setTimeout(later, 20));
    };
    const old = new Set(parts());
    const ready = seats.map((seat, index) => (index === 1 ? { ...seat, ready: true } : seat));
    app.table.take({ t: "seats", n: 9, seats: ready });
    await isSo(() => document.querySelector(".go-on-row p"));
    const now = parts();
    return { shown: now.length, anew: now.filter((one) => !old.has(one)).map((one) => one.outerHTML) };
}

await group("feel ready", async () => {
    const { context, page, problems } = await open({ hasClock: false, hasMotion: true });
    await showPhase(page, "count", 10, 7);
    await until(page, () => [...document.querySelectorAll(".over .mini")].every((one) => one.firstChild));
    const { shown, anew } = await page.evaluate(becomeReady, messagesOf("count", 10, 7).table);
    check("all hands are on the sheet", shown > 60, shown);
    equal("when somebody is ready, only that is drawn", anew, []);
    equal("nothing went wrong with who is ready", problems, []);
    await context.close();
});

await group("feel press", async () => {
    const { context, page } = await open({ hasClock: false, size: [1280, 800] });
    await showPhase(page, "wait", 4, 9);
    // What the page makes of presses; the table moves under them as fast as it can.
    const fixture = messagesOf("wait", 4, 9);
    await page.evaluate(async ({ table }) => {
        const { app } = await import(`${location.pathname}js/app.js`);
        globalThis.pressed = [];
        const { board } = app;
        const press = board.pressCard.bind(board);
        board.pressCard = (card, pointer) => {
            globalThis.pressed.push(card);
            press(card, pointer);
        };
        // On a slow machine a press becomes a long one.
        board.explain = (card) => globalThis.pressed.push(card);
        globalThis.move = (hand) => {
            const n = app.table.n + 1;
            const now = { ...table.now, turn: 1 + (n % 3), must: [1 + (n % 3)], pile: 40 - (n % 30) };
            app.table.take({ t: "update", n, events: [{ e: "turn", seat: 1 + (n % 3) }], now, hand });
        };
        globalThis.mover = setInterval(() => globalThis.move(app.table.hand), 30);
    }, fixture);
    const placeOf = (card) =>
        page.$eval(`.in-hand[data-card="${card}"]`, (one) => {
            const { left, top, height } = one.getBoundingClientRect();
            return [left + 8, top + height / 2];
        });
    const { hand } = fixture.table;
    const first = await page.$(`.in-hand[data-card="${hand[0]}"]`);
    const wanted = [];
    for (let i = 0; i < 12; i++) {
        const card = hand[(i * 5) % (hand.length - 1)];
        await page.mouse.move(...(await placeOf(card)));
        await page.mouse.down();
        const moves = await page.evaluate(
            async () => (await import(`${location.pathname}js/app.js`)).app.table.n,
        );
        await until(
            page,
            async (n) => (await import(`${location.pathname}js/app.js`)).app.table.n > n + 1,
            moves,
        );
        await page.mouse.up();
        wanted.push(card);
    }
    equal("presses count while the others move", await page.evaluate(() => globalThis.pressed), wanted);
    check("a card keeps its element", await first.evaluate((one) => one.isConnected));
    // Five cards come while the finger is down: the one that was pressed is elsewhere when it is lifted.
    await page.mouse.move(...(await placeOf(hand[3])));
    await page.mouse.down();
    await page.evaluate(
        async (more) => {
            const { app } = await import(`${location.pathname}js/app.js`);
            clearInterval(globalThis.mover);
            globalThis.pressed = [];
            globalThis.move([...app.table.hand, ...more]);
        },
        ["r1", "r2", "r3", "r4", "r5"],
    );
    await page.mouse.up();
    equal("a press that began on a card ends on it", await page.evaluate(() => globalThis.pressed), [
        hand[3],
    ]);
    await context.close();
});

await group("feel leaks", async () => {
    const { context, page } = await open({ rate: FAST });
    const session = await context.newCDPSession(page);
    // At home: what the end of a game shows depends on the hands that were left.
    const measure = async () => {
        await page.dispatchEvent(".brand", "click");
        // A handle of an element would keep its screen.
        await page.locator(".home").waitFor();
        await session.send("HeapProfiler.collectGarbage");
        const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
        return { nodes, listeners: jsEventListeners };
    };
    let first = null;
    for (let game = 0; game < 10; game++) {
        if (game < 2) await begin(page, { rivals: 2 });
        else {
            await page.dispatchEvent(".over button.main", "click");
            // The result goes with the first drawing of the next game.
            await page.locator(".over").waitFor({ state: "hidden" });
        }
        const played = await playFast(page);
        if (played.stuck) check("a game comes to its end", false, played);
        first ??= await measure();
    }
    // What goes away by itself may still be there on a slow machine.
    const isLean = (now) => now.nodes < first.nodes * 1.3 + 400 && now.listeners < first.listeners * 1.2 + 20;
    let last = await measure();
    for (let i = 0; i < 40 && !isLean(last); i++) {
        await page.waitForTimeout(500);
        last = await measure();
    }
    check(
        `ten games leave nothing behind: ${first.nodes} nodes and ${first.listeners} listeners after one, ${last.nodes} and ${last.listeners} after ten`,
        isLean(last),
        { first, last },
    );
    await context.close();
});

await group("feel back", async () => {
    const { context, page } = await open({ hasClock: false });
    await begin(page);
    const hand = () => page.$$eval(".in-hand", (list) => list.map((one) => one.dataset.card));
    const before = await hand();
    await page.goBack();
    await page.waitForSelector(".home");
    check("back from a game is the start, not another site", page.url().endsWith("/"), page.url());
    check(
        "and offers to go on first",
        await page.$eval(".first button", (one) => one.classList.contains("go-on")),
    );
    await page.goForward();
    await page.waitForSelector(".in-hand");
    const after = await hand();
    check(
        "forward goes on with the game",
        before.filter((card) => after.includes(card)).length >= before.length - 2,
        before,
        after,
    );
    await page.reload();
    await page.waitForSelector(".in-hand");
    check("a reload comes back to the table", true);
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector(".home");
    await page.click("[data-do=play]");
    await page.waitForSelector(".in-hand");
    await page.goBack();
    await page.waitForSelector(".home");
    await page.click("[data-to='#/games']");
    await page.waitForSelector(".games .seat-line");
    equal(
        "a new game does not throw the other away",
        await page.$$eval(".games .seat-line", (list) => list.length),
        2,
    );
    await context.close();
});

await group("feel room", async () => {
    // The tightest ones always; all of them when pictures are wanted.
    const sizes = screenshots
        ? [...LAPTOPS_AND_PHONES, [1920, 1080], [768, 1024]]
        : [
              [360, 640],
              [844, 390],
              [1024, 768],
          ];
    const { context, page } = await open({ hasClock: false });
    for (const size of sizes) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        const found = [];
        for (const phase of PHASES) {
            await showPhase(page, phase, 10, 12);
            found.push(...(await lasting(overlaps, page)).map((fault) => `${phase}: ${fault}`));
            if (screenshots) await page.screenshot({ path: `${screenshots}/${phase}-${size.join("x")}.png` });
        }
        equal(
            `${size.join("x")}: ten people with long names, nothing covers or cuts anything in any phase`,
            found,
            [],
        );
        await showPhase(page, "turn", 10, 25);
        const hand = await page.$$eval(".in-hand", (list) =>
            list.map((one) => {
                const { left, top, width, height } = one.getBoundingClientRect();
                // What is free to be pressed: a step to the right, or the part above the next row.
                const hits = [
                    [4, 4],
                    [10, 10],
                    [20, 10],
                    [width / 2, height - 8],
                ].filter(([x, y]) => one.contains(document.elementFromPoint(left + x, top + y)));
                return left >= -1 && left + width <= innerWidth + 1 && hits.length >= 2;
            }),
        );
        equal(`${size.join("x")}: all of 25 cards can be reached`, hand.filter(Boolean).length, 25);
        equal(`${size.join("x")}: the own count is shown`, await page.textContent(".me .count"), "25");
    }
    await context.close();
});

await group("feel lesson", async () => {
    for (const wanted of [0, 1]) {
        const { context, page } = await open({ hasClock: false });
        await page.click("[data-to='#/learn']");
        await page.click(".panel button.main");
        await page.waitForSelector(".lesson");
        await page.click(".in-hand.can", { position: { x: 8, y: 30 } });
        await page.click(".lesson button.main");
        await page.click(".answer[data-key=d]");
        await page.waitForSelector(".bar .answer");
        const before = await page.$$eval(".in-hand", (list) => list.length);
        const answers = await page.$$(".bar .answer");
        await answers[wanted].click();
        check(
            "the second lesson goes on",
            await until(page, () => document.querySelector(".lesson button.main")?.checkVisibility()),
        );
        check(
            `${wanted ? "Keep it" : "Play it"} does it`,
            await until(
                page,
                (count) => document.querySelectorAll(".in-hand").length === count,
                wanted ? before : before - 1,
                20000,
            ),
        );
        await context.close();
    }
});
