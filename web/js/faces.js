// faces.js - the people: characters drawn from parts, each with six expressions.
//
// The regulars have a face of their own each, and keep it wherever they sit. Who gets which of the others follows from the
// name, so everybody at a table sees the same one. No two people at a table share a face.

import { svg } from "./dom.js";

/** @typedef {"calm" | "pleased" | "thinking" | "alarmed" | "laughing" | "crushed"} Mood */

const SKINS = ["#f2cfb0", "#e3b08a", "#c98f66", "#a36a45", "#7a4a2e", "#f6dcc6"];
const HAIRS = ["#2a211c", "#5a3a22", "#a3622b", "#d9b15e", "#b9b4ab", "#7b2f2b"];
const CLOTHES = ["#4b6a88", "#8a4b52", "#5d7a55", "#7a628f", "#b07a3a", "#3f5f5c"];

/** Hair: what is behind the head, and what is before it. @type {[string, string][]} */
const HAIR = [
    ["", ""],
    ["", "M15 27c-2-13 6-18 15-18s17 5 15 18c-2-5-5-8-8-9-6 2-13 2-16 1-3 2-5 5-6 8Z"],
    [
        "M12 40C9 20 16 8 30 8s21 12 18 32c-3 3-7 1-7-2V26H19v12c0 3-4 5-7 2Z",
        "M16 26c5-1 10-4 13-8 3 4 8 7 15 8 0-10-5-16-14-16s-14 6-14 16Z",
    ],
    [
        "",
        "M14 28c-5-3-4-10 0-12-1-6 5-9 9-7 3-5 11-5 14 0 5-2 10 2 9 7 4 2 5 9 0 12-1-6-4-9-9-10-5 2-11 2-15 0-4 2-7 5-8 10Z",
    ],
    [
        "M24 7a6 6 0 1 1 12 0 6 6 0 1 1-12 0Z",
        "M15 27c-1-12 6-17 15-17s16 5 15 17c-3-7-8-10-15-10s-12 3-15 10Z",
    ],
    [
        "M11 53C8 22 15 8 30 8s22 14 19 45c-4 3-9 1-10-2V25H21v26c-1 3-6 5-10 2Z",
        "M16 25c6 0 12-3 15-8 2 4 7 7 13 8 0-9-5-15-14-15s-14 6-14 15Z",
    ],
    ["", "M16 25c-1-9 4-14 9-14 4-5 14-5 18 0-3 0-3 3-1 4 3 2 3 6 3 10-3-6-8-8-14-8s-12 3-15 8Z"],
    ["M13 34c-4-4-3-12 2-14v14ZM47 34c4-4 3-12-2-14v14Z", ""],
];
/** @type {string[]} */
const HATS = [
    "",
    "M11 19c1-10 12-13 21-12 9 0 17 4 16 11-2 3-9 2-18 2s-16 2-19-1Z",
    "M14 22c0-10 6-14 16-14s16 4 16 14c4 0 8 1 9 3-9 1-27 1-41-3Z",
    "M14 23c-1-11 6-17 16-17s17 6 16 17c-8-3-24-3-32 0Z",
    "M11 46C7 20 15 8 30 8s23 12 19 38c-4 3-7-1-7-5 0-16-3-21-12-21s-12 5-12 21c0 4-3 8-7 5Z",
];
const BEARDS = [
    "",
    "M22 37c3-3 7-3 8-1 1-2 5-2 8 1-3 3-6 2-8 1-2 1-5 2-8-1Z",
    "M16 31c0 14 5 18 14 18s14-4 14-18c-2 4-5 5-8 4-3-2-9-2-12 0-3 1-6 0-8-4Z",
    "M26 43c0 4 2 6 4 6s4-2 4-6c-2 1-6 1-8 0Z",
];
const GLASSES = [
    "",
    "M18 29a6 5.5 0 1 0 12 0 6 5.5 0 1 0-12 0ZM30 29a6 5.5 0 1 0 12 0 6 5.5 0 1 0-12 0Z",
    "M18 25h11v8H18ZM31 25h11v8H31ZM29 28h2",
];

/** Skin, hair, its colour, hat, glasses, beard, clothes. The regulars, who play for the house, have a figure each. */
const REGULARS = {
    Lola: "1500003",
    Paco: "2102015",
    Rosa: "0450101",
    Chema: "1310022",
    Inés: "5230003",
    Nacho: "2600030",
    Pilar: "0440204",
    Hugo: "5630205",
    Vera: "3500002",
    Curro: "1741011",
    Noa: "4300003",
    Tomás: "0740120",
    Alba: "5520005",
    Quique: "3103004",
    Maite: "1211000",
    Fermín: "0040212",
    Olga: "5240101",
    Beltrán: "4300223",
    Sole: "2004004",
    Andrés: "2610005",
    Candela: "3410002",
};
/** Everybody else's. */
const GUESTS =
    "1224104 3330102 0150205 5533004 2014003 3203105 0620000 1433205 4123001 5352104 0310202 3640105 2540003 1103202 4250101 0404005 2330005 1650204 3421003 0010104 4604002 5200103".split(
        " ",
    );
const NAMES = Object.keys(REGULARS);
const PEOPLE = [...Object.values(REGULARS), ...GUESTS];

