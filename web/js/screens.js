// screens.js - which screen is shown, the bar at the top, drawers, short words, questions. What the screens
// share is 'app'; they are given it and know nothing of each other.

import { logo } from "./cards.js";
import { byId, h, refill, set, svg, write } from "./dom.js";
import { keep, prefs } from "./prefs.js";
import { goodName, nameField, setup } from "./setup.js";
import { setSound } from "./sound.js";
import { lang, languages, setLanguage, t } from "./words.js";

/**
 * What is on the screen.
 * @typedef {{redraw(): void, key?(event: KeyboardEvent): boolean, close?(): void, title?(): string,
 *   mayLeave?(): boolean, left?(): void, table?: import("./table.js").Table}} Screen a table is left with the last screen of it
 */

/** @type {Screen} */
let screen = { redraw() {} };
/** @type {string} */
let drawerName = "";

export const app = {
    /** @type {import("./board.js").Board | null} */
    board: null,
    /** @type {import("./table.js").Table | null} */
    table: null,
    /** @type {any} what makes records of this table */
    source: null,
    /** messages that nobody has looked at */
    unread: 0,
    home: () => navigate(""),
    navigate,
    go,
    drawer,
    refresh: () => void refreshDrawer(),
    top,
    setup,
    nameField,
    goodName,
    /** @type {(table: import("./table.js").Table) => void} */
    playTable: () => {},
    /** @type {(load: () => unknown) => Promise<void>} */
    wanted: async () => {},
    notify,
    askFirst,
    copy,
    /** what takes a newer version of the page that waits @type {(() => void) | null} */
    isOld: null,
    rematch: () => {},
    otherRules: () => {},
};

export const screenNow = () => screen;
export const openDrawer = () => drawerName;

/** What was pressed is gone: keys and readers go on in what has come. */
function keepFocus() {
    if (document.activeElement === document.body) byId("screen").focus({ preventScroll: true });
}

/** Shows another screen. @param {Screen} next */
export function go(next) {
    const left = screen.table === next.table ? null : screen.table;
    screen.close?.();
    screen = next;
    left?.close();
    if (left) tellTrouble("");
    if (left && app.table === left) {
        app.table = null;
        app.source = null;
        if (!next.table) app.isOld?.();
    }
    closeDrawer();
    const isFocused = document.activeElement !== document.body;
    // Before anything is new: afterwards all of it would be laid out for this.
    byId("screen").scrollTop = 0;
    screen.redraw();
    if (isFocused) keepFocus();
    document.body.classList.toggle("at-table", Boolean(byId("screen").querySelector(".table")));
    top();
}

/** @type {() => Promise<void>} what shows the screen that the address names */
let follow = async () => {};
/** The address of what is on the screen: where Back is asked to wait, it is put back. */
let here = "";

/** @param {() => Promise<void>} show */
export function onAddress(show) {
    follow = show;
    here = location.hash;
    addEventListener("popstate", () => void moved());
}

/** Whether what is on the screen may be left without a word. */
const isFree = () => !screen.mayLeave || screen.mayLeave();

/** Asks whether to leave; whoever does has left for the others, too. */
async function leaves() {
    const isSure = await askFirst(t("leaveSure"), t("leave"), t("stay"), t("leaveWhat"));
    if (isSure) screen.left?.();
    return isSure;
}

/** Back, forward, or another address. */
async function moved() {
    if (location.hash === here) return;
    const wanted = location.hash;
    if (!isFree()) {
        history.pushState(null, "", here || location.pathname);
        if (await leaves()) await navigate(wanted, true);
        return;
    }
    here = wanted;
    await follow();
}

/** Goes to one of our screens. @param {string} hash "" is the start @param {boolean} [isSure] */
export async function navigate(hash, isSure = false) {
    if (!isSure && !isFree() && !(await leaves())) return;
    if (location.hash !== hash) history.pushState(null, "", hash || location.pathname + location.search);
    here = hash;
    await follow();
}

