// keepsakes.js - thirty small things for a shelf, each earned by playing and told in one sentence (honour.ID.line); drawn
// here. When one is earned is decided in stats.js.

import { editionOf } from "./core.js";
import { h, svg } from "./dom.js";
import { both, t } from "./words.js";

/**
 * What stands on the shelf, in its order; each drawn in a box of 48 by 48, standing on its lower edge: paths by what they
 * are made of (w wood, g gold, r red, e green, b blue, p paper, d dark, l a line).
 * @type {Record<string, string>}
 */
const DRAWINGS = {
    first: "w M6 40q0-7 18-7t18 7v3q0 5-18 5T6 43Z p M10 39q0-4 14-4t14 4-14 4-14-4Z l M17 39q7-3 14 0",
    won: "p M6 42h36l-5 6H11Z e M24 14c9 0 12 8 12 15s-5 13-12 13-12-6-12-13 3-15 12-15Z r M21 15q3-4 6 0l-1 5h-4Z l M27 12q4-5 8-5",
    ten: "p M10 6h28v42H10Z l M16 14v12M20 14v12M24 14v12M28 14v12M14 26l18-12 M16 32v10M20 32v10M24 32v10M28 32v10M14 42l18-10",
    hundred:
        "w M12 4h6v44h-5ZM30 26h6v22h-5ZM14 26h22v6H14Z w M14 6h18v4H14ZM14 14h18v4H14Z g M15 23h20q3 0 3 4H14Z",
    three: "w M12 14l4-1 2 35h-4ZM22 12h4v36h-4ZM32 13l4 1-2 34h-4Z r M14 6q4 5 2 9h-4q-2-4 2-9ZM24 4q4 5 2 9h-4q-2-4 2-9ZM34 6q4 5 2 9h-4q-2-4 2-9Z",
    five: "g M10 44C2 24 8 6 24 6s22 18 14 38l-8-2c6-14 3-26-6-26s-12 12-6 26Z d M12 26h3v3h-3ZM15 16h3v3h-3ZM30 16h3v3h-3ZM33 26h3v3h-3Z",
    duel: "g M12 6c6 0 8 6 7 11-1 4-3 5-3 9l2 22h-4l-2-22c0-4-4-6-5-10-1-6 1-10 5-10ZM36 6c4 0 6 4 5 10-1 4-5 6-5 10l-2 22h-4l2-22c0-4-2-5-3-9-1-5 1-11 7-11Z",
    crowd: "w M4 34q0-12 20-12t20 12-20 12S4 46 4 34Z e M8 34q0-8 16-8t16 8-16 8-16-8Z r M6 17a4 4 0 1 1 8 0ZM16 13a4 4 0 1 1 8 0ZM26 13a4 4 0 1 1 8 0ZM35 17a4 4 0 1 1 8 0Z b M9 48a4 4 0 1 1 8 0ZM20 48a4 4 0 1 1 8 0ZM31 48a4 4 0 1 1 8 0Z",
    team: "g M4 22l10-6 12 8-6 4 14 10-4 6-18-4L4 34Z p M44 22l-10-6-14 8 4 6 8-3 8 8 4-1Z l M18 36l6 5M22 33l6 5",
    company:
        "b M4 26h12l-2 20H6Z b M18 22h12l-2 24h-8Z b M32 26h12l-2 20h-8Z g M5 32h10l-1 13H6ZM19 30h10l-1 15h-8ZM33 32h10l-1 13h-8Z",
    mountain: "e M2 48L20 16l8 12 6-8 12 28Z p M20 16l5 8-5 3-5-3ZM34 20l4 7-4 2-3-4Z r M19 6h10v7H21v6h-2Z",
    dry: "b M12 6h24l-6 22v12h6v4H12v-4h6V28Z d M16 9h16l-4 15h-8Z",
    quick: "e M10 4h28v22H10Z w M22 26h4v22h-4Z l M10 11h28M10 18h28M17 4v22M24 4v22M31 4v22",
    hawk: "w M24 8q12 6 18 16-8-1-10 6 0 10-8 16-8-6-8-16-2-7-10-6Q12 14 24 8Z g M20 22l4 8 4-8Z d M17 16h4v4h-4ZM27 16h4v4h-4Z",
    nose: "p M8 46q-2-34 16-40 2 14 18 24 4 6-4 9 2 6-4 9Z d M22 20h4v4h-4Z l M28 40q4 2 8 0",
    candour:
        "g M24 4q16 0 16 6t-16 6T8 10t16-6Zm0 4q-11 0-11 2t11 2 11-2-11-2Z p M12 34a12 12 0 1 1 24 0 12 12 0 0 1-24 0Z d M18 31h4v4h-4ZM26 31h4v4h-4Z l M19 40q5 4 10 0",
    jump: "e M6 42q0-14 12-16-6-4-4-10 6-6 10 0 6-6 10 0 2 6-3 10 11 4 11 16l-10-2-8 4-8-4Z p M15 14a3 3 0 1 1 6 0ZM28 14a3 3 0 1 1 6 0Z l M18 22q6 4 12 0",
    load: "w M4 16l10 4h24l-6 16H18L8 20Z r M16 8l8-2 2 14h-8ZM26 6l8 2-2 12h-6Z d M16 42a6 6 0 1 1 12 0 6 6 0 0 1-12 0Z g M20 42a2 2 0 1 1 4 0 2 2 0 0 1-4 0Z l M34 36l8 10",
    lastWild: "r M24 46L4 24l7-8Z e M24 46L11 16l9-6Z b M24 46L20 10h9Z g M24 46L29 10l9 6ZM24 46l14-30 6 9Z",
    lastFour:
        "w M22 28h4v20h-4Z r M18 12q6-10 12 0v18H18Z g M18 30l-5 6h8ZM30 30l5 6h-8Z p M20 16h8v6h-8Z l M8 8l4 4M40 8l-4 4M24 2v-1",
    late: "g M30 6A20 20 0 1 0 42 34 17 17 0 0 1 30 6Z p M36 10l2 4 4 1-3 3 1 4-4-2-4 2 1-4-3-3 4-1Z",
    master: "r M14 4h8l4 16h-6ZM34 4h-8l-4 16h6Z g M10 32a14 14 0 1 1 28 0 14 14 0 0 1-28 0Z p M24 22l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1Z",
    chaos: "d M22 18h4v30h-4Z g M6 10h22V4l14 10-14 10v-6H6l5-4Z r M16 40h16v4H16Z",
    "won-classic":
        "p M8 8l20-4 6 36-20 4Z r M14 34l-3-16q1-8 8-9t9 6l3 16Z b M26 10h16v36H22Z p M28 16h10v24H27Z",
    "won-cumulative":
        "p M4 42h40q-2 6-8 6H12q-6 0-8-6ZM6 34h36q-2 6-8 6H14q-6 0-8-6ZM4 26h40q-2 6-8 6H12q-6 0-8-6ZM8 18h32q-2 6-8 6H16q-6 0-8-6Z r M20 12a4 4 0 1 1 8 0 4 4 0 0 1-8 0Z",
    "won-office":
        "r M6 22h36l-3 22q-1 4-5 4H14q-4 0-5-4Z w M4 18h40v5H4Z g M16 28q8 12 16-2 0 14-10 14-6-2-6-12Z l M16 12q-3-4 0-8M24 12q-3-4 0-8M32 12q-3-4 0-8",
    "won-ghostbusters":
        "d M6 32h36v14H6Z g M6 32h36v4H6Z p M16 28q-2-20 8-22 10 2 8 22l-4-3-4 3-4-3Z d M20 14h3v4h-3ZM26 14h3v4h-3Z",
    "won-spiderman":
        "l M24 4v42M4 24h40M10 10l28 28M38 10L10 38M24 12l9 4 4 9-4 8-9 4-9-4-4-8 4-9ZM24 18l5 2 2 5-2 4-5 2-5-2-2-4 2-5Z d M30 34q4-4 8 0 4 6-4 10-8-4-4-10Z",
    "won-verbena":
        "l M24 2v8 r M12 14q12-8 24 0v22q-12 8-24 0Z g M12 20q12 5 24 0v4q-12 5-24 0ZM12 30q12 5 24 0v3q-12 5-24 0Z d M18 9h12v4H18ZM18 39h12v4H18Z l M24 43v5",
    "won-boxed":
        "w M6 20l18-8 18 8v20l-18 8-18-8Z g M6 20l18 8v20L6 40Z l M6 20l18 8 18-8M24 28v20 p M28 20l8-14 6 4-8 13Z",
};

