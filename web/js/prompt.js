// prompt.js - what is expected of me now: one sentence and exactly the legal answers. And for a card
// that cannot be played, which rule says so. Functions of the table; they draw nothing.

import { refusalOf, refusals, verbs } from "./core.js";
import { nameWord } from "./table.js";
import { both, t } from "./words.js";

/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {import("./table.js").Table} Table */

/** One answer: 'act' is the action, or 'run' what the board does instead.
 * @typedef {{label: string, act?: string, run?: "play-drawn" | "cancel" | "unqueue" | "jump" | "go-on", card?: string, color?: number, seat?: number,
 *   key?: string, tone?: "main" | "alert" | "big"}} Option */
/** @typedef {{text: string, options: Option[], isMine: boolean, asks: boolean}} Prompt */

/** A card waiting for its colour. @typedef {{verb: string, card: string}} Choosing */

/** What can be done with this card now: the verb, or null. @param {Table} table @param {string} card */
export function verbOf(table, card) {
    const legal = table.now?.legal;
    if (!legal || table.paused) return null;
    const found = [...verbs]
        .sort((one, other) => other.due - one.due)
        .find(({ with: what, set }) => what.includes("CARD") && table.may(set).includes(card));
    if (found) return found.word;
    return null;
}

/** @param {string} verb @param {string} what as the core calls it */
export const verbTakes = (verb, what) => verbs.some((one) => one.word === verb && one.with === what);

/** The verb that a player is to be picked for now, if there is one. @param {Table} table */
export const targetVerb = (table) =>
    verbs.find(({ with: what, set, due }) => due && what === "TARGET" && table.may(set).length);

/** What is done with somebody who is picked now: "swaps", "swings" or nothing. @param {Table} table */
export const pickVerb = (table) => targetVerb(table)?.word ?? "";

/** Somebody is to say UNO here (RULE H15). @param {Edition} edition as the table plays it */
export const saysUno = (edition) => edition.saying !== 2;

/** Whether UNO can go with the card that is played next (RULES U1, H15). @param {Table} table @param {Edition} edition as the table plays it */
export const canArmUno = (table, edition) =>
    table.me !== null && table.hand.length === 2 && table.stage === "playing" && !edition.saying;

/** Where a wrong card has its price (the table decides), it can be laid, in turn or not (RULES P3, H21).
 * @param {Table} table @param {Edition} edition as the table plays it */
export const isDaring = (table, edition) =>
    edition.misplay > 0 && table.me !== null && table.stage === "playing" && !table.paused;

/** What a card can be done with: not only played. @param {string} action */
export const laysCard = (action) =>
    verbs.some(({ word, with: what }) => what.includes("CARD") && action.startsWith(`${word} `)) &&
    !action.endsWith(" none");

/** @param {Edition} edition @param {string} card */
export const isWild = (edition, card) => edition.cards[card]?.color === null;

/** @param {Edition} edition @param {string | null | undefined} card */
export const cardName = (edition, card) =>
    card && edition.cards[card] ? both(edition.cards[card].name) : "";

/**
 * The colours as answers.
 * @param {Edition} edition
 * @param {(id: string) => string} action
 * @returns {Option[]}
 */
const colors = (edition, action) =>
    edition.colors.map((color, index) => ({ label: both(color.name), act: action(color.id), color: index }));

/** Seats as answers. @param {Table} table @param {string} verb @param {number[]} seats @returns {Option[]} */
const seats = (table, verb, seats) =>
    seats.map((seat) => ({
        label: table.seats[seat]?.name ?? "",
        act: `${verb} ${nameWord(table.seats[seat]?.name ?? "")}`,
        seat,
    }));

/**
 * The part that depends on the phase.
 * @param {Table} table
 * @param {Edition} edition
 * @returns {{text: string, options: Option[], asks?: boolean}}
 */
function inTurn(table, edition) {
    const now = /** @type {import("./table.js").Now} */ (table.now);
    const legal = now.legal ?? {};
    switch (now.phase) {
        case "turn":
            return {
                text: t(legal.plays?.length ? "do.turn" : "do.turnNothing"),
                // Whoever can play may have to (RULE H6).
                options: table.can("draws")
                    ? [
                          {
                              label: t("draw"),
                              act: "draws",
                              key: "d",
                              tone: legal.plays?.length ? undefined : "main",
                          },
                      ]
                    : [],
            };
        case "drawn": {
            const card = table.drawn ?? legal.plays?.[0] ?? null;
            /** @type {Option[]} */
            const options = [];
            if (legal.plays?.length) options.push({ label: t("playIt"), run: "play-drawn", tone: "main" });
            if (table.can("keeps")) options.push({ label: t("keepIt"), act: "keeps", key: "k" });
            return {
                text: t(table.can("keeps") ? "do.drawn" : "do.drawnMust", { card: cardName(edition, card) }),
                options,
                asks: true,
            };
        }
        case "more":
            return { text: t("do.more"), options: [{ label: t("keepRest"), act: "keeps", key: "k" }] };
        case "pending": {
            /** @type {Option[]} */
            const options = [{ label: t("take", { n: now.pending }), act: "takes", key: "d", tone: "main" }];
            if (table.can("challenges"))
                options.push({ label: t("challenge"), act: "challenges", key: "c", tone: "alert" });
            const key = table.can("challenges")
                ? "do.challenge"
                : legal.plays?.length
                  ? "do.pendingAnswer"
                  : "do.pending";
            return {
                text: t(key, {
                    n: now.pending,
                    who: table.seats[now.thrower ?? -1]?.name ?? "",
                }),
                options,
                asks: true,
            };
        }
        case "name":
            return { text: t("do.name"), options: colors(edition, (id) => `names ${id}`), asks: true };
        case "race":
            return table.can("drops")
                ? {
                      text: t("do.race"),
                      options: [{ label: t("drop"), act: "drops", key: "d", tone: "big" }],
                      asks: true,
                  }
                : { text: t("do.raceDone"), options: [] };
        case "stream":
            return { text: t("do.stream"), options: [{ label: t("none"), act: "streams none", key: "k" }] };
    }
    // Somebody is to be picked: the question goes by the phase.
    const pick = targetVerb(table);
    if (pick)
        return {
            text: t(`do.${now.phase}`),
            options: seats(table, pick.word, table.may(pick.set).map(Number)),
            asks: true,
        };
    // Or a card, by pressing it.
    const lays = verbs.some(
        ({ with: what, set, due }) => due && what.includes("CARD") && table.may(set).length,
    );
    return { text: t(lays ? `do.${now.phase}` : "do.waitAll"), options: [] };
}

