// app.js - the page: which screen is shown, the start screen, the bar at the top, keys and languages.
//
// Screens beyond the first game (friends, replay, lessons, drawers) are loaded when they are wanted.

import { Alone, forget, HOUSE, kept, phrases } from "./alone.js";
import { Board } from "./board.js";
import { cardPicture, drawDeck, logo } from "./cards.js";
import * as core from "./core.js";
import { byId, h, refill, svg } from "./dom.js";
import { applyLook, keep, prefs } from "./prefs.js";
import { Table } from "./table.js";
import { both, lang, onLanguage, setLanguage, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */

const KEEP_MS = 2500;

/**
 * What is on the screen.
 * @type {{redraw(): void, key?(event: KeyboardEvent): boolean, close?(): void, title?(): string}}
 */
let screen = { redraw() {} };
/** @type {string} */
let drawerName = "";

export const app = {
    /** @type {Board | null} */
    board: null,
    /** @type {Table | null} */
    table: null,
    /** @type {any} what makes records of this table */
    source: null,
    home,
    go,
    drawer,
    top,
    setup,
    houseBoxes,
    scoringField,
    nameField,
    goodName,
    playTable,
    notify,
    copy,
    copyRules,
    rematch: () => {},
};

// ---- screens ----

/** Shows another screen. @param {typeof screen} next */
function go(next) {
    screen.close?.();
    screen = next;
    closeDrawer();
    screen.redraw();
    byId("screen").scrollTop = 0;
    top();
}

/** The bar at the top. */
function top() {
    const isTable = Boolean(app.table);
    document.title = app.table?.isMyTurn() ? `● ${t("do.turn")} · Penúltima` : "Penúltima";
    const button = (
        /** @type {string} */ name,
        /** @type {string} */ label,
        /** @type {SVGElement} */ icon,
        /** @type {() => void} */ run,
    ) =>
        h(
            "button.icon",
            { type: "button", "aria-label": label, title: label, "data-do": name, onclick: run },
            icon,
        );
    refill(
        byId("top"),
        h(
            "a.brand",
            {
                href: "#",
                "aria-label": t("home"),
                onclick: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void leave();
                },
            },
            logo(),
            h("span", null, "Penúltima"),
        ),
        h("span.where", null, screen.title?.() ?? ""),
        isTable
            ? [
                  button("log", t("log"), icon("M4 6h16M4 12h16M4 18h10"), () => void drawer("log")),
                  button(
                      "people",
                      t("people"),
                      icon(
                          "M8 11a3 3 0 1 0-.01 0ZM16 11a3 3 0 1 0-.01 0ZM2 20c0-8 12-8 12 0M14 15c4-2 8 0 8 5",
                      ),
                      () => void drawer("people"),
                  ),
              ]
            : null,
        button(
            "sound",
            prefs.mute ? t("soundOff") : t("soundOn"),
            icon(
                prefs.mute
                    ? "M4 9v6h4l5 4V5L8 9ZM17 9l5 6M22 9l-5 6"
                    : "M4 9v6h4l5 4V5L8 9ZM16 9q3 3 0 6M19 6q6 6 0 12",
            ),
            () => {
                keep({ mute: !prefs.mute });
                top();
            },
        ),
        h(
            "button.icon.lang",
            {
                type: "button",
                "data-do": "lang",
                "aria-label": lang === "es" ? "English" : "Español",
                lang: lang === "es" ? "en" : "es",
                onclick: () => setLanguage(lang === "es" ? "en" : "es"),
            },
            lang === "es" ? "EN" : "ES",
        ),
        button("menu", t("menu"), icon("M12 5v.01M12 12v.01M12 19v.01"), () => void drawer("menu")),
    );
}

/** @param {string} d */
const icon = (d) =>
    svg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, svg("path", { d }));

