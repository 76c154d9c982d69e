// friends.js - tables with other people: opening one with a press, finding one, sitting down by a link.

import { settingsOf } from "./alone.js";
import { voteLine } from "./asking.js";
import { codeOf, keepGroup } from "./code.js";
import { editionOf, isKnown, isOwn } from "./core.js";
import { differencesPart } from "./differs.js";
import { byId, h, refill } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { agreementPart, houseTitle } from "./house.js";
import { Net, newToken } from "./net.js";
import { fetchEdition, listOffered, withText } from "./own.js";
import { isMuted, keep, prefs } from "./prefs.js";
import { download } from "./replay.js";
import { addressIs, openDrawer } from "./screens.js";
import { choiceOf, readSettings, settingsPart } from "./settings.js";
import { freeName, goodName, setup, tidyName } from "./setup.js";
import { linkOf } from "./share.js";
import { shownName, Table } from "./table.js";
import { drawWaiting, UNSAID } from "./waiting.js";
import { both, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const LOBBY_MS = 5000;
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
    createNow(app, { ...UNSAID, ...chosen, ...(choice.teams ? { seats } : {}) });
}

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

/**
 * A link was opened: back to the own seat, or a look at the table first.
 * @param {App} app
 * @param {string} id
 */
export function openLink(app, id) {
    const held = prefs.seats?.[id];
    if (app.table?.id === id) return;
    if (held) return enter(app, { t: "resume", table: id, token: held.token, last: 0 });
    /** @type {any} undefined: not known yet, null: there is no such table */
    let summary;
    app.go({ redraw: () => drawJoin(app, id, summary), title: () => t("friends") });
    void fetch(`/api/tables/${id}`)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null)
        .then((found) => {
            summary = found;
            if (found && isOwn(found.settings.edition))
                void fetchEdition(found.settings.edition).then(() => {
                    if (document.querySelector(".join")) drawJoin(app, id, summary);
                });
            if (document.querySelector(".join")) drawJoin(app, id, summary);
        });
}

/** Takes a seat at a table that was watched. @param {App} app @param {string} id */
export const sitDown = (app, id) =>
    enter(app, { t: "join", table: id, name: setup().name, token: newToken() });

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
    const faces = facesFor(people.map((seat) => shownName(seat.name ?? "")));
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

/** @param {App} app @param {string} id @param {any} summary */
function drawJoin(app, id, summary) {
    const taken = (summary?.seats ?? []).map((/** @type {any} */ seat) => seat.name ?? "");
    const isOn = summary && !["waiting", "over"].includes(summary.stage);
    const hasBot = (summary?.seats ?? []).some((/** @type {any} */ seat) => seat.kind === "bot");
    const isFull = summary && !hasBot && (isOn || !summary.free);
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
                enter(app, { t: "join", table: id, name: chosen, token: newToken() }, 0, shown);
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
                    isOn ? h("p.quiet-text", { role: "status" }, t("joinLate")) : null,
                    app.nameField(freeName(setup().name, taken)),
                    watch,
                ],
        h("p.wrong", { role: "alert" }),
        h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
    );
    refill(byId("screen"), h("div.page", null, form));
}

/** Tells whoever came late, and again when they play. @param {App} app @param {Table} table */
function lateTeller(app, table) {
    let wasLate = false;
    return () => {
        const isLate = table.me !== null && table.seats[table.me]?.late === true;
        if (isLate !== wasLate) app.notify(t(isLate ? "late" : "lateOver"));
        wasLate = isLate;
    };
}

/** In the waiting room: the chat's drawer, and a mark for what nobody has looked at. @param {App} app @param {Table} table */
function hearer(app, table) {
    return (/** @type {any} */ message) => {
        if (!["table", "seats", "said", "voted"].includes(message.t)) return;
        app.refresh();
        if (message.t !== "said" || message.seat === table.me) return;
        const list = document.querySelector(".waiting .chat")?.getBoundingClientRect();
        const isSeen = list && list.top >= 0 && list.bottom < innerHeight;
        if (isSeen || openDrawer() === "chat" || isMuted(table.seats[message.seat]?.name ?? "")) return;
        app.unread++;
        app.top();
    };
}

