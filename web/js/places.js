// places.js - where things lie on the table: the seats of the others around the piles, the cards of a
// hand in rows. Numbers in, numbers out; nothing is drawn here, and nothing overlaps.

/** @typedef {{x: number, y: number}} Point the middle of something */
/** @typedef {{seats: Point[], width: number, height: number, shape: "around" | "rows" | "beside",
 *   free: {x: number, y: number, width: number, height: number}}} SeatPlaces */

const GAP = 6;
/** Print that is read from the other end of the room has at least this scale. */
const TV = 1.25;
/** How far the outer ones of the row at the top come down, as on a round table. */
const BOW = 14;
/** Below this there is only room for chips, so wide and high. */
const LOW = 135;
const CHIP = 36;

/**
 * The others around the piles: to the left, at the top, to the right.
 * @param {number} count @param {number} width @param {number} height
 * @param {number} seatWidth @param {number} seatHeight
 * @returns {SeatPlaces}
 */
function around(count, width, height, seatWidth, seatHeight) {
    const atSide = Math.floor((height - seatHeight - BOW - GAP) / (seatHeight + GAP));
    const wanted = count < 3 ? 0 : Math.round(count / 4 - 0.01);
    const fitting = Math.ceil((count - Math.floor((width + GAP) / (seatWidth + GAP))) / 2);
    const side = Math.max(0, Math.min(Math.max(wanted, fitting), atSide));
    const top = count - 2 * side;
    const left = seatWidth / 2 + GAP;
    // With nobody at the sides the row keeps to the middle; otherwise it takes the whole width.
    const spread = side ? width - 2 * left : Math.min(width - 2 * left, (top - 1) * seatWidth * 2.4);
    /** @type {Point[]} */
    const row = Array.from({ length: top }, (_, index) => {
        const at = top === 1 ? 0 : index / (top - 1) - 0.5;
        return { x: width / 2 + at * spread, y: seatHeight / 2 + GAP + BOW * (2 * at) ** 2 };
    });
    // A short row leaves the corners to those at the sides.
    const isShort = top < 2 || (top - 1) * 2 * (seatWidth + GAP) < width - 2 * seatWidth;
    if (side && isShort && top > 1) {
        const room = Math.min(width - 4 * left, (top - 1) * seatWidth * 2);
        row.forEach((one, index) => {
            one.x = width / 2 + (index / (top - 1) - 0.5) * room;
        });
    }
    const from = isShort && side ? Math.min(height * 0.2, seatHeight + BOW) : seatHeight + BOW + 2 * GAP;
    const each = side ? (height - from - GAP) / side : 0;
    const column = (/** @type {number} */ x) =>
        Array.from({ length: side }, (_, index) => ({ x, y: from + each * (index + 0.5) }));
    return {
        seats: [...column(left).reverse(), ...row, ...column(width - left)],
        width: seatWidth,
        height: seatHeight,
        shape: "around",
        free: {
            x: side ? seatWidth + 2 * GAP : GAP,
            y: seatHeight + GAP + (top > 2 ? BOW * 0.3 : 0),
            width: side ? width - 2 * (seatWidth + 2 * GAP) : width - 2 * GAP,
            height: height - seatHeight - GAP - (top > 2 ? BOW * 0.3 : 0),
        },
    };
}

/**
 * The others in rows, above the piles or beside them.
 * @param {number} count @param {number} width @param {number} inRow @param {number} seatHeight
 * @returns {Point[]}
 */
function rows(count, width, inRow, seatHeight) {
    const lines = Math.ceil(count / inRow);
    const each = Math.ceil(count / lines);
    return Array.from({ length: count }, (_, index) => {
        const line = Math.floor(index / each);
        const here = Math.min(each, count - line * each);
        const seatWidth = width / each;
        return {
            x: width / 2 + ((index % each) - (here - 1) / 2) * seatWidth,
            y: GAP / 2 + (line + 0.5) * (seatHeight + GAP / 2),
        };
    });
}

/**
 * With three or four times the print a window is as high as a hand and a question: faces alone, on the left.
 * @param {number} count @param {number} width @param {number} height @returns {SeatPlaces}
 */
function chips(count, width, height) {
    const lines = Math.max(1, Math.min(3, Math.floor(height / CHIP)));
    const inRow = Math.ceil(count / Math.min(lines, Math.ceil(count / 2)));
    const used = Math.ceil(count / inRow);
    const part = Math.min(width * 0.58, Math.max(inRow * CHIP, width * 0.42));
    const high = Math.min(height / used, 52) - GAP / 2;
    const drop = (height - used * (high + GAP / 2)) / 2;
    return {
        seats: rows(count, part, inRow, high).map(({ x, y }) => ({ x, y: y + drop - GAP / 4 })),
        width: part / inRow - 2,
        height: high,
        shape: "beside",
        free: { x: part, y: 0, width: width - part, height },
    };
}

/**
 * Places for 'count' others in a room of this size.
 * @param {number} count @param {number} width @param {number} height @param {number} scale of the print
 * @returns {SeatPlaces}
 */
