// truth.js - what a round was about: one true sentence from what happened, and the moment that decided it. Pure: events
// in, keys and numbers out.

/** @typedef {import("./core.js").TableEvent} TableEvent */
/** @typedef {{key: string, values: Record<string, any>, weight: number}} Truth the key without "true." */
/**
 * What a truth is looked for in: seats by rank, cards by what they are worth, how many cards everybody began with.
 * @typedef {{events: TableEvent[], me: number | null, winner: number | null, ranks: number[], mine: string[],
 *   worth: (card: string) => number, nameOf: (seat: number) => string, cardOf: (card: string) => string,
 *   colorOf: (id: string) => string}} Story
 */

/** @param {TableEvent[]} events @param {(event: TableEvent) => boolean} is */
const lastOf = (events, is) => [...events].reverse().find(is);

/** @param {TableEvent[]} events @param {(event: TableEvent) => boolean} is */
const lastAt = (events, is) => {
    const back = [...events].reverse().findIndex(is);
    return back < 0 ? -1 : events.length - 1 - back;
};

const LAID = ["played", "jumped", "streamed", "followed"];

/** Counts what happened, by seat. @param {TableEvent[]} events */
function count(events) {
    /** @type {Record<string, Record<number, number>>} */
    const of = {};
    const add = (/** @type {string} */ what, /** @type {number | undefined} */ seat, many = 1) => {
        if (seat !== undefined) (of[what] ??= {})[seat] = (of[what]?.[seat] ?? 0) + many;
    };
    /** @type {Record<number, number>} */
    const held = {};
    /** @type {Record<number, number>} */
    const most = {};
    let areSwapped = false;
    const hold = (/** @type {number | undefined} */ seat, /** @type {number} */ many) => {
        if (seat === undefined) return;
        held[seat] = (held[seat] ?? 0) + many;
        most[seat] = Math.max(most[seat] ?? 0, held[seat]);
    };
    for (const { e, seat, count: many = 1, color } of events) {
        add(e, seat, e === "drew" ? many : 1);
        if (e === "dealt") hold(seat, many);
        if (e === "drew") hold(seat, many);
        if (LAID.includes(e)) hold(seat, -1);
        if (e === "took") add("most taken", seat, Math.max(0, many - (of["most taken"]?.[seat ?? -1] ?? 0)));
        if (e === "turn" && held[seat ?? -1] === 1) add("nearly", seat);
        if (color) add(`asked ${color}`, seat);
        areSwapped ||= ["swapped", "passed-hands", "dropped"].includes(e);
    }
    return {
        of: (/** @type {string} */ what, /** @type {number} */ seat) => of[what]?.[seat] ?? 0,
        most,
        areSwapped,
        all: of,
    };
}

/** For how many of my turns I held a card before I laid it, or until the end. @param {Story} story */
function longest({ events, me, mine, worth }) {
    let turns = 0;
    /** @type {Map<string, number>} */
    const since = new Map();
    /** @type {{card: string, turns: number, isLaid: boolean}[]} */
    const held = [];
    for (const { e, seat, card } of events) {
        if (seat !== me) continue;
        if (e === "turn") turns++;
        if (e === "drew" && card) since.set(card, turns);
        if (!LAID.includes(e) || !card) continue;
        held.push({ card, turns: turns - 1 - (since.get(card) ?? 0), isLaid: true });
        since.delete(card);
    }
    for (const card of mine) held.push({ card, turns: turns - (since.get(card) ?? 0), isLaid: false });
    return held.filter(({ card }) => worth(card) >= 20).sort((a, b) => b.turns - a.turns)[0] ?? null;
}