/** Tells who has left for good, and who is back. @param {App} app @param {Table} table */
function goneTeller(app, table) {
    /** @type {Map<string | null, import("./table.js").Seat>} */
    let before = new Map();
    let host = table.me;
    return () => {
        const others = table.seats.filter((seat, index) => seat.kind === "person" && index !== table.me);
        const people = new Map(others.map((seat) => [seat.name, seat]));
        const isOn = ["playing", "between"].includes(table.stage);
        for (const [who, was] of before) {
            const is = people.get(who);
            // Who only lost the connection is away later, when the clock has run out twice.
            const isGone = is
                ? is.away && !is.here && was.here && !was.away
                : table.stage === "waiting" && people.size < before.size;
            const isHost = table.me !== null && host !== table.host && table.host === table.me;
            if (isGone)
                app.notify(
                    `${t(isOn ? "hasLeftGame" : "hasLeft", { who: who ?? "" })} ${isHost ? t("youHost") : ""}`,
                );
            else if (is?.here && was.away && !is.away) app.notify(t("isBack", { who: who ?? "" }));
        }
        before = people;
        host = table.host;
    };
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

/** Agrees for whoever has just sat down. @param {Table} table @param {Net} net @param {any} first @param {string} seen */
function agreer(table, net, first, seen) {
    let agreed = first.t === "create" || first.t === "join" ? 0 : -1;
    return () => {
        const mine = table.me === null ? null : table.seats[table.me];
        // Sitting down is agreeing to what was shown; the host agrees to the own changes.
        const isShown = !seen || seen === JSON.stringify(table.settings);
        const isDue = (agreed === 0 && isShown) || (table.me === table.host && agreed !== table.rules);
        if (!mine || mine.agreed || table.stage !== "waiting" || !isDue) return;
        agreed = table.rules;
        table.send({ t: "agree", rules: table.rules, ...net.seal() }).catch(() => {});
    };
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
    const net = new Net(table, first, (state, message) => {
        document.body.classList.toggle("lost", state === "lost");
        if (state === "open") {
            addressIs(
                `${document.body.classList.contains("tv") ? "#tv=" : "#"}${table.id}`,
                first.t === "create",
            );
            if (first.t === "create") void app.copy(linkOf(table.id));
        }
        if (state === "lost" && shown) app.notify(t("reconnecting"));
        if (state === "closed") closed(message);
    });
    const closed = (/** @type {any} */ message) => {
        const name = first.t === "join" && message.code === "name-taken" && message.args?.name;
        if (name && tries < NAMES_TRIED) {
            app.notify(t("nameHere", { name: shownName(name) }));
            return enter(app, { ...first, name }, tries + 1, seen);
        }
        app.notify(message.text ? told(message) : t("lost"));
        app.table = app.source = null;
        if (first.t !== "create" && !shown) {
            addressIs(`#${first.table}`);
            openAgain(app, first.table);
        } else void app.navigate(shown ? "" : "#/friends", true);
    };
    app.go({ redraw: () => refill(byId("screen"), h("p.loading", null, t("loading"))), table });
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
    const tellLate = lateTeller(app, table);
    const tellGone = goneTeller(app, table);
    const look = () => {
        // While seeds are shown people stay where they are: at the end of a game, too.
        wantsRules &&= table.stage === "over";
        const isWaiting =
            table.stage === "waiting" || wantsRules || (table.stage === "revealing" && shown !== "board");
        const wanted = isWaiting ? "waiting" : "board";
        if (table.stage === "connecting") return;
        agreeOnce();
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
    table.listen((message) => {
        if (["table", "seats"].includes(message.t)) look(), tellLate(), tellGone();
        if (shown !== "waiting") return;
        hears(message);
        if (message.t === "voted") app.notify(voteLine(table, message));
        if (message.t === "said") drawWaiting(app, table, net);
    });
}

/** Who plays here, and by which rules: offered when the same people sit down again. @param {Table} table */
function noteGroup(table) {
    const people = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name ?? "");
    if (table.me !== null && table.stage !== "waiting") keepGroup(people, codeOf(table.settings));
}

/** After a refusal: the table as it is now. @param {App} app @param {string} id */
function openAgain(app, id) {
    const { [id]: _, ...rest } = prefs.seats ?? {};
    keep({ seats: rest });
    openLink(app, id);
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
