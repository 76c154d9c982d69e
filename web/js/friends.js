// friends.js - tables with other people: opening one with a press, finding one, sitting down by a link.

import { settingsOf } from "./alone.js";
import { voteLine } from "./asking.js";
import {
    agreer,
    settle,
    goneTeller,
    hearer,
    lateTeller,
    noteGroup,
    removedTeller,
    starter,
} from "./company.js";
import { editionAt, editionOf, isKnown, isOwn } from "./core.js";
import { agreementPart, differencesPart } from "./differs.js";
import { byId, h, refill } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { houseTitle } from "./house.js";
import { heldSeat, newToken, tokenFor } from "./held.js";
import { Net } from "./net.js";
import { fetchEdition, listOffered, withText } from "./own.js";
import { keep, prefs } from "./prefs.js";
import { download } from "./replay.js";
import { addressIs, tellTrouble } from "./screens.js";
import { choiceOf, readSettings, settingsPart, unsaid } from "./settings.js";
import { bytesOf, goodName, setup, tidyName } from "./setup.js";
import { linkOf } from "./share.js";
import { shownName, Table } from "./table.js";
import { drawWaiting } from "./waiting.js";
import { rulesLine } from "./line.js";
import { both, t, told } from "./words.js";

/** A name like this one that nobody at the table has. @param {string} name @param {string[]} taken */
function freeName(name, taken) {
    const has = (/** @type {string} */ one) =>
        taken.some((other) => other.toLowerCase() === one.toLowerCase());
    let free = name;
    for (let number = 2; has(free); number++) {
        let stem = name;
        while (bytesOf(`${stem}${number}`) > 24) stem = [...stem].slice(0, -1).join("");
        free = `${stem}${number}`;
    }
    return free;
}

/** @typedef {typeof import("./screens.js").app} App */

const LOBBY_MS = 5000;
const LOOK_UP_MS = 5000;
const SEATS_USUAL = 6;
const NAMES_TRIED = 6;

/** The rules of the last table, or of the last game alone. */
function lastSettings() {
    const last = setup();
    return (
        prefs.table ?? {
            ...settingsOf(last),
            dealer: null,
            seats: Math.min(SEATS_USUAL, editionOf(last.edition).seatsMax),
            clock: { move: 60 },
            public: false,
            hints: false,
        }
    );
}

/** One press: a table, and its link in the clipboard. @param {App} app @param {any} [chosen] settings that are not
 *   as at the last table */
export function createNow(app, chosen = {}) {
    const last = { ...lastSettings(), ...chosen };
    const settings = { ...last, seats: Math.min(last.seats, editionOf(last.edition).seatsMax) };
    enter(app, { t: "create", name: setup().name, token: newToken(), settings, ...withText(settings) });
}

/** The same with what was set up for a game alone; what that does not name is as usual, or as at the last table.
 * @param {App} app @param {import("./alone.js").Setup} choice */
export function createWith(app, choice) {
    const { seats, ...chosen } = settingsOf(choice);
    createNow(app, { ...unsaid(), ...chosen, ...(choice.teams ? { seats } : {}) });
}

/** What everybody plays who does not mind with whom: so they find each other. */
const MATCH = {
    edition: "classic",
    scoring: "points",
    target: 200,
    seats: 4,
    clock: { move: 30 },
    bots: "casual",
};

/** One press: a seat beside whoever is there. @param {App} app */
export const matchNow = (app) =>
    enter(app, { t: "match", name: setup().name, token: newToken(), settings: MATCH });

