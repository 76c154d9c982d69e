// blocks.js - an edition put together without typing: how many of each card, in which colours, and what it does. Every
// press writes a line of the same text that stands below; what could not be played is refused and told.

import { cardPicture, colorShape } from "./cards.js";
import { h } from "./dom.js";
import { LINES } from "./lines.js";
import { both, t } from "./words.js";

/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {import("./core.js").Edition["faces"][number]} Face */
/** How a text is changed; what has the focus afterwards. @typedef {(change: (text: string) => string, focus: string) => void} Change */

const COPIES_MAX = 7;
const HAND_MAX = 15;

/** What a card can do, in the words of the format. Wilds name a colour besides. */
export const EFFECTS = [
    "draw next 2, skip next",
    "draw next 3, skip next",
    "draw next 6, skip next",
    "everyone draws 1",
    "skip next",
    "skip next, skip next",
    "reverse",
    "swap hands",
    "pass hands",
    "race drop 2",
    "lay any, others follow or draw 2",
    "reveal others, skip chosen",
    "",
];

/** A number card, by its code. @param {string} code */
const isDigit = (code) => /^\d$/.test(code);

/** Only wilds can do that. */
const WILD_ONLY = /skip chosen/;

/** @param {string} effect */
export const effectWords = (effect) =>
    effect
        ? effect
              .split(", ")
              .map((step) =>
                  t(`step.${step.replace(/ \d+$/, "")}`, { n: Number(/\d+$/.exec(step)?.[0] ?? 0) }),
              )
              .join(" ")
        : t("step.name-color");

/** What a line is about: its first word, and the card if it is about one. @param {string} line */
const subject = (line) =>
    line
        .trim()
        .split(/\s+/, /^(number|symbol|wild|play|open|honest|challenge|answer)\b/.test(line.trim()) ? 2 : 1)
        .join(" ");

/** A text with these lines in it, each in the place of one about the same. @param {string} text @param {string} more */
export function withLines(text, more) {
    const lines = text.trimEnd().split("\n");
    for (const line of more.split("\n")) {
        const at = lines.findIndex((one) => subject(one) === subject(line));
        if (at < 0) lines.push(line);
        else lines[at] = line;
    }
    return `${lines.join("\n")}\n`;
}

/** The line about something, if there is one. @param {string} text @param {string} about */
const lineOf = (text, about) => text.split("\n").find((line) => subject(line) === about);

/** @param {string} text @param {(line: string) => boolean} isGone */
const without = (text, isGone) =>
    text
        .split("\n")
        .filter((line) => !isGone(line))
        .join("\n");

/** The steps of a card as the format has them, without the colour that every wild names. @param {Face} face */
export const effectOf = (face) =>
    face.play
        .filter((step) => step.do !== "name color")
        .map((step) => (step.count ? `${step.do} ${step.count}` : step.do))
        .join(", ");

/** So many copies of a card; with none of them it is left out. @param {string} text @param {Face} face @param {number} copies */
export function withCopies(text, face, copies) {
    const { code } = face;
    const kind = face.wild ? "wild" : isDigit(code) ? "number" : "symbol";
    const left = (lineOf(text, "without") ?? "without").replace("without", "").split(",");
    const out = new Set(left.map((one) => one.trim()).filter(Boolean));
    if (copies) out.delete(code);
    else out.add(code);
    let next = without(text, (line) => subject(line) === "without");
    if (!copies)
        next = without(next, (line) => {
            const [, about = ""] = subject(line).split(" ");
            return about === code && !/^number/.test(line.trim());
        });
    else {
        const amount = `${copies} ${face.wild ? "cards" : "of each color"}`;
        const line = lineOf(next, `${kind} ${code}`);
        const rest = (line ?? "")
            .trim()
            .split(/\s+/)
            .slice(2)
            .join(" ")
            .replace(/^\d+ (cards|of each color),?\s*/, "");
        next = withLines(next, `${kind} ${code}  ${[amount, rest].filter(Boolean).join(", ")}`);
    }
    return out.size ? withLines(next, `without ${[...out].join(", ")}`) : next;
}

/** What a card does from now on. @param {string} text @param {Face} face @param {string} effect */
export const withEffect = (text, face, effect) =>
    withLines(
        // Whether a bluff can be challenged was about the old effect.
        without(text, (line) =>
            [`honest ${face.code}`, `challenge ${face.code}`, `answer ${face.code}`].includes(subject(line)),
        ),
        `play ${face.code}  ${[face.wild && "name color", effect].filter(Boolean).join(", ") || "nothing"}`,
    );

/** A new card. @param {string} text @param {Edition} edition @param {boolean} isWild */
export function withCard(text, edition, isWild) {
    const used = new Set(edition.faces.map(({ code }) => code));
    const begin = isWild ? "wx" : "x";
    let code = begin;
    for (let n = 2; used.has(code); n++) code = `${begin}${n}`;
    // The example of such a card, under a code of its own.
    const lines = (isWild ? LINES.wild : LINES.symbol)
        .split("\n")
        .map((line) => line.replace(/^(\w+) \w+/, `$1 ${code}`));
    return withLines(text, lines.join("\n"));
}

