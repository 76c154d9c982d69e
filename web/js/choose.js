// choose.js - what a game alone or a table is set up with, on two screens: the deck, the mood and the company; then rule by
// rule. It reads the form into the choice; what is made of it is home.js's business.

import { settingsOf, setupOf } from "./alone.js";
import { wholeCard } from "./cards.js";
import { codeOf, presetsPart, readCode } from "./code.js";
import { bots, editionOf, editions } from "./core.js";
import { h, refill, svg } from "./dom.js";
import { moreFields, paceField, readMore, scoringField } from "./fields.js";
import { houseParts } from "./rulecards.js";
import { goodName, nameField, tidyName } from "./setup.js";
import { both, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */
/** @typedef {import("./core.js").Edition} Edition */

/** The card that tells an edition from the others: the first wild with an effect of its own. @param {Edition} edition */
function ownCard(edition) {
    const codes = Object.keys(edition.cards);
    const wild = (/** @type {(steps: string[]) => boolean} */ fits) =>
        codes.find((code) => {
            const face = edition.faces[edition.cards[code].face];
            return face.wild && fits(face.play.map((step) => step.do));
        });
    const plain = ["name color", "draw next", "skip next"];
    return (
        wild((steps) => steps.some((step) => !plain.includes(step))) ??
        wild((steps) => steps.includes("draw next")) ??
        codes[codes.length - 1]
    );
}

/** A deck as it lies on the table: its back and two of its cards. @param {Edition} edition */
function deckPicture(edition) {
    const codes = Object.keys(edition.cards);
    const number =
        codes.find(
            (code) => edition.cards[code].color === 0 && edition.faces[edition.cards[code].face].number === 7,
        ) ?? codes[0];
    const leaf = (
        /** @type {number} */ x,
        /** @type {number} */ turn,
        /** @type {SVGElement | SVGElement[]} */ inside,
    ) => svg("g", { transform: `translate(${x} 118) rotate(${turn}) translate(-50 -98)` }, inside);
    return svg(
        "svg",
        { viewBox: "0 0 190 172", class: "deck-picture", "aria-hidden": "true" },
        leaf(72, -17, [
            svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "c-back" }),
            svg("rect", { x: 8, y: 8, width: 84, height: 124, rx: 7, class: "c-back-line" }),
            svg("path", { d: "M8 40Q50 8 92 40M8 100Q50 132 92 100", class: "c-back-line" }),
        ]),
        leaf(94, -2, wholeCard(edition, number)),
        leaf(117, 14, wholeCard(edition, ownCard(edition))),
    );
}

/** The editions as a row of decks. @param {string} chosen @param {(id: string) => void} choose */
const decksField = (chosen, choose) =>
    h(
        "fieldset.editions",
        null,
        h("legend", null, t("edition")),
        h(
            "div.decks",
            null,
            editions.map((one) =>
                h(
                    "label.deck-choice",
                    { "data-edition": one.id },
                    h("input", {
                        type: "radio",
                        name: "edition",
                        value: one.id,
                        checked: one.id === chosen,
                        "aria-describedby": "deck-about",
                        onchange: () => choose(one.id),
                    }),
                    deckPicture(one),
                    h("b", null, both(one.title)),
                ),
            ),
        ),
        h("p.quiet-text", { id: "deck-about" }, both(editionOf(chosen).about)),
    );

/** @param {Setup} choice */
const levelField = (choice) =>
    h(
        "label.field",
        null,
        h("span", null, t("level")),
        h(
            "select",
            { name: "level" },
            bots
                .filter((bot) => bot.id !== "random" && bot.id !== "rule")
                .map((bot) =>
                    h("option", { value: bot.id, selected: bot.id === choice.bots[0] }, both(bot.name)),
                ),
        ),
    );

/** How many play against me. @param {Setup} choice @param {Edition} edition
 * @param {(change: () => void, focus: string) => void} again */
function stepper(choice, edition, again) {
    const step = (
        /** @type {string} */ label,
        /** @type {string} */ sign,
        /** @type {boolean} */ off,
        /** @type {() => void} */ change,
        /** @type {string} */ focus,
    ) =>
        h(
            "button",
            { type: "button", "aria-label": label, disabled: off, onclick: () => again(change, focus) },
            sign,
        );
    const count = choice.bots.length;
    return h(
        "div.stepper",
        { role: "group", "aria-labelledby": "rivals" },
        step(t("fewer"), "−", count <= edition.seatsMin - 1, () => choice.bots.pop(), ".stepper button"),
        h("output", { "aria-live": "polite" }, t("rivalsCount", { n: count })),
        step(
            t("more"),
            "+",
            count >= edition.seatsMax - 1,
            () => choice.bots.push(choice.bots[0]),
            ".stepper button:last-child",
        ),
    );
}

/** The two screens. */
export class Chooser {
    /** @param {typeof import("./screens.js").app} app @param {Setup} choice @param {() => void} changed the choice has */
    constructor(app, choice, changed) {
        this.app = app;
        this.choice = choice;
        this.changed = changed;
        this.isByRule = false;
        this.element = h("div.chooser");
        this.draw();
    }

