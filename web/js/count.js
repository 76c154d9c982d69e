// count.js - the end of a round or a game: the winning card, places by rank with what was won, all hands open
// and counted, and how to go on. Winning is celebrated; losing is kind.

import { cardPicture } from "./cards.js";
import { h, refill } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { mayMove } from "./prefs.js";
import { TEAM_SIGNS } from "./seats.js";
import { play } from "./sound.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const CARD_MS = 45;
const ALL_CARDS_MS = 1600;
const COUNT_MS = 700;
const PAPERS = 36;

/** Who has won what. @param {Board} board */
function titleOf({ table }) {
    const { round = {}, game = null } = table.over;
    const name = (/** @type {number} */ seat) => table.seats[seat]?.name ?? "";
    const isTeam = game?.length > 1 && game.every((/** @type {number} */ one) => table.isTeam(one, game[0]));
    if (isTeam) {
        const who = game.map(name).join(", ");
        return game.includes(table.me) ? t("gameTeamMine", { who }) : t("gameTeam", { who });
    }
    if (game?.length > 1) return t("gameShared", { who: game.map(name).join(", ") });
    if (game) return game[0] === table.me ? t("gameMine") : t("gameWon", { who: name(game[0]) });
    if (round.winner === null || round.winner === undefined) return t("roundVoid");
    if (table.teamOf(round.winner) !== null && round.winner !== table.me)
        return t(table.isTeam(round.winner, table.me) ? "roundTeamMine" : "roundTeam", {
            who: name(round.winner),
        });
    return round.winner === table.me ? t("roundMine") : t("roundWon", { who: name(round.winner) });
}

/** One line that sums it up. @param {Board} board @param {boolean} isMine */
function lineOf(board, isMine) {
    const { table } = board;
    const { game = null, round = {} } = table.over;
    const best = game ? game[0] : round.winner;
    if (best === null || best === undefined) return "";
    const most = board.mostHeld(best);
    if (isMine && most >= 12) return t("end.fromMany", { n: most });
    if (isMine) return t(game ? "end.mine" : "end.mineRound");
    const mine = table.me === null ? null : (round.hands?.[table.me]?.length ?? null);
    if (mine === 1) return t("end.close");
    return t(game ? "end.lost" : "end.lostRound");
}

/** Seats by rank: what was won first, then few points left. @param {Board} board */
function ranked(board) {
    const { table, edition, scoring } = board;
    const { round = {}, game = null } = table.over;
    const score = table.now?.score ?? [];
    const rows = table.seats
        .map((seat, index) => {
            const cards = board.hand.sorted(round.hands?.[index] ?? []);
            const sum = cards.reduce((all, card) => all + (edition.cards[card]?.points ?? 0), 0);
            const isWinner = table.isTeam(index, round.winner);
            const won = scoring === "points" && isWinner ? (round.points ?? 0) : 0;
            const charged = scoring === "lowest" ? sum : 0;
            const isBest = game ? game.includes(index) : isWinner;
            return { seat, index, cards, sum, won, charged, total: score[index] ?? 0, isBest };
        })
        .filter((row) => row.seat.kind !== "free");
    const sign = scoring === "lowest" ? 1 : -1;
    return rows.sort(
        (a, b) =>
            Number(b.isBest) - Number(a.isBest) ||
            (scoring === "quick" ? 0 : sign * (a.total - b.total)) ||
            a.sum - b.sum ||
            a.cards.length - b.cards.length,
    );
}

/** The button that goes on; the seconds after which the table deals by itself stand on it.
 * @param {Board} board @param {() => void} goOn */
function nextButton({ table }, goOn) {
    const button = h("button.main", { type: "button", onclick: goOn, "aria-label": t("nextRound") });
    const end = table.since + (table.now?.left ?? 0);
    const tell = () => {
        const left = Math.ceil((end - performance.now()) / 1000);
        button.textContent = left > 0 ? t("nextRoundIn", { n: left }) : t("nextRound");
        if (left > 0) setTimeout(() => button.isConnected && tell(), 1000);
    };
    tell();
    return button;
}

/** A number that runs up to what it is. @param {HTMLElement} place @param {(n: number) => string} text @param {number} end */
function runUp(place, text, end) {
    const begin = performance.now();
    const step = () => {
        const at = Math.min(1, (performance.now() - begin) / COUNT_MS);
        place.textContent = text(Math.round(end * at));
        // Also where the place is not in the page yet.
        if (at < 1) requestAnimationFrame(step);
    };
    if (mayMove() && end) step();
    else place.textContent = text(end);
}