export function placeSeats(count, width, height, scale = 1) {
    const isMany = count > 4;
    if (scale > TV && width >= 1400 && height >= 700) return around(count, width, height, 230, 216);
    if (width >= 1080 && height >= 340 && (count <= 5 || (width >= 1600 && height >= 560))) {
        // Much room for few: they are larger and come nearer.
        const near = Math.min(width, Math.max(1040, height * 2.7));
        const places = around(count, near, height, 168 * scale, 146 * scale);
        const shift = (width - near) / 2;
        for (const seat of places.seats) seat.x += shift;
        places.free.x += shift;
        return places;
    }
    if (width >= 640 && height >= 215) {
        const wide = (width >= 960 && height > 420 ? 132 : 112) * scale;
        // A laptop's screen is low, but wide: faces and names need not be as small as on a phone.
        const lowest = width >= 960 && height >= 240 ? 92 : 74;
        const high = (height < 300 ? lowest : isMany || height < 400 ? 96 : 124) * scale;
        // Few of them draw their chairs up.
        const near = isMany ? width : Math.min(width, Math.max(760, height * 2.9));
        const places = around(count, near, height, Math.min(wide, (near - 8 * GAP) / 4), high);
        for (const seat of places.seats) seat.x += (width - near) / 2;
        places.free.x += (width - near) / 2;
        return places;
    }
    if (height < LOW && width >= 200) return chips(count, width, height);
    if (width > height * 1.5 && width >= 480) {
        // A phone on its side: they sit on the left, the piles lie on the right.
        const part = width * (isMany ? 0.62 : 0.5);
        const high = (isMany ? 62 : Math.min(94, Math.max(62, height - 30))) * scale;
        const lines = Math.max(1, Math.floor(height / (high + GAP / 2)));
        const inRow = Math.max(Math.ceil(count / lines), Math.min(count, 3));
        const seats = rows(count, part, inRow, high);
        const used = Math.ceil(count / inRow) * (high + GAP / 2);
        const drop = Math.max(0, (height - used) / 2);
        return {
            seats: seats.map(({ x, y }) => ({ x, y: y + drop })),
            width: part / Math.ceil(count / Math.ceil(count / inRow)) - 2,
            height: high,
            shape: "beside",
            free: { x: part, y: 0, width: width - part, height },
        };
    }
    const inRow = Math.min(count, Math.max(3, Math.min(5, Math.floor(width / 64))));
    const lines = Math.ceil(count / inRow);
    const isTall = height > 430;
    const high = (isMany ? (height < 300 ? 56 : isTall ? 80 : 66) : isTall ? 104 : 84) * scale;
    const used = lines * (high + GAP / 2) + GAP;
    return {
        seats: rows(count, width, inRow, high),
        width: Math.min(width / Math.ceil(count / lines), 150 * scale) - 2,
        height: high,
        shape: "rows",
        free: { x: 0, y: used, width, height: height - used },
    };
}

/** @typedef {{x: number, y: number, turn: number}} CardPlace the left upper corner */

/**
 * Places for the cards of a hand, grouped as 'groups' says: they overlap as far as they must, and below a
 * finger's width there is another row.
 * @param {number[]} groups for every card the colour it belongs to
 * @param {number} room the width there is
 * @param {number} card the width of a card
 * @returns {{places: CardPlace[], height: number, rows: number}}
 */
export function placeHand(groups, room, card) {
    const count = groups.length;
    const finger = 30;
    const inside = Math.max(card, room - 2 * GAP - card * 0.12);
    const perRow = Math.max(1, Math.floor((inside - card) / finger) + 1);
    const lines = Math.max(1, Math.ceil(count / perRow));
    const each = Math.ceil(count / lines);
    const rise = card * 1.4 * (lines > 2 ? 0.44 : 0.5);
    // The ends of a bent row hang lower, never more than this: a card more or less does not move the table.
    const lowest = lines > 1 ? 0 : 7.4 + card * 0.044;
    /** @type {CardPlace[]} */
    const places = [];
    for (let line = 0; line < lines; line++) {
        const from = line * each;
        const here = Math.min(each, count - from);
        const seams = groups
            .slice(from + 1, from + here)
            .filter((one, index) => one !== groups[from + index]).length;
        // A little air between two colours, where there is room for it.
        const air = Math.max(0, Math.min(10, (inside - card - (here - 1) * finger) / Math.max(1, seams)));
        const step = here < 2 ? 0 : Math.min(card * 0.84, (inside - card - seams * air) / (here - 1));
        const width = card + (here - 1) * step + seams * air;
        let x = (room - width) / 2;
        for (let index = 0; index < here; index++) {
            if (index && groups[from + index] !== groups[from + index - 1]) x += air;
            const middle = index - (here - 1) / 2;
            const bend = lines > 1 ? 0 : Math.min(1, 7 / here) ** 2;
            const drop = middle * middle * bend * 0.6;
            places.push({ x, y: line * rise + drop, turn: middle * bend * 1.5 });
            x += step;
        }
    }
    return { places, height: (lines - 1) * rise + card * 1.4 + lowest, rows: lines };
}