/** Opens a drawer, or closes it if it is open. @param {string} name */
async function drawer(name) {
    if (drawerName === name) return closeDrawer();
    const { fillDrawer } = await import("./drawer.js");
    drawerName = name;
    const aside = byId("drawer");
    aside.hidden = false;
    document.body.classList.add("with-drawer");
    fillDrawer(aside, name, app, closeDrawer);
    /** @type {HTMLElement | null} */ (aside.querySelector("h2"))?.focus();
}

function closeDrawer() {
    if (!drawerName) return;
    const opener = byId("top").querySelector(`[data-do="${drawerName}"]`);
    drawerName = "";
    byId("drawer").hidden = true;
    document.body.classList.remove("with-drawer");
    if (byId("drawer").contains(document.activeElement) || document.activeElement === document.body)
        /** @type {HTMLElement | null} */ (opener)?.focus();
}

/** A drawer that is open shows what is new. */
async function refreshDrawer() {
    if (!drawerName) return;
    const { fillDrawer } = await import("./drawer.js");
    if (drawerName) fillDrawer(byId("drawer"), drawerName, app, closeDrawer);
}

/** A word to whoever looks at any screen. @param {string} text */
function notify(text) {
    const note = h("div.toast", { role: "status" }, text);
    document.body.append(note);
    setTimeout(() => note.remove(), 4000);
}

/** Puts a text where it can be pasted from; false if the browser does not let us. @param {string} text */
async function copy(text) {
    const isDone =
        (await navigator.clipboard?.writeText(text).then(
            () => true,
            () => false,
        )) ?? false;
    notify(isDone ? t("copied") : text);
    return isDone;
}

/** From the table to the start; the game waits there. */
async function leave() {
    if (app.table && app.source?.isRemote && app.table.stage === "playing" && !confirm(t("leaveSure")))
        return;
    home();
}

/** Shows a table and plays at it, wherever it is. @param {Table} table */
function playTable(table) {
    if (app.table !== table) app.table?.close();
    app.table = table;
    const root = h("div.table");
    const board = new Board(root, table, { end: endButtons });
    app.board = board;
    table.listen((message) => {
        if (["table", "seats", "update", "said"].includes(message.t)) void refreshDrawer();
        if (message.t === "said" && drawerName !== "chat" && message.seat !== table.me)
            notify(`${table.seats[message.seat]?.name ?? ""}: ${saying(message)}`);
        if (message.t !== "said") top();
    });
    go({
        redraw() {
            if (!root.isConnected) refill(byId("screen"), root);
            board.draw();
        },
        key: (event) => board.key(event),
        title: () =>
            table.now
                ? `${both(board.edition.title)} · ${t("round", { n: table.now.round })}`
                : both(board.edition.title),
        close() {
            board.destroy();
            app.board = null;
        },
    });
}

/** @param {any} said */
const saying = (said) => said.text ?? both(phrases()[said.phrase] ?? { es: "", en: "" });

/** What can be done when a game is over. */
function endButtons() {
    return [
        app.table?.me === null
            ? null
            : h("button.main", { type: "button", onclick: () => app.rematch() }, t("again")),
        h("button", { type: "button", onclick: () => void openReplay() }, t("watchReplay")),
        h("button.quiet", { type: "button", onclick: () => home() }, t("home")),
    ].filter((one) => one !== null);
}

async function openReplay() {
    const text = await app.source?.record();
    if (!text) return notify(t("cannotRead"));
    const { showReplay } = await import("./replay.js");
    showReplay(app, text, app.source?.isRemote && app.table ? `${app.table.id}/${app.table.game}` : null);
}

// ---- the start ----

/** What was chosen last. @returns {Setup} */
function setup() {
    const usual = {
        edition: "classic",
        house: [],
        scoring: "default",
        target: 0,
        name: prefs.name || t("defaultName"),
        bots: ["casual", "casual", "casual"],
    };
    const last = { ...usual, ...(prefs.setup ?? {}) };
    return core.editions.some((one) => one.id === last.edition) ? last : usual;
}

/** @param {string} name */
function goodName(name) {
    return (
        /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) &&
        new TextEncoder().encode(name).length <= 24 &&
        !["nobody", "all", "open", "void", "none", "deal", "expect", "hand"].includes(name)
    );
}

