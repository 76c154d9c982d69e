// people.mjs - tables with people: presses from the link to the first card, votes, muting, a screen for all, being
// told, and what is worth telling afterwards.

import { check, equal } from "./tap.mjs";
import { beginAt, crowd, guestAt, invitation, layNumber, says } from "./crowd.mjs";
import { playFast } from "./player.mjs";
import { FAST, group, open, screenshots, until, url } from "./stage.mjs";

/** A table of mine with these people, who speak the protocol; the game has begun. */
async function tableWith(page, names, choose = async () => {}) {
    await page.click("[data-to='#/friends']");
    await page.waitForSelector(".friends form");
    await page.fill("input[name=name]", "Ana");
    await page.selectOption("select[name=seats]", String(names.length + 1));
    await page.selectOption("select[name=clock]", "0");
    await choose();
    await page.click(".friends button[type=submit]");
    await page.waitForSelector(".waiting .qr");
    const id = (await page.inputValue(".invite input")).split("#")[1];
    const others = await crowd();
    const people = [];
    for (const name of names) people.push(await others.join(id, name));
    await page.waitForSelector(".in-hand");
    return { id, others, people };
}

await group("people presses", async () => {
    /** Counts what a person presses, wherever. */
    const counting = async (path) => {
        const one = await open({ hasClock: false, path });
        await one.page.evaluate(() => {
            globalThis.presses = 0;
            addEventListener("click", (event) => (globalThis.presses += Number(event.isTrusted)), true);
        });
        return { ...one, presses: () => one.page.evaluate(() => globalThis.presses) };
    };
    const host = await counting("");
    await host.page.click("[data-do=friends]");
    await host.page.waitForSelector(".waiting .qr");
    const link = await host.page.inputValue(".invite input");
    const guest = await counting(link.slice(link.indexOf("#")));
    await guest.page.waitForSelector(".join .sitting li");
    await guest.page.click(".join button[type=submit]");
    await host.page.click("[data-focus=start]:enabled");
    for (const { page } of [host, guest]) await page.waitForSelector(".in-hand");
    equal(
        "from the link to the first card: host 2 presses, guest 1",
        [await host.presses(), await guest.presses()],
        [2, 1],
    );
    const names = await guest.page.evaluate(async () =>
        (await import(`${location.pathname}js/app.js`)).app.table.seats.map((seat) => seat.name),
    );
    check("under names of their own", names.length === 2 && names[0] !== names[1], names);
    equal("nothing went wrong in the pages", [...host.problems, ...guest.problems], []);
    for (const { context } of [host, guest]) await context.close();
});

await group("people late", async () => {
    const host = await open({ hasClock: false, locale: "en-GB" });
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    const guest = await open({ hasClock: false, locale: "en-GB", path });
    await guest.page.click(".join button[type=submit]");
    await guest.page.waitForSelector(".waiting");
    await host.page.click("[data-focus=fill]");
    await host.page.click("[data-focus=start]:enabled");
    await host.page.waitForSelector(".in-hand");
    // Who comes now takes over a bot's seat, by one press.
    const late = await open({ hasClock: false, locale: "en-GB", path });
    check(
        "who comes late is told how it goes on",
        await says(late.page, ".join [role=status]", "next round"),
    );
    await late.page.click(".join button[type=submit]");
    const isLate = () =>
        import(`${location.pathname}js/app.js`).then(
            ({ app }) => app.table?.seats[app.table.me ?? -1]?.late === true,
        );
    check("and has a seat by one press", await until(late.page, isLate));
    for (const { context, problems } of [host, guest, late]) {
        equal("nothing went wrong in the page", problems, []);
        await context.close();
    }
});

