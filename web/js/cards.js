// cards.js - the cards, drawn. One <symbol> per face and per shape; colours are CSS variables.
//
// A card is cream paper with an arch window in the colour of its suit. What stands in the window
// follows from what the edition says the card does, so a new edition gets pictures by itself.
// Numerals are paths (numerals.js): they look the same on every machine.

import { svg } from "./dom.js";
import { GLYPHS, IS_OUTLINED, NUMERAL } from "./numerals.js";
import { both } from "./words.js";

/** The shapes that go with colours, in a box of 20 by 20. @type {Record<string, string>} */
const SHAPES = {
    "●": "M10 1a9 9 0 1 0 .01 0Z",
    "■": "M2 2H18V18H2Z",
    "◆": "M10 0 20 10 10 20 0 10Z",
    "▲": "M10 1 19.5 18.5H.5Z",
    "★": "M10 0 13 7 20 7.6 14.7 12.3 16.3 19.5 10 15.7 3.7 19.5 5.3 12.3 0 7.6 7 7Z",
};

const ARCH = "M13 113V56a37 37 0 0 1 74 0V113Z";

/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {import("./core.js").Face} Face */

/** @param {string} d @param {string} kind @param {Record<string, any>} [more] */
const path = (d, kind, more = {}) => svg("path", { d, class: kind, ...more });

/**
 * A text of numerals and "+", its middle at (x, y), its height given.
 * @param {string} text @param {number} x @param {number} y @param {number} height @param {string} kind
 */
function numerals(text, x, y, height, kind) {
    const scale = height / NUMERAL;
    const gap = NUMERAL * (IS_OUTLINED ? 0.07 : 0.05);
    const wide = [...text].reduce((sum, one) => sum + (GLYPHS[one]?.[1] ?? 0) + gap, -gap);
    let left = -wide / 2;
    const group = svg("g", {
        class: `${IS_OUTLINED ? "c-cut " : ""}${kind}`,
        transform: `translate(${x} ${y - height / 2}) scale(${scale.toFixed(4)})`,
    });
    for (const one of text) {
        const [d, width] = GLYPHS[one] ?? ["", 0];
        group.append(path(d, "", { transform: `translate(${left.toFixed(1)} 0)` }));
        left += width + gap;
    }
    // A line below tells 6 from 9 whichever way one looks at them.
    if (text === "6" || text === "9")
        group.append(
            IS_OUTLINED
                ? path(`M${-wide / 2} ${NUMERAL * 1.11}h${wide}v${NUMERAL * 0.09}h${-wide}Z`, "")
                : path("M-14 70H14", ""),
        );
    return group;
}

/**
 * Outlined numerals for the window: a dark stroke below a light one.
 * @param {string} text
 * @param {number} y
 * @param {number} height
 */
const figure = (text, y, height) =>
    IS_OUTLINED
        ? [numerals(text, 50, y, height, "c-big")]
        : [numerals(text, 50, y, height, "c-under"), numerals(text, 50, y, height, "c-over")];

/**
 * A small card of one colour class, turned.
 * @param {number} x
 * @param {number} y
 * @param {number} turn
 * @param {string} kind
 * @param {number} [scale]
 */
const leaf = (x, y, turn, kind, scale = 1) =>
    svg("rect", {
        x: -13 * scale,
        y: -19 * scale,
        width: 26 * scale,
        height: 38 * scale,
        rx: 4 * scale,
        class: `c-leaf ${kind}`,
        transform: `translate(${x} ${y}) rotate(${turn})`,
    });

/**
 * A fan of all suits, its hinge at (50, y).
 * @param {Edition} edition
 * @param {number} y
 * @param {number} scale
 */
function fan(edition, y, scale) {
    const count = edition.colors.length;
    return edition.colors.map((_, index) => {
        const turn = (index - (count - 1) / 2) * (88 / count);
        return svg(
            "g",
            { transform: `translate(50 ${y}) rotate(${turn}) translate(0 ${-33 * scale})` },
            leaf(0, 0, 0, suitClass(edition, index), scale),
        );
    });
}

