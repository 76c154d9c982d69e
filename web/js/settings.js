// settings.js - the form in which the people of a table agree on its rules, and the rules in a line.

import { HOUSE } from "./alone.js";
import { editionOf, editions } from "./core.js";
import { h } from "./dom.js";
import { moreFields, readMore } from "./setup.js";
import { both, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const CLOCKS = [0, 15, 30, 60, 120];
const DAYS = [1, 3, 7];

/** A clock as the form writes it: seconds, or days with a d. @param {any} clock */
export const clockKey = (clock) => (clock?.days ? `${clock.days}d` : String(clock?.move ?? 0));

/** @param {string} key */
const clockWords = (key) =>
    key === "0"
        ? t("noClock")
        : key.endsWith("d")
          ? t("clockDays", { n: parseInt(key, 10) })
          : t("clockSeconds", { n: Number(key) });

/** What is played, in one line. @param {any} settings */
export function rulesLine(settings) {
    const edition = editionOf(settings.edition);
    const scoring = settings.scoring ?? edition.scoring;
    return [
        both(edition.title),
        ...settings.house.map((/** @type {string} */ id) => t(`house.${id}.name`)),
        scoring === "quick" ? t("scoring.quick") : t("toTarget", { n: settings.target || edition.target }),
        settings.dealer && t("dealerIs", { who: settings.dealer }),
        settings.reverse_with_two === "turn" && t("reverse.turn"),
        settings.teams &&
            t(settings.partners === "open" ? "teams.open" : "teams.hidden", { n: settings.teams }),
        edition.misplay && t(settings.misplays === "refused" ? "misplays.refused" : "misplays.edition"),
        settings.talk === "phrases" && t("phrasesOnly.line"),
        clockWords(clockKey(settings.clock)),
    ]
        .filter(Boolean)
        .join(" · ");
}

/** What whoever owes UNO has for saying it, in milliseconds (RULE O27). */
const GRACES = [0, 250, 500, 750, 1000];

/** How long bots take. */
const PACES = ["slow", "normal", "quick", "at-once"];

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

/** What the people of a table agree on. @param {App} app @param {any} choice */
export function settingsFields(app, choice) {
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
        app.houseBoxes(choice.house, edition),
        app.scoringField(choice.scoring),
        ...moreFields(
            { ...choice, reverse: choice.reverse_with_two },
            edition,
            (app.table?.seats ?? []).map((seat) => seat.name ?? "").filter(Boolean),
            t("misplays.edition"),
        ),
        selectField(
            t("grace"),
            "grace",
            GRACES.map((ms) => [ms, t("graceMs", { n: ms })]),
            choice.grace ?? 500,
        ),
        selectField(
            t("pace"),
            "pace",
            PACES.map((pace) => [pace, t(`pace.${pace}`)]),
            choice.pace ?? "normal",
        ),
        checkField(t("isPublic"), "public", choice.isPublic),
        checkField(t("allowHints"), "hints", choice.hints),
        checkField(t("phrasesOnly"), "phrases", choice.talk === "phrases"),
        h(
            "button.quiet",
            {
                type: "button",
                onclick: (/** @type {MouseEvent} */ event) => {
                    const form = /** @type {HTMLElement} */ (event.target).closest("form");
                    if (!form) return;
                    const settings = readSettings(form);
                    app.copyRules({ ...settings, scoring: settings.scoring ?? "default" });
                },
            },
            t("copyRules"),
        ),
    ];
}

/** The form as settings of the protocol: null is as usual, and takes back what was chosen before.
 * @param {HTMLElement} form */
export function readSettings(form) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const scoring = String(data.get("scoring"));
    const clock = String(data.get("clock"));
    const more = readMore(data);
    return {
        edition: String(data.get("edition")),
        house: HOUSE.filter((id) => data.getAll("house").includes(id)),
        scoring: scoring === "default" ? null : scoring,
        target: more.target || null,
        dealer: more.dealer || null,
        reverse_with_two: more.reverse === "turn" ? "turn" : null,
        misplays: more.misplays === "refused" ? "refused" : null,
        teams: more.teams || null,
        partners: more.teams ? more.partners : null,
        seats: Number(data.get("seats")),
        clock: clock.endsWith("d")
            ? { days: parseInt(clock, 10) }
            : clock === "0"
              ? null
              : { move: Number(clock) },
        grace: Number(data.get("grace")),
        pace: data.get("pace") === "normal" ? null : String(data.get("pace")),
        talk: data.has("phrases") ? "phrases" : null,
        public: data.has("public"),
        hints: data.has("hints"),
    };
}