await group("people next", async () => {
    const fast = { rate: FAST, locale: "en-GB" };
    const host = await open(fast);
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    const guest = await open({ ...fast, path });
    await guest.page.click(".join button[type=submit]");
    await guest.page.waitForSelector(".waiting");
    await host.page.click("[data-focus=start]:enabled");
    await host.page.waitForSelector(".in-hand");
    const late = await open({ ...fast, path });
    await late.page.click(".join button[type=submit]");
    await late.page.waitForSelector(".discard .card");
    equal("who takes a free seat late looks on", await late.page.locator(".in-hand").count(), 0);
    await Promise.all([host, guest].map(({ page }) => playFast(page, { until: "Round 2" })));
    check("and is dealt in with the next round", await late.page.waitForSelector(".in-hand"));
    const score = await late.page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return app.table.now.score[app.table.me];
    });
    equal("without points", score, 0);
    for (const { context, problems } of [host, guest, late]) {
        equal("nothing went wrong in the page", problems, []);
        await context.close();
    }
});

await group("people table", async () => {
    // The ten seconds of a question that nobody answers pass meanwhile, at a table of its own.
    const lapsing = lapse().catch((error) => error);
    const { context, page, problems } = await open({ hasClock: false, locale: "en-GB" });
    const { id, others, people } = await tableWith(page, ["Beto", "Carla"]);
    await vote(page, people);
    await hearAtTheEdge(page, people);
    await mute(page, people);
    await report(page);
    equal("nothing went wrong in the page", problems, []);
    await lookOn(id);
    await others.close();
    await context.close();
    const error = await lapsing;
    if (error) throw error;
});

/** A question that lapses: somebody wants a move back, and the others look on until the seconds have run out. */
async function lapse() {
    const { context, page, problems } = await open({ hasClock: false, locale: "en-GB" });
    const { others, people } = await tableWith(page, ["Beto_Ruiz", "Carla"]);
    const { seat } = await layNumber(page, people);
    const [who, other] = seat === 1 ? ["Beto Ruiz", "Carla"] : ["Carla", "Beto Ruiz"];
    await page.evaluate(() => {
        globalThis.seconds = [];
        new MutationObserver(() => {
            const [, left] = document.querySelector(".asking")?.textContent.match(/ (\d+) s/) ?? [];
            if (left && globalThis.seconds.at(-1) !== Number(left)) globalThis.seconds.push(Number(left));
        }).observe(document.querySelector(".table"), { subtree: true, childList: true, characterData: true });
    });
    const asked = await people[seat - 1].ask({ t: "ask", what: "take-back" });
    check(
        "who is asked can answer",
        asked?.t === "ok" &&
            (await says(page, ".asking", `${who} would like to take`)) &&
            (await page.locator(".asking button").count()) === 2,
        asked,
        await page.textContent(".strips"),
    );
    const voted = await people[2 - seat].hears({ t: "voted" });
    equal("a question that nobody answers lapses", voted && [voted.outcome, voted.no], ["lapsed", []]);
    const outcome = `${who} wanted to take a move back: no answer from you, ${other}.`;
    check(
        "and that is told, with who was silent",
        await says(page, ".asking", outcome),
        await page.textContent(".strips"),
    );
    equal("there is nothing left to answer", await page.locator(".asking button").count(), 0);
    const seconds = await page.evaluate(() => globalThis.seconds);
    // From where they begin depends on how well the page knows the server's clock.
    const isDown = seconds.length > 1 && seconds.every((one, at) => !at || one < seconds[at - 1]);
    check("the seconds ran down", isDown, seconds);
    const { answer } = await layNumber(page, people);
    check("the game goes on", answer && answer.t !== "no", answer);
    equal("nothing went wrong while it lapsed", problems, []);
    await others.close();
    await context.close();
}

