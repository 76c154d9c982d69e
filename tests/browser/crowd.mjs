// crowd.mjs - people who speak the protocol from a page without a board, so that a test needs one board only; a
// table alone that begins in the middle of a game; and a table with friends that is open for guests.

import { begin, browser, open, setUp, until, url } from "./stage.mjs";

/** In the page: people by name, each with what it heard and what it knows of the table. */
function makeCrowd() {
    globalThis.crowd = {};
    globalThis.enter = (name, first) => {
        const person = { heard: [], table: {}, id: 0, at: 0 };
        globalThis.crowd[name] = person;
        person.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
        person.socket.onopen = () => {
            for (const message of [{ t: "hello", v: 2, lang: "en" }, first])
                person.socket.send(JSON.stringify(message));
        };
        person.socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            person.heard.push(message);
            if (message.t === "welcome") person.name = message.table;
            if (["table", "seats", "update"].includes(message.t)) Object.assign(person.table, message);
        };
    };
    globalThis.ask = (name, message) => {
        const person = globalThis.crowd[name];
        person.id++;
        person.socket.send(JSON.stringify({ id: person.id, ...message }));
        return person.id;
    };
}

/** People for the tables of a test. */
export async function crowd() {
    // A picture's policy allows no line at all.
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(`${url}icon.svg`);
    await page.evaluate(makeCrowd);
    const enter = (name, first) =>
        page.evaluate(([name, first]) => globalThis.enter(name, first), [name, first]);
    const one = (name) => ({
        /** Says something; the answer. */
        ask: async (message) => {
            const id = await page.evaluate(
                ([name, message]) => globalThis.ask(name, message),
                [name, message],
            );
            return until(
                page,
                ([name, id]) =>
                    globalThis.crowd[name].heard.find((one) => one.id === id || one.ack === id) ?? null,
                [name, id],
            );
        },
        /** What it knows of the table. */
        table: () => page.evaluate((name) => globalThis.crowd[name].table, name),
        /** The first message with these fields that it has heard. */
        hears: (wanted) =>
            until(
                page,
                ([name, wanted]) =>
                    globalThis.crowd[name].heard.find((one) =>
                        Object.entries(wanted).every(([key, value]) => one[key] === value),
                    ) ?? null,
                [name, wanted],
            ),
    });
    return {
        page,
        /** Sits down at a table and agrees to its rules. */
        join: async (table, name) => {
            await enter(name, { t: "join", table, name });
            const person = one(name);
            if (!(await person.hears({ t: "table" }))) throw new Error(`${name} finds no table`);
            await person.ask({ t: "agree", rules: (await person.table()).rules });
            return person;
        },
        close: () => page.close(),
    };
}

/**
 * A table alone that goes on from a position: its record takes the place of the deal in the journal that the page
 * keeps. The first player of the record sits here; the others are bots, who wait for the clock of the page.
 */
export async function beginAt(page, mesa, setup) {
    // The clock of the page runs while the test looks: bots that take their time leave it as much on a busy machine.
    await setUp(page);
    await page.evaluate(() => {
        document.querySelector("select[name=pace]").value = "slow";
    });
    await begin(page, setup);
    await page.dispatchEvent(".brand", "click");
    await page.waitForSelector(".first .go-on");
    await page.evaluate(async (mesa) => {
        // What was done in the game as it was dealt counts no more; the module writes it when it has come.
        await import(`${location.pathname}js/stats.js`);
        localStorage.removeItem("penultima-deeds");
        const key = Object.keys(localStorage).find((one) => one.startsWith("penultima-game-"));
        const journal = localStorage.getItem(key);
        const deal = journal.indexOf("#! begin ");
        const time = journal.slice(deal).split(" ")[2];
        const bytes = new TextEncoder().encode(mesa).length;
        localStorage.setItem(key, `${journal.slice(0, deal)}#! take-over ${time} 1 ${bytes}\n${mesa}`);
    }, mesa);
    await page.click(".first .go-on");
    await page.waitForSelector(".table .in-hand");
}

/** What the host of a waiting table sends: the link, and the part of it behind this server's address. */
export async function invitation(page) {
    await page.waitForSelector(".waiting .qr");
    const link = await page.inputValue(".invite input");
    return { link, path: link.slice(link.indexOf("#")) };
}

/** The host presses a free chair, and a bot sits down there. */
export async function seatBot(page, level = "novice") {
    await page.click(".chairs .free button");
    await page.click(`#dialog [data-focus$="-${level}"]`);
}

/** Ana opens a table with friends by the code of a set-up. */
export async function openTable(code) {
    const ana = await open({ hasClock: false, path: `#setup=${code}` });
    await ana.page.waitForSelector(".toast");
    await ana.page.click('[data-to="#/friends"]');
    await ana.page.fill(".friends [name=name]", "Ana");
    await ana.page.click(".friends button[type=submit]");
    return { ana, ...(await invitation(ana.page)) };
}

/** Plays on until somebody other than the page, whose seat is 0, has laid a number: it shows nobody a card, so it can
 * be taken back. Whatever was dealt. Who that was. */
export async function layNumber(page, people) {
    const { now, n } = await people[0].table();
    const [seat] = now.must;
    // Each hears of a move in their own time.
    const hasHeard = async (person, least) => {
        while ((await person.table()).n < least) await page.waitForTimeout(40);
        return (await person.table()).now;
    };
    const { plays } = seat > 0 ? (await hasHeard(people[seat - 1], n)).legal : {};
    const card = now.phase === "turn" && plays?.find((one) => /^[rgby]\d$/.test(one));
    const action = { turn: card ? `plays ${card}` : "draws", drawn: "keeps", name: "names red" }[now.phase];
    const answer = await (seat > 0
        ? people[seat - 1].ask({ t: "act", do: action })
        : page.evaluate(
              (action) => import(`${location.pathname}js/app.js`).then(({ app }) => app.table.act(action)),
              action,
          ));
    if (card) return { seat, answer };
    await hasHeard(people[0], n + 1);
    return layNumber(page, people);
}

/** Whether the page comes to say something. */
export const says = (page, query, text) =>
    until(
        page,
        ([query, text]) =>
            [...document.querySelectorAll(query)].some(
                (one) => one.checkVisibility() && one.textContent.includes(text),
            ),
        [query, text],
    );

/** Somebody who has the link sits down. */
export async function guestAt(path, name, more = {}) {
    const guest = await open({ hasClock: false, locale: "en-GB", path, ...more });
    await guest.page.waitForSelector(".join .sitting li");
    await guest.page.fill("input[name=name]", name);
    await guest.page.click(".join button[type=submit]");
    await guest.page.waitForSelector(".waiting .talk");
    return guest;
}
