// rulepics.js - what a house rule does, drawn. A scene is found by what the rule's lines say (house/*.house), so a rule
// made of known lines has its picture by itself; one that says something new gets its lines' sheet of paper.

import { svg } from "./dom.js";

/** @typedef {SVGElement | SVGElement[]} Part */

const WIDE = 150;
const HIGH = 84;
const MIDDLE = 44;

/** @param {string} d @param {string} kind */
const path = (d, kind) => svg("path", { d, class: kind });

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
const word = (x, y, text, kind) => svg("text", { x, y, class: kind }, text);

/** What stands in a card's window. @param {string} sign */
function signOf(sign) {
    if (sign === "skip") return [path("M-7 4a8 8 0 0 1 14 0M3 1l4 3 2-5", "r-line"), word(0, 12, "", "")];
    if (sign === "reverse")
        return [path("M-6-3a7 7 0 0 1 12-1M7-8v5H2M6 4a7 7 0 0 1-12 1M-7 9V4h5", "r-line")];
    return [word(0, sign.length > 1 ? 4.5 : 6, sign, sign.length > 1 ? "r-sign r-two" : "r-sign")];
}

/** A card, its middle at (x, y); without a suit it is a wild. @param {number} x @param {number} y @param {string} sign
 * @param {number | null} [suit] @param {number} [turn] */
const card = (x, y, sign, suit = 0, turn = 0) =>
    svg(
        "g",
        { transform: `translate(${x} ${y}) rotate(${turn})` },
        svg("rect", { x: -15, y: -21, width: 30, height: 42, rx: 5, class: "r-paper" }),
        svg("rect", {
            x: -11,
            y: -17,
            width: 22,
            height: 34,
            rx: 8,
            class: suit === null ? "r-night" : `r-window suit${suit}`,
        }),
        suit === null
            ? [0, 1, 2, 3].map((at) =>
                  svg("circle", {
                      cx: at % 2 ? 5 : -5,
                      cy: at < 2 ? -9 : 9,
                      r: 4,
                      class: `r-window suit${at}`,
                  }),
              )
            : null,
        signOf(sign),
    );

/** @param {number} x @param {number} y @param {number} [turn] */
const back = (x, y, turn = 0) =>
    svg(
        "g",
        { transform: `translate(${x} ${y}) rotate(${turn})` },
        svg("rect", { x: -13, y: -18, width: 26, height: 36, rx: 4, class: "r-back" }),
        svg("rect", { x: -8, y: -13, width: 16, height: 26, rx: 3, class: "r-back-line" }),
    );

/** A hand seen from behind. @param {number} x @param {number} y @param {number} count */
const fan = (x, y, count) =>
    Array.from({ length: count }, (_, at) => {
        const off = at - (count - 1) / 2;
        return back(x + off * 9, y + Math.abs(off) * 2, off * 8);
    });

/** Somebody: good, bad or just looking. @param {number} x @param {number} y @param {"good" | "bad" | ""} [mood] */
const head = (x, y, mood = "") =>
    svg(
        "g",
        { transform: `translate(${x} ${y})` },
        svg("circle", { r: 12, class: "r-head" }),
        svg("circle", { cx: -4, cy: -2, r: 1.6, class: "r-ink" }),
        svg("circle", { cx: 4, cy: -2, r: 1.6, class: "r-ink" }),
        path(mood === "good" ? "M-5 4q5 5 10 0" : mood === "bad" ? "M-5 7q5-5 10 0" : "M-4 5h8", "r-thin"),
    );

/** @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} [bow] how far it bends upwards */
function arrow(x, y, toX, toY, bow = 0) {
    const midX = (x + toX) / 2;
    const midY = (y + toY) / 2 - bow;
    const angle = Math.atan2(toY - midY, toX - midX);
    const wing = (/** @type {number} */ turn) =>
        `${(toX - 8 * Math.cos(angle + turn)).toFixed(1)} ${(toY - 8 * Math.sin(angle + turn)).toFixed(1)}`;
    return [
        path(`M${x} ${y}Q${midX} ${midY} ${toX} ${toY}`, "r-arrow"),
        path(`M${wing(0.5)}L${toX} ${toY}L${wing(-0.5)}`, "r-arrow"),
    ];
}