/** @param {string} value */
function nameField(value) {
    return h(
        "label.field",
        null,
        h("span", null, t("yourName")),
        h("input", {
            name: "name",
            value,
            maxlength: 24,
            autocomplete: "nickname",
            spellcheck: "false",
            "aria-describedby": "name-help",
        }),
        h("small", { id: "name-help" }, t("nameHelp")),
    );
}

/** @param {string} chosen */
function scoringField(chosen) {
    return h(
        "label.field",
        null,
        h("span", null, t("scoring")),
        h(
            "select",
            { name: "scoring" },
            ["default", "points", "lowest", "quick"].map((id) =>
                h("option", { value: id, selected: id === chosen }, t(`scoring.${id}`)),
            ),
        ),
    );
}

/**
 * The house rules, usual mixtures of them, and where they get in each other's way.
 * @param {string[]} chosen
 * @param {core.Edition} edition
 */
function houseBoxes(chosen, edition) {
    const boxes = HOUSE.map(
        (id) =>
            /** @type {HTMLInputElement} */ (
                h("input", { type: "checkbox", name: "house", value: id, checked: chosen.includes(id) })
            ),
    );
    const pick = (/** @type {string[]} */ wanted) =>
        boxes.forEach((box) => {
            box.checked = wanted.includes(box.value);
        });
    /** @type {[string, string[]][]} */
    const presets = [
        ["preset.none", []],
        ["preset.lively", ["progressive", "jump-in"]],
        ["preset.wild", HOUSE],
    ];
    return h(
        "fieldset.house",
        null,
        h("legend", null, t("houseRules")),
        h(
            "div.row.presets",
            null,
            presets.map(([key, wanted]) =>
                h("button", { type: "button", onclick: () => pick(wanted) }, t(key)),
            ),
        ),
        boxes.map((box) => h("label.check", null, box, h("span", null, t(`house.${box.value}`)))),
        edition.faces.some((face) => face.answers) ? h("small", null, t("houseOverrides")) : null,
    );
}

/** Starts a game against bots. @param {Setup} wanted */
function playAlone(wanted) {
    const table = new Table();
    const source = new Alone(table);
    app.source = source;
    app.rematch = () => playAlone(wanted);
    playTable(table);
    source.begin(wanted);
}

function goOnAlone() {
    const table = new Table();
    const source = new Alone(table);
    app.source = source;
    app.rematch = () => playAlone(setup());
    playTable(table);
    if (!source.goOn()) home();
}

function home() {
    app.table?.close();
    app.table = null;
    app.source = null;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    const choice = setup();
    go({ redraw: () => drawHome(choice), title: () => "" });
}

