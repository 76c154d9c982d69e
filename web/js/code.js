// code.js - a set-up as a code: in links, as a QR code, under names of one's own, and the last one of each
// group of people.

import { answer, editionOf, exported, giveText, isOwn } from "./core.js";
import { byId, h, refill } from "./dom.js";
import { houseMeets } from "./house.js";
import { learnEdition } from "./own.js";
import { keep, prefs } from "./prefs.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

const GROUPS_MAX = 12;
/** The one that was chosen last: a form that is drawn anew still shows it. */
let presetNow = "";

/** The code of settings of the protocol and of bots that sit down with them. @param {any} settings
 * @param {string[]} [bots] */
export function codeOf(settings, bots = []) {
    const text = JSON.stringify({ t: "create", settings });
    return answer(exported().setupWrite(giveText(bots.length ? `${text}\n${bots.join("-")}` : text)));
}

/**
 * What a code says, or what is wrong with it in words.
 * @param {string} code also a whole link, and one of 0.2.0
 * @returns {{settings: any, bots: string[]} | {wrong: string, lacks?: string}} lacks: an edition whose text is not here
 */
export function readCode(code) {
    const read = JSON.parse(answer(exported().setupRead(giveText(code))));
    if (!read.settings)
        return { wrong: read.version ? t("setupNewer") : t("setupWord", { word: read.word || code }) };
    const { edition, house = [] } = read.settings;
    // Rules that do not go together make no table.
    const meets = houseMeets(house);
    const wrong = house.map((/** @type {string} */ id) => meets[id.split("=")[0]]).find(Boolean);
    if (wrong) return { wrong };
    if (editionOf(edition).id === edition) return read;
    return isOwn(edition)
        ? { wrong: t("setupNoText", { edition }), lacks: edition }
        : { wrong: t("setupWord", { word: edition }) };
}

/** The same; an edition that only the server has is fetched, and kept here. @param {string} code */
export async function openCode(code) {
    const read = readCode(code);
    return "lacks" in read && read.lacks && (await learnEdition(read.lacks)) ? readCode(code) : read;
}

/** @param {string} code */
export const linkOfCode = (code) => `${location.origin}${location.pathname}#setup=${code}`;

/** The code as a link, a QR code and by itself. @param {App} app @param {string} code */
export async function showCode(app, code) {
    const { qrPicture } = await import("./share.js");
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const link = linkOfCode(code);
    refill(
        dialog,
        h("h2", { tabindex: -1 }, t("setupShare")),
        h("p", null, t("setupShareLine")),
        h("div.row", null, qrPicture(link)),
        h("p.setup-code", null, h("code", null, code)),
        h(
            "div.row",
            null,
            h("button", { type: "button", onclick: () => void app.copy(link) }, t("copy")),
            h("button.main", { type: "button", onclick: () => dialog.close() }, t("close")),
        ),
    );
    dialog.showModal();
}

/**
 * Set-ups under names of one's own, and the one in the form as a link.
 * @param {App} app
 * @param {() => string} now the code of what the form says
 * @param {(code: string) => void} take a code was chosen
 */
export function presetsPart(app, now, take) {
    const element = h("fieldset.keep");
    const draw = (/** @type {string} */ chosen) => {
        presetNow = chosen;
        const names = Object.keys(prefs.presets ?? {}).sort((a, b) => a.localeCompare(b));
        const name = /** @type {HTMLInputElement} */ (
            h("input", {
                maxlength: 40,
                placeholder: t("presetName"),
                "aria-label": t("presetName"),
                "data-preset": "name",
                onkeydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== "Enter") return;
                    event.preventDefault();
                    save();
                },
            })
        );
        const save = () => {
            const called = name.value.trim();
            if (!called) return name.focus();
            keep(({ presets }) => ({ presets: { ...presets, [called]: now() } }));
            draw(called);
            app.notify(t("presetSaved", { name: called }));
        };
        refill(
            element,
            h("legend", null, t("presets")),
            names.length
                ? h(
                      "div.row",
                      null,
                      h(
                          "select",
                          {
                              "aria-label": t("presets"),
                              "data-preset": "list",
                              onchange: (/** @type {Event} */ event) => {
                                  const value = /** @type {HTMLSelectElement} */ (event.target).value;
                                  const code = prefs.presets?.[value];
                                  presetNow = value;
                                  if (code) take(code);
                              },
                          },
                          h("option", { value: "" }, "—"),
                          names.map((one) => h("option", { value: one, selected: one === chosen }, one)),
                      ),
                      h(
                          "button",
                          {
                              type: "button",
                              "data-preset": "drop",
                              onclick: () => {
                                  keep(({ presets = {} }) => {
                                      const { [presetNow]: _, ...rest } = presets;
                                      return { presets: rest };
                                  });
                                  draw("");
                              },
                          },
                          t("presetDrop"),
                      ),
                  )
                : null,
            h(
                "div.row",
                null,
                name,
                h("button", { type: "button", "data-preset": "save", onclick: save }, t("presetSave")),
            ),
            h(
                "button.quiet",
                { type: "button", "data-preset": "share", onclick: () => void showCode(app, now()) },
                t("copyRules"),
            ),
        );
    };
    draw(presetNow);
    return element;
}

/** @param {string[]} names */
const groupKey = (names) => [...names].sort().join(" ");

/** These people have played by this code. @param {string[]} names @param {string} code */
export function keepGroup(names, code) {
    if (names.length < 2) return;
    keep(({ groups = {} }) => {
        const rest = Object.entries(groups).filter(([key]) => key !== groupKey(names));
        return { groups: Object.fromEntries([[groupKey(names), code], ...rest].slice(0, GROUPS_MAX)) };
    });
}

/** What these people have played by last. @param {string[]} names @returns {string | undefined} */
export const codeOfGroup = (names) => prefs.groups?.[groupKey(names)];
