// settings.js - the form in which the people of a table agree on its rules, and the rules in a line.

import { HOUSE } from "./alone.js";
import { editionOf, editions } from "./core.js";
import { h } from "./dom.js";
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
        clockWords(clockKey(settings.clock)),
    ].join(" · ");
}

/** What whoever owes UNO has for saying it, in milliseconds (RULE O27). */
const GRACES = [0, 250, 500, 750, 1000];

/** What the people of a table agree on. @param {App} app @param {any} choice */
export function settingsFields(app, choice) {
    const edition = editionOf(choice.edition);
    return [
        h(
            "label.field",
            null,
            h("span", null, t("edition")),
            h(
                "select",
                { name: "edition" },
                editions.map((one) =>
                    h(
                        "option",
                        { value: one.id, selected: one.id === edition.id },
                        `${both(one.title)} — ${both(one.about)}`,
                    ),
                ),
            ),
        ),
        h(
            "div.two",
            null,
            h(
                "label.field",
                null,
                h("span", null, t("seatsWanted")),
                h(
                    "select",
                    { name: "seats" },
                    Array.from({ length: edition.seatsMax - 1 }, (_, i) =>
                        h("option", { value: i + 2, selected: i + 2 === choice.seats }, i + 2),
                    ),
                ),
            ),
            h(
                "label.field",
                null,
                h("span", null, t("clock")),
                h(
                    "select",
                    { name: "clock" },
                    [...CLOCKS.map(String), ...DAYS.map((days) => `${days}d`)].map((key) =>
                        h("option", { value: key, selected: key === choice.clock }, clockWords(key)),
                    ),
                ),
            ),
        ),
        app.houseBoxes(choice.house, edition),
        app.scoringField(choice.scoring),
        h(
            "label.field",
            null,
            h("span", null, t("grace")),
            h(
                "select",
                { name: "grace" },
                GRACES.map((ms) =>
                    h("option", { value: ms, selected: ms === (choice.grace ?? 500) }, t("graceMs", { n: ms })),
                ),
            ),
        ),
        h(
            "label.check",
            null,
            h("input", { type: "checkbox", name: "public", checked: choice.isPublic }),
            h("span", null, t("isPublic")),
        ),
        h(
            "label.check",
            null,
            h("input", { type: "checkbox", name: "hints", checked: choice.hints }),
            h("span", null, t("allowHints")),
        ),
        h(
            "button.quiet",
            {
                type: "button",
                onclick: (/** @type {MouseEvent} */ event) => {
                    const form = /** @type {HTMLElement} */ (event.target).closest("form");
                    if (form) app.copyRules({ scoring: "default", ...readSettings(form) });
                },
            },
            t("copyRules"),
        ),
    ];
}

/** The form as settings of the protocol. @param {HTMLElement} form */
export function readSettings(form) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const scoring = String(data.get("scoring"));
    const clock = String(data.get("clock"));
    return {
        edition: String(data.get("edition")),
        house: HOUSE.filter((id) => data.getAll("house").includes(id)),
        ...(scoring === "default" ? {} : { scoring }),
        seats: Number(data.get("seats")),
        clock: clock.endsWith("d")
            ? { days: parseInt(clock, 10) }
            : clock === "0"
              ? null
              : { move: Number(clock) },
        grace: Number(data.get("grace")),
        public: data.has("public"),
        hints: data.has("hints"),
    };
}