/** @param {Setup} choice */
function drawHome(choice) {
    const edition = core.edition(choice.edition);
    drawDeck(edition);
    const hero = h(
        "section.hero",
        { "data-edition": edition.id },
        h(
            "div.hero-fan",
            { "aria-hidden": "true" },
            heroCards(edition).map((card) => h("span", null, cardPicture(edition, card))),
        ),
        h("h1", null, "Penúltima"),
        h("p.tagline", null, t("tagline")),
        h("p.quiet-text", null, t("about")),
        h("button.main.wide", { type: "button", onclick: () => submitHome(form, choice) }, t("playNow")),
        h(
            "nav.doors",
            { "aria-label": t("menu") },
            door(t("friends"), t("friendsLine"), async () => (await import("./friends.js")).showFriends(app)),
            door(t("learn"), t("learnLine"), async () => (await import("./learn.js")).showLearn(app)),
            door(t("replays"), t("replaysLine"), async () =>
                (await import("./replay.js")).showReplay(app, null, null),
            ),
        ),
    );
    const form = h(
        "form.panel.setup",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                submitHome(form, choice);
            },
        },
        h("h2", null, t("alone"), h("small", null, t("aloneLine"))),
        kept() ? h("button.go-on", { type: "button", onclick: goOnAlone }, t("goOn")) : null,
        nameField(choice.name),
        h(
            "fieldset.editions",
            null,
            h("legend", null, t("edition")),
            core.editions.map((one) =>
                h(
                    "label.edition",
                    { "data-edition": one.id },
                    h("input", {
                        type: "radio",
                        name: "edition",
                        value: one.id,
                        checked: one.id === choice.edition,
                        onchange: () => {
                            read(form, choice);
                            drawHome(choice);
                            focusIn(`[value="${one.id}"]`);
                        },
                    }),
                    h("span.edition-back", { "aria-hidden": "true" }),
                    h(
                        "span.edition-words",
                        null,
                        h("b", null, both(one.title)),
                        h("span", null, both(one.about)),
                    ),
                ),
            ),
        ),
        h(
            "div.two",
            null,
            h(
                "div.field",
                null,
                h("span", { id: "rivals" }, t("rivals")),
                h(
                    "div.stepper",
                    { role: "group", "aria-labelledby": "rivals" },
                    h(
                        "button",
                        {
                            type: "button",
                            "aria-label": t("fewer"),
                            disabled: choice.bots.length <= edition.seatsMin - 1,
                            onclick: () => {
                                read(form, choice);
                                choice.bots.pop();
                                drawHome(choice);
                                focusIn(".stepper button");
                            },
                        },
                        "−",
                    ),
                    h("output", { "aria-live": "polite" }, t("rivalsCount", { n: choice.bots.length })),
                    h(
                        "button",
                        {
                            type: "button",
                            "aria-label": t("more"),
                            disabled: choice.bots.length >= edition.seatsMax - 1,
                            onclick: () => {
                                read(form, choice);
                                choice.bots.push(choice.bots[0]);
                                drawHome(choice);
                                focusIn(".stepper button:last-child");
                            },
                        },
                        "+",
                    ),
                ),
            ),
            h(
                "label.field",
                null,
                h("span", null, t("level")),
                h(
                    "select",
                    { name: "level" },
                    core.bots
                        .filter((bot) => bot.id !== "random" && bot.id !== "rule")
                        .map((bot) =>
                            h(
                                "option",
                                { value: bot.id, selected: bot.id === choice.bots[0] },
                                both(bot.name),
                            ),
                        ),
                ),
            ),
        ),
        h(
            "details",
            { open: choice.house.length > 0 || choice.scoring !== "default" },
            h("summary", null, t("moreOptions")),
            houseBoxes(choice.house, edition),
            scoringField(choice.scoring),
            h(
                "button.quiet",
                {
                    type: "button",
                    onclick: () => {
                        read(form, choice);
                        copyRules(choice);
                    },
                },
                t("copyRules"),
            ),
        ),
        h("p.wrong", { role: "alert" }),
        h("button.main.wide", { type: "submit" }, t("playNow")),
    );
    refill(byId("screen"), h("div.home", null, hero, form));
}

/** @param {string} query */
const focusIn = (query) => /** @type {HTMLElement | null} */ (byId("screen").querySelector(query))?.focus();

/** Five cards that show what the edition is about. @param {core.Edition} edition */
function heroCards(edition) {
    const of = (/** @type {number} */ color, /** @type {string} */ face) =>
        Object.keys(edition.cards).find(
            (code) =>
                edition.cards[code].color === color && edition.faces[edition.cards[code].face].code === face,
        ) ?? null;
    const wilds = Object.keys(edition.cards).filter((code) => edition.cards[code].color === null);
    return [of(0, "7"), of(2, "s"), wilds.at(-1) ?? null, of(1, "+2"), of(3, "3")];
}

/** @param {string} title @param {string} line @param {() => Promise<void>} run */
const door = (title, line, run) =>
    h(
        "button.door",
        { type: "button", onclick: () => void run() },
        h("b", null, title),
        h("span", null, line),
    );

