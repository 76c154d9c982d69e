// deciding.js - the moment that decided it, as a small picture at the end: who, what, whom. A press plays it again.

import { cardPicture } from "./cards.js";
import { sentences, SPECTATOR } from "./core.js";
import { h } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { mayMove } from "./prefs.js";
import { play } from "./sound.js";
import { decider } from "./truth.js";
import { lang, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const PLAY_MS = 1600;
/** What it sounds like, by the event that it ends with. @type {Record<string, string>} */
const SOUND = {
    took: "penalty",
    caught: "caught",
    guilty: "stamp",
    innocent: "stamp",
    jumped: "jump",
    swapped: "swap",
    skipped: "skip",
};

/** Nothing where a round had no such moment. @param {Board} board */
export function decidingMoment(board) {
    const { table, edition } = board;
    const { round = {} } = table.over ?? {};
    const found = decider(table.events, round.winner ?? null);
    if (!found) return null;
    const faces = facesFor(table.seats);
    const last = found.events[found.events.length - 1];
    const words = sentences(
        edition,
        table.names(),
        found.events,
        table.me ?? SPECTATOR,
        lang,
        table.spokenTo(),
        table.settings?.house,
    )
        .map(({ text }) => text)
        .join(". ");
    const face = (/** @type {number} */ seat, /** @type {import("./faces.js").Mood} */ mood) =>
        h("span.figure", null, facePicture(faces[seat] ?? 0, mood));
    const named = edition.colors.findIndex(({ id }) => id === found.color);
    const isPunished = ["took", "caught", "guilty", "innocent", "dropped-last", "misplayed"].includes(last.e);
    const picture = h(
        "span.deciding-picture",
        { "aria-hidden": "true" },
        face(found.actor, last.e === "misplayed" ? "crushed" : "laughing"),
        h(
            "span.deciding-card",
            null,
            found.card ? cardPicture(edition, found.card, named < 0 ? null : named) : null,
            isPunished && found.count ? h("b", null, `+${found.count}`) : null,
        ),
        found.victim === null ? null : face(found.victim, "crushed"),
    );
    const again = () => {
        play(SOUND[last.e] ?? "card", undefined, found.count || 1);
        if (!mayMove()) return;
        const [actor, card, victim] = /** @type {HTMLElement[]} */ ([...picture.children]);
        const run = (/** @type {Element | undefined | null} */ one, /** @type {Keyframe[]} */ frames) =>
            one?.animate(frames, { duration: PLAY_MS, easing: "ease-out" });
        run(actor, [
            { transform: "none" },
            { transform: "translateX(-4px) rotate(-6deg)", offset: 0.15 },
            { transform: "none", offset: 0.35 },
        ]);
        run(card.querySelector(".card"), [
            { transform: "translate(-90%, 10%) rotate(-24deg) scale(.7)", opacity: 0 },
            { transform: "none", opacity: 1, offset: 0.3 },
            { transform: "none" },
        ]);
        run(card.querySelector("b"), [
            { transform: "translate(-50%, -120%)", opacity: 0, offset: 0 },
            { transform: "translate(-50%, -120%)", opacity: 0, offset: 0.34 },
            { transform: "translate(-50%, 0)", opacity: 1, offset: 0.5 },
            { transform: "translate(-50%, 0)", opacity: 1 },
        ]);
        run(victim, [
            { transform: "none", offset: 0.45 },
            { transform: "translateX(5px) rotate(8deg)", offset: 0.52 },
            { transform: "translateX(-4px) rotate(-6deg)", offset: 0.6 },
            { transform: "none", offset: 0.75 },
        ]);
    };
    return h(
        "button.deciding",
        {
            type: "button",
            onclick: again,
            "aria-label": `${t("end.moment")}: ${words}. ${t("end.momentAgain")}`,
        },
        picture,
        h("span.deciding-words", null, h("b", null, t("end.moment")), h("span", null, words)),
    );
}
