// stats.js - what this browser remembers about games that are over: how many, won, in a row, at which place,
// and a few quiet honours. It stays here; it can be taken along and erased.

import { keep, prefs } from "./prefs.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{games: number, wins: number, places: number, seats: number, streak: number, best: number,
 *   caught: number, bluffs: number, editions: Record<string, [number, number]>,
 *   levels: Record<string, [number, number]>, honours: Record<string, number>, noted: string[]}} Stats */

/** @typedef {import("./table.js").Table} Table */
/** What I have done in a game that goes on; 'drew', 'most' and 'caughtNow' in its present round.
 * @typedef {{drew: number, most: number, caughtNow: number, caught: number, bluffs: number, isDry: boolean,
 *   isHawk: boolean, doubter: number}} Deeds */

const KEY = "penultima-stats";
const DEEDS = "penultima-deeds";
const NOTED_MAX = 50;
const DEEDS_MAX = 8;

/** @returns {Stats} */
const empty = () => ({
    games: 0,
    wins: 0,
    places: 0,
    seats: 0,
    streak: 0,
    best: 0,
    caught: 0,
    bluffs: 0,
    editions: {},
    levels: {},
    honours: {},
    noted: [],
});

/** @returns {Stats} */
export function stats() {
    try {
        return { ...empty(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    } catch {
        return empty();
    }
}

/** @param {Stats | null} all */
function write(all) {
    try {
        if (all) localStorage.setItem(KEY, JSON.stringify(all));
        else localStorage.removeItem(KEY);
    } catch {
        // Then nothing is remembered.
    }
}

export const eraseStats = () => write(null);

/** @param {Table} table */
const gameId = (table) => `${table.id} ${table.game} ${(table.commit ?? "").slice(0, 16)}`;

/** The games that go on: at its end a game has the commitment of the next one already. @type {WeakMap<Table, string>} */
const games = new WeakMap();

/** @param {Table} table */
function deedsId(table) {
    if (table.stage !== "over") games.set(table, gameId(table));
    return games.get(table) ?? gameId(table);
}

/** @returns {Record<string, Deeds>} by game, the newest last */
function allDeeds() {
    try {
        return JSON.parse(localStorage.getItem(DEEDS) ?? "{}") ?? {};
    } catch {
        return {};
    }
}

/** @param {Table} table @returns {Deeds} */
const deedsOf = (table) =>
    allDeeds()[deedsId(table)] ?? {
        drew: 0,
        most: 0,
        caughtNow: 0,
        caught: 0,
        bluffs: 0,
        isDry: false,
        isHawk: false,
        doubter: -1,
    };

/** Keeps what I have done, so that neither the next deal nor a reload forgets it. @param {Table} table
 * @param {import("./table.js").TableEvent[]} news */
export function noteDeeds(table, news) {
    const { me } = table;
    if (me === null) return;
    const deeds = deedsOf(table);
    for (const { e, seat } of news) {
        const isMine = seat === me;
        if (e === "dealt") deeds.drew = deeds.most = deeds.caughtNow = 0;
        if (e === "drew" && isMine) deeds.drew++;
        if (e === "caught" && isMine) {
            deeds.caught++;
            deeds.isHawk ||= ++deeds.caughtNow >= 2;
        }
        // The bluff is told of whoever bluffed: it was found by whoever challenged before.
        if (e === "challenged") deeds.doubter = seat ?? -1;
        if (e === "guilty" && deeds.doubter === me) deeds.bluffs++;
        if (e === "round-won" && isMine) deeds.isDry ||= deeds.drew === 0;
    }
    deeds.most = Math.max(deeds.most, table.now?.counts[me] ?? 0);
    const { [deedsId(table)]: _, ...others } = allDeeds();
    const all = Object.entries({ ...others, [deedsId(table)]: deeds }).slice(-DEEDS_MAX);
    try {
        localStorage.setItem(DEEDS, JSON.stringify(Object.fromEntries(all)));
    } catch {
        // Then they are forgotten.
    }
}

/** The honours that a finished game has earned. @param {Board} board @param {boolean} isWon @returns {string[]} */
function honoursOf(board, isWon) {
    const { table } = board;
    const me = table.me ?? -1;
    const deeds = deedsOf(table);
    const others = table.seats.filter((seat, index) => index !== me && seat.kind !== "free");
    const earned = [];
    if (isWon && deeds.most >= 20) earned.push("mountain");
    if (deeds.isDry) earned.push("dry");
    if (isWon && others.length >= 9) earned.push("crowd");
    if (isWon && others.every((seat) => seat.kind === "bot" && seat.level === "expert"))
        earned.push("master");
    if (deeds.bluffs) earned.push("nose");
    if (deeds.isHawk) earned.push("hawk");
    if (isWon && new Date().getHours() < 5) earned.push("late");
    return earned;
}

/** Notes a game that is over, once. @param {Board} board */
export function noteGame(board) {
    const { table, edition, scoring } = board;
    const { me, over } = table;
    if (me === null || !over?.game) return;
    const id = gameId(table);
    const deeds = deedsOf(table);
    const all = stats();
    if (all.noted.includes(id)) return;
    all.noted = [id, ...all.noted].slice(0, NOTED_MAX);
    const isWon = over.game.includes(me);
    const score = table.now?.score ?? [];
    const worth = (/** @type {number} */ seat) =>
        scoring === "quick"
            ? (over.round?.hands?.[seat] ?? []).reduce(
                  (/** @type {number} */ sum, /** @type {string} */ card) =>
                      sum + (edition.cards[card]?.points ?? 0),
                  0,
              )
            : scoring === "lowest"
              ? score[seat]
              : -score[seat];
    const taken = table.seats
        .map((seat, index) => ({ seat, index }))
        .filter(({ seat }) => seat.kind !== "free");
    const place = isWon
        ? 1
        : Math.max(2, 1 + taken.filter(({ index }) => index !== me && worth(index) < worth(me)).length);
    all.games++;
    all.wins += Number(isWon);
    all.places += place;
    all.seats += taken.length;
    all.streak = isWon ? all.streak + 1 : 0;
    all.best = Math.max(all.best, all.streak);
    all.caught += deeds.caught;
    all.bluffs += deeds.bluffs;
    const add = (/** @type {Record<string, [number, number]>} */ map, /** @type {string} */ key) => {
        const [games, wins] = map[key] ?? [0, 0];
        map[key] = [games + 1, wins + Number(isWon)];
    };
    add(all.editions, edition.id);
    const levels = taken.map(({ seat }) => seat.level).filter((level) => level !== undefined);
    if (levels.length === taken.length - 1 && levels.length) add(all.levels, String(levels[0]));
    for (const honour of honoursOf(board, isWon)) all.honours[honour] = (all.honours[honour] ?? 0) + 1;
    write(all);
}

/** Everything that is remembered, as a file to take along. */
export const exportStats = () =>
    JSON.stringify({ stats: stats(), name: prefs.name ?? "", setup: prefs.setup ?? null }, null, 2);

/** Takes over such a file; false if it is none. @param {string} text */
export function importStats(text) {
    try {
        const { stats: taken, name } = JSON.parse(text);
        if (typeof taken?.games !== "number") return false;
        write({ ...empty(), ...taken });
        if (name) keep({ name });
        return true;
    } catch {
        return false;
    }
}