/** The colours of an edition, and those of what it starts from that it has not. @param {Edition} edition @param {Edition} base */
const palette = (edition, base) => [
    ...edition.colors.map((color, index) => ({ color, of: edition, index, isOn: true })),
    ...base.colors
        .map((color, index) => ({ color, of: base, index, isOn: false }))
        .filter(({ color }) => !edition.colors.some(({ id }) => id === color.id)),
];

/** Fewer, how many, more. @param {string} name @param {number} count @param {number[]} bounds @param {(next: number, focus: string) => void} set
 * @param {string} id */
const stepper = (name, count, [least, most], set, id) =>
    h(
        "span.block-count",
        { role: "group", "aria-label": name },
        [-1, 1].map((by) => {
            const focus = `${id}${by > 0 ? "+" : "-"}`;
            return h(
                "button",
                {
                    type: "button",
                    "data-block": focus,
                    "aria-label": `${name}: ${t(by > 0 ? "more" : "fewer")}`,
                    disabled: by > 0 ? count >= most : count <= least,
                    onclick: () => set(count + by, focus),
                },
                by > 0 ? "+" : "−",
            );
        }),
        h("output", { "aria-live": "polite" }, count),
    );

/** @param {Face} face @param {Change} change */
function effectField(face, change) {
    const now = effectOf(face);
    const wanted = EFFECTS.filter((one) => (face.wild || !WILD_ONLY.test(one)) && (face.wild || one));
    const all = wanted.includes(now) ? wanted : [now, ...wanted];
    const name = both(face.name) || face.code;
    return h(
        "select",
        {
            "aria-label": `${t("editor.word.play")}: ${name}`,
            "data-block": `${face.code}=`,
            onchange: (/** @type {Event} */ event) => {
                const { value } = /** @type {HTMLSelectElement} */ (event.target);
                change((text) => withEffect(text, face, value), `${face.code}=`);
            },
        },
        all.map((one) => h("option", { value: one, selected: one === now }, effectWords(one))),
    );
}

/** @param {Edition} edition @param {Face} face @param {string} card @param {Change} change */
function block(edition, face, card, change) {
    const name = both(face.name) || face.code;
    return h(
        "li.block",
        { "data-face": face.code },
        cardPicture(edition, card),
        h(
            "div",
            null,
            h("b", null, name),
            stepper(
                name,
                face.copies,
                [0, COPIES_MAX],
                (n, focus) => change((text) => withCopies(text, face, n), focus),
                face.code,
            ),
            isDigit(face.code) ? null : effectField(face, change),
        ),
    );
}

/** A press takes a colour out or puts it in. @param {Edition} edition @param {Edition} base @param {Change} change */
function colorsPart(edition, base, change) {
    const colors = palette(edition, base);
    return h(
        "ul.block-colors",
        null,
        colors.map(({ color, of, index, isOn }) => {
            const ids = colors
                .filter((one) => (one.color.id === color.id ? !isOn : one.isOn))
                .map((one) => one.color.id);
            return h(
                "li",
                null,
                h(
                    "button",
                    {
                        type: "button",
                        "aria-pressed": String(isOn),
                        "data-block": `color ${color.id}`,
                        onclick: () =>
                            change((text) => withLines(text, `colors ${ids.join(" ")}`), `color ${color.id}`),
                    },
                    isOn ? colorShape(of, index) : h("i", { "aria-hidden": "true" }, color.shape),
                    h("span", null, both(color.name)),
                ),
            );
        }),
    );
}

/** The building blocks of an edition that can be played. @param {Edition} edition @param {Edition} base what it starts from
 * @param {Change} change */
export function blocksPart(edition, base, change) {
    const first = (/** @type {number} */ face) =>
        Object.entries(edition.cards).find(([, card]) => card.face === face)?.[0] ?? "";
    const left = base.faces.filter(({ code }) => !edition.faces.some((face) => face.code === code));
    return [
        h("h2", null, t("editor.blocks")),
        h("p.quiet-text", null, t("editor.blocksHelp")),
        colorsPart(edition, base, change),
        h(
            "div.block-hand",
            null,
            h("span", null, t("editor.word.hand")),
            stepper(
                t("editor.word.hand"),
                edition.hand,
                [1, HAND_MAX],
                (n, focus) => change((text) => withLines(text, `hand ${n}`), focus),
                "hand",
            ),
        ),
        ...[true, false].map((isNumber) =>
            h(
                isNumber ? "ul.blocks.numbers" : "ul.blocks",
                null,
                edition.faces.map((face, index) =>
                    isNumber === isDigit(face.code) ? block(edition, face, first(index), change) : null,
                ),
            ),
        ),
        h(
            "div.row.block-more",
            null,
            left.map((face) =>
                h(
                    "button",
                    {
                        type: "button",
                        "data-block": `back ${face.code}`,
                        onclick: () => change((text) => withCopies(text, face, face.copies), `${face.code}+`),
                    },
                    `+ ${both(face.name) || face.code}`,
                ),
            ),
            [true, false].map((isWild) =>
                h(
                    "button",
                    {
                        type: "button",
                        "data-block": isWild ? "new wild" : "new symbol",
                        onclick: () =>
                            change(
                                (text) => withCard(text, edition, isWild),
                                isWild ? "new wild" : "new symbol",
                            ),
                    },
                    `+ ${t(isWild ? "editor.word.wild" : "editor.word.symbol")}`,
                ),
            ),
        ),
    ];
}
