// words.js - sentences of the page by their keys. They stand in lang/ID.lang under "page."; the page fetches the
// language that is spoken (words/ID.json), others when they are chosen.
//
// {name} is filled in. {n|form|form} picks by the number n, by the rules of the language. Sentences about moves,
// refusals, editions, bots and sayings come from the core, so that they read the same everywhere.

import { LANGUAGES } from "./catalogue.js";
import { declined, readLists, speak, toldIn } from "./core.js";
import { prefs, keep } from "./prefs.js";

/** @typedef {string} Lang */

/** The first language of the browser that we speak; who speaks neither most likely reads English. */
function usualLanguage() {
    for (const one of globalThis.navigator?.languages ?? []) {
        const spoken = one.split("-")[0];
        for (const id of [one, spoken]) if (id in LANGUAGES) return id;
        if (["ca", "gl", "eu"].includes(spoken)) return "es";
    }
    return "en";
}

/** @type {Lang} */
export let lang = prefs.lang && prefs.lang in LANGUAGES ? prefs.lang : usualLanguage();

/** What there is to choose from, by id. @type {[string, string][]} */
export const languages = Object.entries(LANGUAGES).map(([id, one]) => [id, one.name]);

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export const onLanguage = (listener) => void listeners.push(listener);

/** The page's sentences by key, the core's in its order, and what it calls things.
 * @typedef {{page: Record<string, string>, core: string[], named?: string[]}} Said */

/** What the page says in the language in use, by key. @type {Record<string, string>} */
let words = {};
/** What is needed first, as long as the rest is not here. @type {Said | null} */
let first = null;

/** A part of what a language says: "es" first, then "es.later". @param {string} name @returns {Promise<Said>} */
export async function fetchWords(name) {
    const found = await fetch(`words/${name}.json`);
    if (!found.ok) throw new Error(`no words for ${name}`);
    return found.json();
}

/** The core's sentences of two parts. @param {Said} said @param {Said} [later] */
const wholeCore = (said, later) => [
    ...said.core.map((one, index) => one || (later?.core[index] ?? "")),
    ...(said.named ?? []),
];

/** Page and core speak it from now on. @param {Lang} id @param {Said} said @param {Said} [later] */
export function takeLanguage(id, said, later) {
    words = { ...said.page, ...later?.page };
    first = later ? null : said;
    lang = id;
    speak(id, wholeCore(said, later));
    readLists();
}

/** The rest of what the language in use says. */
export async function fetchLater() {
    while (first) {
        const said = first;
        const later = await fetchWords(`${lang}.later`);
        // Somebody may have chosen another language meanwhile, or have fetched it, too.
        if (first !== said) continue;
        words = { ...words, ...later.page };
        first = null;
        speak(lang, wholeCore(said, later));
    }
}

/** Whether the language in use is written from right to left. */
const isRtl = () => Boolean(LANGUAGES[lang].rtl);

/** The browser learns the language and its direction. */
export function showLanguage() {
    document.documentElement.lang = lang;
    document.documentElement.dir = isRtl() ? "rtl" : "ltr";
}

/** @param {Lang} chosen */
export async function setLanguage(chosen) {
    const said = await Promise.all([fetchWords(chosen), fetchWords(`${chosen}.later`)]);
    takeLanguage(chosen, ...said);
    keep({ lang });
    showLanguage();
    for (const listener of listeners) listener();
}

/** What may turn the direction of a sentence round, by whether it runs from right to left. */
const turning = {
    true: /[A-Za-z\u00c0-\u024f\u0370-\u058f\u0900-\u1fff\u3040-\ud7ff]/,
    false: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/,
};

/** A value as it stands in a sentence: a text of the other direction between marks that keep it to itself.
 * @param {string | number | undefined} value */
function isolated(value) {
    const text = String(value ?? "");
    return turning[isRtl() ? "true" : "false"].test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Fills a template. The forms of {n|one|many} may hold further holes. {name:2} is a name in a form that the language
 * declines it in, {name?aone|bother} chooses by its gender (lang/compile.py).
 * @param {string} template
 * @param {Record<string, string | number>} values
 * @param {(n: number) => number} [plural] which form a number takes
 */
export function fillIn(template, values, plural = LANGUAGES[lang].plural) {
    return template
        .replace(/\{(\w+)([|?])((?:[^{}]|\{[\w:]+\})*)\}/g, (_, key, kind, rest) => {
            const forms = rest.split("|");
            if (kind === "|") return forms[plural(Number(values[key]))];
            const gender = declined(String(values[key]), lang, 0);
            return (forms.find((/** @type {string} */ one) => one[0] === gender) ?? forms.at(-1)).slice(1);
        })
        .replace(/\{(\w+)(?::(\d+))?\}/g, (_, key, form) =>
            isolated(form ? declined(String(values[key]), lang, Number(form)) : values[key]),
        );
}

/** Whether there is such a text. @param {string} key */
export const has = (key) => key.replaceAll(" ", "-") in words;

/**
 * A text in the language in use.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
    const template = words[key.replaceAll(" ", "-")];
    if (template === undefined) throw new Error(`no text ${key}`);
    return fillIn(template, values);
}

/** A text of the core in the language in use. @param {Record<string, string>} both */
export const both = (both) => both[lang] ?? both.en;

/** Why a table or the server says no, in the language in use. @param {any} message */
export const told = (message) => toldIn(message, lang);