/** What the picture of a face shows. @param {Face} face @param {Edition} edition */
function picture(face, edition) {
    const steps = face.play.map((step) => step.do);
    const has = (/** @type {string} */ step) => steps.includes(step);
    const draws = face.play.find((step) => step.do === "draw next")?.count ?? 0;
    if (face.number !== null)
        return figure(String(face.number), face.number === 6 || face.number === 9 ? 63 : 67, 64);
    if (has("race drop")) {
        return [
            path("M36 50c-3-5 3-7 0-13M50 47c-3-6 4-8 0-15M64 50c-3-5 3-7 0-13", "c-thin c-steam"),
            path("M25 60H75L71 95q-1 7-9 7H38q-8 0-9-7Z", "c-pot"),
            path("M22 58H78", "c-rim"),
            path("M25 68h-7q-3 0-3 4t3 4h8M75 68h7q3 0 3 4t-3 4h-8", "c-thin"),
            path("M38 78q12 12 26-2-2 16-16 15-8-1-10-13Z", "c-chili"),
            path("M64 76q2-5 6-6", "c-stalk"),
        ];
    }
    if (has("others follow or draw")) {
        return [
            path("M28 106 66 42M72 106 34 42", "c-ray c-ray-a"),
            path("M28 106 66 42", "c-ray c-ray-b"),
            path(
                "M50 56 53 64 62 61 57 69 65 74 56 75 57 84 50 78 43 84 44 75 35 74 43 69 38 61 47 64Z",
                "c-spark",
            ),
            leaf(28, 103, 30, "c-plain", 0.4),
            leaf(72, 103, -30, "c-plain", 0.4),
        ];
    }
    if (has("skip chosen")) {
        return [
            path("M22 34Q50 24 78 34M30 27 26 44M50 24V46M70 27 74 44M25 42Q50 34 75 42", "c-thin c-web"),
            path("M50 46Q44 74 26 90", "c-thread"),
            path("M24 96A40 40 0 0 0 80 82", "c-arc"),
            path("M80 82 72 84M80 82 82 91", "c-arc"),
            svg("circle", { cx: 27, cy: 90, r: 7, class: "c-dot" }),
        ];
    }
    if (draws && face.wild) return [...fan(edition, 84, 0.86), ...figure(`+${draws}`, 91, 34)];
    if (draws)
        return [leaf(41, 56, -14, "c-plain"), leaf(59, 60, 10, "c-plain"), ...figure(`+${draws}`, 86, 40)];
    if (has("skip next")) {
        return [
            path("M24 92C28 46 72 46 76 92", "c-bold-under"),
            path("M24 92C28 46 72 46 76 92", "c-bold"),
            path("M64 84 77 93 83 78", "c-bold-under"),
            path("M64 84 77 93 83 78", "c-bold"),
            svg("circle", { cx: 50, cy: 88, r: 10, class: "c-dot" }),
        ];
    }
    if (has("reverse") && !face.wild) {
        const turn = "M30 62A23 23 0 0 1 71 55M70 78A23 23 0 0 1 29 85";
        const heads = "M73 40V57H56M27 100V83H44";
        return [
            path(turn, "c-bold-under"),
            path(heads, "c-bold-under"),
            path(turn, "c-bold"),
            path(heads, "c-bold"),
            svg("circle", { cx: 50, cy: 70, r: 6, class: "c-dot" }),
        ];
    }
    if (has("swap hands") || has("pass hands")) {
        return [
            leaf(34, 70, -10, "c-plain"),
            leaf(66, 70, 10, "c-plain"),
            path("M34 42Q50 32 64 42M58 36 65 43 56 46", "c-thread"),
            path("M66 98Q50 108 36 98M42 104 35 97 44 94", "c-thread"),
        ];
    }
    const all = face.play.find((step) => step.do === "everyone draws")?.count ?? 0;
    return [...fan(edition, 104, 1.12), ...(all ? figure(`+${all}`, 92, 30) : [])];
}