/** Open tables, and a form for who wants to choose first. @param {App} app */
export function showFriends(app) {
    const last = lastSettings();
    const choice = { name: setup().name, ...choiceOf(last) };
    const list = h("section.panel");
    const state = h("p.panel", { role: "status", hidden: true });
    /** @type {any[] | null | undefined} */
    let tables;
    // Only the list changes: whoever is filling in the form is left alone.
    const drawList = () => {
        state.hidden = tables !== null;
        refill(state, t("noServer"));
        refill(
            list,
            h("h2", null, t("publicTables")),
            tables?.length
                ? h("ul.menu-list", null, tables.map(lobbyLine))
                : h("p.quiet-text", null, tables === undefined ? t("loading") : t("noTables")),
        );
        /** @type {HTMLButtonElement | null} */ (
            document.querySelector(".friends button[type=submit]")
        )?.toggleAttribute("disabled", tables === null);
    };
    const load = async () => {
        tables = await fetch("/api/tables", { headers: { accept: "application/json" } })
            .then((answer) => (answer.ok ? answer.json() : null))
            .then(
                (found) => found?.tables ?? null,
                () => null,
            );
        for (const { settings } of tables ?? [])
            if (isOwn(settings.edition)) await fetchEdition(settings.edition);
        drawList();
    };
    const timer = setInterval(() => void load(), LOBBY_MS);
    // What the host offers is in the list as soon as it is here, unless somebody is choosing already.
    void listOffered().then((isNew) => {
        const form = document.querySelector(".friends form");
        if (isNew && form && !form.contains(document.activeElement)) {
            drawFriends(app, choice, state, list);
            drawList();
        }
    });
    app.go({
        redraw() {
            drawFriends(app, choice, state, list);
            drawList();
        },
        title: () => t("friends"),
        close: () => clearInterval(timer),
    });
    void load();
}

/** @param {App} app @param {any} choice @param {HTMLElement} state @param {HTMLElement} list */
function drawFriends(app, choice, state, list) {
    const form = h(
        "form.panel",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const name = readName(form);
                if (name === null) return;
                const settings = readSettings(form);
                keep({ table: settings });
                enter(app, { t: "create", name, token: newToken(), settings, ...withText(settings) });
            },
        },
        h("h2", null, t("newTable"), h("small", null, t("friendsLine"))),
        app.nameField(choice.name),
        settingsPart(app, choice),
        h("p.wrong", { role: "alert" }),
        h("button.main.wide", { type: "submit" }, t("openTable")),
    );
    refill(
        byId("screen"),
        h(
            "div.page.friends",
            null,
            state,
            h(
                "section.panel.match",
                null,
                h(
                    "button.main.wide",
                    { type: "button", "data-do": "match", onclick: () => matchNow(app) },
                    t("match"),
                ),
                h("p.quiet-text", null, t("matchLine", { rules: rulesLine(MATCH) })),
            ),
            list,
            form,
            h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
        ),
    );
}

/** A table of the lobby. @param {any} one */
function lobbyLine(one) {
    const taken = one.seats.filter((/** @type {any} */ seat) => seat.kind !== "free");
    return h(
        "li",
        null,
        h(
            "a.door",
            { href: `#${one.id}` },
            h("b", null, one.settings.name || shownName(taken[0]?.name ?? "") || one.id),
            h(
                "span",
                null,
                [
                    both(editionOf(one.settings.edition).title),
                    t("seatsTaken", { n: taken.length, of: one.seats.length }),
                    ...one.settings.house.map(houseTitle),
                ].join(" · "),
            ),
        ),
    );
}

/** The name in a form, or null after saying what is wrong with it. @param {HTMLElement} form */
function readName(form) {
    const name = tidyName(new FormData(/** @type {HTMLFormElement} */ (form)).get("name"));
    const wrong = form.querySelector(".wrong");
    if (wrong) wrong.textContent = goodName(name) ? "" : t("badName");
    if (!goodName(name)) return null;
    keep({ name });
    return name;
}

/** A table as the server has it: null if it says that there is none, "gone" if nobody answers.
 * @param {string} id @returns {Promise<any>} */
const lookUp = (id) =>
    fetch(`/api/tables/${id}`, { signal: AbortSignal.timeout(LOOK_UP_MS) }).then(
        (answer) => (answer.ok ? answer.json() : answer.status === 404 ? null : "gone"),
        () => "gone",
    );

/**
 * A link was opened: back to the own seat, or a look at the table first.
 * @param {App} app
 * @param {string} id
 * @param {boolean} [isRefused] the own seat was refused just now
 */