/** @param {Board} board @param {ReturnType<typeof ranked>[number]} row @param {number} rank @param {number[]} faces */
function rowOf(board, row, rank, faces) {
    const { scoring, table, edition } = board;
    const { round = {}, game = null } = table.over;
    let place = 0;
    const counted = (/** @type {string} */ card) => {
        const mini = board.strips.mini(card);
        mini.style.animationDelay = `${Math.min(place++ * CARD_MS, ALL_CARDS_MS)}ms`;
        return mini;
    };
    const target = table.settings?.target || edition.target;
    const gain = h("span.sum");
    const total =
        scoring === "quick" ? null : h("span.total", null, t("end.of", { n: row.total, of: target }));
    const item = h(
        "li.counted",
        null,
        h("span.rank", null, `${rank + 1}`),
        h(
            "span.figure",
            { "aria-hidden": "true" },
            facePicture(
                faces[row.index],
                row.isBest ? "laughing" : game ? (rank === 1 ? "calm" : "crushed") : "calm",
            ),
        ),
        h(
            "b",
            null,
            row.seat.name ?? "",
            row.index === table.me ? h("small", null, ` ${t("you")}`) : null,
            table.teamOf(row.index) === null
                ? null
                : h(
                      "small.team",
                      null,
                      ` ${TEAM_SIGNS[table.teamOf(row.index) ?? 0]} ${t("teamNumber", { n: (table.teamOf(row.index) ?? 0) + 1 })}`,
                  ),
            row.seat.wins ? h("span.stars", null, ` ${"★".repeat(Math.min(row.seat.wins, 5))}`) : null,
        ),
        h("span.minis", null, row.cards.map(counted)),
        gain,
        total,
    );
    if (row.won) runUp(gain, (n) => `+${n}`, row.won);
    else if (row.charged) runUp(gain, (n) => `+${n}`, row.charged);
    else gain.textContent = row.index === round.winner ? "★" : row.cards.length ? String(row.sum) : "";
    item.classList.toggle("winner", row.isBest);
    item.classList.toggle("mine", row.index === table.me);
    return item;
}

/** The last card that was laid. @param {Board} board */
function lastCard(board) {
    const laid = board.table.events.filter(
        (event) => event.card && ["played", "jumped", "streamed", "followed"].includes(event.e),
    );
    const last = laid.at(-1);
    if (!last?.card) return null;
    const named = last.color ? board.edition.colors.findIndex((one) => one.id === last.color) : -1;
    return h(
        "div.last-card",
        { "aria-hidden": "true" },
        cardPicture(board.edition, last.card, named < 0 ? null : named),
    );
}

/** Papers in the colours of the cards rain once, and are gone. @param {HTMLElement} over @param {Board} board */
function rain(over, board) {
    const layer = h("div.rain", { "aria-hidden": "true" });
    over.append(layer);
    const colors = board.edition.colors.map((color) => color.id);
    for (let i = 0; i < PAPERS; i++) {
        const paper = h("i", { class: `suit suit-${colors[i % colors.length]}` });
        paper.style.left = `${Math.random() * 100}%`;
        layer.append(paper);
        paper.animate(
            [
                { transform: "translateY(-30px) rotate(0)", opacity: 1 },
                {
                    transform: `translate(${Math.random() * 80 - 40}px, 75vh) rotate(${Math.random() * 900 - 450}deg)`,
                    opacity: 0.2,
                },
            ],
            {
                duration: 1600 + Math.random() * 1200,
                delay: Math.random() * 500,
                easing: "ease-in",
                fill: "both",
            },
        );
    }
    setTimeout(() => layer.remove(), 3400);
}

/**
 * @param {Board} board
 * @param {boolean} isNew the table was still playing just before
 */
export function drawCount(board, isNew) {
    const { table } = board;
    if (!table.over) return;
    const hadFocus = board.over.contains(document.activeElement);
    const { round = {}, game = null } = table.over;
    const isMine = game ? game.includes(table.me) : table.isTeam(round.winner, table.me);
    const faces = facesFor(table.seats.map((seat) => seat.name ?? ""));
    const rows = ranked(board).map((row, rank) => rowOf(board, row, rank, faces));
    const isBetween = table.stage === "between";
    const mine = table.seats[table.me ?? -1];
    const people = table.seats.filter(
        (seat, index) => seat.kind === "person" && seat.here !== false && index !== table.me,
    );
    const isReady = (/** @type {import("./table.js").Seat} */ seat) => (isBetween ? seat.ready : seat.agreed);
    const slow = people.filter((seat) => !isReady(seat)).map((seat) => seat.name);
    const ready = people.filter(isReady).map((seat) => seat.name);
    const goOn = () => void table.send({ t: "ready" }).catch((no) => board.refused(no));
    board.over.hidden = false;
    board.over.classList.toggle("won", isMine);
    board.over.classList.toggle("game-over", Boolean(game));
    board.over.classList.toggle("seen", !isNew);
    refill(
        board.over,
        h(
            "div.over-head",
            null,
            lastCard(board),
            h(
                "div",
                null,
                h("h2", { tabindex: -1 }, titleOf(board)),
                h("p.over-line", null, lineOf(board, isMine)),
            ),
        ),
        h(
            "div.row.go-on-row",
            null,
            isBetween && table.me !== null && !mine?.ready ? nextButton(board, goOn) : null,
            table.stage === "over" ? board.outside.end() : null,
            ready.length
                ? h(
                      "p",
                      null,
                      t(isBetween ? "readyAre" : "wantMore", { who: ready.join(", "), n: ready.length }),
                  )
                : null,
            slow.length && (isBetween ? mine?.ready : mine?.agreed)
                ? h("p", null, t("waitingFor", { who: slow.join(", ") }))
                : null,
        ),
        h("ol", null, rows),
    );
    const first = board.over.querySelector("button.main") ?? board.over.querySelector("h2");
    if (isNew || hadFocus) /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
    if (!isNew) return;
    play(isMine ? "win" : "lose");
    if (isMine && mayMove()) rain(board.over, board);
}