/** Takes over what the form says. @param {HTMLElement} form @param {Setup} choice */
function read(form, choice) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    choice.name = String(data.get("name") ?? "")
        .trim()
        .replace(/\s+/g, "_");
    choice.edition = String(data.get("edition") ?? choice.edition);
    choice.house = data.getAll("house").map(String);
    choice.scoring = String(data.get("scoring") ?? "default");
    const edition = core.edition(choice.edition);
    const count = Math.max(edition.seatsMin - 1, Math.min(choice.bots.length, edition.seatsMax - 1));
    choice.bots = Array.from({ length: count }, () => String(data.get("level") ?? "casual"));
}

/** @param {HTMLElement} form @param {Setup} choice */
function submitHome(form, choice) {
    read(form, choice);
    if (!goodName(choice.name)) {
        const wrong = form.querySelector(".wrong");
        if (wrong) wrong.textContent = t("badName");
        focusIn("[name=name]");
        return;
    }
    const { name, ...rest } = choice;
    keep({ name, setup: rest });
    forget();
    playAlone(choice);
}

// ---- keys, language, start ----

addEventListener("keydown", (event) => {
    const at = event.target;
    const isWriting =
        (at instanceof HTMLInputElement && at.type !== "checkbox" && at.type !== "radio") ||
        at instanceof HTMLTextAreaElement ||
        at instanceof HTMLSelectElement;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && drawerName) return closeDrawer();
    if (isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "?") void drawer("keys");
    else if (app.table && event.key === "l") void drawer("log");
    else if (event.key === "m") {
        keep({ mute: !prefs.mute });
        top();
    } else if (!screen.key?.(event)) return;
    event.preventDefault();
});

onLanguage(() => {
    screen.redraw();
    top();
    void refreshDrawer();
});

/**
 * Links: "#k7m2p9x4" is a table, "#k7m2p9x4.TOKEN" a seat at it, "#game=k7m2p9x4/1" a finished game,
 * "#rules=office.pj.quick" a choice of rules.
 */
async function follow() {
    const link = decodeURIComponent(location.hash.slice(1));
    const game = /^game=([a-z0-9]{4,16}\/\d+)$/.exec(link);
    const code = /^rules=(\w[\w-]*)\.([psj]*)\.(\w+)$/.exec(link);
    const seat = /^([a-z0-9]{4,16})\.([0-9a-f]{64})$/.exec(link);
    if (seat) {
        // A seat that comes from another device; the token does not stay in the address.
        keep({ seats: { ...prefs.seats, [seat[1]]: { token: seat[2], seat: 0, at: Date.now() } } });
        history.replaceState(null, "", `#${seat[1]}`);
        return (await import("./friends.js")).openLink(app, seat[1]);
    }
    if (/^[a-z0-9]{4,16}$/.test(link)) return (await import("./friends.js")).openLink(app, link);
    if (game) return void (await import("./replay.js")).openShared(app, game[1]);
    if (code)
        keep({
            setup: {
                ...setup(),
                name: undefined,
                edition: code[1],
                house: HOUSE.filter((id) => code[2].includes(id[0])),
                scoring: code[3],
            },
        });
    home();
}

/**
 * The rules of a table in a few letters.
 * @param {{edition: string, house: string[], scoring: string}} choice
 */
function rulesCode(choice) {
    return `rules=${choice.edition}.${choice.house.map((id) => id[0]).join("")}.${choice.scoring}`;
}

/** Copies a link to a choice of rules. @param {{edition: string, house: string[], scoring: string}} choice */
function copyRules(choice) {
    void copy(`${location.origin}${location.pathname}#${rulesCode(choice)}`);
}

applyLook();
document.documentElement.lang = lang;
addEventListener("hashchange", () => void follow());
// Whatever goes wrong unforeseen is said; a page that just stands still says nothing.
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, () => notify(t("broken")));
await core.start(fetch("penultima.wasm"));
await follow();
document.documentElement.dataset.ready = "yes";
// What is kept for later is fetched when there is time for it.
if ("serviceWorker" in navigator && isSecureContext)
    setTimeout(() => void navigator.serviceWorker.register("sw.js").catch(() => {}), KEEP_MS);
