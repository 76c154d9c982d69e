// held.js - the seats that this browser holds: their tokens. Whoever has a token has the seat, and nobody can make it
// again, so one is written only when the server has welcomed it, replaced only by another that was welcomed, and
// given up only where the table itself is over. What a server does not know any more is put aside, not thrown away:
// it may be the wrong server, or one whose data came back a little older.

import { keep, prefs } from "./prefs.js";
import { hex } from "./seal.js";

/** 'gone': when a server refused it, or its owner left or was sent away; 'lent': a link brought it.
 * @typedef {{token: string, seat: number, at: number, gone?: number, lent?: boolean}} Held */

const KEPT_MOST = 60;

/** A seat's token made here: a join that got no answer is asked again with it and finds the same seat. */
export const newToken = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** @param {Held} one */
const rank = (one) => (one.gone ? 2 : one.lent ? 1 : 0);

/** @param {[string, Held][]} all the newest first; those that are gone give way first, then those from links: however
 * many of them somebody sends, the seats that were taken here stay */
const bounded = (all) => Object.fromEntries(all.sort((a, b) => rank(a[1]) - rank(b[1])).slice(0, KEPT_MOST));

/** The seats of this browser, newest first. @returns {[string, Held][]} */
export const heldSeats = () =>
    Object.entries(prefs.seats ?? {})
        .filter(([, one]) => !one.gone)
        .sort((a, b) => b[1].at - a[1].at);

/** The seat at a table, if there is one. One that is gone is tried all the same: it may be there again.
 * @param {string} id @returns {Held | undefined} */
export const heldSeat = (id) => prefs.seats?.[id];

/** What to sit down with: who was sent away is who they were. @param {string} id */
export const tokenFor = (id) => prefs.seats?.[id]?.token ?? newToken();

/** The server has welcomed this token. @param {string} id @param {string} token @param {number} seat
 * @param {boolean} [isBack] it was not asked for a new one */
export const keepSeat = (id, token, seat, isBack) =>
    keep(({ seats = {} }) => {
        const { [id]: had, ...rest } = seats;
        const others = Object.entries(rest).sort((a, b) => b[1].at - a[1].at);
        const lent = had?.token === token ? had.lent : isBack;
        return { seats: bounded([[id, { token, seat, at: Date.now(), ...(lent && { lent }) }], ...others]) };
    });

/** No way back with it, as far as is known. What another page holds there is left alone. @param {string} id @param {string} token */
export const putAside = (id, token) =>
    keep(({ seats = {}, proofs = {} }) => {
        const held = seats[id];
        if (held?.token !== token) return {};
        // The seed goes with the seat: nobody else's game is measured by it.
        const { [id]: _, ...rest } = proofs;
        return { seats: { ...seats, [id]: { ...held, gone: Date.now() } }, proofs: rest };
    });

/** The table is over for good. @param {string} id @param {string} token */
export const forgetSeat = (id, token) =>
    keep(({ seats = {}, proofs = {} }) => {
        const { [id]: held, ...rest } = seats;
        const { [id]: _, ...others } = proofs;
        return held?.token === token ? { seats: rest, proofs: others } : {};
    });
