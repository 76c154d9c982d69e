// looks.js - how one looks at a table: the face that all see, the backs and the cloth that this browser shows.

import { FACES, facePicture, facesFor } from "./faces.js";
import { h } from "./dom.js";
import { applyLook, keep, prefs } from "./prefs.js";
import { nameWord } from "./table.js";
import { t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** Own ones; the first is the edition's. */
export const BACKS = ["", "waves", "tiles", "leaves", "stars"];
export const CLOTHS = ["", "green", "wine", "blue", "sand"];

/** A row of things of which one is chosen. @param {string} legend @param {string} name @param {string[]} values
 * @param {string} chosen @param {(value: string) => import("./dom.js").Child[]} draw @param {(value: string) => void} choose */
const rowOf = (legend, name, values, chosen, draw, choose) =>
    h(
        `fieldset.looks.looks-${name}`,
        null,
        h("legend", null, legend),
        values.map((value, index) =>
            h(
                "label",
                { [`data-${name}`]: value },
                h("input", {
                    type: "radio",
                    name,
                    value,
                    checked: value === chosen,
                    "data-focus": `${name}-${index}`,
                    "aria-label": `${legend} ${index + 1}`,
                    onchange: () => choose(value),
                }),
                draw(value),
            ),
        ),
    );

/** Others see the face that was chosen. @param {App} app */
export function tellFace(app) {
    const { table } = app;
    const own = table?.seats[table.me ?? -1];
    if (!table || !own?.name || !app.source?.isRemote) return;
    if (prefs.face === undefined || own.face === prefs.face) return;
    table.send({ t: "name", name: nameWord(own.name), face: prefs.face }).catch((no) => app.notify(told(no)));
}

/** What can be chosen. @param {App} app @returns {HTMLElement[]} */
export function looksPart(app) {
    const { table } = app;
    const mine = table && table.me !== null ? table.me : -1;
    const taken = table ? facesFor(table.seats).filter((_, seat) => seat !== mine) : [];
    const now = table && mine >= 0 ? facesFor(table.seats)[mine] : prefs.face;
    const faces = Array.from({ length: FACES }, (_, face) => face).filter((face) => !taken.includes(face));
    const tell = (/** @type {number} */ face) => {
        keep({ face });
        tellFace(app);
    };
    return [
        rowOf(
            t("myFace"),
            "face",
            faces.map(String),
            String(now),
            (face) => [h("span.figure", null, facePicture(Number(face)))],
            (face) => tell(Number(face)),
        ),
        rowOf(
            t("myBack"),
            "back",
            BACKS,
            prefs.back ?? "",
            () => [h("span.back-sample", null)],
            (back) => (keep({ back }), applyLook()),
        ),
        rowOf(
            t("myCloth"),
            "cloth",
            CLOTHS,
            prefs.cloth ?? "",
            () => [h("span.cloth-sample", null)],
            (cloth) => (keep({ cloth }), applyLook()),
        ),
    ];
}