/** Questions to the table, by and to the page. */
async function vote(page, people) {
    await people[0].ask({ t: "ask", what: "pause" });
    check(
        "a question comes to everybody",
        await says(page, ".asking", "Beto"),
        await page.textContent(".strips"),
    );
    check(
        "with the seconds that are left, and who has not answered either",
        (await says(page, ".asking", "Waiting for Carla")) &&
            / \d+ s/.test(await page.textContent(".asking")),
        await page.textContent(".strips"),
    );
    await page.click(".asking button");
    await people[1].ask({ t: "vote", yes: true });
    const voted = await people[1].hears({ t: "voted" });
    equal("one press says yes", voted && [voted.outcome, voted.yes], ["done", [0, 1, 2]]);
    await page.click("[data-do=menu]");
    await page.click(".drawer [data-focus=pause]");
    check(
        "the page can ask, too, and tells for whom it waits",
        (await says(page, ".asking", "You would like to go on.")) &&
            (await says(page, ".asking", "Waiting for Beto, Carla")),
        await page.textContent(".strips"),
    );
    await people[0].ask({ t: "vote", yes: true });
    await people[1].ask({ t: "vote", yes: true });
    check(
        "what came of it is told where it was asked",
        await says(page, ".asking", "You wanted to go on: the table agreed."),
        await page.textContent(".strips"),
    );
    await people[1].ask({ t: "ask", what: "pause" });
    check("a question is a sentence", await says(page, ".asking", "Carla would like a pause."));
    await page.click(".asking button:not(.main)");
    check(
        "and so is who said no",
        await says(page, ".asking", "Carla wanted a pause: you said no."),
        await page.textContent(".strips"),
    );
    await page.click(".drawer .tabs [data-focus=tab-people]");
    check(
        "and what was decided stands with the people",
        await until(page, () => document.querySelectorAll(".drawer section li").length === 3),
        await page.textContent(".drawer"),
    );
}

/** A long saying of whoever sits at the edge of a phone. */
async function hearAtTheEdge(page, people) {
    const size = page.viewportSize();
    await page.click("[data-focus=close]");
    await page.setViewportSize({ width: 360, height: 640 });
    // It goes away by itself: measured when it comes.
    await page.evaluate(() => {
        globalThis.heard = [];
        const watch = () => {
            const { left, right, width } =
                document.querySelector(".saying:not([hidden])")?.getBoundingClientRect() ?? {};
            if (width > 60) globalThis.heard.push(left >= 0 && right <= innerWidth);
        };
        new MutationObserver(watch).observe(document.querySelector(".seats"), {
            subtree: true,
            attributes: true,
            attributeFilter: ["hidden"],
        });
    });
    await people[0].ask({ t: "say", phrase: 5 });
    await until(page, () => globalThis.heard.length);
    equal(
        "what is said is read as a whole, also at the edge",
        await page.evaluate(() => globalThis.heard[0]),
        true,
    );
    await page.setViewportSize(size);
    await page.click("[data-do=chat]");
    await page.click(".drawer .tabs [data-focus=tab-people]");
}

/** One is muted, then everybody. */
async function mute(page, people) {
    const isUnread = (count) =>
        Number(document.querySelector(".unread:not([hidden])")?.textContent ?? 0) === count;
    await page.waitForSelector("[data-focus=hush-1]");
    check("what was said before has been read", await until(page, isUnread, 0));
    const written = () =>
        page.$$eval(".chat li", (list) => list.map((one) => one.textContent.split(": ")[1]));
    await people[0].ask({ t: "say", text: "first" });
    check("what is said is marked", await until(page, isUnread, 1), await page.textContent("body"));
    await page.click("[data-focus=hush-1]");
    await people[0].ask({ t: "say", text: "second" });
    await people[1].ask({ t: "say", text: "third" });
    check(
        "one is muted, the others are heard",
        await until(page, isUnread, 2),
        await page.textContent("body"),
    );
    await page.click(".drawer .tabs [data-focus=tab-chat]");
    await page.waitForSelector(".drawer [data-focus=phrase-0]");
    equal("and nothing of theirs stands in the chat", await written(), ["third"]);
    await page.click(".drawer .tabs [data-focus=tab-people]");
    await page.click("[data-focus=hush-all]");
    await page.click(".drawer .tabs [data-focus=tab-chat]");
    await page.waitForSelector(".drawer [data-focus=phrase-0]");
    equal("everybody can be muted", await written(), []);
    await page.click(".drawer .tabs [data-focus=tab-people]");
    await page.click("[data-focus=hush-all]");
    await page.click("[data-focus=hush-1]");
    await page.click(".drawer .tabs [data-focus=tab-chat]");
    await page.waitForSelector(".drawer [data-focus=phrase-0]");
    equal("and heard again", (await written()).slice(1), ["first", "second", "third"]);
}