/** @param {number} x @param {number} y */
const no = (x, y) => [
    svg("circle", { cx: x, cy: y, r: 10, class: "r-no" }),
    path(`M${x - 4} ${y - 4}l8 8m0-8l-8 8`, "r-mark"),
];

/** @param {number} x @param {number} y */
const yes = (x, y) => [
    svg("circle", { cx: x, cy: y, r: 10, class: "r-yes" }),
    path(`M${x - 5} ${y}l4 4 6-8`, "r-mark"),
];

/** A number or a word on a label. @param {number} x @param {number} y @param {string} text */
const tag = (x, y, text) => {
    const wide = 12 + text.length * 8;
    return [
        svg("rect", { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 11, class: "r-tag" }),
        word(x, y + 5, text, "r-on-tag"),
    ];
};

/** Something said. @param {number} x @param {number} y @param {string} text */
const bubble = (x, y, text) => [
    path(`M${x - 24} ${y - 12}h48q6 0 6 6v10q0 6-6 6h-30l-8 9v-9h-10q-6 0-6-6v-10q0-6 6-6Z`, "r-bubble"),
    word(x, y + 4, text, "r-said"),
];

const eye = (/** @type {number} */ x, /** @type {number} */ y) => [
    path(`M${x - 12} ${y}q12-14 24 0q-12 14-24 0Z`, "r-bubble"),
    svg("circle", { cx: x, cy: y, r: 4, class: "r-ink" }),
];

const plus = (/** @type {string} */ n) => `+${n}`;
const PILE_X = 26;
const pile = () => [back(PILE_X - 3, MIDDLE + 3), back(PILE_X, MIDDLE)];
const flag = (/** @type {number} */ x) => path(`M${x} 66V16h30l-7 9 7 9h-30`, "r-flag");

/**
 * The scenes, by what a line says. "(\d+)" is the rule's number.
 * @type {[RegExp, (n: string) => Part[]][]}
 */
