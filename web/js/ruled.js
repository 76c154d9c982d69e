// ruled.js - the rules as a card on the table: what is played, what somebody has changed (then the card lies turned
// over), and what would change if the table agreed.

import { editionAt, editionOf, isOwn } from "./core.js";
import { agreementPart, differencesPart } from "./differs.js";
import { h, refill } from "./dom.js";
import { agreement } from "./house.js";
import { rulesWords } from "./line.js";
import { mayMove } from "./prefs.js";
import { both, t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** What is other in 'after' than in 'before', in words. @param {any} before @param {any} after @returns {string[]} */
export function changes(before, after) {
    const [old, now] = [before, after].map((settings) => [
        ...new Set([...rulesWords(settings), ...agreement(settings)]),
    ]);
    // What the line says and a sentence says too is told by the sentence.
    const only = (/** @type {string[]} */ these, /** @type {string[]} */ those) => {
        const left = these.filter((one) => !those.includes(one));
        const long = left.filter((one) => one.length > LONG);
        return left.filter((one) => one.length > LONG || !long.some((other) => other.startsWith(one)));
    };
    return [
        ...only(now, old).map((what) => t("rulesNow", { what })),
        ...only(old, now).map((what) => t("rulesGone", { what })),
    ];
}
const LONG = 24;

/** The same as a list; null where nothing would be other. @param {any} before @param {any} after */
export function changesPart(before, after) {
    const lines = changes(before, after);
    if (!lines.length) return null;
    const list = h(
        "ul.rules-list.changed",
        null,
        lines.map((line) => h("li", null, line)),
    );
    const isNew = isOwn(after.edition) && after.edition !== before.edition;
    return isNew ? h("div", null, list, differencesPart(after.edition)) : list;
}

/** What an edition is about tells how long it is usually played: it is said where that holds. @param {any} settings */
function isUsual(settings) {
    const [usual, now] = [editionOf(settings.edition), editionAt(settings)];
    return usual.scoring === now.scoring && usual.target === now.target;
}

/** All of it: what the edition is about and what is not as the sheet has it. @param {any} settings */
export const wholeRules = (settings) => [
    isUsual(settings) ? h("p.quiet-text", null, both(editionOf(settings.edition).about)) : null,
    isOwn(settings.edition) ? differencesPart(settings.edition) : null,
    agreementPart(settings),
];

/** The card itself. */
export class RulesCard {
    /** @param {() => void} press */
    constructor(press) {
        this.front = h("span.side-a");
        this.back = h("span.side-b", { "aria-live": "polite" });
        this.element = h(
            "button.rules-card",
            { type: "button", "data-focus": "card", onclick: press },
            h("span.turner", null, this.front, this.back),
        );
        this.shown = "";
    }

    /** @param {Table} table @param {any} known what this person has agreed to last */
    draw(table, known) {
        const [title, ...words] = rulesWords(table.settings);
        const news = known ? changes(known, table.settings) : [];
        const key = JSON.stringify([title, words, news]);
        if (key === this.shown) return;
        const isNew = this.shown !== "";
        this.shown = key;
        this.element.dataset.edition = table.settings.edition;
        refill(this.front, h("b", null, title), h("span.rules-line", null, words.join(" · ")));
        refill(
            this.back,
            news.length ? h("b", null, t("rulesChangedShort")) : null,
            news.map((line) => h("span", null, line)),
        );
        this.element.classList.toggle("turned", news.length > 0);
        // Somebody has changed them: it turns over once, whichever side comes up.
        if (isNew && mayMove())
            this.element.firstElementChild?.animate(
                [{ rotate: "y 0deg" }, { rotate: "y 180deg" }, { rotate: "y 360deg" }],
                { duration: 700, easing: "cubic-bezier(.3,.7,.3,1)" },
            );
    }
}
