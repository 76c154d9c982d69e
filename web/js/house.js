// house.js - the house rules as people choose them: a few first, the others behind a fold, by what they are
// about and with a search. Names, sentences and what gets in whose way come from the core.

import { answer, exported, giveText, numberOf } from "./core.js";
import { h, refill } from "./dom.js";
import { both, lang, t } from "./words.js";

/** @typedef {import("./core.js").Both} Both */
/** @typedef {{id: string, title: Both, about: Both, group: string, first: number}} House */

/** As they are called in the language in use. @type {{in: string, groups: {id: string, title: Both}[], rules: House[]} | null} */
let houseLists = null;

const allHouse = () =>
    houseLists?.in === lang
        ? houseLists
        : (houseLists = { in: lang, ...JSON.parse(answer(exported().houseList())) });

/** Every house rule that there is. @returns {House[]} */
export const houseRules = () => allHouse().rules;

/** @param {string} id */
export const houseTitle = (id) => both(houseRules().find((one) => one.id === id)?.title ?? { en: id });

/** A house rule with its sentence. @param {string} id */
export function houseSentence(id) {
    const rule = houseRules().find((one) => one.id === id);
    return rule ? `${both(rule.title)}: ${both(rule.about)}` : id;
}

/** Those that cannot come to the chosen ones, and why not. @param {string[]} chosen @returns {Record<string, string>} */
export const houseMeets = (chosen) =>
    JSON.parse(answer(exported().houseMeets(giveText(chosen.join(" ")), numberOf(lang))));

/** Without accents and capitals: how one searches. @param {string} text */
const plainText = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Usual mixtures. @type {[string, string[]][]} */
const MIXTURES = [
    ["preset.none", []],
    ["preset.lively", ["progressive", "jump-in"]],
    ["preset.wild", ["progressive", "seven-0", "jump-in"]],
];

/**
 * One house rule with its box.
 * @param {House} rule @param {boolean} isChosen @param {() => void} changed
 */
function houseLine(rule, isChosen, changed) {
    const box = /** @type {HTMLInputElement} */ (
        h("input", {
            type: "checkbox",
            name: "house",
            value: rule.id,
            checked: isChosen,
            onchange: changed,
        })
    );
    const why = h("small.why", { id: `why-${rule.id}`, hidden: true });
    const element = h(
        "label.check.house-rule",
        null,
        box,
        h("span", null, h("b", null, both(rule.title)), h("span", null, both(rule.about)), why),
    );
    return { rule, box, why, element };
}

/** @typedef {ReturnType<typeof houseLine>} Line */

/** The folded ones, by what they are about, with a search. @param {Line[]} lines */
function foldedHouse(lines) {
    const groups = allHouse()
        .groups.map((/** @type {{id: string, title: Both}} */ group) => ({
            group,
            inside: lines.filter(({ rule }) => rule.group === group.id && !rule.first),
        }))
        .filter((/** @type {{inside: Line[]}} */ one) => one.inside.length)
        .map((/** @type {{group: {title: Both}, inside: Line[]}} */ { group, inside }) => ({
            inside,
            element: h(
                "section.house-group",
                null,
                h("h4", null, both(group.title)),
                inside.map((one) => one.element),
            ),
        }));
    const nothing = h("p.quiet-text", { hidden: true }, t("houseNone"));
    const search = (/** @type {string} */ text) => {
        const words = plainText(text).split(/\s+/).filter(Boolean);
        let found = 0;
        for (const { element, inside } of groups) {
            let here = 0;
            for (const one of inside) {
                const said = plainText(`${both(one.rule.title)} ${both(one.rule.about)} ${one.rule.id}`);
                one.element.hidden = !words.every((word) => said.includes(word));
                here += Number(!one.element.hidden);
            }
            element.hidden = !here;
            found += here;
        }
        nothing.hidden = found > 0;
    };
    return [
        h("input.house-search", {
            type: "search",
            placeholder: t("houseSearch"),
            "aria-label": t("houseSearch"),
            oninput: (/** @type {Event} */ event) =>
                search(/** @type {HTMLInputElement} */ (event.target).value),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
                // Enter searches; it does not send the form.
                if (event.key === "Enter") event.preventDefault();
            },
        }),
        ...groups.map((/** @type {{element: HTMLElement}} */ one) => one.element),
        nothing,
    ];
}

/**
 * The house rules to choose from. What does not go with the chosen ones cannot be chosen, and says why.
 * @param {string[]} chosen
 * @param {import("./core.js").Edition} edition
 */
export function houseBoxes(chosen, edition) {
    const lines = houseRules().map((rule) => houseLine(rule, chosen.includes(rule.id), () => refresh()));
    const count = h("span");
    const chosenNow = () => lines.filter(({ box }) => box.checked).map(({ rule }) => rule.id);
    const refresh = () => {
        const now = chosenNow();
        const meets = houseMeets(now);
        for (const { rule, box, why } of lines) {
            const reason = meets[rule.id] ?? "";
            box.disabled = Boolean(reason) && !box.checked;
            box.toggleAttribute("aria-describedby", false);
            if (reason) box.setAttribute("aria-describedby", why.id);
            why.hidden = !reason;
            why.textContent = reason;
        }
        const more = lines.filter(({ rule, box }) => !rule.first && box.checked).length;
        count.textContent = t("houseMore", { n: lines.filter(({ rule }) => !rule.first).length });
        if (more) count.textContent += ` · ${t("houseChosen", { n: more })}`;
    };
    const pick = (/** @type {string[]} */ wanted) => {
        for (const { rule, box } of lines) box.checked = wanted.includes(rule.id);
        refresh();
    };
    const hasMore = lines.some(({ rule, box }) => !rule.first && box.checked);
    refresh();
    return h(
        "fieldset.house",
        null,
        h("legend", null, t("houseRules")),
        h(
            "div.row.presets",
            null,
            MIXTURES.map(([key, wanted]) =>
                h("button", { type: "button", onclick: () => pick(wanted) }, t(key)),
            ),
        ),
        lines.filter(({ rule }) => rule.first).map(({ element }) => element),
        h("details.more-house", { open: hasMore }, h("summary", null, count), foldedHouse(lines)),
        edition.faces.some((face) => face.answers) ? h("small", null, t("houseOverrides")) : null,
    );
}

/**
 * What is played otherwise than the sheet has it, in words, as everybody agrees to it.
 * @param {any} settings
 */
export function agreement(settings) {
    const text = JSON.stringify({ t: "create", settings });
    return answer(exported().differences(giveText(text), numberOf(lang)))
        .split("\n")
        .filter(Boolean);
}

/** The same as a list. @param {any} settings */
export function agreementPart(settings) {
    const found = agreement(settings);
    const element = h("div.differs");
    refill(
        element,
        h("p.quiet-text", null, t(found.length ? "differs" : "bySheet")),
        found.length
            ? h(
                  "ul",
                  null,
                  found.map((sentence) => h("li", null, sentence)),
              )
            : null,
    );
    return element;
}
