// fields.js - what is chosen before a game beside edition and house rules: scoring, target, dealer, teams, pace. Fields for
// every form that asks for them.

import { h } from "./dom.js";
import { shownName } from "./table.js";
import { t } from "./words.js";

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
        t("setting.pace"),
        "pace",
        PACES.map((pace) => /** @type {[string, string]} */ ([pace, t(`setting.pace.${pace}`)])),
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
