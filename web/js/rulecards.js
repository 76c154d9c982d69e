// rulecards.js - house rules as people choose them: by mood with one press, or one by one as cards with a drawing of what
// happens, by what they are about and with a search. What does not go with the chosen ones says why.

import { answer, exported } from "./core.js";
import { h, refill } from "./dom.js";
import { facePicture } from "./faces.js";
import { allHouse, houseMeets, houseRules, houseTitle, moodOf, ruleOf } from "./house.js";
import { rulePicture } from "./rulepics.js";
import { both, t } from "./words.js";

/** @typedef {import("./house.js").House} House */

/** Without accents and capitals: how one searches. @param {string} text */
const plainText = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Who has that mood, and how it looks on that face. @type {Record<string, [number, import("./faces.js").Mood]>} */
const FACES_OF = {
    calm: [6, "calm"],
    printed: [11, "thinking"],
    lively: [0, "laughing"],
    cruel: [9, "pleased"],
    chaos: [3, "alarmed"],
};

/** The text of a house rule, as it was written. @param {House} rule */
export const houseText = (rule) => answer(exported().houseText(houseRules().indexOf(rule)));

/** The number of a rule that has one, chosen in its title. @param {House} rule @param {() => void} changed */
function numberField(rule, changed) {
    const numbers = Array.from({ length: rule.most - rule.least + 1 }, (_, at) => rule.least + at);
    return /** @type {HTMLSelectElement} */ (
        h(
            "select.house-number",
            { "aria-label": houseTitle(`${rule.id}=N`), onchange: changed },
            numbers.map((n) => h("option", { value: n }, n)),
        )
    );
}

/**
 * One house rule as a card with its box, and its number if it has one: what the box stands for is "jump-in" or "uno=3".
 * @param {House} rule @param {() => void} changed
 */
function houseCard(rule, changed) {
    const box = /** @type {HTMLInputElement} */ (
        h("input", { type: "checkbox", name: "house", value: rule.id, onchange: changed })
    );
    const number =
        rule.most > rule.least ? numberField(rule, () => choose(`${rule.id}=${number?.value}`)) : null;
    const [before, after] = both(rule.title).split("#");
    const text = houseText(rule);
    const drawing = h("span.house-picture");
    let drawn = "";
    const draw = (/** @type {string} */ n) => {
        if (drawn === n && drawing.firstChild) return;
        drawn = n;
        refill(drawing, rulePicture(text, n));
    };
    const set = (/** @type {string | undefined} */ name) => {
        box.checked = Boolean(name);
        if (number) {
            number.value = name ? ruleOf(name).number : String(rule.usual);
            box.value = `${rule.id}=${number.value}`;
        }
        draw(number?.value ?? "");
    };
    const choose = (/** @type {string} */ name) => {
        set(name);
        changed();
    };
    /** As a table is to be played by these. @param {string[]} wanted */
    const pick = (wanted) => set(wanted.find((name) => ruleOf(name).rule === rule));
    const why = h("small.why", { id: `why-${rule.id}`, hidden: true });
    const element = h(
        "label.house-rule",
        null,
        drawing,
        box,
        h("span", null, h("b", null, before, number, after), h("span", null, both(rule.about)), why),
    );
    return { rule, box, number, why, element, pick };
}

/** @typedef {ReturnType<typeof houseCard>} Card */

/** All of them, by what they are about, with a search. @param {Card[]} cards */
function foldedHouse(cards) {
    const groups = allHouse()
        .groups.map((group) => ({ group, inside: cards.filter(({ rule }) => rule.group === group.id) }))
        .filter(({ inside }) => inside.length)
        .map(({ group, inside }) => ({
            inside,
            element: h(
                "section.house-group",
                null,
                h("h4", null, both(group.title)),
                h(
                    "div.house-cards",
                    null,
                    inside.map((one) => one.element),
                ),
            ),
        }));
    const nothing = h("p.quiet-text", { role: "status", hidden: true }, t("houseNone"));
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
            // It is not among the rules of the form that it is in.
            onchange: (/** @type {Event} */ event) => event.stopPropagation(),
            oninput: (/** @type {Event} */ event) =>
                search(/** @type {HTMLInputElement} */ (event.target).value),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
                // Enter searches; it does not send the form.
                if (event.key === "Enter") event.preventDefault();
            },
        }),
        nothing,
        ...groups.map(({ element }) => element),
    ];
}

/** One mood: a face that has it, its name, its rules. @param {{id: string, house: string}} mood @param {(house: string[], button: HTMLElement) => void} pick */
function moodButton(mood, pick) {
    const house = mood.house.split(" ").filter(Boolean);
    const button = h(
        "button.mood",
        { type: "button", "data-mood": mood.id, onclick: () => pick(house, button) },
        h("span.mood-face", null, facePicture(...(FACES_OF[mood.id] ?? [0, "calm"]))),
        h("b", null, t(`mood.${mood.id}`)),
        h("small", null, house.length ? house.map(houseTitle).join(" · ") : t("mood.printed.about")),
    );
    return button;
}

/**
 * The moods, and the house rules as cards. What does not go with the chosen ones cannot be chosen, and says why.
 * @param {string[]} chosen
 * @param {import("./core.js").Edition} edition
 * @param {boolean} [isOpen] the cards are not folded away
 * @returns {[HTMLElement, HTMLElement]}
 */
export function houseParts(chosen, edition, isOpen = false) {
    const cards = houseRules().map((rule) => houseCard(rule, () => refresh()));
    for (const card of cards) card.pick(chosen);
    const count = h("span");
    const chosenNow = () => cards.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const moods = allHouse().moods.map((mood) =>
        moodButton(mood, (wanted, button) => {
            for (const card of cards) card.pick(wanted);
            refresh();
            // As if each box had been pressed: whoever listens to the form hears of it.
            button.dispatchEvent(new Event("change", { bubbles: true }));
        }),
    );
    const refresh = () => {
        const now = chosenNow();
        const meets = houseMeets(now);
        for (const { rule, box, number, why, element } of cards) {
            const reason = meets[rule.id] ?? "";
            box.disabled = Boolean(reason) && !box.checked;
            if (number) number.disabled = box.disabled;
            element.classList.toggle("is-out", box.disabled);
            box.toggleAttribute("aria-describedby", false);
            if (reason) box.setAttribute("aria-describedby", why.id);
            why.hidden = !reason;
            why.textContent = reason;
        }
        const mood = moodOf(now);
        for (const button of moods) button.setAttribute("aria-pressed", String(button.dataset.mood === mood));
        count.textContent = t("houseEach", { n: cards.length });
        if (now.length) count.textContent += ` · ${t("houseChosen", { n: now.length })}`;
    };
    refresh();
    const note = edition.faces.some((face) => face.answers) ? h("small", null, t("houseOverrides")) : null;
    return [
        h("fieldset.moods", null, h("legend", null, t("moods")), h("div.mood-row", null, moods)),
        h(
            "fieldset.house",
            null,
            h("legend.unseen", null, t("houseRules")),
            isOpen
                ? h("div.more-house", null, note, foldedHouse(cards))
                : h(
                      "details.more-house",
                      { open: Boolean(chosen.length) && !moodOf(chosen) },
                      h("summary", null, count),
                      note,
                      foldedHouse(cards),
                  ),
        ),
    ];
}
