// qr.js - a QR code for a link: bytes, error correction M, versions 1 to 10. ISO/IEC 18004, nothing more
// than this page needs.

/** Per version: codewords of correction in a block, and [blocks, data codewords of each] once or twice. */
const BLOCKS = [
    null,
    { ec: 10, of: [[1, 16]] },
    { ec: 16, of: [[1, 28]] },
    { ec: 26, of: [[1, 44]] },
    { ec: 18, of: [[2, 32]] },
    { ec: 24, of: [[2, 43]] },
    { ec: 16, of: [[4, 27]] },
    { ec: 18, of: [[4, 31]] },
    {
        ec: 22,
        of: [
            [2, 38],
            [2, 39],
        ],
    },
    {
        ec: 22,
        of: [
            [3, 36],
            [2, 37],
        ],
    },
    {
        ec: 26,
        of: [
            [4, 43],
            [1, 44],
        ],
    },
];
const ALIGN = [
    [],
    [],
    [6, 18],
    [6, 22],
    [6, 26],
    [6, 30],
    [6, 34],
    [6, 22, 38],
    [6, 24, 42],
    [6, 26, 46],
    [6, 28, 50],
];

// Powers of 2 in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
    EXP[i] = EXP[i + 255] = x;
    LOG[x] = i;
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The remainder that corrects errors. @param {number[]} data @param {number} count */
export function correction(data, count) {
    let generator = [1];
    for (let i = 0; i < count; i++) {
        const next = new Array(generator.length + 1).fill(0);
        generator.forEach((value, at) => {
            next[at] ^= value;
            next[at + 1] ^= times(value, EXP[i]);
        });
        generator = next;
    }
    const rest = [...data, ...new Array(count).fill(0)];
    for (let i = 0; i < data.length; i++) {
        const lead = rest[i];
        if (lead)
            generator.forEach((value, at) => {
                rest[i + at] ^= times(value, lead);
            });
    }
    return rest.slice(data.length);
}

/** All codewords in the order they are laid. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
    const { ec, of } = /** @type {{ec: number, of: number[][]}} */ (BLOCKS[version]);
    const room = of.reduce((sum, [count, size]) => sum + count * size, 0);
    /** @type {number[]} */
    const bits = [];
    const put = (/** @type {number} */ value, /** @type {number} */ length) => {
        for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
    };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    for (const byte of bytes) put(byte, 8);
    put(0, Math.min(4, room * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const data = [];
    for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
    for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
    /** @type {number[][]} */
    const blocks = [];
    let at = 0;
    for (const [count, size] of of)
        for (let i = 0; i < count; i++, at += size) blocks.push(data.slice(at, at + size));
    const fixes = blocks.map((block) => correction(block, ec));
    const longest = Math.max(...blocks.map((block) => block.length));
    const out = [];
    for (let i = 0; i < longest; i++) for (const block of blocks) if (i < block.length) out.push(block[i]);
    for (let i = 0; i < ec; i++) for (const fix of fixes) out.push(fix[i]);
    return out;
}

/** A value with its check bits. @param {number} value @param {number} polynomial @param {number} bits */
function checked(value, polynomial, bits) {
    let rest = value << bits;
    const top = 31 - Math.clz32(polynomial);
    for (let i = 31 - Math.clz32(rest || 1); i >= top; i = 31 - Math.clz32(rest || 1))
        rest ^= polynomial << (i - top);
    return (value << bits) | rest;
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The fixed patterns; undefined where data goes.
 * @param {number} version
 * @returns {(boolean | undefined)[][]}
 */
function frame(version) {
    const size = 17 + 4 * version;
    /** @type {(boolean | undefined)[][]} */
    const grid = Array.from({ length: size }, () => new Array(size).fill(undefined));
    const eye = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ reach) => {
        for (let y = -reach; y <= reach; y++)
            for (let x = -reach; x <= reach; x++) {
                const ring = Math.max(Math.abs(x), Math.abs(y));
                if (
                    grid[cy + y]?.[cx + x] === undefined &&
                    cy + y >= 0 &&
                    cy + y < size &&
                    cx + x >= 0 &&
                    cx + x < size
                )
                    grid[cy + y][cx + x] = reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4;
            }
    };
    eye(3, 3, 4);
    eye(size - 4, 3, 4);
    eye(3, size - 4, 4);
    const marks = ALIGN[version];
    for (const y of marks)
        for (const x of marks)
            if (!((x === 6 && y === 6) || (x === 6 && y === size - 7) || (y === 6 && x === size - 7)))
                eye(x, y, 2);
    for (let i = 8; i < size - 8; i++) {
        grid[6][i] ??= i % 2 === 0;
        grid[i][6] ??= i % 2 === 0;
    }
    return grid;
}

/**
 * Where the 15 bits of the format go, twice.
 * @param {number} size
 * @returns {[number, number][][]} places as [x, y]
 */
function formatPlaces(size) {
    return Array.from({ length: 15 }, (_, i) => [
        /** @type {[number, number]} */ (
            i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8]
        ),
        /** @type {[number, number]} */ (i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i]),
    ]);
}