    draw() {
        const [moods, house] = houseParts(this.choice.house, editionOf(this.choice.edition), true);
        const screens = [this.firstScreen(moods), this.secondScreen(house)];
        const tabs = ["first", "second"].map((which, at) =>
            h("button.choose-tab", {
                type: "button",
                role: "tab",
                id: `tab-${which}`,
                "aria-controls": `choose-${which}`,
                onclick: () => show(at === 1),
                onkeydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
                    show(!this.isByRule);
                    tabs[Number(this.isByRule)].focus();
                },
            }),
        );
        const show = (/** @type {boolean} */ isByRule) => {
            this.isByRule = isByRule;
            screens.forEach((screen, at) => {
                const isShown = Boolean(at) === isByRule;
                screen.hidden = !isShown;
                tabs[at].setAttribute("aria-selected", String(isShown));
                tabs[at].tabIndex = isShown ? 0 : -1;
            });
        };
        this.tabs = tabs;
        this.countRules();
        show(this.isByRule);
        const list = h("div.choose-tabs", { role: "tablist", "aria-label": t("settings") }, tabs);
        refill(this.element, list, screens);
    }

    /** Deck, mood, company. @param {HTMLElement} moods */
    firstScreen(moods) {
        const { choice } = this;
        return h(
            "div.choose-screen",
            { role: "tabpanel", id: "choose-first", "aria-labelledby": "tab-first" },
            decksField(choice.edition, (id) => this.again(() => {}, `[value="${id}"]`)),
            moods,
            h(
                "div.company",
                null,
                h(
                    "div.field",
                    null,
                    h("span", { id: "rivals" }, t("rivals")),
                    stepper(choice, editionOf(choice.edition), (change, focus) => this.again(change, focus)),
                ),
                levelField(choice),
                scoringField(choice.scoring),
                nameField(choice.name),
            ),
        );
    }

    /** Rule by rule. @param {HTMLElement} house */
    secondScreen(house) {
        const { choice } = this;
        return h(
            "div.choose-screen",
            { role: "tabpanel", id: "choose-second", "aria-labelledby": "tab-second" },
            house,
            h(
                "fieldset.of-table",
                null,
                h("legend", null, t("ofTable")),
                h(
                    "div.two",
                    null,
                    moreFields(choice, editionOf(choice.edition), [choice.name], t("misplays.usual")),
                    paceField(choice.pace),
                ),
            ),
            presetsPart(
                this.app,
                () => {
                    this.read();
                    return codeOf(settingsOf(choice), choice.bots);
                },
                (code) => {
                    const read = readCode(code);
                    if ("wrong" in read) return this.app.notify(read.wrong);
                    this.again(
                        () => Object.assign(choice, setupOf(read.settings, read.bots)),
                        ".keep select",
                    );
                },
            ),
        );
    }

    countRules() {
        const [first, second] = this.tabs ?? [];
        if (!first) return;
        first.textContent = t("choose.first");
        second.textContent = this.choice.house.length
            ? `${t("choose.second")} · ${t("houseChosen", { n: this.choice.house.length })}`
            : t("choose.second");
    }

    /** Something that other fields depend on has changed. @param {() => void} change @param {string} focus */
    again(change, focus) {
        this.read();
        change();
        const rows = this.element.querySelector(".decks")?.scrollLeft ?? 0;
        this.draw();
        const decks = this.element.querySelector(".decks");
        if (decks) decks.scrollLeft = rows;
        /** @type {HTMLElement | null} */ (this.element.querySelector(focus))?.focus();
        this.changed();
    }

    /** Takes over what the form says. */
    read() {
        const { choice } = this;
        const form = this.element.closest("form");
        if (!form) return;
        const data = new FormData(form);
        choice.name = tidyName(data.get("name"));
        choice.edition = String(data.get("edition") ?? choice.edition);
        choice.house = data.getAll("house").map(String);
        choice.scoring = String(data.get("scoring") ?? "default");
        Object.assign(choice, readMore(data));
        if (choice.dealer) choice.dealer = choice.name;
        const edition = editionOf(choice.edition);
        let count = Math.max(edition.seatsMin - 1, Math.min(choice.bots.length, edition.seatsMax - 1));
        // Teams are of the same size (RULE M1): as many sit down as that takes.
        const teams = choice.teams ?? 0;
        if (teams) {
            const rows = Math.max(2, Math.ceil((count + 1) / teams));
            count = teams * Math.min(rows, Math.floor(edition.seatsMax / teams)) - 1;
        }
        choice.bots = Array.from({ length: count }, () => String(data.get("level") ?? "casual"));
        this.countRules();
    }

    /** What is wrong with the name is said where it is written. */
    askName() {
        if (goodName(this.choice.name)) return;
        if (this.isByRule) /** @type {HTMLElement} */ (this.tabs?.[0])?.click();
        /** @type {HTMLElement | null} */ (this.element.querySelector("[name=name]"))?.focus();
    }
}