export function openLink(app, id, isRefused = false) {
    const held = isRefused ? undefined : heldSeat(id);
    if (app.table?.id === id) return;
    if (held) return enter(app, { t: "resume", table: id, token: held.token, last: 0 });
    /** @type {any} undefined: not known yet, null: there is no such table */
    let summary;
    const look = async () => {
        const found = await lookUp(id);
        if (!document.querySelector(".join")) return;
        drawJoin(app, id, (summary = found), again);
        if (found && found !== "gone" && isOwn(found.settings.edition)) {
            await fetchEdition(found.settings.edition);
            if (document.querySelector(".join")) drawJoin(app, id, summary, again);
        }
    };
    const again = () => {
        drawJoin(app, id, (summary = undefined), again);
        void look();
    };
    app.go({ redraw: () => drawJoin(app, id, summary, again), title: () => t("friends") });
    void look();
}

/**
 * A link with a seat of its own. It is tried, and kept if the server welcomes it; where this browser has another seat
 * of that table, its owner is asked.
 * @param {App} app @param {string} id @param {string} token
 */
export async function openSeat(app, id, token) {
    const held = heldSeat(id);
    if (app.table?.id === id && app.source?.token === token) return;
    if (held && !held.gone && held.token !== token) {
        const isSure = await app.askFirst(t("seatOther"), t("seatTake"), t("seatKeep"), t("seatOtherLine"));
        if (!isSure) return openLink(app, id);
    }
    enter(app, { t: "resume", table: id, token, last: 0 });
}

/** Takes a seat at a table that was watched. @param {App} app @param {string} id */
export const sitDown = (app, id) =>
    enter(app, { t: "join", table: id, name: setup().name, token: tokenFor(id) });

/** A screen that all look at: large, without hands and chat. @param {App} app @param {string} id */
export function openScreen(app, id) {
    document.body.classList.add("tv");
    // Back, or another address, is the way out of it.
    addEventListener("popstate", () => document.body.classList.remove("tv"), { once: true });
    enter(app, { t: "watch", table: id });
}

/** Nothing to sit down at: what else there is. @param {App} app @param {string} why @param {boolean} [isMain] there is
 * nothing better here */
const elsewhere = (app, why, isMain = true) => [
    why ? h("p", { role: "status" }, why) : null,
    h(
        isMain ? "button.main.wide" : "button",
        { type: "button", onclick: () => createNow(app) },
        t("newTable"),
    ),
    h("button", { type: "button", onclick: () => void app.navigate("#/friends") }, t("publicTables")),
];

/** Who sits at a table, with their faces. @param {any[]} seats */
function sitting(seats) {
    const people = seats.filter((seat) => seat.kind !== "free");
    const faces = facesFor(people.map((seat) => ({ ...seat, name: shownName(seat.name ?? "") })));
    return h(
        "ul.sitting",
        null,
        people.map((seat, index) =>
            h(
                "li",
                null,
                h("span.figure", { "aria-hidden": "true" }, facePicture(faces[index])),
                h("span", null, shownName(seat.name ?? "")),
            ),
        ),
    );
}

/** What is played, and what of it is not as the sheet has it. @param {any} settings */
const rulesPart = (settings) => [
    h("p.rules-line", null, both(editionOf(settings.edition).title)),
    isOwn(settings.edition) && isKnown(settings.edition) ? differencesPart(settings.edition) : null,
    agreementPart(settings),
];

/** Nobody answers: tried again by itself, or by a press; alone one can always play. @param {App} app @param {() => void} again */
const noAnswerPart = (app, again) => [
    h("p", { role: "alert" }, t("noAnswer")),
    h("button.main.wide", { type: "button", "data-do": "again", onclick: again }, t("tryAgain")),
    h(
        "button",
        {
            type: "button",
            "data-do": "alone",
            onclick: () => void import("./playing.js").then(({ playAlone }) => playAlone(setup())),
        },
        t("playAlone"),
    ),
    h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
];

/** Whether a free seat can be had with the next deal (RULE O29). @param {any} summary */
const mayCome = ({ seats, settings }) =>
    seats.length < settings.seats &&
    !settings.teams &&
    settings.late !== "wait" &&
    editionAt(settings).scoring !== "quick";

