// stats.js - what this browser remembers about games that are over: how many, won, in a row, at which place,
// and what stands on the shelf. It stays here; it can be taken along and erased.

import { editionAt } from "./core.js";
import { moodOf } from "./house.js";
import { editionKeepsake, keepsakeLine, keepsakeName, KEEPSAKES } from "./keepsakes.js";
import { keep, prefs } from "./prefs.js";
import { notify } from "./screens.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{games: number, wins: number, places: number, seats: number, streak: number, best: number,
 *   caught: number, bluffs: number, editions: Record<string, [number, number]>,
 *   levels: Record<string, [number, number]>, honours: Record<string, number>, noted: string[],
 *   form: [number, number][]}} Stats honours: how often each keepsake was earned; form: place and of how many, newest last */

/** @typedef {import("./table.js").Table} Table */
/** What I have done in a game that goes on; 'drew', 'most' and 'caughtNow' in its present round.
 * @typedef {{drew: number, most: number, caughtNow: number, caught: number, bluffs: number, isDry: boolean,
 *   isHawk: boolean, doubter: number, last: string, load: boolean, marks: string[]}} Deeds last: the card I laid last; load:
 *   ten cards at once in this round; marks: keepsakes that the game has earned already, whoever wins it */

/** From the first move on. */
async function watch() {
    const { watchMe } = await import("./analysis.js");
    const { app } = await import("./screens.js");
    watchMe(app);
}

const KEY = "penultima-stats";
const DEEDS = "penultima-deeds";
const NOTED_MAX = 50;
const DEEDS_MAX = 8;
const FORM_MAX = 40;
/** A catch in less is quick. */
const QUICK_MS = 1000;
const LOAD = 10;
const MOUNTAIN = 20;
/** What was earned is said when the result has been seen. */
const TELL_MS = 7000;
/** Since when somebody can be caught. */
let openSince = 0;

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
    form: [],
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

/** @type {Deeds} */
const NONE = {
    drew: 0,
    most: 0,
    caughtNow: 0,
    caught: 0,
    bluffs: 0,
    isDry: false,
    isHawk: false,
    doubter: -1,
    last: "",
    load: false,
    marks: [],
};

/** @param {Table} table @returns {Deeds} */
const deedsOf = (table) => ({ ...NONE, ...allDeeds()[deedsId(table)] });

/** What one event makes of them. @param {Deeds} deeds @param {import("./table.js").TableEvent} event @param {number} me
 * @param {import("./core.js").Edition} edition */
function noteEvent(deeds, { e, seat, card }, me, edition) {
    const isMine = seat === me;
    const mark = (/** @type {string} */ id) => {
        if (!deeds.marks.includes(id)) deeds.marks = [...deeds.marks, id];
    };
    if (e === "dealt") Object.assign(deeds, { drew: 0, most: 0, caughtNow: 0, last: "", load: false });
    if (e === "drew" && isMine) deeds.drew++;
    if (["played", "jumped"].includes(e) && isMine) deeds.last = card ?? "";
    if (e === "jumped" && isMine) mark("jump");
    if (e === "caught" && isMine) {
        deeds.caught++;
        deeds.isHawk ||= ++deeds.caughtNow >= 2;
        if (openSince && performance.now() - openSince < QUICK_MS) mark("quick");
    }
    // The bluff is told of whoever bluffed: it was found by whoever challenged before.
    if (e === "challenged") deeds.doubter = seat ?? -1;
    if (e === "guilty" && deeds.doubter === me) deeds.bluffs++;
    if (e === "innocent" && isMine) mark("candour");
    if (e !== "round-won" || !isMine) return;
    deeds.isDry ||= deeds.drew === 0;
    if (deeds.load) mark("load");
    const face = edition.faces[edition.cards[deeds.last]?.face];
    if (face?.wild) mark("lastWild");
    if (face?.play.some((step) => step.do === "draw next")) mark("lastFour");
}

/** Keeps what I have done, so that neither the next deal nor a reload forgets it. @param {Table} table
 * @param {import("./table.js").TableEvent[]} news */
export function noteDeeds(table, news) {
    const { me } = table;
    if (me === null) return;
    if (prefs.watchMe) void watch();
    const deeds = deedsOf(table);
    const edition = editionAt(table.settings);
    if (news.filter(({ e, seat }) => e === "drew" && seat === me).length >= LOAD) deeds.load = true;
    for (const event of news) noteEvent(deeds, event, me, edition);
    openSince = table.now?.legal?.catches?.length ? openSince || performance.now() : 0;
    deeds.most = Math.max(deeds.most, table.now?.counts[me] ?? 0);
    const { [deedsId(table)]: _, ...others } = allDeeds();
    const all = Object.entries({ ...others, [deedsId(table)]: deeds }).slice(-DEEDS_MAX);
    try {
        localStorage.setItem(DEEDS, JSON.stringify(Object.fromEntries(all)));
    } catch {
        // Then they are forgotten.
    }
}

/** The keepsakes that a finished game has earned. @param {Board} board @param {boolean} isWon @param {Stats} all with this
 * game @returns {string[]} */
function honoursOf(board, isWon, all) {
    const { table } = board;
    const { seats, settings } = table;
    const me = table.me ?? -1;
    const deeds = deedsOf(table);
    const others = seats.filter((seat, index) => index !== me && seat.kind !== "free");
    /** @type {[string, boolean][]} */
    const earned = [
        ["first", true],
        ["ten", all.games >= 10],
        ["hundred", all.games >= 100],
        ["company", others.filter((seat) => seat.kind === "person").length >= 2],
        ["dry", deeds.isDry],
        ["nose", deeds.bluffs > 0],
        ["hawk", deeds.isHawk],
        ["won", isWon],
        ["three", isWon && all.streak >= 3],
        ["five", isWon && all.streak >= 5],
        ["duel", isWon && others.length === 1],
        ["crowd", isWon && others.length >= 9],
        ["team", isWon && Boolean(settings?.teams)],
        ["mountain", isWon && deeds.most >= MOUNTAIN],
        ["master", isWon && others.every((seat) => seat.kind === "bot" && seat.level === "expert")],
        ["late", isWon && new Date().getHours() < 5],
        ["chaos", isWon && moodOf(settings?.house ?? []) === "chaos"],
        [editionKeepsake(settings?.edition ?? ""), isWon],
    ];
    return [...deeds.marks, ...earned.filter(([, is]) => is).map(([id]) => id)].filter((id) =>
        KEEPSAKES.includes(id),
    );
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
    all.form = [...all.form, /** @type {[number, number]} */ ([place, taken.length])].slice(-FORM_MAX);
    const fresh = [];
    for (const honour of honoursOf(board, isWon, all)) {
        if (!all.honours[honour]) fresh.push(honour);
        all.honours[honour] = (all.honours[honour] ?? 0) + 1;
    }
    write(all);
    fresh.forEach((id, index) =>
        setTimeout(
            () => notify(t("shelfNew", { what: keepsakeName(id), line: keepsakeLine(id) })),
            TELL_MS + index * 4500,
        ),
    );
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