/** Those there are. */
export const KEEPSAKES = Object.keys(DRAWINGS);

/** What an edition of the built-in ones stands for: the same deck with another text is the same. @param {string} edition */
export const editionKeepsake = (edition) => `won-${edition === "clasico" ? "classic" : edition}`;

/** @param {string} id */
export const keepsakeName = (id) => t(`honour.${id}`);

/** What it was earned by. @param {string} id */
export const keepsakeLine = (id) =>
    id.startsWith("won-")
        ? t("honour.edition.line", { title: both(editionOf(id.slice(4)).title) })
        : t(`honour.${id}.line`);

/** @param {string} id */
function keepsakePicture(id) {
    const parts = [...DRAWINGS[id].matchAll(/([wgrebpdl]) (M.+?)(?= [wgrebpdl] M|$)/g)];
    return svg(
        "svg",
        { viewBox: "0 0 48 50", class: "keepsake-picture", "aria-hidden": "true" },
        parts.map(([, kind, d]) => svg("path", { d, class: `k-${kind}` })),
    );
}

/** The shelf, with what was earned and what may still be. @param {Record<string, number>} earned how often each was */
export function shelfPart(earned) {
    const has = KEEPSAKES.filter((id) => earned[id]);
    return h(
        "section.panel",
        null,
        h("h2", null, t("shelf"), h("small", null, t("shelfCount", { n: has.length, of: KEEPSAKES.length }))),
        h(
            "ul.shelf",
            null,
            KEEPSAKES.map((id) => {
                const line = keepsakeLine(id);
                const isHere = Boolean(earned[id]);
                return h(
                    `li.keepsake${isHere ? ".is-here" : ""}`,
                    { "data-keepsake": id },
                    keepsakePicture(id),
                    h("b", null, keepsakeName(id)),
                    h("span", null, isHere ? line : t("shelfYet", { what: line })),
                );
            }),
        ),
    );
}