/** @param {App} app @param {string} id @param {any} summary @param {() => void} again */
function drawJoin(app, id, summary, again) {
    if (summary === "gone")
        return refill(
            byId("screen"),
            h(
                "div.page",
                null,
                h("section.panel.join", null, h("h1", null, t("joinTable")), noAnswerPart(app, again)),
            ),
        );
    const taken = (summary?.seats ?? []).map((/** @type {any} */ seat) => seat.name ?? "");
    const isOn = summary && !["waiting", "over"].includes(summary.stage);
    const hasBot = (summary?.seats ?? []).some((/** @type {any} */ seat) => seat.kind === "bot");
    const canCome = isOn && summary && mayCome(summary);
    const isFull = summary && !hasBot && !canCome && (isOn || !summary.free);
    // The start closes free seats: they are there again with the next game.
    const hasNext = summary?.seats.length < summary?.settings.seats;
    // Where nobody can sit down, watching is the nearest thing to it.
    const watch = h(
        isFull ? "button.main.wide" : "button",
        { type: "button", "data-do": "watch", onclick: () => enter(app, { t: "watch", table: id }) },
        t(isFull && isOn && hasNext ? "watchUntil" : "watch"),
    );
    const form = h(
        "form.panel.join",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const chosen = readName(form);
                if (chosen === null) return;
                const shown = JSON.stringify(summary.settings);
                enter(app, { t: "join", table: id, name: chosen, token: tokenFor(id) }, 0, shown);
            },
        },
        h("h1", null, t("joinTable")),
        summary ? [sitting(summary.seats), ...rulesPart(summary.settings)] : null,
        summary === null
            ? elsewhere(app, t("tableUnknown"))
            : isFull
              ? [
                    h(
                        "p",
                        { role: "status" },
                        t(isOn ? (hasNext ? "tablePlaysNext" : "tablePlays") : "tableFull"),
                    ),
                    watch,
                    ...elsewhere(app, "", false),
                ]
              : [
                    h("button.main.wide", { type: "submit" }, t("join")),
                    isOn ? h("p.quiet-text", { role: "status" }, t(hasBot ? "joinLate" : "joinNext")) : null,
                    app.nameField(freeName(setup().name, taken)),
                    watch,
                ],
        h("p.wrong", { role: "alert" }),
        h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
    );
    refill(byId("screen"), h("div.page", null, form));
}

/** @param {App} app @param {Table} table @param {Net} net */
const wantMore = (app, table, net) => {
    const how = table.isNext ? "agree" : "again";
    table.goOn();
    return void table.send({ t: how, rules: table.rules, ...net.seal() }).then(
        () => how === "again" && app.notify(t("do.waitAll")),
        (no) => app.notify(told(no)),
    );
};

const drawLoading = () => refill(byId("screen"), h("p.loading", null, t("loading")));

/** The first word never came: said at once. Later a broken line is mended in a moment, or it is told why nothing happens.
 * @param {App} app @param {Net} net @param {() => boolean} isShown the table */
const misser = (app, net, isShown) => (/** @type {"late" | "lost"} */ state) => {
    if (isShown()) return state === "late" ? tellTrouble(t("noAnswerYet")) : app.notify(t("reconnecting"));
    const again = () => {
        drawLoading();
        net.retry(0);
    };
    refill(byId("screen"), h("div.page", null, h("section.panel.no-answer", null, noAnswerPart(app, again))));
};

/** Let in: the address follows. @param {App} app @param {Table} table @param {string} how */
function opened(app, table, how) {
    addressIs(`${document.body.classList.contains("tv") ? "#tv=" : "#"}${table.id}`, isUnnamed(how));
    if (how === "create") void app.copy(linkOf(table.id));
}

/** Which table it is only the welcome says. @param {string} how */
const isUnnamed = (how) => how === "create" || how === "match";

/** A seat that was given up is looked for without a word. @param {any} first */
function isGivenUp(first) {
    const held = heldSeat(first.table);
    return first.t === "resume" && held?.token === first.token && Boolean(held?.gone);
}

/** Why the line is closed; a page that is too old for the server looks for a newer one. @param {App} app @param {any} message */
function tellClosed(app, message) {
    app.notify(message.text ? told(message) : t("lost"));
    if (message.code === "bad-version") void import("./fresh.js").then(({ lookNow }) => lookNow());
}

