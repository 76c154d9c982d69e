// home.js - the first screen: what this is, Play, With friends; everything else is folded away.

import { cardPicture, drawDeck } from "./cards.js";
import { settingsOf, setupOf } from "./alone.js";
import { codeOf, presetsPart, readCode } from "./code.js";
import { bots, editionOf, editions } from "./core.js";
import { byId, h, refill } from "./dom.js";
import { houseBoxes, houseTitle } from "./house.js";
import { goOnAlone, keepSetup, playAlone } from "./playing.js";
import { prefs } from "./prefs.js";
import { openGame } from "./saved.js";
import { app, go, navigate } from "./screens.js";
import {
    goodName,
    moreFields,
    nameField,
    paceField,
    readMore,
    scoringField,
    setup,
    tidyName,
} from "./setup.js";
import { both, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */

export function showHome() {
    const choice = setup();
    go({ redraw: () => drawHome(choice, false), title: () => "" });
}

/** Some cards of an edition to look at. @param {import("./core.js").Edition} edition */
function heroCards(edition) {
    const codes = Object.keys(edition.cards);
    const of = (/** @type {number} */ color, /** @type {string} */ face) =>
        codes.find((code) => {
            const card = edition.cards[code];
            return card.color === color % edition.colors.length && edition.faces[card.face].code === face;
        }) ?? codes[0];
    const wilds = codes.filter((code) => edition.cards[code].color === null);
    return [of(0, "7"), of(2, "s"), wilds.at(-1) ?? null, of(1, "+2"), of(3, "3")];
}

/** How long it goes on. @param {Setup} choice */
function lengthOf(choice) {
    const edition = editionOf(choice.edition);
    const scoring = choice.scoring === "default" ? edition.scoring : choice.scoring;
    return scoring === "quick" ? t("scoring.quick") : t("toTarget", { n: choice.target || edition.target });
}

/** The choice in one line. @param {Setup} choice */
const choiceLine = (choice) =>
    [
        both(editionOf(choice.edition).title),
        t("rivalsCount", { n: choice.bots.length }),
        both(bots.find((bot) => bot.id === choice.bots[0])?.name ?? { en: "" }),
        lengthOf(choice),
        ...choice.house.map(houseTitle),
    ].join(" · ");

/** @param {Setup} choice @param {boolean} isOpen */
function drawHome(choice, isOpen) {
    const edition = editionOf(choice.edition);
    drawDeck(edition);
    const kept = openGame();
    const play = () => submitHome(form, choice);
    const form = h(
        "form.setup",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                play();
            },
        },
        h(
            "div.first",
            null,
            kept
                ? h("button.main.go-on", { type: "button", onclick: () => goOnAlone(kept.id) }, t("goOn"))
                : null,
            h(
                kept ? "button" : "button.main",
                { type: "submit", "data-do": "play" },
                t(kept ? "newGame" : "play"),
            ),
            h(
                "button",
                { type: "button", "data-do": "friends", onclick: () => submitHome(form, choice, openTable) },
                t("friends"),
            ),
        ),
        h(
            "details.choice",
            { open: isOpen },
            h("summary", null, h("span", null, choiceLine(choice))),
            h(
                "div.panel",
                null,
                fields(choice, edition, () => form),
            ),
        ),
        h("p.wrong", { role: "alert" }),
    );
    if (Object.keys(prefs.seats ?? {}).length)
        void import("./back.js").then(({ offerBack }) => offerBack(app, form));
    refill(
        byId("screen"),
        h(
            "div.home",
            { "data-edition": edition.id },
            h(
                "section.hero",
                null,
                h(
                    "div.hero-fan",
                    { "aria-hidden": "true" },
                    heroCards(edition).map((card) => h("span", null, cardPicture(edition, card))),
                ),
                h("h1", null, "Penúltima"),
                h("p.tagline", null, t("tagline")),
                h("p.quiet-text", null, t("about")),
            ),
            form,
            h(
                "nav.doors",
                { "aria-label": t("menu") },
                door(t("learn"), "#/learn"),
                door(t("editor.door"), "#/edition"),
                door(t("games"), "#/games"),
                door(t("publicTables"), "#/friends"),
            ),
        ),
    );
}

/** One press: a table with these rules, and its link. @param {Setup} choice */
async function openTable(choice) {
    keepSetup(choice);
    (await import("./friends.js")).createWith(app, choice);
}

/** @param {string} title @param {string} hash */
const door = (title, hash) =>
    h("button.door", { type: "button", "data-to": hash, onclick: () => void navigate(hash) }, title);

/** Everything that can be chosen. @param {Setup} choice @param {import("./core.js").Edition} edition @param {() => HTMLElement} formOf */
function fields(choice, edition, formOf) {
    const again = (/** @type {() => void} */ change, /** @type {string} */ focus) => {
        readForm(formOf(), choice);
        change();
        drawHome(choice, true);
        /** @type {HTMLElement | null} */ (byId("screen").querySelector(focus))?.focus();
    };
    return [
        nameField(choice.name),
        presetsPart(
            app,
            () => {
                readForm(formOf(), choice);
                return codeOf(settingsOf(choice), choice.bots);
            },
            (code) => {
                const read = readCode(code);
                if ("wrong" in read) return app.notify(read.wrong);
                again(() => Object.assign(choice, setupOf(read.settings, read.bots)), ".keep select");
            },
        ),
        h(
            "fieldset.editions",
            null,
            h("legend", null, t("edition")),
            editions.map((one) =>
                h(
                    "label.edition",
                    { "data-edition": one.id },
                    h("input", {
                        type: "radio",
                        name: "edition",
                        value: one.id,
                        checked: one.id === choice.edition,
                        onchange: () => again(() => {}, `[value="${one.id}"]`),
                    }),
                    h("span.edition-back", { "aria-hidden": "true" }),
                    h(
                        "span.edition-words",
                        null,
                        h("b", null, both(one.title)),
                        h("span", null, both(one.about)),
                    ),
                ),
            ),
        ),
        h(
            "div.two",
            null,
            h("div.field", null, h("span", { id: "rivals" }, t("rivals")), stepper(choice, edition, again)),
            levelField(choice),
        ),
        houseBoxes(choice.house, edition),
        scoringField(choice.scoring),
        ...moreFields(choice, edition, [choice.name], t("misplays.usual")),
        paceField(choice.pace),
        h("button.main.wide", { type: "submit" }, t("play")),
    ];
}

/** How many play against me. @param {Setup} choice @param {import("./core.js").Edition} edition
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

/** Takes over what the form says. @param {HTMLElement} form @param {Setup} choice */
function readForm(form, choice) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    choice.name = tidyName(data.get("name"));
    choice.edition = String(data.get("edition") ?? choice.edition);
    choice.house = data.getAll("house").map(String);
    choice.scoring = String(data.get("scoring") ?? "default");
    if (data.has("reverse")) Object.assign(choice, readMore(data));
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
}

/** @param {HTMLElement} form @param {Setup} choice @param {(choice: Setup) => unknown} [begin] */
function submitHome(form, choice, begin = playAlone) {
    readForm(form, choice);
    if (goodName(choice.name)) return void begin(choice);
    const wrong = form.querySelector(".wrong");
    if (wrong) wrong.textContent = t("badName");
    form.querySelector("details")?.setAttribute("open", "");
    /** @type {HTMLElement | null} */ (form.querySelector("[name=name]"))?.focus();
}