/** The name of a card whose picture another one has, too. @param {Face} face @param {Edition} edition */
function caption(face, edition) {
    const key = (/** @type {Face} */ one) => `${one.wild} ${one.play.map((step) => step.do + step.count)}`;
    const isAlone = edition.faces.filter((one) => one.number === null && key(one) === key(face)).length < 2;
    if (face.number !== null || isAlone) return [];
    const name = both(face.name);
    const size = Math.min(15, 120 / name.length);
    return [svg("text", { x: 50, y: 48, "font-size": size, class: "c-caption" }, name)];
}

/**
 * The index in the corner: a numeral, or the picture made small.
 * @param {Face} face
 * @param {Edition} edition
 */
function corner(face, edition) {
    const draws = face.play.find((step) => step.do === "draw next")?.count ?? 0;
    const text = face.number !== null ? String(face.number) : draws ? `+${draws}` : "";
    if (text) return numerals(text, text.length > 1 ? 19 : 15, 19, text.length > 1 ? 18 : 22, "c-index");
    // Symbols are drawn in ink; wilds keep a piece of their night.
    return svg(
        "g",
        {
            transform: face.wild ? "translate(1.5 2) scale(.26)" : "translate(-1.5 -1) scale(.33)",
            class: face.wild ? "" : "c-mini",
        },
        face.wild ? svg("rect", { x: 10, y: 20, width: 82, height: 92, rx: 22, class: "c-night" }) : null,
        picture(face, edition),
    );
}

/** The art of a face: paper, window, picture, two indices. @param {Face} face @param {Edition} edition */
function art(face, edition) {
    return [
        svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "c-paper" }),
        path(ARCH, face.wild ? "c-night" : "c-window"),
        path("M9 113H91", "c-sill"),
        ...picture(face, edition),
        ...caption(face, edition),
        corner(face, edition),
        svg("g", { transform: "rotate(180 50 70)" }, corner(face, edition)),
    ];
}

const NO_FACE = "back";

/** @param {string} code */
const symbolId = (code) => `face-${code.replaceAll("+", "_")}`;

/** @type {string} */
let drawnFor = "";

/**
 * Puts the symbols of this edition into the page. Drawing cards of one edition at a time is enough:
 * a page shows one table.
 * @param {Edition} edition
 */
export function drawDeck(edition) {
    if (drawnFor === edition.id) return;
    drawnFor = edition.id;
    document.getElementById("deck")?.remove();
    const box = { viewBox: "0 0 100 140" };
    const defs = svg(
        "svg",
        { id: "deck", width: 0, height: 0, "aria-hidden": "true", class: "deck" },
        edition.faces.map((face) => svg("symbol", { id: symbolId(face.code), ...box }, art(face, edition))),
        svg(
            "symbol",
            { id: symbolId(NO_FACE), ...box },
            svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "c-back" }),
            svg("rect", { x: 8, y: 8, width: 84, height: 124, rx: 7, class: "c-back-line" }),
            path("M8 40Q50 8 92 40M8 100Q50 132 92 100", "c-back-line"),
            leaf(43, 72, -14, "c-back-leaf", 1.05),
            leaf(58, 68, 12, "c-back-leaf c-back-front", 1.05),
        ),
        edition.colors.map(({ shape }) =>
            svg(
                "symbol",
                { id: shapeId(shape).slice(1), viewBox: "-3 -3 26 26" },
                ...["c-halo", "c-shape"].map((kind) =>
                    SHAPES[shape]
                        ? path(SHAPES[shape], kind)
                        : svg(
                              "text",
                              { x: 10, y: 17, "text-anchor": "middle", "font-size": 20, class: kind },
                              shape,
                          ),
                ),
            ),
        ),
    );
    document.body.append(defs);
}

/** @param {string} shape */
const shapeId = (shape) => `#shape-${shape.codePointAt(0)}`;

/**
 * The sign of a colour, alone.
 * @param {Edition} edition @param {number} index
 */