/** Jumping in on the own turn is not the same as playing the card (RULES H4, O17), so it is offered apart.
 * @param {Table} table @param {Edition} edition @returns {Option[]} */
const jumps = (table, edition) =>
    (table.now?.legal?.jumps ?? []).map((card) => ({
        label: t("jumpWith", { card: cardName(edition, card) }),
        run: /** @type {const} */ ("jump"),
        card,
        key: "j",
    }));

/**
 * @param {Table} table
 * @param {Edition} edition
 * @param {Choosing | null} choosing
 * @param {string | null} queued
 * @returns {Prompt}
 */
export function promptOf(table, edition, choosing, queued) {
    const now = table.now;
    /** @type {Option[]} */
    const options = [];
    if (!now || table.stage !== "playing")
        return { text: t("do.waitAll"), options, isMine: false, asks: false };
    if (table.paused) {
        if (table.me !== null && !table.asking)
            options.push({ label: t("unpause"), run: "go-on", tone: "main" });
        return { text: t("do.paused"), options, isMine: false, asks: false };
    }
    for (const seat of now.legal?.catches ?? [])
        options.push({
            label: t("catchIt", { who: table.seats[seat]?.name ?? "" }),
            act: `catches ${nameWord(table.seats[seat]?.name ?? "")}`,
            seat,
            key: "x",
            tone: "alert",
        });
    if (choosing) {
        const more = colors(edition, (id) => `${choosing.verb} ${choosing.card} ${id}`);
        return {
            text: t("do.color"),
            options: [...more, { label: t("cancel"), run: "cancel" }, ...options],
            isMine: true,
            asks: true,
        };
    }
    if (table.me === null)
        return { text: t(table.isComing() ? "comeNext" : "watching"), options, isMine: false, asks: false };
    const owes = now.owes?.includes(table.me) && table.can("says uno");
    if (table.isMyTurn()) {
        const mine = inTurn(table, edition);
        mine.options.push(...jumps(table, edition));
        return {
            text: mine.text,
            options: [...mine.options, ...options],
            isMine: true,
            asks: mine.asks ?? false,
        };
    }
    if (now.phase === "pending" && table.can("challenges")) {
        options.unshift({ label: t("challenge"), act: "challenges", key: "c", tone: "alert" });
        return {
            text: t("do.challengeFor", {
                who: table.seats[now.thrower ?? -1]?.name ?? "",
                other: table.seats[now.turn]?.name ?? "",
                n: now.pending,
            }),
            options,
            isMine: true,
            asks: false,
        };
    }
    if (owes) return { text: t("do.owe"), options, isMine: true, asks: false };
    if (now.legal?.jumps?.length) return { text: t("do.jump"), options, isMine: true, asks: false };
    if (queued) options.unshift({ label: t("unqueue"), run: "unqueue" });
    if (now.phase === "race") return { text: t("do.raceDone"), options, isMine: false, asks: false };
    // The last card is laid: nobody plays any more.
    if (!now.must.length) return { text: "", options, isMine: false, asks: false };
    const who = table.seats[now.must[0]]?.name ?? "";
    return {
        text: queued ? t("do.queued", { card: cardName(edition, queued) }) : t("do.wait", { who }),
        options,
        isMine: false,
        asks: false,
    };
}

/** A refusal as the core has it, in words. @param {{rule: string, text: import("./core.js").Both}} why */
export const refusedWords = (why) => t("refused", { rule: why.rule, text: both(why.text) });

/** Why a card of mine cannot be played now: the core says so. @param {Table} table @param {Edition} edition @param {string} card */
export const whyNot = (table, edition, card) =>
    refusedWords(refusalOf(table, edition, card) ?? refusals.NO_MATCH);

/**
 * An action as it is written in records ("plays w blue uno"), in words.
 * @param {Edition} edition
 * @param {string} action
 */
export function actionWords(edition, action) {
    const [verb, what = "", color = ""] = action.split(" ");
    if (verb === "streams" && what === "none") return t("action.none");
    const named = edition.colors.find((one) => one.id === color || one.id === what);
    return t(edition.cards[what] && named ? `action.${verb}Color` : `action.${verb}`, {
        card: cardName(edition, what),
        color: named ? both(named.name) : "",
        who: what,
    });
}
