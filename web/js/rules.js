// rules.js - the rules of an edition in a few pages of our own words, each with its name in docs/RULES.md.
// Which of them hold is read off the edition.

/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {{id: string, says: string, if?: (edition: Edition) => unknown}} Rule */

/** @param {Edition} edition @param {string} step */
const does = (edition, step) => edition.faces.some((face) => face.play.some((one) => one.do === step));
/** @param {Edition} edition */
const piles = (edition) => edition.faces.some((face) => face.answers);

/** @type {{says: string, rules: Rule[]}[]} */
const CHAPTERS = [
    {
        says: "chapter.1",
        rules: [
            {
                id: "T1",
                says: "rule.T1",
            },
            {
                id: "T2",
                says: "rule.T2",
            },
            {
                id: "T3",
                says: "rule.T3",
            },
        ],
    },
    {
        says: "chapter.2",
        rules: [
            {
                id: "A1",
                says: "rule.A1",
            },
            {
                id: "A2",
                says: "rule.A2",
            },
            {
                id: "A3",
                says: "rule.A3",
            },
            {
                id: "A4",
                says: "rule.A4",
            },
            {
                id: "A5",
                says: "rule.A5",
            },
            {
                id: "A6",
                says: "rule.A6",
                if: (e) => !e.faces.some((face) => face.guard & 2),
            },
            {
                id: "A6",
                says: "rule.A6-2",
                if: (e) => e.faces.some((face) => face.guard & 2),
            },
            {
                id: "A7",
                says: "rule.A7",
            },
            {
                id: "C1",
                says: "rule.C1",
                if: (e) => does(e, "race drop"),
            },
            {
                id: "G1",
                says: "rule.G1",
                if: (e) => does(e, "others follow or draw"),
            },
            {
                id: "W1",
                says: "rule.W1",
                if: (e) => does(e, "skip chosen"),
            },
            {
                id: "K1",
                says: "rule.K1",
                if: piles,
            },
        ],
    },
    {
        says: "chapter.3",
        rules: [
            {
                id: "U1",
                says: "rule.U1",
            },
        ],
    },
    {
        says: "chapter.5",
        rules: [
            {
                id: "K2",
                says: "rule.K2",
            },
            {
                id: "H2",
                says: "rule.H2",
            },
            {
                id: "H3",
                says: "rule.H3",
            },
        ],
    },
    {
        says: "chapter.6",
        rules: [
            {
                id: "E1",
                says: "rule.E1",
            },
            {
                id: "N1",
                says: "rule.N1",
            },
            {
                id: "N2",
                says: "rule.N2",
            },
            {
                id: "N3",
                says: "rule.N3",
            },
            {
                id: "N4",
                says: "rule.N4",
            },
        ],
    },
];

/** The rules that hold in an edition, besides those that the core tells (inForce in records.js). @param {Edition} edition */
export const rulesOf = (edition) =>
    CHAPTERS.map((chapter) => ({
        ...chapter,
        rules: chapter.rules.filter((rule) => !rule.if || rule.if(edition)),
    })).filter((chapter) => chapter.rules.length);
