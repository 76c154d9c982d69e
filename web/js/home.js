// home.js - the first screen: a table seen from the door, what this is, Play, With friends; everything else is folded away.

import { cardPicture, drawDeck } from "./cards.js";
import { settingsOf } from "./alone.js";
import { bots, editionOf } from "./core.js";
import { byId, h, refill, write } from "./dom.js";
import { differsLine, rulesLine } from "./line.js";
import { goOnAlone, keepSetup, playAlone } from "./playing.js";
import { prefs } from "./prefs.js";
import { openGame } from "./saved.js";
import { app, go, navigate } from "./screens.js";
import { goodName, setup } from "./setup.js";
import { both, t } from "./words.js";

/** @typedef {import("./alone.js").Setup} Setup */
/** 'living': the table behind the doors, once it is there.
 * @typedef {{choice: Setup, isOpen: boolean, living: ReturnType<typeof import("./living.js").liveIn> | null}} Home */

/** The table behind the doors comes when the page has been looked at for a moment: whoever presses Play at once waits for
 * none of it. */
const LIVING_MS = 1500;
let livingTimer = 0;

export function showHome() {
    const choice = setup();
    /** @type {Home} */
    const home = { choice, isOpen: false, living: null };
    go({
        redraw: () => drawHome(home),
        title: () => "",
        close: () => {
            clearTimeout(livingTimer);
            home.living?.stop();
        },
    });
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

/** The choice in one line. @param {Setup} choice */
const choiceLine = (choice) =>
    rulesLine(settingsOf(choice), [
        t("rivalsCount", { n: choice.bots.length }),
        both(bots.find((bot) => bot.id === choice.bots[0])?.name ?? { en: "" }),
    ]);

/** What can be chosen, once it is opened: nobody waits for it before. @param {Home} home
 * @param {HTMLDetailsElement} details @param {() => void} changed */
function choosing({ choice }, details, changed) {
    /** @type {import("./choose.js").Chooser | null} */
    let chooser = null;
    const place = h("div.panel");
    details.append(place);
    const open = () =>
        app.wanted(async () => {
            const { Chooser } = await import("./choose.js");
            if (chooser) return;
            chooser = new Chooser(app, choice, changed);
            place.append(chooser.element);
        });
    return {
        open,
        read: () => chooser?.read(),
        askName: async () => {
            details.open = true;
            await open();
            chooser?.askName();
        },
    };
}

/** @param {Home} home */
function drawHome(home) {
    const { choice } = home;
    const edition = editionOf(choice.edition);
    drawDeck(edition);
    const kept = openGame();
    const line = h("span", null, choiceLine(choice));
    const differs = h("p.differs-line", { role: "status" }, differsLine(settingsOf(choice)));
    const wrong = h("p.wrong", { role: "alert" });
    const changed = () => {
        if (goodName(choice.name)) keepSetup(choice);
        write(line, choiceLine(choice));
        write(differs, differsLine(settingsOf(choice)));
    };
    const submit = (/** @type {(choice: Setup) => unknown} */ begin) => {
        chooser.read();
        if (goodName(choice.name)) return void begin(choice);
        write(wrong, t("badName"));
        void chooser.askName();
    };
    const first = h(
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
        h("button", { type: "button", "data-do": "friends", onclick: () => submit(openTable) }, t("friends")),
        differs,
    );
    const details = /** @type {HTMLDetailsElement} */ (
        h(
            "details.choice",
            {
                ontoggle: () => {
                    home.isOpen = details.open;
                    if (details.open) home.living?.rest();
                    else if (choice.edition === edition.id) home.living?.wake();
                    else {
                        // Behind the doors they play what is chosen.
                        drawHome(home);
                        return byId("screen").querySelector("summary")?.focus();
                    }
                    // What one does with the choice stands behind it, also for who goes on by keyboard.
                    if (details.open) details.after(first);
                    else details.before(first);
                    if (details.open) void chooser.open();
                },
            },
            h("summary", null, line),
        )
    );
    const chooser = choosing(home, details, changed);
    details.open = home.isOpen;
    const form = h(
        "form.setup",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                submit(playAlone);
            },
            // What is chosen is chosen at once, and kept: the line says it, a reload has it.
            onchange: () => {
                chooser.read();
                changed();
            },
        },
        first,
        details,
        wrong,
    );
    if (Object.keys(prefs.seats ?? {}).length)
        void import("./back.js").then(({ offerBack }) => offerBack(app, form));
    const cards = heroCards(edition).map((card) => h("span", null, cardPicture(edition, card)));
    const stage = h("div.stage", { "aria-hidden": "true" }, h("div.hero-fan", null, cards));
    refill(byId("screen"), h("div.home", { "data-edition": edition.id }, hero(stage), form, doors()));
    home.living?.stop();
    clearTimeout(livingTimer);
    livingTimer = window.setTimeout(() => void live(home, stage), LIVING_MS);
}

/** @param {Home} home @param {HTMLElement} stage */
async function live(home, stage) {
    const { liveIn } = await import("./living.js");
    if (!stage.isConnected) return;
    home.living = liveIn(stage, home.choice.edition);
    if (home.isOpen) home.living.rest();
}

/** @param {HTMLElement} stage */
const hero = (stage) =>
    h(
        "section.hero",
        null,
        stage,
        h("h1", null, "Penúltima"),
        h("p.tagline", null, t("tagline")),
        h("p.quiet-text", null, t("about")),
    );

const doors = () =>
    h(
        "nav.doors",
        { "aria-label": t("menu") },
        door(t("learn"), "#/learn"),
        door(t("editor.door"), "#/edition"),
        door(t("games"), "#/games"),
        door(t("problem"), "#/problem"),
        door(t("publicTables"), "#/friends"),
    );

/** One press: a table with these rules, and its link. @param {Setup} choice */
function openTable(choice) {
    keepSetup(choice);
    void app.wanted(async () => (await import("./friends.js")).createWith(app, choice));
}

/** @param {string} title @param {string} hash */
const door = (title, hash) =>
    h("button.door", { type: "button", "data-to": hash, onclick: () => void navigate(hash) }, title);
