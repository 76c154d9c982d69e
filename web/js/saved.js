// saved.js - games alone that this browser keeps: those that go on and those that are over, newest first.
//
// The list and each game's journal are kept apart, so that the list stays short to read. Storage may be
// missing or full; then the oldest finished games go first, and without any the game lives as long as the page.

const LIST = "penultima-games";
const GAME = "penultima-game-";
/** Where 0.2.0 kept its one game. */
const OLD = "penultima-solo";
const GAMES_MAX = 40;

/** @typedef {{id: string, at: number, edition: string, names: string[], round: number, isOver: boolean,
 *   isWon?: boolean, score?: number[], left?: number[], isUnread?: boolean}} SavedGame isUnread: this version cannot go on with it */

/** @param {string} key */
function readKey(key) {
    try {
        return localStorage.getItem(key) ?? "";
    } catch {
        return "";
    }
}

/** @returns {SavedGame[]} newest first */
export function savedGames() {
    try {
        const list = JSON.parse(readKey(LIST) || "[]");
        if (readKey(OLD) && !list.some((/** @type {SavedGame} */ one) => one.id === "old")) {
            localStorage.setItem(`${GAME}old`, readKey(OLD));
            localStorage.removeItem(OLD);
            list.unshift({ id: "old", at: Date.now(), edition: "", names: [], round: 1, isOver: false });
            localStorage.setItem(LIST, JSON.stringify(list));
        }
        return Array.isArray(list) ? list : [];
    } catch {
        return [];
    }
}

/** The game to go on with, if there is one. */
export const openGame = () => savedGames().find((one) => !one.isOver && !one.isUnread) ?? null;

/** @param {string} id @returns {string} its journal */
export const journalOf = (id) => readKey(GAME + id);

/** A name that no kept game has. */
export const newGameId = () => Date.now().toString(36);

/** Keeps a game as it stands. @param {SavedGame} game @param {string} journal */
export function saveGame(game, journal) {
    let list = [game, ...savedGames().filter((one) => one.id !== game.id)];
    for (;;) {
        const gone = list.length > GAMES_MAX ? list.filter((one) => one.id !== game.id).at(-1) : null;
        if (gone) {
            dropGame(gone.id);
            list = list.filter((one) => one !== gone);
            continue;
        }
        try {
            localStorage.setItem(GAME + game.id, journal);
            localStorage.setItem(LIST, JSON.stringify(list));
            return;
        } catch {
            const oldest = list.filter((one) => one.isOver && one.id !== game.id).at(-1);
            if (!oldest) return;
            dropGame(oldest.id);
            list = list.filter((one) => one !== oldest);
        }
    }
}

/** A game that cannot be read here stays, for its owner to throw away: another version may read it. @param {string} id */
export function setAside(id) {
    try {
        const list = savedGames().map((one) => (one.id === id ? { ...one, isUnread: true } : one));
        localStorage.setItem(LIST, JSON.stringify(list));
    } catch {
        // Nothing was kept, then.
    }
}

/** @param {string} id */
export function dropGame(id) {
    try {
        localStorage.removeItem(GAME + id);
        localStorage.setItem(LIST, JSON.stringify(savedGames().filter((one) => one.id !== id)));
    } catch {
        // Nothing was kept, then.
    }
}
