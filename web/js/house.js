// house.js - the house rules: names, sentences and what gets in whose way, all of it from the core. How they are chosen is
// in rulecards.js.

import { answer, exported, giveText, numberOf } from "./core.js";
import { both, lang } from "./words.js";

/** @typedef {import("./core.js").Both} Both */
/** @typedef {{id: string, title: Both, about: Both, group: string, first: number,
 *   least: number, most: number, usual: number}} House */

/** @typedef {{in: string, groups: {id: string, title: Both}[], moods: {id: string, house: string}[],
 *   rules: House[]}} HouseLists moods: names of house rules with blanks between */

/** As they are called in the language in use. @type {HouseLists | null} */
let houseLists = null;

/** @returns {HouseLists} */
export const allHouse = () =>
    houseLists?.in === lang
        ? houseLists
        : (houseLists = { in: lang, ...JSON.parse(answer(exported().houseList())) });

/** Every house rule that there is. @returns {House[]} */
export const houseRules = () => allHouse().rules;

/** A house rule as tables name it, "jump-in" or "uno=3" (once "uno-3"), and its number. @param {string} name */
export function ruleOf(name) {
    const plain = houseRules().find((one) => one.id === name);
    const [, id, number = ""] = (!plain && /^(.+)[=-](N|\d+)$/.exec(name)) || [];
    return { rule: plain ?? houseRules().find((one) => one.id === id && one.most > one.least), number };
}

/** @param {string} name */
export function houseTitle(name) {
    const { rule, number } = ruleOf(name);
    return rule ? both(rule.title).replace("#", number) : name;
}

/** A house rule with its sentence. @param {string} name */
export function houseSentence(name) {
    const { rule } = ruleOf(name);
    return rule ? `${houseTitle(name)}: ${both(rule.about)}` : name;
}

/** Which mood these house rules are, if they are one. @param {string[]} chosen */
export const moodOf = (chosen) =>
    allHouse().moods.find(
        ({ house }) => [...chosen].sort().join(" ") === house.split(" ").sort().join(" ").trim(),
    )?.id;

/** As the core lists them. @param {string[]} names */
export const inOrder = (names) =>
    houseRules().flatMap((rule) => names.filter((name) => ruleOf(name).rule === rule));

/** Those that cannot come to the chosen ones, and why not. @param {string[]} chosen @returns {Record<string, string>} */
export const houseMeets = (chosen) =>
    JSON.parse(answer(exported().houseMeets(giveText(chosen.join(" ")), numberOf(lang))));

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
