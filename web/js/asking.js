// asking.js - questions to the table: what is asked, how long there is for an answer and who has not given one, my
// vote; and what came of it, told to all for a while.

import { readCode } from "./code.js";
import { h, refill } from "./dom.js";
import { changesPart } from "./ruled.js";
import { stripsOf } from "./strips.js";
import { shownName } from "./table.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./table.js").Table} Table */

const TOLD_MS = 8000;
/** A question that stays open for longer has no clock that anybody watches. */
const WATCHED_MS = 600000;

/** The names of some seats in a row; mine is "you". @param {Table} table @param {number[]} seats */
const names = (table, seats) =>
    seats.map((seat) => (seat === table.me ? t("you") : (table.seats[seat]?.name ?? "·"))).join(", ");

/** Who has not answered. @param {Table} table @param {any} asked */
const silent = (table, { yes, no, seat }) =>
    table.seats
        .map(({ kind }, index) => (kind === "person" ? index : -1))
        .filter((index) => index >= 0 && ![...yes, ...no, seat].includes(index));

/** What is asked for, and by whom, as a sentence. @param {Table} table @param {any} asking */
function sentence(table, asking) {
    const what = t(`ask.${asking.what}`, { who: table.seats[asking.seat ?? -1]?.name ?? "" });
    return asking.by === table.me
        ? t("asksMine", { what })
        : t("asks", { who: table.seats[asking.by]?.name ?? "", what });
}

/** What became of a question. @param {Table} table @param {any} vote */
export function voteLine(table, vote) {
    const missing = silent(table, vote);
    // Refused without a no: too few were left who could have agreed.
    const outcome =
        vote.outcome === "refused" && !vote.no.length
            ? "lapsed"
            : vote.outcome === "lapsed" && !missing.length
              ? "moot"
              : vote.outcome;
    return t(`voted.${outcome}${vote.by === table.me ? "Mine" : ""}`, {
        who: table.seats[vote.by]?.name ?? "·",
        what: t(`ask.${vote.what}`, { who: shownName(vote.name ?? "") }),
        no: names(table, vote.no),
        silent: names(table, missing),
    });
}

/** The time there is: a line that gets shorter, and the seconds. @param {number} left */
function clockOf(left) {
    const line = h("div.vote-time", { "aria-hidden": "true" });
    const seconds = h("span.quiet-text", { "aria-hidden": "true" });
    const end = performance.now() + left;
    line.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
        duration: left,
        fill: "forwards",
    });
    const tell = () => {
        const now = Math.ceil((end - performance.now()) / 1000);
        seconds.textContent = `${Math.max(0, now)} s`;
        if (now > 0) setTimeout(() => seconds.isConnected && tell(), 1000);
    };
    // It is put into the page after this.
    setTimeout(tell);
    return { line, seconds };
}

/** What would change of what the table plays. @param {Table} table @param {any} asking */
function rulesOf(table, asking) {
    const rules = asking.what === "rules" ? readCode(asking.setup) : null;
    if (!rules || !("settings" in rules)) return null;
    return changesPart(table.settings, { ...table.settings, ...rules.settings });
}

/** A question to the table, and my vote. @param {Board} board @param {HTMLElement} box */
export function drawAsking(board, box) {
    const { table } = board;
    const { asking, me } = table;
    const key = asking ? JSON.stringify([asking, t("yes")]) : "";
    // What came of the last one stands there for a while.
    if (key === box.dataset.key || (!asking && box.dataset.told)) return;
    box.dataset.key = key;
    box.dataset.told = "";
    box.hidden = !asking;
    if (!asking) return box.replaceChildren();
    const vote = (/** @type {boolean} */ yes) =>
        void table.send({ t: "vote", yes }).catch((no) => board.refused(no));
    const isFree = me !== null && ![...asking.yes, ...asking.no, asking.by, asking.seat].includes(me);
    const left = asking.until - table.ahead - Date.now();
    const clock = left > 0 && left < WATCHED_MS ? clockOf(left) : null;
    const waiting = silent(table, asking).filter((seat) => seat !== me);
    refill(
        box,
        clock?.line,
        h("p", null, sentence(table, asking), " ", clock?.seconds),
        rulesOf(table, asking),
        isFree
            ? h(
                  "div.row",
                  null,
                  h("button.main", { type: "button", onclick: () => vote(true) }, t("yes")),
                  h("button", { type: "button", onclick: () => vote(false) }, t("no")),
              )
            : null,
        waiting.length ? h("p.quiet-text.late", null, t("waitingFor", { who: names(table, waiting) })) : null,
    );
}

/** What came of a question, where it was asked. @param {Board} board @param {any} vote */
export function tellVote(board, vote) {
    const box = stripsOf(board).asking;
    const people = board.table.seats.filter((seat) => seat.kind === "person");
    // Who is alone with bots sees that it is done.
    if (people.length < 2 && vote.outcome === "done") return;
    refill(box, h("p", null, voteLine(board.table, vote)));
    const mark = String(performance.now());
    Object.assign(box.dataset, { key: mark, told: mark });
    box.hidden = false;
    setTimeout(() => {
        if (box.dataset.told !== mark) return;
        box.dataset.told = "";
        drawAsking(board, box);
    }, TOLD_MS);
}