/** The address follows what is shown; nothing is shown anew. @param {string} hash @param {boolean} [isNew] a step of its own */
export function addressIs(hash, isNew = false) {
    if (location.hash !== hash) {
        if (isNew) history.pushState(null, "", hash || location.pathname + location.search);
        else history.replaceState(null, "", hash || location.pathname + location.search);
    }
    here = hash;
}

// ---- the bar at the top ----

/** @param {string} d */
const glyph = (d) =>
    svg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, svg("path", { d }));

const GLYPHS_TOP = {
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v2h6v-2a6 6 0 0 0-3-11Z",
    log: "M4 6h16M4 12h16M4 18h10",
    people: "M8 11a3 3 0 1 0-.01 0ZM16 11a3 3 0 1 0-.01 0ZM2 20c0-8 12-8 12 0M14 15c4-2 8 0 8 5",
    chat: "M4 5h16v11H9l-5 4Z",
    on: "M4 9v6h4l5 4V5L8 9ZM16 9q3 3 0 6M19 6q6 6 0 12",
    off: "M4 9v6h4l5 4V5L8 9ZM17 9l5 6M22 9l-5 6",
    menu: "M12 5v.01M12 12v.01M12 19v.01",
};

/** @type {Record<string, HTMLElement> | null} */
let bar = null;

/** @param {string} name @param {string} d @param {() => void} run */
const iconButton = (name, d, run) =>
    h("button.icon", { type: "button", "data-do": name, onclick: run }, glyph(d));

/** Every language by its own name: the browser's own list, behind the letters of the one in use. */
const languageList = () =>
    h(
        "label.icon.lang",
        { "data-do": "lang" },
        h("span", { "aria-hidden": "true" }),
        h(
            "select",
            {
                onchange: (/** @type {Event} */ event) =>
                    void setLanguage(/** @type {HTMLSelectElement} */ (event.target).value),
            },
            languages.map(([id, name]) => h("option", { value: id, lang: id }, name)),
        ),
    );

function makeBar() {
    const made = {
        brand: h(
            "a.brand",
            {
                href: "#",
                onclick: (/** @type {Event} */ event) => {
                    event.preventDefault();
                    void navigate("");
                },
            },
            logo(),
            h("span", null, "Penúltima"),
        ),
        where: h("span.where"),
        hint: iconButton(
            "hint",
            GLYPHS_TOP.hint,
            () => void import("./menu.js").then(({ hint }) => hint(app)),
        ),
        log: iconButton("log", GLYPHS_TOP.log, () => void drawer("log")),
        chat: iconButton("chat", GLYPHS_TOP.chat, () => void drawer("chat")),
        people: iconButton("people", GLYPHS_TOP.people, () => void drawer("people")),
        sound: iconButton("sound", GLYPHS_TOP.on, toggleSound),
        lang: languageList(),
        menu: iconButton("menu", GLYPHS_TOP.menu, () => void drawer("menu")),
    };
    made.chat.append(h("span.unread", { hidden: true }));
    refill(byId("top"), Object.values(made));
    return made;
}

export function toggleSound() {
    keep({ mute: !prefs.mute });
    setSound();
    top();
}

/** The bar as it should be now. */
export function top() {
    bar ??= makeBar();
    if (app.table) keepFocus();
    const isTable = Boolean(app.table);
    const label = (/** @type {HTMLElement} */ one, /** @type {string} */ text) =>
        set(one, { "aria-label": text, title: text });
    const title = app.table && app.board?.isMine ? `● ${t("do.turn")} · Penúltima` : "Penúltima";
    if (document.title !== title) document.title = title;
    label(bar.brand, t("home"));
    write(bar.where, screen.title?.() ?? "");
    for (const name of ["log", "people"]) {
        bar[name].hidden = !isTable;
        label(bar[name], t(name));
    }
    bar.hint.hidden = !(app.table?.settings?.hints && app.table.stage === "playing" && app.table.me !== null);
    label(bar.hint, t("hint"));
    bar.chat.hidden = !isTable || !app.source?.isRemote;
    label(bar.chat, app.unread ? `${t("chat")}: ${t("unread", { n: app.unread })}` : t("chat"));
    const unread = /** @type {HTMLElement} */ (bar.chat.querySelector(".unread"));
    unread.hidden = !app.unread;
    write(unread, app.unread || "");
    label(bar.sound, prefs.mute ? t("soundOff") : t("soundOn"));
    bar.sound.querySelector("path")?.setAttribute("d", prefs.mute ? GLYPHS_TOP.off : GLYPHS_TOP.on);
    const [letters, list] = /** @type {[HTMLElement, HTMLSelectElement]} */ ([...bar.lang.children]);
    write(letters, lang.toUpperCase());
    label(list, t("language"));
    list.value = lang;
    label(bar.menu, t("menu"));
}

