// setup.js - what is chosen before a game: name, edition, house rules, scoring. Fields for every form that
// asks for them, and what was chosen last.

import { editions } from "./core.js";
import { h } from "./dom.js";
import { prefs } from "./prefs.js";
import { shownName } from "./table.js";
import { lang, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */

/** Who has not said a name gets one of these, so that two newcomers rarely have the same. @type {Record<string, string>} */
const nicks = {};
function nick() {
    const list = t("nicks").split(" ");
    return (nicks[lang] ??= list[Math.floor(Math.random() * list.length)]);
}

/** What was chosen last. @returns {Setup} */
export function setup() {
    const usual = {
        edition: "classic",
        house: [],
        scoring: "default",
        target: 0,
        name: prefs.name || nick(),
        bots: ["casual", "casual", "casual"],
    };
    const last = { ...usual, ...(prefs.setup ?? {}) };
    return editions.some((one) => one.id === last.edition) ? last : usual;
}

const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text).length;

/** @param {string} name */
export function goodName(name) {
    return (
        /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) &&
        bytesOf(name) <= 24 &&
        !["nobody", "all", "open", "void", "none", "deal", "expect", "hand"].includes(name)
    );
}

/** The name as it is written at a table. @param {unknown} written */
export const tidyName = (written) =>
    String(written ?? "")
        .trim()
        .replace(/\s+/g, "_");

/** A name like this one that nobody at the table has. @param {string} name @param {string[]} taken */
export function freeName(name, taken) {
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

/** @param {string} value */
export function nameField(value) {
    return h(
        "label.field",
        null,
        h("span", null, t("yourName")),
        h("input", {
            name: "name",
            value: shownName(value),
            maxlength: 24,
            autocomplete: "nickname",
            spellcheck: "false",
            "aria-describedby": "name-help",
        }),
        h("small", { id: "name-help" }, t("nameHelp")),
    );
}

/** @param {string} chosen */
export function scoringField(chosen) {
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

/** How long bots take. */
const PACES = ["slow", "normal", "quick", "at-once"];

/** @param {string | undefined} chosen */
export const paceField = (chosen) =>
    listField(
        t("pace"),
        "pace",
        PACES.map((pace) => /** @type {[string, string]} */ ([pace, t(`pace.${pace}`)])),
        chosen ?? "normal",
    );

/** @param {string} label @param {string} name @param {[string, string][]} options @param {string} chosen */
const listField = (label, name, options, chosen) =>
    h(
        "label.field",
        null,
        h("span", null, label),
        h(
            "select",
            { name },
            options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
        ),
    );

/** Teams as the form writes them (RULES M1, M4). @param {{teams?: number, partners?: string}} choice */
export const teamsKey = ({ teams, partners }) =>
    teams ? `${teams}${partners === "open" ? ",open" : ""}` : "";

/**
 * What a sheet leaves to the table: the target, who deals first, Reverse between two, wrong cards.
 * @param {{target?: number, dealer?: string, reverse?: string, misplays?: string, teams?: number,
 *   partners?: string}} choice
 * @param {import("./core.js").Edition} edition
 * @param {string[]} names who can be named as dealer
 * @param {string} usual how wrong cards are taken if nobody chooses, in words
 */
export function moreFields(choice, edition, names, usual) {
    const dealers = choice.dealer && !names.includes(choice.dealer) ? [...names, choice.dealer] : names;
    return [
        h(
            "label.field",
            null,
            h("span", null, t("target")),
            h("input", {
                name: "target",
                type: "number",
                min: 1,
                max: 30000,
                value: choice.target || "",
                placeholder: edition.target,
            }),
        ),
        listField(
            t("dealer"),
            "dealer",
            [
                ["", t("dealer.lots")],
                ...dealers.map((name) => /** @type {[string, string]} */ ([name, shownName(name)])),
            ],
            choice.dealer ?? "",
        ),
        listField(
            t("reverse"),
            "reverse",
            [
                ["skip", t("reverse.skip")],
                ["turn", t("reverse.turn")],
            ],
            choice.reverse ?? "skip",
        ),
        listField(
            t("teams"),
            "teams",
            [
                ["", t("teams.none")],
                ...[2, 3, 4, 5].flatMap((n) => [
                    /** @type {[string, string]} */ ([`${n}`, t("teams.hidden", { n })]),
                    /** @type {[string, string]} */ ([`${n},open`, t("teams.open", { n })]),
                ]),
            ],
            teamsKey(choice),
        ),
        edition.misplay
            ? listField(
                  t("misplays"),
                  "misplays",
                  [
                      ["", usual],
                      // Where the sheet is what is usual, it is offered once.
                      ...(usual === t("misplays.edition")
                          ? []
                          : [/** @type {[string, string]} */ (["edition", t("misplays.edition")])]),
                      ["refused", t("misplays.refused")],
                  ],
                  choice.misplays ?? "",
              )
            : null,
    ];
}

/** These fields, as far as they say something. @param {FormData} data */
export const readMore = (data) => ({
    ...(data.has("pace") ? { pace: String(data.get("pace")) } : {}),
    target: Math.min(30000, Math.max(0, Math.round(Number(data.get("target") ?? 0)) || 0)),
    dealer: String(data.get("dealer") ?? ""),
    reverse: String(data.get("reverse") ?? "skip"),
    misplays: String(data.get("misplays") ?? ""),
    teams: parseInt(String(data.get("teams") ?? ""), 10) || 0,
    partners: String(data.get("teams") ?? "").endsWith(",open") ? "open" : "hidden",
});
