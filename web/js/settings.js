// settings.js - the form in which the people of a table agree on its rules.

import { answer, editionOf, editions, exported } from "./core.js";
import { codeOf, presetsPart, readCode } from "./code.js";
import { h } from "./dom.js";
import { moreFields, readMore, scoringField } from "./fields.js";
import { inOrder } from "./house.js";
import { clockKey, clockWords } from "./line.js";
import { houseParts } from "./rulecards.js";
import { nameWord } from "./table.js";
import { both, has, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const CLOCKS = [0, 15, 30, 60, 120];
const DAYS = [1, 3, 7];

/** Of the list of settings (src/setup/settings.def), which this form is made from.
 * @typedef {{key: string, sort: string, least: number, most: number, usual: number, none: number, words: string[]}} Row */

/** @type {Row[] | undefined} */
let list;
/** @returns {Row[]} */
export const settingRows = () => (list ??= JSON.parse(answer(exported().settings())));

/** What is asked for in a way of its own, here or at the chairs; all others follow from their rows. */
const OWN = [
    "edition",
    "house",
    "scoring",
    "target",
    "reverse_with_two",
    "misplays",
    "teams",
    "partners",
    "dealer",
    "seats",
    "clock",
    "bots",
    "name",
];

/** Numbers that are offered in steps. @type {Record<string, number[]>} */
const STEPS = { grace: [0, 250, 500, 750, 1000], delay: [15, 30, 60, 120, 300, 600] };
/** What is chosen first where nothing is usual. @type {Record<string, number>} */
const FIRST = { delay: 60 };
const FEW = 12;

/** The rows without a way of their own. */
export const plainRows = () => settingRows().filter((row) => !OWN.includes(row.key));

/** A setting that another set-up does not name is as usual, not as it was. */
export const unsaid = () =>
    Object.fromEntries(settingRows().flatMap((row) => (row.none ? [[row.key, null]] : [])));

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

/** @param {Row} row */
const labelOf = ({ key }) => t(`setting.${key}`);

/** One that can be chosen: a word, a number, or that it is left out. @param {Row} row @param {string | number} value */
const wordOf = ({ key, sort }, value) =>
    sort === "word"
        ? t(`setting.${key}.${value}`)
        : value === ""
          ? t(`setting.${key}.none`)
          : has(`setting.${key}.n`)
            ? t(`setting.${key}.n`, { n: value })
            : String(value);

/** The numbers to choose from; where there are many, one is written. @param {Row} row @param {number} now */
function stepsOf({ key, least, most }, now) {
    const few = most - least < FEW && Array.from({ length: most - least + 1 }, (_, at) => least + at);
    const steps = STEPS[key] ?? few;
    const isGood = now >= least && now <= most;
    return steps && [...new Set(isGood ? [...steps, now] : steps)].sort((a, b) => a - b);
}

/** The field of a setting, as its row has it. @param {Row} row @param {any} chosen */
function plainField(row, chosen) {
    const { key, least, most, usual, none } = row;
    const label = labelOf(row);
    if (row.sort === "word")
        return selectField(
            label,
            key,
            row.words.map((word) => [word, wordOf(row, word)]),
            chosen ?? row.words[usual],
        );
    const steps = row.sort === "number" && stepsOf(row, chosen ?? usual);
    const isLeftOut = none && has(`setting.${key}.none`);
    if (steps)
        return selectField(
            label,
            key,
            [...(isLeftOut ? [""] : []), ...steps].map((value) => [value, wordOf(row, value)]),
            chosen ?? (isLeftOut ? "" : (FIRST[key] ?? usual)),
        );
    const bounds =
        row.sort === "number" ? { type: "number", min: least, max: most, placeholder: usual || "" } : {};
    return h(
        "label.field",
        null,
        h("span", null, label),
        h("input", { name: key, ...bounds, value: chosen ?? "" }),
    );
}

/** What the form says of it; null is as usual. @param {Row} row @param {FormData} data */
function readPlain({ key, sort, least, most, usual, none, words }, data) {
    if (sort === "truth") return data.has(key);
    const text = String(data.get(key) ?? "");
    if (sort === "word") return none && text === words[usual] ? null : text;
    if (sort !== "number") return text || null;
    const number = Math.min(most, Math.max(least, Math.round(Number(text))));
    return text === "" || Number.isNaN(number) ? (none ? null : usual) : number;
}

/** What a form begins with that was filled in so. @param {any} settings */
export const choiceOf = (settings) => ({
    ...settings,
    clock: clockKey(settings.clock),
    scoring: settings.scoring ?? "default",
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
        h(
            "div.two",
            null,
            plainRows().map((row) => (row.sort === "truth" ? null : plainField(row, choice[row.key]))),
        ),
        ...plainRows().flatMap((row) =>
            row.sort === "truth" ? checkField(labelOf(row), row.key, choice[row.key]) : [],
        ),
    ];
}

/** The form as settings of the protocol: null is as usual, and takes back what was chosen before.
 * @param {HTMLElement} form @returns {import("./messages.js").AskedSettings} */
export function readSettings(form) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    // The form offers the words of the protocol and no others.
    const scoring = /** @type {any} */ (data.get("scoring"));
    const clock = String(data.get("clock"));
    const more = readMore(data);
    /** @type {any} */
    const plain = Object.fromEntries(plainRows().map((row) => [row.key, readPlain(row, data)]));
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
        ...plain,
        delay: plain.watching === "open" ? plain.delay : null,
    };
}