/** Somebody is reported to the operator, who is told by a number. */
async function report(page) {
    await page.click(".drawer .tabs [data-focus=tab-people]");
    await page.click("[data-focus=report-1]");
    await page.waitForSelector("#dialog[open] [data-focus=report-words]");
    await page.fill("[data-focus=report-words]", "shouts");
    await page.click("[data-focus=report-send]");
    check(
        "a report has a number",
        await until(page, () =>
            /report, number \d+/.test(document.querySelector(".toast")?.textContent ?? ""),
        ),
    );
}

/** A television beside the table. */
async function lookOn(id) {
    const { context, page, problems } = await open({ hasClock: false, path: `#tv=${id}` });
    await page.waitForSelector(".discard .card");
    for (const size of [
        [1920, 1080],
        [1366, 648],
        [1024, 768],
    ]) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        const seen = await until(page, () => {
            const { clientWidth: wide, clientHeight: high } = document.documentElement;
            const all = (query) =>
                [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());
            const names = all(".seat .name").map((one) => one.textContent);
            const isIn = all(".seat, .pile, .discard").every((one) => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                return left >= -1 && top >= -1 && right <= wide + 1 && bottom <= high + 1;
            });
            const others = all(".in-hand, .hand-box, .top, .chat").length;
            return names.length === 3 && isIn && { names: names.sort(), others };
        });
        equal(`${size.join("x")}: a screen for all shows everybody, and neither hands nor chat`, seen, {
            names: ["Ana", "Beto", "Carla"],
            others: 0,
        });
        if (screenshots) await page.screenshot({ path: `${screenshots}/tv-${size.join("x")}.png` });
    }
    equal("nothing went wrong on it", problems, []);
    await context.close();
}

await group("people leave", async () => {
    const host = await open({ hasClock: false, locale: "en-GB" });
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    const guest = await guestAt(path, "Beto", { size: [390, 844] });
    await host.page.click("[data-focus=start]:enabled");
    for (const { page } of [host, guest]) await page.waitForSelector(".in-hand");
    // Late: what can be done, and from when on.
    const late = await open({ hasClock: false, locale: "en-GB", path, size: [390, 844] });
    await late.page.waitForSelector(".join button.main");
    check(
        "who comes late where a seat is free reads from when on it is theirs",
        await says(late.page, ".join [role=status]", "You sit down with the next round"),
    );
    if (screenshots) await late.page.screenshot({ path: `${screenshots}/late.png` });
    await late.page.click(".join [data-do=watch]");
    await late.page.waitForSelector(".discard .card");
    // The host leaves for good: the others are told, and a bot plays on.
    await host.page.click("[data-do=menu]");
    await host.page.click(".drawer [data-focus=leave]");
    check(
        "whoever leaves is told what comes of it",
        await says(host.page, "dialog", "A bot plays your cards"),
    );
    if (screenshots) await host.page.screenshot({ path: `${screenshots}/leave.png` });
    await host.page.click("dialog button:not(.main)");
    check(
        "the others are told who has left, and who is the host now",
        await says(guest.page, ".toast", "has left: a bot plays on with their cards. You are the host now."),
        await guest.page.textContent("body"),
    );
    await host.page.waitForSelector(".back-to");
    if (screenshots) await host.page.screenshot({ path: `${screenshots}/back.png` });
    await host.page.click(".back-to");
    await host.page.waitForSelector(".in-hand");
    check(
        "the first page has the way back, and the others hear of it",
        await says(guest.page, ".toast", "is back"),
    );
    equal(
        "nothing went wrong in the pages",
        [host, guest, late].flatMap((one) => one.problems),
        [],
    );
    for (const { context } of [host, guest, late]) await context.close();
});