const SCENES = [
    [
        /^answers same card/,
        () => [
            card(28, MIDDLE, "+2", 0, -6),
            ...arrow(48, 40, 62, 40),
            card(82, MIDDLE, "+2", 2, 6),
            tag(126, MIDDLE, "+4"),
        ],
    ],
    [
        /^answers any/,
        () => [
            card(28, MIDDLE, "+2", 0, -6),
            ...arrow(48, 40, 62, 40),
            card(82, MIDDLE, "+4", null, 6),
            tag(126, MIDDLE, "+6"),
        ],
    ],
    [
        /^answers equal/,
        () => [
            card(28, MIDDLE, "+2", 1),
            ...arrow(48, 34, 66, 30),
            card(84, MIDDLE, "+2", 3, -4),
            card(114, MIDDLE, "+4", null, 6),
            yes(136, 18),
        ],
    ],
    [
        /^stacked count double/,
        () => [
            card(26, MIDDLE, "+2", 0, -6),
            card(58, MIDDLE, "+2", 3, 6),
            tag(86, 22, "×2"),
            ...arrow(78, 44, 98, 44),
            tag(126, MIDDLE, "+6"),
        ],
    ],
    [
        /^skip hands/,
        () => [
            tag(24, 24, "+2"),
            card(62, MIDDLE, "skip", 1),
            ...arrow(24, 40, 122, 24, 22),
            head(24, 64, "good"),
            head(126, 44, "bad"),
        ],
    ],
    [
        /^reverse sends/,
        () => [
            head(24, 60, "bad"),
            card(112, MIDDLE, "reverse", 2),
            ...arrow(92, 36, 34, 36, 18),
            tag(64, 22, "+2"),
        ],
    ],
    [
        /^drawn must be played/,
        () =>
            [
                pile(),
                card(74, 38, "7", 0, 6),
                ...arrow(42, 40, 56, 38),
                ...arrow(92, 42, 116, 52),
                card(130, 54, "7", 2),
                yes(92, 66),
            ].flat(),
    ],
    [
        /^drawn is kept/,
        () =>
            [
                pile(),
                card(72, 32, "7", 0, 6),
                ...arrow(42, 40, 54, 36),
                ...arrow(92, 38, 112, 52, 6),
                ...fan(126, 62, 3),
                no(96, 64),
            ].flat(),
    ],
    [
        /^drawn may be kept/,
        () =>
            [
                pile(),
                card(70, 40, "7", 0, 6),
                ...arrow(88, 34, 116, 20),
                ...arrow(88, 48, 112, 64),
                card(134, 18, "7", 2),
                ...fan(130, 70, 3),
            ].flat(),
    ],
    [
        /^draw until/,
        () =>
            [
                pile(),
                ...arrow(42, 40, 54, 40),
                card(66, 42, "1", 3, -8),
                card(84, 42, "9", 1, -2),
                card(104, 42, "5", 0, 6),
                yes(126, 20),
            ].flat(),
    ],
    [
        /^drawing only/,
        () =>
            [
                pile(),
                no(PILE_X + 14, 20),
                card(100, 42, "5", 0, 8),
                card(80, 44, "2", 1, -6),
                yes(122, 20),
            ].flat(),
    ],
    [/^limit (\d+)/, (n) => [...fan(56, 42, 7), path("M104 14V70", "r-wall"), tag(126, MIDDLE, n)]],
    [
        /^hand (\d+)/,
        (n) => [...arrow(30, 66, 62, 56), back(22, 66, 20), ...fan(84, 40, 5), tag(130, MIDDLE, n)],
    ],
    [
        /^jump any/,
        () => [
            card(52, MIDDLE, "7", 0, -4),
            card(112, 34, "7", 0, 14),
            ...arrow(96, 26, 72, 30, 12),
            head(138, 66, "good"),
            path("M18 20l-6 12h8l-6 12", "r-bolt"),
        ],
    ],
    [
        /^jump not/,
        () => [
            card(52, MIDDLE, "+2", 0, -4),
            card(112, 34, "+2", 0, 14),
            ...arrow(96, 26, 72, 30, 12),
            no(84, 60),
        ],
    ],
    [
        /^also 0.*also 7/,
        () => [
            card(44, MIDDLE, "7", 2, -6),
            card(106, MIDDLE, "0", 1, 6),
            head(75, 20),
            head(75, 68),
            ...arrow(62, 26, 62, 60, 0),
            ...arrow(88, 60, 88, 26),
            ...arrow(124, 22, 132, 58, 0),
        ],
    ],
    [
        /^also 0/,
        () => [
            card(75, MIDDLE, "0", 1),
            head(20, 24),
            head(130, 24),
            head(20, 64),
            head(130, 64),
            ...arrow(36, 16, 112, 16, 8),
            ...arrow(140, 34, 140, 52),
            ...arrow(114, 72, 38, 72, -8),
            ...arrow(10, 54, 10, 36),
        ],
    ],
    [
        /^also 7/,
        () => [
            card(75, MIDDLE, "7", 2),
            head(20, 42, "bad"),
            head(130, 42, "good"),
            ...arrow(28, 22, 122, 22, 16),
            ...arrow(122, 66, 28, 66, -16),
        ],
    ],
    [
        /^swap with next/,
        () => [
            head(32, 44),
            head(66, 44),
            head(118, 44),
            ...arrow(34, 28, 64, 28, 14),
            ...arrow(64, 62, 34, 62, -14),
            no(92, 44),
        ],
    ],
    [
        /^several/,
        () => [
            card(46, 46, "5", 0, -14),
            card(68, 42, "5", 2, -4),
            card(90, 42, "5", 3, 6),
            card(112, 46, "5", 1, 14),
        ],
    ],
    [
        /^show hands of (\d+)/,
        (n) => [
            card(48, 50, "3", 0, -8),
            card(70, 50, "8", 2, 6),
            ...eye(59, 14),
            head(108, 46, "bad"),
            tag(134, 20, n),
        ],
    ],
    [/^saying after/, () => [head(26, 50, "good"), ...bubble(74, 26, "UNO"), card(124, MIDDLE, "5", 1, 6)]],
    [
        /^uno caught until said/,
        () => [
            head(26, 54, "bad"),
            back(54, 54, 6),
            ...eye(100, 30),
            ...arrow(88, 42, 66, 52),
            word(130, 50, "…", "r-large"),
        ],
    ],
    [/^saying never/, () => [head(26, 54, "good"), ...bubble(78, 30, "UNO"), no(108, 50)]],
    [
        /^forgotten draws (\d+)/,
        (n) => [head(26, 54, "bad"), ...bubble(72, 24, "…"), ...fan(100, 58, 3), tag(132, 24, plus(n))],
    ],
    [
        /^challenges by anybody/,
        () => [
            card(36, MIDDLE, "+4", null),
            head(84, 24),
            head(112, 42),
            head(84, 62),
            word(134, 28, "?", "r-large"),
            ...arrow(98, 42, 58, 42),
        ],
    ],
    [
        /^challenges no bluffs/,
        () => [card(40, MIDDLE, "+4", null), no(62, 24), card(96, 48, "5", 0, -6), card(118, 48, "2", 0, 8)],
    ],
    [
        /^challenges never/,
        () => [card(40, MIDDLE, "+4", null), head(116, 54), word(96, 34, "?", "r-large"), no(108, 22)],
    ],
    [
        /^misplay draws (\d+)/,
        (n) => [
            card(34, MIDDLE, "7", 0),
            card(84, 38, "2", 1, 10),
            no(104, 20),
            ...arrow(70, 66, 112, 66, -10),
            tag(130, 46, plus(n)),
        ],
    ],
    [
        /^last draw counts/,
        () => [
            flag(16),
            card(72, MIDDLE, "+2", 0, 4),
            ...arrow(92, 42, 108, 42),
            back(122, 40, -6),
            back(130, 46, 8),
        ],
    ],
    [
        /^last draw does/,
        () => [
            flag(16),
            card(72, MIDDLE, "+2", 0, 4),
            ...arrow(92, 42, 108, 42),
            back(124, 42, 6),
            no(124, 42),
        ],
    ],
    [
        /^finish with number/,
        () => [
            flag(12),
            card(64, MIDDLE, "7", 1),
            yes(80, 20),
            card(104, MIDDLE, "skip", 2),
            card(130, MIDDLE, "+4", null),
            no(118, 70),
        ],
    ],
    [/^finish without wild/, () => [flag(16), card(84, MIDDLE, "", null), no(106, 24)]],
    [
        /^finish without draw/,
        () => [flag(16), card(76, MIDDLE, "+2", 0), card(110, MIDDLE, "+4", null), no(132, 20)],
    ],
    [/^points times (\d+)/, (n) => [...fan(44, 44, 3), tag(104, MIDDLE, `×${n}`)]],
    [
        /^turns (\d+)/,
        (n) => [
            svg("circle", { cx: 48, cy: 42, r: 26, class: "r-head" }),
            path("M48 24V42l12 8", "r-arrow"),
            tag(110, MIDDLE, n),
        ],
    ],
];

/** The lines of a house rule that say what it does. @param {string} text */
export const linesOf = (text) =>
    text
        .split("\n")
        .map((line) => line.replace(/#.*/, ""))
        .filter(
            (line) =>
                /^[a-z]/.test(line) && !/^(house|title|about|group|letter|with N|conflicts)\b/.test(line),
        )
        .map((line) => line.trim().replace(/\s+/g, " "));

/** @param {string[]} lines */
function partsOf(lines) {
    const said = lines.join("; ");
    for (const [says, draw] of SCENES) {
        const found = says.exec(said);
        if (found) return draw(found[1] ?? "").flat();
    }
    return [path("M50 12h38l14 14v46h-52ZM60 36h30M60 46h30M60 56h20", "r-flag")];
}

/** What a rule does, as a picture. @param {string} text of the rule @param {string | number} [number] it is played with */
export const rulePicture = (text, number = "") =>
    svg(
        "svg",
        { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "rule-picture", "aria-hidden": "true" },
        partsOf(linesOf(text).map((line) => line.replace(/\bN\b/, String(number)))),
    );