/**
 * Goes to a table and shows whatever is going on there.
 * @param {App} app @param {any} first
 * @param {number} [tries] with other names
 * @param {string} [seen] the settings that were on the screen when somebody sat down
 */
function enter(app, first, tries = 0, seen = "") {
    const table = new Table();
    let shown = "";
    const wasGone = isGivenUp(first);
    const net = new Net(table, first, (state, message) => {
        if (["open", "lost", "well", "closed"].includes(state))
            document.body.classList.toggle("lost", state === "lost");
        if (state === "late" || state === "lost") missed(state);
        else tellTrouble("");
        if (state === "open") opened(app, table, first.t);
        if (state === "closed") closed(message);
    });
    const missed = misser(app, net, () => shown !== "");
    const closed = (/** @type {any} */ message) => {
        const name = first.t === "join" && message.code === "name-taken" && message.args?.name;
        if (name && tries < NAMES_TRIED) {
            app.notify(t("nameHere", { name: shownName(name) }));
            return enter(app, { ...first, name }, tries + 1, seen);
        }
        if (!wasGone) tellClosed(app, message);
        app.table = app.source = null;
        if (!isUnnamed(first.t) && !shown) {
            addressIs(`#${first.table}`);
            // The table as it is now; with a seat of one's own that was not the one refused, back to that.
            openLink(app, first.table, heldSeat(first.table)?.token === first.token);
        } else void app.navigate(shown ? "" : "#/friends", true);
    };
    app.go({ redraw: drawLoading, table });
    net.onWrong = (word) => app.notify(t(word));
    net.onChecked = (result) => showProof(app, result);
    app.source = net;
    app.table = table;
    app.rematch = () => {
        if (table.me === null) return sitDown(app, table.id);
        wantMore(app, table, net);
        look();
    };
    // After a game: back to where rules are changed or asked for.
    let wantsRules = false;
    app.otherRules = () => {
        wantsRules = true;
        table.goOn();
        look();
    };
    const agreeOnce = agreer(table, net, first, seen);
    const startOnce = starter(table, first);
    const tellLate = lateTeller(app, table);
    const removed = removedTeller(app);
    const tellGone = goneTeller(app, table, removed.names);
    const look = () => {
        // While seeds are shown people stay where they are: at the end of a game, too.
        wantsRules &&= table.stage === "over";
        const isWaiting =
            table.stage === "waiting" || wantsRules || (table.stage === "revealing" && shown !== "board");
        const wanted = isWaiting ? "waiting" : "board";
        if (table.stage === "connecting") return;
        agreeOnce();
        startOnce();
        if (wanted === shown) {
            if (wanted === "waiting") drawWaiting(app, table, net);
            return;
        }
        shown = wanted;
        noteGroup(table);
        if (wanted === "waiting")
            app.go({
                redraw: () => drawWaiting(app, table, net),
                title: () => t("table"),
                table,
            });
        else app.playTable(table);
    };
    const hears = hearer(app, table);
    settle(app, table);
    table.listen((message) => {
        if (["table", "seats"].includes(message.t)) look(), tellLate(), tellGone();
        if (message.t === "removed") removed.hear(message);
        if (shown !== "waiting") return;
        hears(message);
        if (message.t === "voted") app.notify(voteLine(table, message));
        if (message.t === "said") drawWaiting(app, table, net);
    });
}

/** What came of comparing the record with what was seen. @param {App} app @param {any} result */
function showProof(app, result) {
    if (result.isGood) return app.notify(t(result.isSigned ? "proof.good" : "proof.unsigned"));
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    refill(
        dialog,
        h("h2.wrong", { tabindex: -1, role: "alert" }, t("proof.wrong")),
        h(
            "ul.checks",
            null,
            result.checks
                .filter((/** @type {any} */ one) => !one.good)
                .map((/** @type {any} */ one) => h("li", { class: "bad" }, `✗ ${one.text}`)),
        ),
        h("p", null, t("proof.kept")),
        h(
            "div.row",
            null,
            h(
                "button.main",
                { type: "button", onclick: () => download(result.evidence, "penultima-evidence.mesa") },
                t("proof.download"),
            ),
            h("button", { type: "button", onclick: () => dialog.close() }, t("close")),
        ),
    );
    dialog.showModal();
}