/** How bad a pattern is to read; smaller is better. @param {boolean[][]} grid */
function badness(grid) {
    const size = grid.length;
    let sum = 0;
    let dark = 0;
    const line = (/** @type {(i: number) => boolean} */ at) => {
        let run = 0;
        let text = "";
        for (let i = 0; i < size; i++) {
            run = i && at(i) === at(i - 1) ? run + 1 : 1;
            if (run === 5) sum += 3;
            else if (run > 5) sum++;
            text += at(i) ? 1 : 0;
        }
        sum +=
            40 *
            ((text.match(/(?=10111010000)/g)?.length ?? 0) + (text.match(/(?=00001011101)/g)?.length ?? 0));
    };
    for (let y = 0; y < size; y++) {
        line((i) => grid[y][i]);
        line((i) => grid[i][y]);
        for (let x = 0; x < size; x++) {
            dark += grid[y][x] ? 1 : 0;
            if (
                x &&
                y &&
                grid[y][x] === grid[y - 1][x] &&
                grid[y][x] === grid[y][x - 1] &&
                grid[y][x] === grid[y - 1][x - 1]
            )
                sum += 3;
        }
    }
    return sum + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/**
 * The finished pattern with one mask.
 * @param {number[]} words
 * @param {number} version
 * @param {number} mask
 * @returns {boolean[][]}
 */
function lay(words, version, mask) {
    const grid = frame(version);
    const size = grid.length;
    const places = formatPlaces(size);
    const format = checked(mask, 0x537, 10) ^ 0x5412;
    places.forEach((two, i) =>
        two.forEach(([x, y]) => {
            grid[y][x] = Boolean((format >> i) & 1);
        }),
    );
    grid[size - 8][8] = true;
    if (version >= 7) {
        const bits = checked(version, 0x1f25, 12);
        for (let i = 0; i < 18; i++) {
            const far = size - 11 + (i % 3);
            const near = Math.floor(i / 3);
            grid[near][far] = grid[far][near] = Boolean((bits >> i) & 1);
        }
    }
    let at = 0;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step++) {
            const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
            for (const x of [right, right - 1]) {
                if (grid[y][x] !== undefined) continue;
                const bit = at < words.length * 8 && Boolean((words[at >> 3] >> (7 - (at & 7))) & 1);
                at++;
                grid[y][x] = bit !== MASKS[mask](x, y);
            }
        }
    }
    return /** @type {boolean[][]} */ (grid);
}

/**
 * The code of a text: rows of dark (true) and light places, without the margin.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text);
    const version = BLOCKS.findIndex(
        (block, index) =>
            block &&
            block.of.reduce((sum, [count, size]) => sum + count * size, 0) * 8 >=
                4 + (index < 10 ? 8 : 16) + bytes.length * 8,
    );
    if (version < 1) throw new Error("too long for a QR code");
    const words = codewords(bytes, version);
    const all = MASKS.map((_, mask) => lay(words, version, mask));
    return all.reduce((best, one) => (badness(one) < badness(best) ? one : best));
}
