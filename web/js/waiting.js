// waiting.js - before the deal: the table with its chairs, the card with the rules, the link. Sitting down is agreeing
// to what is shown; a later change asks again. What the host touches is the table's at once.

import { editionOf } from "./core.js";
import { Chairs } from "./chairs.js";
import { byId, h, refill } from "./dom.js";
import { wantToBeTold } from "./menu.js";
import { fetchEdition, withText } from "./own.js";
import { putAside } from "./held.js";
import { rulesLine } from "./line.js";
import { keep, prefs } from "./prefs.js";
import { codeOf, codeOfGroup, readCode } from "./code.js";
import { changesPart, RulesCard, wholeRules } from "./ruled.js";
import { choiceOf, readSettings, settingsPart, unsaid } from "./settings.js";
import { invitePart } from "./share.js";
import { nameWord, shownName } from "./table.js";
import { talkPart } from "./talk.js";
import { canTell, isTold } from "./told.js";
import { lang, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

/** Where the rules are changed; 'rules': those that it shows, 'waits': own changes without an answer.
 * @type {{table: Table, rules: number, isHost: boolean, element: HTMLElement, form: HTMLElement, waits: number} | null} */
let changeBox = null;
/** What this person agreed to last: what is new is told in words. @type {{table: Table, settings: any} | null} */
let known = null;
/** The table with its chairs, and the card on it. @type {{table: Table, chairs: Chairs, card: RulesCard} | null} */
let laid = null;
/** What is said has been read when it is in sight. @type {IntersectionObserver | null} */
let talkSeen = null;
/** What was drawn last: nothing is rebuilt under a finger for nothing. */
let drawn = "";
/** Whose waiting page is on the screen. @type {Table | null} */
let shownTable = null;

/** @param {Table} table */
const missing = (table) =>
    table.seats.filter((seat) => seat.kind === "person" && !seat.agreed).map((seat) => seat.name ?? "");

/** @param {Table} table */
const takenSeats = (table) => table.seats.filter((seat) => seat.kind !== "free");

/**
 * Puts the new page in the old one's place, part by part. What has not changed stays: a list that is open or a
 * button under a finger is not lost because somebody else sits down or agrees.
 * @param {Element | null} old @param {Element} fresh
 */
function renew(old, fresh) {
    if (!old) return refill(byId("screen"), fresh);
    const kept = [changeBox?.element, laid?.chairs.element];
    if (
        kept.includes(/** @type {any} */ (old)) ||
        (!kept.includes(/** @type {any} */ (fresh)) && old.isEqualNode(fresh))
    )
        return;
    const isFrame =
        old.matches(".waiting, .waiting > section, .side, .side > section, .waiting .menu-list") &&
        old.className === fresh.className;
    if (!isFrame || old.children.length !== fresh.children.length) return old.replaceWith(fresh);
    const news = [...fresh.children];
    [...old.children].forEach((one, index) => renew(one, news[index]));
}

/** A move may take days: now is when one wants to be told. @param {App} app @param {Table} table */
function tellPart(app, table) {
    if (!table.settings.clock?.days || table.me === null || !canTell() || isTold()) return null;
    return h(
        "button",
        {
            type: "button",
            "data-focus": "tell",
            onclick: async (/** @type {Event} */ event) => {
                const button = /** @type {HTMLElement} */ (event.currentTarget);
                await wantToBeTold(app);
                if (isTold()) button.remove();
            },
        },
        t("tellMe"),
    );
}

/** The chairs and the card stay for as long as this table is on the screen. @param {Table} table */
function layOf(table) {
    if (laid?.table !== table) {
        const card = new RulesCard(() => {
            const box = changeBox?.element;
            if (!(box instanceof HTMLDetailsElement)) return;
            box.open = true;
            box.scrollIntoView({ block: "start" });
            box.querySelector("summary")?.focus({ preventScroll: true });
        });
        laid = { table, card, chairs: new Chairs(table, card.element) };
    }
    return laid;
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {import("./net.js").Net} net
 */
export function drawWaiting(app, table, net) {
    const send = (/** @type {any} */ command) => void table.send(command).catch((no) => app.notify(told(no)));
    const key = JSON.stringify([
        table.id,
        table.seats,
        table.rules,
        table.settings,
        table.host,
        table.me,
        table.asking,
        table.chat,
        [prefs.hush, prefs.hushAll],
        net.proof.key,
        lang,
    ]);
    if (key === drawn && document.querySelector(".waiting")) return;
    drawn = key;
    const isHost = table.me !== null && table.me === table.host;
    const mine = table.me === null ? null : table.seats[table.me];
    if (!mine || mine.agreed || known?.table !== table) known = { table, settings: table.settings };
    const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    const box = boxOf(app, table, isHost);
    offerDealers(box, table);
    const { chairs, card } = layOf(table);
    // The table and the form move from the old page to the new one only where they have to.
    const old = shownTable === table ? document.querySelector("#screen > .waiting") : null;
    const there = (/** @type {HTMLElement} */ one) => (old?.contains(one) ? h(one.localName) : one);
    shownTable = table;
    const again = () => {
        drawn = "";
        if (shownTable === table && document.querySelector(".waiting")) drawWaiting(app, table, net);
    };
    card.draw(table, known.settings);
    renew(
        old,
        h(
            "div.page.waiting",
            null,
            h("div.asked-box", null, askedPart(table, send, again)),
            there(chairs.element),
            h("div.page-end", null, startPart(app, table, isHost, send, net)),
            h(
                "div.side",
                null,
                table.me === null ? null : invitePart(app, table.id),
                h("section.panel.talk", null, h("h2", null, t("chat")), talkPart(app)),
            ),
            rulesPart(app, table, isHost, send, there(box)),
            fairPart(net.proof.key ?? ""),
            leavePart(app, table, net, send),
        ),
    );
    chairs.draw({ app, table, isHost, send });
    readTalk(app);
    if (focused)
        /** @type {HTMLElement | null} */ (
            byId("screen").querySelector(`[data-focus="${focused}"]`)
        )?.focus();
}

/** What was said stands at its end, and is read when it is in sight. @param {App} app */
function readTalk(app) {
    talkSeen ??= new IntersectionObserver((seen) => {
        if (!seen.some((one) => one.isIntersecting) || !app.unread) return;
        app.unread = 0;
        app.top();
    });
    const talk = document.querySelector(".waiting .chat");
    if (!talk) return;
    talkSeen.observe(talk);
    talk.scrollTop = talk.scrollHeight;
}

/** @param {App} app @param {Table} table @param {import("./net.js").Net} net @param {(command: any) => void} send */
const leavePart = (app, table, net, send) =>
    h(
        "button.quiet",
        {
            type: "button",
            "data-focus": "leave",
            onclick: () => {
                send({ t: "leave" });
                putAside(table.id, net.token);
                void app.navigate("", true);
            },
        },
        t("leave"),
    );

/** Why nobody can choose the cards, for who wants to know. @param {string} key */
const fairPart = (key) =>
    h(
        "details.fair",
        null,
        h("summary", { "data-focus": "fair" }, t("fairHow")),
        h("p.quiet-text", null, t("fairLine")),
        h("p.quiet-text.server-key", { hidden: !key }, t("serverKey", { key: key.slice(0, 16) })),
    );

/** All of the rules, and where they are changed. @param {App} app @param {Table} table @param {boolean} isHost
 * @param {(command: any) => void} send @param {HTMLElement} box */
const rulesPart = (app, table, isHost, send, box) =>
    h(
        "section.panel.rules-whole",
        null,
        h("h2", null, t("rulesHere")),
        h("p.rules-line", null, rulesLine(table.settings)),
        h("div", null, wholeRules(table.settings)),
        tellPart(app, table),
        groupPart(table, isHost, send),
        table.me === null ? null : box,
    );

/** The form stays as it is while people come and go, and while it says what the table plays.
 * @param {App} app @param {Table} table @param {boolean} isHost */
function boxOf(app, table, isHost) {
    const box = changeBox?.table === table && changeBox.isHost === isHost ? changeBox : null;
    if (box && (box.rules === table.rules || box.waits > 0 || isSame(table, readSettings(box.form)))) {
        if (!box.waits) box.rules = table.rules;
        return box.element;
    }
    const form = changeForm(app, table, isHost);
    const isOpen = box?.element instanceof HTMLDetailsElement && box.element.open;
    changeBox = {
        table,
        rules: table.rules,
        isHost,
        form,
        waits: 0,
        element: h(
            "details",
            { open: isOpen },
            h("summary", { "data-focus": "rules" }, t(isHost ? "changeRules" : "proposeRules")),
            form,
        ),
    };
    return changeBox.element;
}

/** @param {Table} table @param {any} settings */
const isSame = (table, settings) => codeOf({ ...table.settings, ...settings }) === codeOf(table.settings);

/** Other rules that somebody has asked for: what would change, and whether one wants that.
 * @param {Table} table @param {(command: any) => void} send @param {() => void} again an edition has come that
 *   was not here */
function askedPart(table, send, again) {
    const { asking, me, seats } = table;
    if (asking?.what !== "rules") return null;
    const read = readCode(asking.setup ?? "");
    if ("lacks" in read && read.lacks) void fetchEdition(read.lacks).then((isHere) => isHere && again());
    const canVote = me !== null && !asking.yes.includes(me) && !asking.no.includes(me);
    const vote = (/** @type {boolean} */ yes) =>
        h(
            yes ? "button.main" : "button",
            { type: "button", "data-focus": `vote-${yes}`, onclick: () => send({ t: "vote", yes }) },
            t(yes ? "yes" : "no"),
        );
    return h(
        "section.panel.asked",
        { role: "status" },
        h("h2", null, t("asksRules", { who: seats[asking.by]?.name ?? "" })),
        "wrong" in read
            ? h("p", null, read.wrong)
            : changesPart(table.settings, { ...table.settings, ...unsaid(), ...read.settings }),
        canVote
            ? h("div.row", null, vote(true), vote(false))
            : h("p.quiet-text", null, t("votesSoFar", { yes: asking.yes.length, no: asking.no.length })),
    );
}

/** What these very people have played by the last time, where it is something else.
 * @param {Table} table @param {boolean} isHost @param {(command: any) => void} send */
function groupPart(table, isHost, send) {
    const names = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name ?? "");
    const last = isHost ? codeOfGroup(names) : undefined;
    if (!last || last === codeOf(table.settings)) return null;
    const read = readCode(last);
    if ("wrong" in read) return null;
    return h(
        "button",
        {
            type: "button",
            "data-focus": "group",
            onclick: () =>
                send({ t: "set", settings: { ...unsaid(), ...read.settings }, ...withText(read.settings) }),
        },
        t("lastTime", { rules: rulesLine(read.settings) }),
    );
}

/** What is missing, and the button that goes on. @param {App} app @param {Table} table @param {boolean} isHost
 * @param {(command: any) => void} send @param {import("./net.js").Net} net */
function startPart(app, table, isHost, send, net) {
    const mine = table.me === null ? null : table.seats[table.me];
    if (mine && !mine.agreed) return readyPart(table, send, net);
    return isHost ? dealPart(table, send) : guestPart(app, table, mine);
}

/** Something is new, or another game is due. @param {Table} table @param {(command: any) => void} send
 * @param {import("./net.js").Net} net */
function readyPart(table, send, net) {
    const isOver = table.stage === "over";
    const changed = isOver || !known ? null : changesPart(known.settings, table.settings);
    // Somebody has sat down after a game: nothing is new but the company.
    const isAgain = isOver || (!changed && table.game > 0);
    return [
        isAgain ? null : h("div", { role: "status" }, h("p", null, t("rulesChanged")), changed),
        h(
            "button.main.wide",
            {
                type: "button",
                "data-focus": "agree",
                onclick: () => send({ t: isOver ? "again" : "agree", rules: table.rules, ...net.seal() }),
            },
            t(isAgain ? "again" : "iAmReady"),
        ),
    ];
}

/** For whom all wait. @param {App} app @param {Table} table @param {import("./table.js").Seat | null} mine */
function guestPart(app, table, mine) {
    const slow = missing(table);
    const host = table.seats[table.host]?.name ?? "";
    return [
        mine
            ? h("h1", null, t("youAreIn", { who: host }))
            : table.hasRoom()
              ? h(
                    "button.main.wide",
                    { type: "button", "data-focus": "sit", onclick: () => app.rematch() },
                    t("join"),
                )
              : null,
        h(
            "p.quiet-text",
            { role: "status" },
            slow.length
                ? t("needAgree", { n: slow.length, who: slow.join(", ") })
                : t("waitHost", { who: host }),
        ),
    ];
}

/** The host deals. @param {Table} table @param {(command: any) => void} send */
function dealPart(table, send) {
    const slow = missing(table);
    const taken = takenSeats(table).length;
    const min = editionOf(table.settings.edition).seatsMin;
    // Asked for at the press: the button outlives comings and goings.
    const free = () =>
        table.seats.map((seat, index) => (seat.kind === "free" ? index : -1)).filter((index) => index >= 0);
    return [
        h(
            "button.main.wide",
            {
                type: "button",
                "data-focus": "start",
                disabled: slow.length > 0 || taken < min,
                onclick: () => send({ t: "start" }),
            },
            t("start"),
        ),
        taken < min
            ? h("p.quiet-text", { role: "status" }, t("needPeople"))
            : slow.length
              ? h(
                    "p.quiet-text",
                    { role: "status" },
                    t("needAgree", { n: slow.length, who: slow.join(", ") }),
                )
              : null,
        free().length && taken < 4
            ? h(
                  "button",
                  {
                      type: "button",
                      "data-focus": "fill",
                      onclick: () =>
                          free()
                              .slice(0, 4 - takenSeats(table).length)
                              .forEach((index) => send({ t: "bot", seat: index, level: "casual" })),
                  },
                  t("fillBots"),
              )
            : null,
    ];
}

/** Whoever sits down later can be named as the dealer, too; the form stays as it is otherwise.
 * @param {HTMLElement} box @param {Table} table */
function offerDealers(box, table) {
    const list = box.querySelector("select[name=dealer]");
    if (!(list instanceof HTMLSelectElement)) return;
    const names = table.seats.map((seat) => nameWord(seat.name ?? "")).filter(Boolean);
    const offered = [...list.options];
    for (const option of offered)
        if (option.value && !option.selected && !names.includes(option.value)) option.remove();
    for (const name of names)
        if (!offered.some((option) => option.value === name))
            list.append(h("option", { value: name }, shownName(name)));
}

/** What the host touches is the table's at once; the others put theirs to the vote. @param {App} app
 * @param {Table} table @param {boolean} isHost */
function changeForm(app, table, isHost) {
    const choice = choiceOf(table.settings);
    const refused = (/** @type {any} */ no) => app.notify(told(no));
    const set = async () => {
        const box = changeBox;
        const settings = readSettings(form);
        if (box?.form !== form || isSame(table, settings)) return;
        keep({ table: settings });
        box.waits++;
        await table.send({ t: "set", settings, ...withText(settings) }).catch((no) => {
            refused(no);
            // The form says again what the table plays.
            box.rules = -1;
        });
        box.waits--;
        drawn = "";
        app.refresh();
        if (box.rules < 0) form.replaceWith((box.form = changeForm(app, table, isHost)));
    };
    const form = h(
        "form.panel",
        {
            onchange: () => isHost && void set(),
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                if (isHost) return void set();
                const settings = readSettings(form);
                table
                    .send({ t: "ask", what: "rules", setup: codeOf(settings), ...withText(settings) })
                    .catch(refused);
            },
        },
        settingsPart(app, choice, () => isHost && void set()),
        isHost ? h("p.quiet-text", null, t("atOnce")) : h("button", { type: "submit" }, t("proposeRules")),
    );
    return form;
}