/** Eyes, brows and mouth. @type {Record<Mood, {eyes: string, lines: string, open?: string}>} */
const MOODS = {
    calm: { eyes: "2 24 29 36 29", lines: "M21 24h6M33 24h6M26 39q4 2 8 0" },
    pleased: { eyes: "2 24 29 36 29", lines: "M21 24q3-2 6 0M33 24q3-2 6 0M24 37q6 6 12 0" },
    thinking: { eyes: "2 26 28 38 28", lines: "M21 24h6M33 22q3-3 6-1M27 40l6-1" },
    alarmed: {
        eyes: "2.6 24 29 36 29",
        lines: "M20 23q3-4 7-2M33 21q4-2 7 2",
        open: "M27 37a3 4 0 1 0 6 0 3 4 0 1 0-6 0Z",
    },
    laughing: { eyes: "", lines: "M21 29q3-4 6 0M33 29q3-4 6 0", open: "M23 36h14q-1 9-7 9t-7-9Z" },
    crushed: { eyes: "", lines: "M21 29q3 3 6 0M33 29q3 3 6 0M21 25l6-3M33 22l6 3M25 41q5-5 10 0" },
};

/** @param {string} name */
function hash(name) {
    let sum = 7;
    for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
    return sum;
}

export const FACES = PEOPLE.length;

/** A face for each of them, none twice: bots have their own, then come those that people chose.
 * @param {{name?: string | null, kind?: string, face?: number}[]} people @returns {number[]} */
export function facesFor(people) {
    /** @type {number[]} */
    const faces = [];
    const give = (/** @type {number} */ index, /** @type {number} */ face) => {
        if (faces[index] === undefined && face >= 0 && face < FACES && !faces.includes(face))
            faces[index] = face;
    };
    const own = people.map(({ name }) => NAMES.indexOf(name ?? ""));
    people.forEach(({ kind }, index) => kind === "bot" && give(index, own[index]));
    people.forEach(({ face }, index) => give(index, face ?? -1));
    people.forEach(({ name }, index) => {
        give(index, own[index]);
        for (let face = hash(name ?? ""); faces[index] === undefined; face++)
            give(index, NAMES.length + (face % GUESTS.length));
    });
    return faces;
}

/** @param {Mood} mood */
function features(mood) {
    const { eyes, lines, open } = MOODS[mood];
    const [r, ...at] = eyes.split(" ").map(Number);
    return [
        eyes ? svg("circle", { cx: at[0], cy: at[1], r, class: "f-eye" }) : null,
        eyes ? svg("circle", { cx: at[2], cy: at[3], r, class: "f-eye" }) : null,
        svg("path", { d: lines, class: "f-line" }),
        open ? svg("path", { d: open, class: "f-open" }) : null,
    ];
}

/** A character. @param {number} index @param {Mood} [mood] */
export function facePicture(index, mood = "calm") {
    const [skin, hair, dye, hat, glasses, beard, shirt] = [...PEOPLE[index % FACES]].map(Number);
    const paint = (/** @type {string} */ d, /** @type {string} */ fill) =>
        d ? svg("path", { d, fill }) : null;
    const picture = svg(
        "svg",
        { viewBox: "4 3 52 54", class: "person", "aria-hidden": "true", "data-mood": mood },
        hat === 4 ? null : paint(HAIR[hair][0], HAIRS[dye]),
        svg("path", { d: "M9 60c0-12 9-15 21-15s21 3 21 15Z", fill: CLOTHES[shirt] }),
        svg("path", { d: "M25 42h10v5q-5 4-10 0Z", fill: SKINS[skin], class: "f-neck" }),
        svg("circle", { cx: 16, cy: 30, r: 3, fill: SKINS[skin] }),
        svg("circle", { cx: 44, cy: 30, r: 3, fill: SKINS[skin] }),
        svg("ellipse", { cx: 30, cy: 29, rx: 14, ry: 16, fill: SKINS[skin] }),
        paint(BEARDS[beard], HAIRS[dye]),
        hat === 4 ? null : paint(HAIR[hair][1], HAIRS[dye]),
        paint(HATS[hat], CLOTHES[(shirt + 2) % CLOTHES.length]),
        svg("path", { d: "M30 30q3 4-1 5", class: "f-nose" }),
        svg("g", { class: "f-mood" }, features(mood)),
        glasses ? svg("path", { d: GLASSES[glasses], class: "f-glasses" }) : null,
    );
    return picture;
}

/** Gives a drawn face another expression. @param {Element} picture @param {Mood} mood */
export function setMood(picture, mood) {
    const part = picture.querySelector(".f-mood");
    if (!part || picture.getAttribute("data-mood") === mood) return;
    picture.setAttribute("data-mood", mood);
    part.replaceChildren(...features(mood).filter((one) => one !== null));
}

/**
 * What a face shows after something happened: [seat, mood] pairs.
 * @param {import("./core.js").TableEvent} event
 * @param {import("./core.js").TableEvent[]} [news] what happened with it
 * @returns {[number, Mood][]}
 */
export function moodsOf(event, news = []) {
    const { e, seat = -1, to } = event;
    const other = typeof to === "number" ? to : -1;
    switch (e) {
        case "pending":
            return [[seat, "alarmed"]];
        case "took":
        case "skipped":
        case "turn-lost":
        case "misplayed":
        case "dropped-last":
        case "could-not-follow":
        case "advised":
            return [[seat, "crushed"]];
        case "caught":
            return [
                [seat, "laughing"],
                [other, "crushed"],
            ];
        case "challenged":
            return [
                [seat, "thinking"],
                [other, "alarmed"],
            ];
        // 'seat' had laid the card.
        case "guilty":
            return [
                [seat, "crushed"],
                [news.find((one) => one.e === "challenged")?.seat ?? -1, "laughing"],
            ];
        case "innocent":
            return [
                [seat, "laughing"],
                [other, "crushed"],
            ];
        case "swung":
            return [
                [seat, "pleased"],
                [other, "alarmed"],
            ];
        case "said-uno":
        case "jumped":
        case "swapped":
            return [[seat, "pleased"]];
        case "played":
            return event.uno ? [[seat, "pleased"]] : [];
        case "round-won":
        case "round-fewest":
            return [[seat, "laughing"]];
    }
    return [];
}