// ---- drawers ----

/** Where the keys were before the drawer was opened. @type {Element | null} */
let cameFrom = null;

/** Opens a drawer, or closes it if it is open. @param {string} name */
export async function drawer(name) {
    if (drawerName === name) return closeDrawer();
    const { fillDrawer } = await import("./drawer.js");
    if (!drawerName) cameFrom = document.activeElement;
    drawerName = name;
    if (name === "chat") app.unread = 0;
    const aside = byId("drawer");
    aside.hidden = false;
    document.body.classList.add("with-drawer");
    fillDrawer(aside, name, app, closeDrawer);
    // On a screen to touch the keyboard comes when the field is pressed.
    const field = matchMedia("(pointer: fine)").matches ? aside.querySelector("input[name=say]") : null;
    /** @type {HTMLElement | null} */ (field ?? aside.querySelector("h2"))?.focus();
    top();
}

export function closeDrawer() {
    if (!drawerName) return;
    const opener = [cameFrom, byId("top").querySelector(`[data-do="${drawerName}"]`)].find(
        (one) => one?.isConnected && one !== document.body && one.checkVisibility(),
    );
    drawerName = "";
    byId("drawer").hidden = true;
    document.body.classList.remove("with-drawer");
    if (byId("drawer").contains(document.activeElement) || document.activeElement === document.body)
        /** @type {HTMLElement} */ (opener ?? byId("screen")).focus();
}

/** A drawer that is open shows what is new. */
export async function refreshDrawer() {
    if (!drawerName) return;
    const { fillDrawer } = await import("./drawer.js");
    if (drawerName) fillDrawer(byId("drawer"), drawerName, app, closeDrawer);
}

// ---- words and questions ----

/** A word to whoever looks at any screen. @param {string} text */
export function notify(text) {
    const note = h("div.toast", { role: "status" }, text);
    for (const old of document.querySelectorAll(".toast")) old.remove();
    document.body.append(note);
    setTimeout(() => note.remove(), 4000);
}

/** What is wrong with the line to the server, for as long as it is. @param {string} text empty: nothing any more */
export function tellTrouble(text) {
    let note = document.querySelector(".trouble");
    if (!text) return note?.remove();
    if (!note) document.body.append((note = h("div.trouble", { role: "status" })));
    write(/** @type {HTMLElement} */ (note), text);
}

/** Asks before something is done. @param {string} question @param {string} yes @param {string} no @param {string} [more] @returns {Promise<boolean>} */
export function askFirst(question, yes, no, more) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    return new Promise((answer) => {
        const close = (/** @type {boolean} */ isYes) => {
            dialog.onclose = null;
            dialog.close();
            answer(isYes);
        };
        refill(
            dialog,
            h("h2", { tabindex: -1 }, question),
            more ? h("p", null, more) : null,
            h(
                "div.row",
                null,
                h("button.main", { type: "button", onclick: () => close(false) }, no),
                h("button", { type: "button", onclick: () => close(true) }, yes),
            ),
        );
        dialog.onclose = () => close(false);
        dialog.showModal();
    });
}

/** Puts a text where it can be pasted from; false if the browser does not let us. @param {string} text */
export async function copy(text) {
    const isDone =
        (await navigator.clipboard?.writeText(text).then(
            () => true,
            () => false,
        )) ?? false;
    notify(isDone ? t("copied") : text);
    return isDone;
}
