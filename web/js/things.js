// things.js - what stands at the rim of the table: quiet things that change with the edition. Only drawn.

import { svg } from "./dom.js";

/** @param {string} d @param {string} kind */
const stroke = (d, kind) => svg("path", { d, class: kind });

/** Each in a box of 100 by 100. @type {Record<string, () => SVGElement[]>} */
export const THINGS = {
    glass: () => [
        stroke("M30 18h40l-6 66q-14 6-28 0Z", "t-glass"),
        stroke("M32 42h36l-4 40q-12 5-26 0Z", "t-drink"),
        stroke("M40 24l-3 52", "t-shine"),
    ],
    olives: () => [
        svg("ellipse", { cx: 50, cy: 56, rx: 44, ry: 30, class: "t-plate" }),
        svg("ellipse", { cx: 50, cy: 53, rx: 32, ry: 20, class: "t-plate-in" }),
        ...[
            [38, 50],
            [52, 44],
            [62, 55],
            [46, 60],
        ].map(([cx, cy]) => svg("ellipse", { cx, cy, rx: 9, ry: 7, class: "t-olive" })),
        ...[
            [40, 49],
            [54, 43],
            [64, 54],
        ].map(([cx, cy]) => svg("circle", { cx, cy, r: 2, class: "t-pit" })),
    ],
    chili: () => [
        stroke("M16 44h68l-5 36q-2 10-14 10H35q-12 0-14-10Z", "t-pot"),
        svg("ellipse", { cx: 50, cy: 44, rx: 36, ry: 11, class: "t-stew" }),
        stroke("M12 50q-8 1-7 9t10 6M88 50q8 1 7 9t-10 6", "t-line"),
        stroke("M38 28q-5-7 1-13M52 26q-5-8 1-15M64 29q-5-7 1-12", "t-steam"),
    ],
    paper: () => [
        svg("rect", { x: 20, y: 16, width: 58, height: 70, rx: 3, class: "t-paper" }),
        stroke("M30 32h38M30 44h38M30 56h26", "t-line"),
        svg("circle", { cx: 66, cy: 74, r: 13, class: "t-stamp" }),
    ],
    trap: () => [
        stroke("M18 70 34 40h32l16 30Z", "t-trap"),
        stroke("M30 62h40M34 50h32", "t-line"),
        stroke("M42 36Q36 22 50 14M58 36Q68 24 54 12", "t-glow"),
    ],
    web: () => [
        stroke("M100 0V90M100 0H10M100 0 36 64M100 0 66 80M100 0 20 34", "t-thread"),
        stroke(
            "M100 26Q84 26 90 12 82 14 74 0M100 50Q74 50 80 22 60 24 50 0M100 74Q62 76 68 34 40 38 26 0",
            "t-thread",
        ),
    ],
    candle: () => [
        svg("ellipse", { cx: 50, cy: 80, rx: 26, ry: 10, class: "t-plate" }),
        stroke("M40 46h20v32q-10 5-20 0Z", "t-wax"),
        stroke("M50 46q-9-12 0-26 9 14 0 26Z", "t-flame"),
    ],
};

/** Left and right, by edition. @type {Record<string, [string, string]>} */
const AT_THE_RIM = {
    classic: ["glass", "olives"],
    cumulative: ["candle", "glass"],
    office: ["paper", "chili"],
    ghostbusters: ["trap", "glass"],
    spiderman: ["glass", "web"],
};

/** Puts the things of an edition at the rim, once. @param {HTMLElement} box @param {string} edition */
export function placeThings(box, edition) {
    if (box.dataset.of === edition) return;
    box.dataset.of = edition;
    const names = AT_THE_RIM[edition] ?? AT_THE_RIM.classic;
    box.replaceChildren(
        ...names.map((name, index) =>
            svg(
                "svg",
                { viewBox: "0 0 100 100", class: `thing thing-${name} ${index ? "at-right" : "at-left"}` },
                THINGS[name](),
            ),
        ),
    );
}