await group("people phrases", async () => {
    const { context, page, problems } = await open({ hasClock: false });
    const { others, people } = await tableWith(page, ["Beto"], () =>
        page.selectOption("select[name=talk]", "phrases"),
    );
    await page.click("[data-do=chat]");
    await page.waitForSelector(".drawer [data-focus=phrase-0]");
    equal(
        "a table without free text has nowhere to write",
        await page.$$eval("input[name=say]", (list) => list.length),
        0,
    );
    equal("nor takes any", (await people[0].ask({ t: "say", text: "hola" })).code, "phrases-only");
    await page.click(".drawer [data-focus=phrase-0]");
    check("its phrases are heard", await people[0].hears({ t: "said", phrase: 0 }));
    equal("nothing went wrong in the page", problems, []);
    await others.close();
    await context.close();
});

await group("people told", async () => {
    const { context, page } = await open({ hasClock: false, locale: "en-GB" });
    await context.grantPermissions(["notifications"], { origin: new URL(url).origin });
    await page.evaluate(() => {
        globalThis.asked = 0;
        const ask = Notification.requestPermission.bind(Notification);
        Notification.requestPermission = () => {
            globalThis.asked++;
            return ask();
        };
    });
    const { others, people } = await tableWith(page, ["Beto"]);
    equal("nobody is asked before wanting it", await page.evaluate(() => globalThis.asked), 0);
    await page.click("[data-do=menu]");
    await page.locator(".drawer .check", { hasText: /turn/i }).click();
    check("a press asks", await until(page, () => globalThis.asked === 1));
    // Nobody looks at the page: only that is pretended.
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { get: () => true });
        globalThis.isReady = navigator.serviceWorker.ready.then(() => true);
    });
    await page.evaluate(() => globalThis.isReady);
    // Whoever has the turn draws until it is mine again.
    const told = async () =>
        page.evaluate(async () => {
            const worker = await navigator.serviceWorker.getRegistration();
            return (await worker.getNotifications()).map((one) => one.title);
        });
    let titles = [];
    for (const end = Date.now() + 60000; Date.now() < end && !titles.length; ) {
        const now = await page.evaluate(async () => {
            const { app } = await import(`${location.pathname}js/app.js`);
            const { turn, phase } = app.table.now;
            if (turn === 0) void app.board.act({ name: "names red", drawn: "keeps" }[phase] ?? "draws");
            return { turn, phase };
        });
        if (now.turn === 1)
            await people[0].ask({
                t: "act",
                do: { name: "names red", drawn: "keeps" }[now.phase] ?? "draws",
            });
        await page.waitForTimeout(50);
        titles = await told();
    }
    check("the system tells that it is my turn", titles.length === 1, titles);
    await others.close();
    await context.close();
});

const BLUFF = `edition: classic
set: scoring=quick
players: Ana, Beto
hand Ana: b2
hand Beto: w+4 r3 g4
top: r9
turn: Beto
Beto plays w+4 blue
`;

await group("people honours", async () => {
    const { context, page, problems, pass } = await open({ locale: "en-GB" });
    await beginAt(page, BLUFF, { rivals: 1 });
    await page.click(".answer[data-key=c]");
    await page.waitForSelector('.in-hand[data-card="b2"].can');
    await pass(300);
    await page.click('.in-hand[data-card="b2"]', { position: { x: 8, y: 30 } });
    await pass(2000);
    await page.waitForSelector(".over:not([hidden])");
    const kept = await until(page, () => JSON.parse(localStorage.getItem("penultima-stats") ?? "null"));
    equal(
        "a bluff that was found counts for who found it",
        kept && [
            kept.games,
            kept.wins,
            kept.bluffs,
            kept.caught,
            Object.keys(kept.honours)
                .filter((one) => one !== "late")
                .sort(),
        ],
        [1, 1, 1, 0, ["dry", "duel", "first", "nose", "won", "won-classic"]],
    );
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector(".home");
    await page.click("[data-to='#/games']");
    check(
        "what is worth telling is told",
        await says(page, ".games li, .page li", "A good nose"),
        await page.textContent("#screen"),
    );
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});