export function colorShape(edition, index) {
    return svg(
        "svg",
        { class: `shape ${suitClass(edition, index)}`, viewBox: "0 0 20 20", "aria-hidden": "true" },
        svg("use", { href: shapeId(edition.colors[index].shape) }),
    );
}

/** Colours that editions bring themselves, a rule each: the page's policy allows no styles in elements. */
const ownColors = new CSSStyleSheet();
/** @type {Set<number>} */
const knownColors = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, ownColors];

/** How bright a colour is, 0 to 1, as contrast is reckoned. @param {number} rgb */
function brightness(rgb) {
    const [red, green, blue] = [16, 8, 0].map((shift) => {
        const part = ((rgb >> shift) & 255) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour as style sheets write it. @param {number} rgb */
export const hexColor = (rgb) => `#${rgb.toString(16).padStart(6, "0")}`;

/** The class of a colour that an edition brings. @param {number} rgb */
function colorClass(rgb) {
    const name = `rgb-${hexColor(rgb).slice(1)}`;
    if (!knownColors.has(rgb)) {
        knownColors.add(rgb);
        // What stands on it is ink or white, whichever can be read better.
        const on = brightness(rgb) > 0.25 ? "#2a2019" : "#fff";
        ownColors.insertRule(`.${name} { --suit: ${hexColor(rgb)}; --on-suit: ${on}; }`);
    }
    return name;
}

/** Classes that set the colour: as the edition says, by the colour's name, or by its place.
 * @param {Edition} edition @param {number} index */
export function suitClass(edition, index) {
    const { id, rgb } = edition.colors[index];
    return `suit suit-${id} suit${index}${rgb === undefined ? "" : ` ${colorClass(rgb)}`}`;
}

/**
 * A card as a picture; code null is a back. 'named' is the colour of a wild that was laid.
 * @param {Edition} edition
 * @param {string | null} code
 * @param {number | null} [named]
 * @returns {SVGElement}
 */
export function cardPicture(edition, code, named = null) {
    const card = code === null ? null : edition.cards[code];
    const face = card ? edition.faces[card.face].code : NO_FACE;
    const picture = svg(
        "svg",
        { class: "card", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
        svg("use", { href: `#${symbolId(face)}` }),
    );
    if (card && card.color !== null) {
        picture.classList.add(...suitClass(edition, card.color).split(" "));
        const href = shapeId(edition.colors[card.color].shape);
        picture.append(
            svg("use", { href, x: 4.5, y: 32, width: 17, height: 17 }),
            svg("use", { href, x: 49, y: 117, width: 17, height: 17 }),
        );
    } else if (card && named !== null) {
        picture.append(
            svg(
                "g",
                { class: suitClass(edition, named) },
                svg("circle", { cx: 74, cy: 30, r: 21, class: "c-named" }),
                svg("use", {
                    href: shapeId(edition.colors[named].shape),
                    x: 60,
                    y: 16,
                    width: 28,
                    height: 28,
                }),
            ),
        );
    }
    return picture;
}

/** A card with all its lines, wherever another deck is drawn. @param {Edition} edition @param {string} code */
export function wholeCard(edition, code) {
    const card = edition.cards[code];
    return svg(
        "g",
        { class: card.color === null ? null : suitClass(edition, card.color) },
        art(edition.faces[card.face], edition),
    );
}

/** The logo: two overlapping cards. */
export function logo() {
    return svg(
        "svg",
        { class: "logo", viewBox: "0 0 64 64", "aria-hidden": "true" },
        svg("rect", {
            x: -14,
            y: -20,
            width: 28,
            height: 40,
            rx: 5,
            class: "logo-back",
            transform: "translate(26 34) rotate(-14)",
        }),
        svg("rect", {
            x: -14,
            y: -20,
            width: 28,
            height: 40,
            rx: 5,
            class: "logo-front",
            transform: "translate(38 31) rotate(12)",
        }),
        svg("path", { d: "M32 41V29a7 7 0 0 1 14 0V41Z", class: "logo-arch", transform: "rotate(12 38 31)" }),
    );
}
