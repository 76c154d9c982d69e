// settings.js - the form in which the people of a table agree on its rules.

import { editionOf, editions } from "./core.js";
import { codeOf, presetsPart, readCode } from "./code.js";
import { h } from "./dom.js";
import { moreFields, paceField, readMore, scoringField } from "./fields.js";
import { inOrder } from "./house.js";
import { clockKey, clockWords } from "./line.js";
import { houseParts } from "./rulecards.js";
import { nameWord } from "./table.js";
import { both, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const CLOCKS = [0, 15, 30, 60, 120];
const DAYS = [1, 3, 7];

/** What whoever owes UNO has for saying it, in milliseconds (RULE O27). */
const GRACES = [0, 250, 500, 750, 1000];

/** Whether people watch, and how late they see all hands. */
const WATCHING = ["allowed", "none", "open"];
const DELAYS = [15, 30, 60, 120, 300, 600];

/** A list to choose from. @param {string} label @param {string} name @param {[string | number, string][]} options @param {any} chosen */
const selectField = (label, name, options, chosen) =>
    h(
        "label.field",
        null,
        h("span", null, label),
        h(
            "select",
            { name },
            options.map(([value, text]) =>
                h("option", { value, selected: String(value) === String(chosen) }, text),
            ),
        ),
    );

/** @param {string} label @param {string} name @param {boolean} isOn */
const checkField = (label, name, isOn) =>
    h("label.check", null, h("input", { type: "checkbox", name, checked: isOn }), h("span", null, label));

/** What a form begins with that was filled in so. @param {any} settings */
export const choiceOf = (settings) => ({
    ...settings,
    clock: clockKey(settings.clock),
    scoring: settings.scoring ?? "default",
    isPublic: settings.public,
});

/**
 * What the people of a table agree on, with set-ups under names.
 * @param {App} app @param {any} choice @param {(settings: any, bots: string[]) => void} [taken] another set-up was
 *   chosen; without it the fields are filled in anew
 */
export function settingsPart(app, choice, taken) {
    const element = h("div.settings");
    const draw = (/** @type {any} */ now) => {
        const fields = h("div", null, settingsFields(app, now));
        element.replaceChildren(
            presetsPart(
                app,
                () => codeOf(readSettings(/** @type {HTMLElement} */ (element.closest("form")))),
                (code) => {
                    const read = readCode(code);
                    if ("wrong" in read) return app.notify(read.wrong);
                    draw({ ...now, ...choiceOf(read.settings) });
                    taken?.(read.settings, read.bots);
                },
            ),
            fields,
        );
    };
    draw(choice);
    return element;
}

/** @param {App} app @param {any} choice */
function settingsFields(app, choice) {
    const edition = editionOf(choice.edition);
    const seats = Array.from({ length: edition.seatsMax - 1 }, (_, index) => index + 2);
    const clocks = [...CLOCKS.map(String), ...DAYS.map((days) => `${days}d`)];
    return [
        selectField(
            t("edition"),
            "edition",
            editions.map((one) => [one.id, `${both(one.title)} — ${both(one.about)}`]),
            edition.id,
        ),
        h(
            "div.two",
            null,
            selectField(
                t("seatsWanted"),
                "seats",
                seats.map((count) => [count, String(count)]),
                choice.seats,
            ),
            selectField(
                t("clock"),
                "clock",
                clocks.map((key) => [key, clockWords(key)]),
                choice.clock,
            ),
        ),
        ...houseParts(choice.house, edition),
        scoringField(choice.scoring),
        ...moreFields(
            { ...choice, reverse: choice.reverse_with_two },
            edition,
            (app.table?.seats ?? []).map((seat) => nameWord(seat.name ?? "")).filter(Boolean),
            t("misplays.edition"),
        ),
        selectField(
            t("grace"),
            "grace",
            GRACES.map((ms) => [ms, t("graceMs", { n: ms })]),
            choice.grace ?? 500,
        ),
        paceField(choice.pace),
        h(
            "div.two",
            null,
            selectField(
                t("whoWatches"),
                "watching",
                WATCHING.map((one) => [one, t(`watching.${one}`)]),
                choice.watching ?? "allowed",
            ),
            selectField(
                t("delay"),
                "delay",
                DELAYS.map((n) => [n, t("delaySeconds", { n })]),
                choice.delay ?? 60,
            ),
        ),
        checkField(t("isPublic"), "public", choice.isPublic),
        checkField(t("allowHints"), "hints", choice.hints),
        checkField(t("phrasesOnly"), "phrases", choice.talk === "phrases"),
    ];
}

/** The form as settings of the protocol: null is as usual, and takes back what was chosen before.
 * @param {HTMLElement} form @returns {import("./messages.js").AskedSettings} */
export function readSettings(form) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    // The form offers the words of the protocol and no others.
    const word = (/** @type {string} */ name) => /** @type {any} */ (data.get(name));
    const scoring = word("scoring");
    const clock = String(data.get("clock"));
    const more = readMore(data);
    return {
        edition: String(data.get("edition")),
        house: inOrder(data.getAll("house").map(String)),
        // What is left out stays as it was; what is as the sheet has it is said so.
        scoring: scoring === "default" ? null : scoring,
        target: more.target || null,
        dealer: more.dealer || null,
        reverse_with_two: more.reverse === "turn" ? "turn" : null,
        misplays: more.misplays === "refused" ? "refused" : null,
        teams: more.teams || null,
        partners: more.teams ? /** @type {any} */ (more.partners) : null,
        seats: Number(data.get("seats")),
        clock: clock.endsWith("d")
            ? { days: parseInt(clock, 10) }
            : clock === "0"
              ? null
              : { move: Number(clock) },
        grace: Number(data.get("grace")),
        pace: word("pace") === "normal" ? null : word("pace"),
        talk: data.has("phrases") ? "phrases" : null,
        watching: word("watching") === "allowed" ? null : word("watching"),
        delay: data.get("watching") === "open" ? Number(data.get("delay")) : null,
        public: data.has("public"),
        hints: data.has("hints"),
    };
}
