// drawer.js - what stands beside the table: moves in words, people, chat, rules of this table, settings,
// keys. Loaded when it is first opened.

import { voteLine } from "./asking.js";
import { askPart } from "./cardrule.js";
import { cardPicture } from "./cards.js";
import { bots, editionAt, sentences, SPECTATOR } from "./core.js";
import { h, refill } from "./dom.js";
import { signed } from "./signs.js";
import { houseSentence } from "./house.js";
import { rulesText } from "./learn.js";
import { askTable, menuPart } from "./menu.js";
import { keep, prefs } from "./prefs.js";
import { nameWord } from "./table.js";
import { talkPart } from "./talk.js";
import { both, lang, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

const TABS = ["log", "people", "chat", "rulesHere", "menu", "keys"];

/**
 * @param {HTMLElement} aside
 * @param {string} name
 * @param {App} app
 * @param {() => void} close
 */
export function fillDrawer(aside, name, app, close) {
    const focused = aside.contains(document.activeElement)
        ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus
        : undefined;
    const written =
        /** @type {HTMLInputElement | null} */ (aside.querySelector("input[name=say]"))?.value ?? "";
    // Bots do not chat.
    const isRemote = app.source?.isRemote;
    const tabs = app.table ? TABS.filter((tab) => tab !== "chat" || isRemote) : ["menu", "keys"];
    const parts = { log, people, chat: talkPart, rulesHere, menu: menuPart, keys };
    // Whoever reads something long is not sent back to its beginning by every move.
    const at = aside.dataset.part === name ? aside.scrollTop : 0;
    aside.dataset.part = name;
    aside.setAttribute("aria-label", t(name));
    refill(
        aside,
        h(
            "header",
            null,
            h("h2", { tabindex: -1, "data-focus": "title" }, t(name)),
            h(
                "button.icon",
                { type: "button", "aria-label": t("close"), "data-focus": "close", onclick: close },
                "✕",
            ),
        ),
        h(
            "nav.tabs",
            { "aria-label": t("menu") },
            tabs.map((tab) =>
                h(
                    "button",
                    {
                        type: "button",
                        "data-focus": `tab-${tab}`,
                        "aria-current": tab === name ? "true" : null,
                        onclick: () => void app.drawer(tab),
                    },
                    t(tab),
                ),
            ),
        ),
        /** @type {Record<string, (app: App) => any>} */ (parts)[name](app),
    );
    const input = /** @type {HTMLInputElement | null} */ (aside.querySelector("input[name=say]"));
    if (input) input.value = written;
    if (focused)
        /** @type {HTMLElement | null} */ (aside.querySelector(`[data-focus="${focused}"]`))?.focus();
    aside.scrollTop = name === "log" || name === "chat" ? aside.scrollHeight : at;
}

/** Whether the round before is open to be read: it stays so while the game goes on. */
let isPastOpen = false;

/** @param {App} app */
function log(app) {
    const table = /** @type {Table} */ (app.table);
    const now = movesPart(table, table.events, t("log"));
    if (!table.past.length) return now ?? h("p.quiet-text", null, t("noLog"));
    const past = h(
        "details.past",
        {
            open: isPastOpen,
            ontoggle: (/** @type {Event} */ event) => {
                isPastOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
            },
        },
        h("summary", { "data-focus": "past" }, t("lastRound")),
        movesPart(table, table.past, t("lastRound"), true),
    );
    return [past, now];
}

/** Moves in words. @param {Table} table @param {import("./table.js").TableEvent[]} all @param {string} label
 * @param {boolean} [isPictured] with the cards */
function movesPart(table, all, label, isPictured = false) {
    const edition = editionAt(table.settings);
    const events = all.slice(-300);
    const lines = sentences(
        edition,
        table.names(),
        events,
        table.me ?? SPECTATOR,
        lang,
        table.spokenTo(),
        table.settings?.house,
    );
    if (!lines.length) return null;
    return h(
        "ol.log",
        { tabindex: 0, "aria-label": label },
        lines.map(({ at, text }) => {
            const { e, card } = events[at];
            const isCard = isPictured && card && edition.cards[card];
            return h(
                e === "turn" ? "li.turn-line" : isCard ? "li.with-card" : "li",
                null,
                isCard ? cardPicture(edition, card) : null,
                h("span", null, signed(edition, text)),
            );
        }),
    );
}

/** Somebody in a few words. @param {Table} table @param {number} index */
function personWords(table, index) {
    const seat = table.seats[index];
    const { scoring } = editionAt(table.settings);
    const level = bots.find((bot) => bot.id === seat.level)?.name ?? { en: "" };
    return [
        index === table.me && t("you"),
        index === table.host && t("host"),
        seat.kind === "bot" && `${t("isBot")}: ${both(level)}`,
        seat.program && t("isBot"),
        seat.away && t("away"),
        seat.kind === "person" && seat.here === false && t("offline"),
        table.now && t("cardCount", { n: table.now.counts[index] ?? 0 }),
        table.now && scoring !== "quick" && t("points", { n: table.now.score[index] ?? 0 }),
    ]
        .filter(Boolean)
        .join(" · ");
}

/** Somebody, and what can be done about them. @param {App} app @param {Table} table @param {number} index */
function personLine(app, table, index) {
    const seat = table.seats[index];
    const name = seat.name ?? "";
    const isOther = app.source?.isRemote && seat.kind === "person" && index !== table.me;
    const button = (
        /** @type {string} */ what,
        /** @type {string} */ label,
        /** @type {() => void} */ run,
        /** @type {Record<string, any>} */ more = {},
    ) =>
        h(
            what === "accuse" ? "button" : "button.quiet",
            { type: "button", "data-focus": `${what}-${index}`, onclick: run, ...more },
            label,
        );
    return h(
        "li",
        null,
        h("b", null, name),
        " ",
        h("span.quiet-text", null, personWords(table, index)),
        (table.now?.legal?.accuses ?? []).includes(index)
            ? button("accuse", t("accuse"), () => app.board?.act(`accuses ${nameWord(name)}`))
            : null,
        isOther && table.me !== null && table.stage === "playing"
            ? button("kick", t("kick"), () => askTable(app, "kick", index))
            : null,
        app.source?.isRemote && table.me !== null && index !== table.me
            ? button("toss", t("toss"), async () => (await import("./toss.js")).askToss(app, index))
            : null,
        isOther
            ? button(
                  "hush",
                  t(isHushed(name) ? "unhush" : "hush"),
                  () => {
                      hush(name);
                      app.refresh();
                  },
                  { "aria-pressed": String(isHushed(name)) },
              )
            : null,
        isOther
            ? button("report", t("report"), async () =>
                  (await import("./report.js")).askReport(app, table, index),
              )
            : null,
        app.source?.isRemote && canBeAsked(table, index)
            ? button(
                  "there",
                  t("there"),
                  () => void table.send({ t: "there", seat: index }).catch((no) => app.notify(told(no))),
              )
            : null,
    );
}

/** @param {App} app */
function people(app) {
    const table = /** @type {Table} */ (app.table);
    return [
        h(
            "ul.menu-list",
            null,
            table.seats.map((seat, index) => (seat.kind === "free" ? null : personLine(app, table, index))),
        ),
        table.votes.length
            ? h(
                  "section",
                  null,
                  h("h3", null, t("votes")),
                  h(
                      "ul.menu-list",
                      null,
                      table.votes.map((vote) => h("li", null, voteLine(table, vote))),
                  ),
              )
            : null,
        table.watchers ? h("p.quiet-text", null, t("watchers", { n: table.watchers })) : null,
        app.source?.isRemote
            ? h(
                  "button.quiet",
                  {
                      type: "button",
                      "data-focus": "hush-all",
                      "aria-pressed": String(Boolean(prefs.hushAll)),
                      onclick: () => {
                          keep({ hushAll: !prefs.hushAll });
                          app.refresh();
                      },
                  },
                  t(prefs.hushAll ? "unhushAll" : "hushAll"),
              )
            : null,
        app.source?.isRemote && table.me !== null
            ? h(
                  "button",
                  {
                      type: "button",
                      "data-focus": "move",
                      onclick: async () => (await import("./share.js")).showMove(app),
                  },
                  t("moveSeat"),
              )
            : null,
    ];
}

/** @param {string} name */
const isHushed = (name) => (prefs.hush ?? []).includes(name);

/** What somebody says is hidden from me, or shown again. @param {string} name */
function hush(name) {
    keep(({ hush: all = [] }) => {
        const others = all.filter((one) => one !== name);
        return { hush: all.includes(name) ? others : [...others, name].slice(-50) };
    });
}

/** Where no clock runs, the one who does not move can be asked. @param {Table} table @param {number} index */
const canBeAsked = (table, index) =>
    table.me !== null &&
    index !== table.me &&
    table.seats[index]?.kind === "person" &&
    !table.seats[index]?.away &&
    table.now?.left === null &&
    (table.now?.must ?? []).includes(index);

/** @param {App} app */
function rulesHere(app) {
    const table = /** @type {Table} */ (app.table);
    const edition = editionAt(table.settings);
    const house = table.settings?.house ?? [];
    const { scoring, target } = edition;
    return [
        h("h3", null, both(edition.title)),
        house.length
            ? h(
                  "ul.menu-list",
                  null,
                  house.map((/** @type {string} */ id) => h("li", null, houseSentence(id))),
              )
            : h("p", null, t("noHouse")),
        h("p", null, t(`scoring.${scoring}`), scoring === "quick" ? "" : ` · ${t("target")}: ${target}`),
        h("p.quiet-text", null, t("explainKey")),
        app.board ? askPart(app.board) : null,
        h("h3", null, t("rulesOf", { edition: both(edition.title) })),
        rulesText(edition, house),
    ];
}

function keys() {
    /** @type {[string, string][]} */
    const list = [
        ["← →", "hand"],
        ["Enter", "play"],
        ["D", "draw"],
        ["K", "keep"],
        ["C", "challenge"],
        ["U", "uno"],
        ["X", "catch"],
        ["J", "jump"],
        ["1 – 9", "answer"],
        ["H", "hint"],
        ["I", "info"],
        ["S", "status"],
        ["L", "log"],
        ["M", "mute"],
        ["?", "help"],
        ["Esc", "close"],
    ];
    return h(
        "dl.keys",
        null,
        list.flatMap(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, t(`key.${what}`))]),
    );
}
