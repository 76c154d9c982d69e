// numerals.js - the figures of the cards, in boxes NUMERAL high: a path and a width each. These are strokes of ours;
// where the typeface is at hand, the page is made with its outlines in their place (fonts.py).

export const NUMERAL = 60;
/** Whether the paths are outlines to fill, or strokes. */
export const IS_OUTLINED = false;
/** @type {Record<string, [string, number]>} */
export const GLYPHS = {
    0: ["M20 4C9 4 4 15 4 30S9 56 20 56 36 45 36 30 31 4 20 4Z", 40],
    1: ["M8 16 22 5V55M11 55H33", 40],
    2: ["M5 17C6 8 12 4 20 4 29 4 35 10 35 18 35 31 11 39 5 55H36", 40],
    3: ["M6 5H33L19 25C30 25 36 31 36 40 36 50 29 56 20 56 12 56 6 52 4 45", 40],
    4: ["M28 56V5L4 41H38", 40],
    5: ["M33 5H10L8 27C11 25 15 23 20 23 30 23 36 30 36 39 36 49 29 56 19 56 12 56 7 53 4 47", 40],
    6: ["M30 5C16 10 5 24 5 39 5 50 12 56 20 56 29 56 36 49 36 40 36 31 29 24 20 24 13 24 7 29 5 37", 40],
    7: ["M5 5H35C24 20 17 38 15 56", 40],
    8: [
        "M20 27C12 27 7 22 7 16 7 9 12 4 20 4 28 4 33 9 33 16 33 22 28 27 20 27 11 27 4 33 4 41 4 50 11 56 20 56 29 56 36 50 36 41 36 33 29 27 20 27Z",
        40,
    ],
    9: ["M10 55C24 50 35 36 35 21 35 10 28 4 20 4 11 4 4 11 4 20 4 29 11 36 20 36 27 36 33 31 35 23", 40],
    "+": ["M6 32H34M20 18V46", 40],
};
