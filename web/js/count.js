// count.js - the end of a round or a game: the winning card, places by rank with what was won, all hands open
// and counted, and how to go on. Winning is celebrated; losing is kind.

import { cardPicture } from "./cards.js";
import { decidingMoment } from "./deciding.js";
import { h, piecemeal, refill, soon, svg, write } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { mayMove } from "./prefs.js";
import { TEAM_SIGNS } from "./seats.js";
import { lastCard, wasGreeted, winners } from "./ending.js";
import { play } from "./sound.js";
import { cardName } from "./prompt.js";
import { mini } from "./strips.js";
import { truths } from "./truth.js";
import { both, lang, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** Hands are counted one after the other, card by card, all of them within this; then what it makes is added. */
const CARD_MS = 90;
const ALL_CARDS_MS = 2600;
const ADD_MS = 700;
/** From the sheet to its first card. */
const LEAD_MS = 450;
const PAPERS = 36;
/** How many faces or cards are drawn in one piece. */
const DRAWN_AT_ONCE = 4;
/** A bulb of the string of lights, every so many units of its drawing; how many of them on small screens and others. */
const BULB_APART = 77;
const BULBS = [7, 13];
/** What stands on the sheet of a board. @type {WeakMap<Board, string>} */
const sheets = new WeakMap();

/** "Ana, Beto and Carla". @param {string[]} names */
const list = (names) => new Intl.ListFormat(lang, { type: "conjunction" }).format(names);

/** Who has won what. @param {Board} board */
export function titleOf({ table }) {
    const { round = {}, game = null } = table.over ?? {};
    const name = (/** @type {number} */ seat) => table.seats[seat]?.name ?? "";
    if (game && game.length > 1 && game.every((one) => table.isTeam(one, game[0]))) {
        const partners = list(game.filter((seat) => seat !== table.me).map(name));
        return t(table.me !== null && game.includes(table.me) ? "gameTeamMine" : "gameTeam", {
            who: partners,
        });
    }
    if (game && game.length > 1) return t("gameShared", { who: list(game.map(name)) });
    if (game) return game[0] === table.me ? t("gameMine") : t("gameWon", { who: name(game[0]) });
    if (round.winner === null || round.winner === undefined) return t("roundVoid");
    if (table.teamOf(round.winner) !== null && round.winner !== table.me)
        return t(table.isTeam(round.winner, table.me) ? "roundTeamMine" : "roundTeam", {
            who: name(round.winner),
        });
    return round.winner === table.me ? t("roundMine") : t("roundWon", { who: name(round.winner) });
}

/** One true sentence about it, mine before others'; where there is none, one that is always true.
 * @param {Board} board @param {boolean} isMine */
function lineOf(board, isMine) {
    const { table, edition } = board;
    const { game = null, round = {} } = table.over ?? {};
    const best = game ? game[0] : round.winner;
    if (best === null || best === undefined) return "";
    const [truth] = truths({
        events: table.events,
        me: table.me,
        winner: round.winner ?? null,
        ranks: ranked(board).map(({ index }) => index),
        mine: table.me === null ? [] : (round.hands?.[table.me] ?? []),
        worth: (card) => edition.cards[card]?.points ?? 0,
        nameOf: (seat) => board.nameOf(seat),
        cardOf: (card) => cardName(edition, card),
        colorOf: (id) => both(edition.colors.find((color) => color.id === id)?.name ?? { en: id }),
    });
    if (truth) return t(`true.${truth.key}`, truth.values);
    const most = board.mostHeld(best);
    if (isMine && most >= 12) return t("end.fromMany", { n: most });
    return isMine ? t(game ? "end.mine" : "end.mineRound") : "";
}

/** For who has lost: how near it was, and that there is another one. @param {Board} board @param {boolean} isMine */
function kindOf({ table }, isMine) {
    const { game = null, round = {} } = table.over ?? {};
    const mine = table.me === null ? 0 : (round.hands?.[table.me]?.length ?? 0);
    if (isMine || table.me === null || !mine) return "";
    if (mine === 1) return t("end.close");
    if (mine <= 3) return t("end.kind", { n: mine });
    return t(game ? "end.lost" : "end.lostRound");
}

/** Seats by rank: what was won first, then few points left. @param {Board} board */
export function ranked(board) {
    const { table, edition, scoring } = board;
    const { round = {}, game = null } = table.over ?? {};
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
        // Who has sat down since then has not played.
        .filter((row) => row.seat.kind !== "free" && row.index < (round.hands?.length ?? Infinity));
    const sign = scoring === "lowest" ? 1 : -1;
    // A game is won by whom it says. Between two rounds the points say who is ahead, whoever has won the last one.
    const isFirst = (/** @type {{isBest: boolean}} */ row) =>
        Number(row.isBest && (Boolean(game) || scoring === "quick"));
    return rows.sort(
        (a, b) =>
            isFirst(b) - isFirst(a) ||
            (scoring === "quick" ? 0 : sign * (a.total - b.total)) ||
            Number(b.isBest) - Number(a.isBest) ||
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

/** A hand that is counted: what its cards are worth one by one, and where the sum of them is told.
 * @typedef {{points: number[], minis: HTMLElement[], sum: HTMLElement | null}} Counting */
/** What is then won: its place, and the place of the total. @typedef {{gain: HTMLElement, won: number, total: HTMLElement | null,
 *   score: number, of: number}} Winning */

/** What each hand was worth goes to whoever has won it. @param {HTMLElement} over @param {Counting[]} hands @param {Winning[]} wins */
function flyPoints(over, hands, wins) {
    const target = wins.find(({ gain, won }) => won && !hands.some(({ sum }) => sum === gain));
    if (!target) return;
    const frame = over.getBoundingClientRect();
    const to = target.gain.getBoundingClientRect();
    const from = hands.flatMap(({ sum }) =>
        sum?.textContent ? [{ text: sum.textContent, box: sum.getBoundingClientRect() }] : [],
    );
    for (const [index, { text, box }] of from.entries()) {
        const chip = h("span.chip", { "aria-hidden": "true" }, text);
        over.append(chip);
        const at = (/** @type {DOMRect} */ { left, top }) =>
            `translate(${left - frame.left + over.scrollLeft}px, ${top - frame.top + over.scrollTop}px)`;
        chip.animate(
            [
                { transform: at(box) },
                { transform: at(to), opacity: 1, offset: 0.9 },
                { transform: at(to), opacity: 0 },
            ],
            { duration: ADD_MS, delay: index * 70, easing: "ease-in", fill: "both" },
        ).onfinish = () => chip.remove();
    }
    play("clink");
}

/** Counts the hands before everybody's eyes, and what they are worth runs up at the winner's place.
 * @param {HTMLElement} over @param {Counting[]} hands @param {Winning[]} wins @param {boolean} isNew */
function countUp(over, hands, wins, isNew) {
    const cards = hands.flatMap((hand) => hand.points.map((points, index) => ({ hand, points, index })));
    const apart = Math.min(CARD_MS, ALL_CARDS_MS / Math.max(1, cards.length));
    const all = cards.reduce((sum, card) => sum + card.points, 0);
    const end = LEAD_MS + cards.length * apart;
    cards.forEach(({ hand, index }, place) => {
        hand.minis[index].style.animationDelay = `${LEAD_MS + place * apart}ms`;
    });
    const begin = performance.now();
    let laid = -1;
    let isCut = !isNew || !mayMove();
    let areFlown = false;
    const step = () => {
        const at = isCut ? Infinity : performance.now() - begin;
        const now = Math.max(0, Math.min(cards.length, Math.floor((at - LEAD_MS) / apart)));
        if (now !== laid) {
            if (laid >= 0 && !isCut) play("count");
            laid = now;
            const seen = new Map(hands.map((hand) => [hand, 0]));
            for (const { hand, points } of cards.slice(0, now))
                seen.set(hand, (seen.get(hand) ?? 0) + points);
            for (const [hand, sum] of seen) if (hand.sum) write(hand.sum, sum || "");
        }
        const counted = cards.slice(0, now).reduce((sum, card) => sum + card.points, 0);
        const part = all && at < end ? counted / all : 1;
        const added = Math.max(0, Math.min(1, (at - end) / ADD_MS));
        for (const { gain, won, total, score, of } of wins) {
            if (won) write(gain, `+${Math.round(won * part)}`);
            if (total) write(total, t("end.of", { n: Math.round(score - won * (1 - added)), of }));
        }
        if (added > 0 && !isCut && !areFlown) {
            areFlown = true;
            flyPoints(over, hands, wins);
        }
        if (added < 1) requestAnimationFrame(step);
    };
    over.onpointerdown = () => {
        isCut = true;
        over.classList.add("seen");
    };
    step();
}

/** @param {Board} board @param {ReturnType<typeof ranked>[number]} row @param {number} rank @param {number} place partners share it
 * @param {number[]} faces */
function rowOf(board, row, rank, place, faces) {
    const { scoring, table, edition } = board;
    const { round = {}, game = null } = table.over ?? {};
    const minis = row.cards.map((card) => mini(edition, card, false));
    const of = table.settings?.target || edition.target;
    const figure = h("span.figure", { "aria-hidden": "true" });
    const mood = row.isBest ? "laughing" : game && rank !== 1 ? "crushed" : "calm";
    const gain = h("span.sum");
    const total = scoring === "quick" ? null : h("span.total", null, t("end.of", { n: row.total, of }));
    const item = h(
        "li.counted",
        null,
        h("span.rank", null, `${place}`),
        figure,
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
        h("span.minis", null, minis),
        gain,
        total,
    );
    const won = row.won || row.charged;
    if (!won && row.index === round.winner) gain.textContent = "★";
    item.classList.toggle("podium", rank < 3);
    item.dataset.rank = String(rank + 1);
    item.classList.toggle("winner", row.isBest);
    item.classList.toggle("mine", row.index === table.me);
    const points = row.cards.map((card) => edition.cards[card]?.points ?? 0);
    return {
        item,
        hand: { points, minis, sum: won || !minis.length ? null : gain },
        // Drawn a few at a time, the faces first.
        face: () => figure.append(facePicture(faces[row.index], mood)),
        pictures: row.cards.map((card, index) => () => minis[index].append(cardPicture(edition, card))),
        win: { gain, won, total, score: row.total, of },
    };
}

/** The winner in the light, and the card that did it. @param {Board} board @param {number[]} faces */
function portrait(board, faces) {
    const { best } = winners(board);
    const card = lastCard(board);
    if (!best.length) return card && h("div.last-card", { "aria-hidden": "true" }, card);
    return h(
        "div.portrait",
        { "aria-hidden": "true" },
        best.slice(0, 3).map((seat) => h("span.figure", null, facePicture(faces[seat], "laughing"))),
        card && h("div.last-card", null, card),
    );
}

/** Where several games are played: how many of them the winner has won. @param {Board} board */
function seriesOf({ table }) {
    const game = table.over?.game;
    const wins = game ? (table.seats[game[0]]?.wins ?? 0) : 0;
    return wins > 1 ? t("end.row", { n: wins }) : "";
}

/** A string of lights over the table, in the colours of the cards. @param {Board} board */
function garland(board) {
    const { colors } = board.edition;
    const bulbs = BULBS[Number(innerWidth > 600)];
    const wide = bulbs * BULB_APART;
    const bulb = (/** @type {number} */ index) => {
        const x = (index + 0.5) * BULB_APART;
        const y = 17 + 26 * (1 - (2 * (x / wide) - 1) ** 2);
        const suit = `suit suit-${colors[index % colors.length].id}`;
        const light = svg("circle", { cx: x, cy: y, r: 8, class: `${suit} lit` });
        light.style.animationDelay = `${0.3 + index * 0.09}s`;
        return light;
    };
    return svg(
        "svg",
        { class: "garland", viewBox: `0 0 ${wide} 56`, "aria-hidden": "true" },
        svg("path", { d: `M0 8Q${wide / 2} 60 ${wide} 8` }),
        Array.from({ length: bulbs }, (_, index) => bulb(index)),
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

/** How to go on, and who wants to. What stays keeps its element: a press that began on it ends on it.
 * @param {Board} board @param {HTMLElement} row */
function drawGoOn(board, row) {
    const { table } = board;
    const isBetween = table.stage === "between";
    const mine = table.seats[table.me ?? -1];
    const people = table.seats.filter(
        (seat, index) => seat.kind === "person" && seat.here !== false && index !== table.me,
    );
    const isReady = (/** @type {import("./table.js").Seat} */ seat) => (isBetween ? seat.ready : seat.agreed);
    const slow = people.filter((seat) => !isReady(seat)).map((seat) => seat.name);
    const ready = people.filter(isReady).map((seat) => seat.name);
    const goOn = () => void table.send({ t: "ready" }).catch((no) => board.refused(no));
    const buttons = table.stage === "over" ? board.outside.end() : [];
    if (isBetween && table.me !== null && !mine?.ready) buttons.push(nextButton(board, goOn));
    const had = [...row.querySelectorAll("button")];
    const labelOf = (/** @type {HTMLElement} */ one) => one.ariaLabel ?? one.textContent;
    const isSame = had.map(labelOf).join() === buttons.map(labelOf).join();
    const hadFocus = row.contains(document.activeElement);
    for (const one of isSame ? row.querySelectorAll("p") : [...row.children]) one.remove();
    row.append(
        ...(isSame ? [] : buttons),
        ...[
            ready.length &&
                t(isBetween ? "readyAre" : "wantMore", { who: ready.join(", "), n: ready.length }),
            slow.length &&
                (isBetween ? mine?.ready : mine?.agreed) &&
                t("waitingFor", { who: slow.join(", ") }),
        ]
            .filter((text) => typeof text === "string")
            .map((text) => h("p", null, text)),
    );
    if (hadFocus && !isSame) focusFirst(board);
}

/** @param {Board} board */
const focusFirst = (board) =>
    soon(() =>
        /** @type {HTMLElement | null} */ (
            board.over.querySelector("button.main") ?? board.over.querySelector("h2")
        )?.focus({ preventScroll: true }),
    );

/** What the moves of mine were worth, as soon as that is known. @type {WeakMap<object, HTMLElement>} */
const analyses = new WeakMap();

/** @param {Board} board @param {number[] | null} game */
function analysisOf({ table }, game) {
    const { over } = table;
    if (!game || !over || table.me === null) return null;
    const place = analyses.get(over) ?? h("section.analysis-end", { "aria-live": "polite" });
    if (!analyses.has(over))
        void import("./analysis.js").then(async ({ tellEnd }) => {
            const { app } = await import("./screens.js");
            await tellEnd(app, place);
        });
    analyses.set(over, place);
    return place;
}

/**
 * @param {Board} board
 * @param {boolean} isNew the table was still playing just before
 */
export function drawCount(board, isNew) {
    const { table } = board;
    if (!table.over) return;
    const all = ranked(board);
    const sheet = JSON.stringify([
        lang,
        all.map(({ seat, ...row }) => ({ ...row, is: [seat.name, seat.wins] })),
    ]);
    const old = /** @type {HTMLElement | null} */ (board.over.querySelector(".go-on-row"));
    // Somebody wants to go on: nothing else has changed.
    if (old && !isNew && sheets.get(board) === sheet) return drawGoOn(board, old);
    sheets.set(board, sheet);
    const hadFocus = board.over.contains(document.activeElement);
    const { game = null } = table.over ?? {};
    const { isMine } = winners(board);
    const faces = facesFor(table.seats);
    const isMoment = table.events.length > 4;
    const rows = all.map((row, rank) => {
        const teams = new Set(all.slice(0, rank + 1).map(({ index }) => table.teamOf(index) ?? index));
        return rowOf(board, row, rank, teams.size, faces);
    });
    const goOnRow = h("div.row.go-on-row");
    drawGoOn(board, goOnRow);
    board.over.hidden = false;
    board.over.classList.toggle("won", isMine);
    board.over.classList.toggle("game-over", Boolean(game));
    board.over.classList.toggle("seen", !isNew);
    // What is still told of the last move would be told over the result.
    if (isNew) {
        board.motion.stop();
        board.moments.stop();
    }
    refill(
        board.over,
        game ? garland(board) : null,
        h(
            "div.over-head",
            null,
            portrait(board, faces),
            h(
                "div",
                null,
                h("h2", { tabindex: -1 }, titleOf(board)),
                [seriesOf(board), lineOf(board, isMine), kindOf(board, isMine)]
                    .filter(Boolean)
                    .map((line, index) => h(index ? "p.over-line.kind" : "p.over-line", null, line)),
            ),
        ),
        goOnRow,
        h(
            rows.length > 5 ? "ol.many" : rows.length === 2 ? "ol.two" : "ol",
            null,
            rows.map(({ item }) => item),
        ),
        isMoment ? decidingMoment(board) : null,
        analysisOf(board, game),
    );
    const hands = rows.map(({ hand }) => hand);
    const wins = rows.map(({ win }) => win);
    countUp(board.over, hands, wins, isNew);
    const pictures = [...rows.map((row) => row.face), ...rows.flatMap((row) => row.pictures)];
    soon(() => piecemeal(board.over, pictures, DRAWN_AT_ONCE));
    if (isNew || hadFocus) focusFirst(board);
    if (!isNew) return;
    board.aloud(({ tellEnd }) => tellEnd(board, titleOf(board), all));
    if (!wasGreeted(board)) play(isMine ? "win" : "lose");
    if (isMine && game && mayMove()) rain(board.over, board);
}