/** What can truly be said, the most telling first. @param {Story} story @returns {Truth[]} */
export function truths(story) {
    const { events, me, winner, ranks, nameOf, cardOf, colorOf } = story;
    const counted = count(events);
    const { of, most, areSwapped } = counted;
    /** @type {Truth[]} */
    const found = [];
    const add = (/** @type {string} */ key, /** @type {number} */ weight, values = {}) =>
        found.push({ key, weight, values });

    for (const seat of ranks) {
        const isMine = seat === me;
        const my = isMine ? "Mine" : "";
        const who = isMine ? {} : { who: nameOf(seat) };
        const near = isMine ? 30 : 0;
        const turns = of("turn", seat);
        const drew = of("drew", seat);
        if (ranks[1] === seat && ranks.length > 2 && drew >= 10)
            add(`drewSecond${my}`, 62 + near, { ...who, n: drew });
        if (most[seat] >= 12 && !areSwapped)
            add(`many${my}`, 40 + near + Math.min(30, most[seat]), { ...who, n: most[seat] });
        if (seat === winner && turns >= 4 && !drew && !areSwapped) add(`noDraw${my}`, 58 + near, who);
        if (seat === winner && turns > 0 && turns <= 7) add(`quick${my}`, 48 + near, { ...who, n: turns });
        const taken = of("most taken", seat);
        if (taken >= 6) add(`took${my}`, 44 + near + taken, { ...who, n: taken });
        const skipped = of("skipped", seat);
        if (skipped >= 3) add(`skipped${my}`, 40 + near + 2 * skipped, { ...who, n: skipped });
        const jumped = of("jumped", seat);
        if (jumped >= 2) add(`jumped${my}`, 40 + near + 4 * jumped, { ...who, n: jumped });
        if (of("guilty", seat)) add(`bluff${my}`, 46 + near, who);
        for (const what of Object.keys(counted.all).filter((one) => one.startsWith("asked "))) {
            const n = of(what, seat);
            if (n >= 3) add(`asked${my}`, 24 + near + 2 * n, { ...who, n, color: colorOf(what.slice(6)) });
        }
    }
    for (const { e, seat = -1, to } of events) {
        if (typeof to !== "number") continue;
        /** @type {[number, number]} */
        const [actor, victim] = e === "innocent" ? [to, seat] : [seat, to];
        const key = e === "caught" ? "caught" : e === "innocent" ? "doubted" : "";
        if (!key) continue;
        if (actor === me) add(`${key}Mine`, 74, { other: nameOf(victim) });
        else if (victim === me) add(`${key}Me`, 70, { who: nameOf(actor) });
        else add(key, 38, { who: nameOf(actor), other: nameOf(victim) });
    }
    const swap = lastOf(events, ({ e }) => e === "swapped");
    if (swap && typeof swap.to === "number" && winner !== null && [swap.seat, swap.to].includes(winner)) {
        const other = swap.seat === winner ? swap.to : (swap.seat ?? -1);
        if (other === me) add("swapped", 92, { who: nameOf(winner) });
        else if (winner === me) add("swappedMine", 92, { other: nameOf(other) });
    }
    if (me !== null) {
        const card = areSwapped ? null : longest(story);
        if (card && card.turns >= 5)
            add(card.isLaid ? "held" : "stuck", 62 + Math.min(20, 2 * card.turns), {
                card: cardOf(card.card),
                n: card.turns,
            });
        if (of("nearly", me) >= 3 && me !== winner && !areSwapped) add("nearly", 84, { n: of("nearly", me) });
    }
    const turned = events.filter(({ e }) => e === "reversed").length;
    if (turned >= 5) add("turned", 30 + turned, { n: turned });
    const shuffled = events.filter(({ e }) => e === "reshuffled").length;
    if (shuffled) add("shuffled", 28 + 6 * shuffled, { n: shuffled });
    return found.sort((a, b) => b.weight - a.weight);
}

/** How much each kind of event may have decided. @type {Record<string, number>} */
const WEIGHTS = {
    caught: 9,
    guilty: 8,
    innocent: 8,
    jumped: 6,
    swapped: 9,
    skipped: 3,
    misplayed: 4,
    "dropped-last": 5,
};

/**
 * The moment that decided it: the events of one move, who did it, whom it hit, and the card of it.
 * @param {TableEvent[]} events @param {number | null} winner
 * @returns {{events: TableEvent[], actor: number, victim: number | null, card: string | null, color: string | null, count: number} | null}
 */
export function decider(events, winner) {
    let best = null;
    let most = 0;
    events.forEach(({ e, seat, to, count: many = 0 }, index) => {
        const heavy = e === "took" ? (many >= 4 ? 3 + many : 0) : (WEIGHTS[e] ?? 0);
        // What hit the winner did not decide it; what comes late counts more.
        const hit = typeof to === "number" && ["caught", "swapped"].includes(e) ? to : seat;
        const isWinners = e === "jumped" || e === "swapped" ? seat === winner : hit !== winner;
        const weight = heavy * (0.4 + (0.6 * index) / events.length) * (isWinners ? 1 : 0.3);
        if (weight <= most) return;
        most = weight;
        best = index;
    });
    const isLaid = ({ e = "", card = "" }) => LAID.includes(e) && Boolean(card);
    const at = best ?? lastAt(events, isLaid);
    if (at < 0) return null;
    const { e, seat = -1, to, count: many = 0 } = events[at];
    // The card that began it lies before it.
    const from = isLaid(events[at]) ? at : lastAt(events.slice(0, at), isLaid);
    const laid = ["caught", "swapped", "dropped-last"].includes(e) || from < 0 ? null : events[from];
    const other = typeof to === "number" ? to : null;
    /** @type {Record<string, [number, number | null]>} */
    const parts = {
        took: [laid?.seat ?? -1, seat],
        skipped: [laid?.seat ?? -1, seat],
        guilty: [lastOf(events.slice(0, at), (one) => one.e === "challenged")?.seat ?? -1, seat],
        innocent: [seat, other],
        misplayed: [seat, null],
        "dropped-last": [-1, seat],
    };
    const [actor, victim] = parts[e] ?? [seat, other];
    return {
        events:
            laid && laid !== events[at] && e !== "guilty" && e !== "innocent"
                ? [laid, events[at]]
                : [events[at]],
        actor: actor < 0 ? (winner ?? seat) : actor,
        victim: victim === actor ? null : victim,
        card: laid?.card ?? null,
        color: laid?.color ?? null,
        count: many,
    };
}
