// alone.js - a table in this page: the server's room in WebAssembly, bots on the other seats.
//
// It gives and takes the very messages of a server (docs/PROTOCOL.md), so that nothing above can tell
// the difference. This file supplies a clock and a memory: the journal is kept, and a page that was closed in the
// middle of a game goes on with it.

import {
    answer,
    bots,
    editionAt,
    editionOf,
    exported,
    hooks,
    meetEditionOf,
    numberOf,
    played,
} from "./core.js";
import { pause, soon } from "./dom.js";
import { Room } from "./room.js";
import { journalOf, newGameId, saveGame } from "./saved.js";
import { lang } from "./words.js";

let sayings = { in: "", phrases: /** @type {import("./core.js").Both[]} */ ([]) };

/** The sayings in the language in use. @returns {import("./core.js").Both[]} */
export function phrases() {
    if (sayings.in !== lang) sayings = { in: lang, phrases: JSON.parse(answer(exported().roomPhrases())) };
    return sayings.phrases;
}

/** @typedef {{edition: string, house: string[], scoring: string, target: number, name: string,
 *   bots: string[], reverse?: string, misplays?: string, dealer?: string, teams?: number, partners?: string,
 *   pace?: string}} Setup */

/** Whether wrong cards are refused instead of punished: as chosen, else at the two easiest levels, unless a house rule
 * gives them their price. @param {Setup} setup */
export const isProtected = ({ misplays, bots, edition, house }) =>
    misplays
        ? misplays === "refused"
        : ["novice", "casual"].includes(bots[0]) &&
          editionAt({ edition, house }).misplay === editionOf(edition).misplay;

/** A game alone as settings of a table. @param {Setup} setup */
export const settingsOf = (setup) => ({
    edition: setup.edition,
    house: setup.house,
    ...(setup.scoring === "default" ? {} : { scoring: setup.scoring }),
    ...(setup.target ? { target: setup.target } : {}),
    ...(setup.dealer ? { dealer: setup.dealer } : {}),
    ...(setup.reverse === "turn" ? { reverse_with_two: "turn" } : {}),
    ...(setup.misplays ? { misplays: setup.misplays } : {}),
    ...(setup.teams ? { teams: setup.teams, partners: setup.partners ?? "hidden" } : {}),
    ...(setup.pace && setup.pace !== "normal" ? { pace: setup.pace } : {}),
    seats: setup.bots.length + 1,
});

/** Settings as a game alone. @param {any} settings @param {string[]} bots @returns {Partial<Setup>} */
export const setupOf = (settings, bots) => ({
    edition: settings.edition,
    house: settings.house ?? [],
    scoring: settings.scoring ?? "default",
    target: settings.target ?? 0,
    reverse: settings.reverse_with_two ?? "skip",
    misplays: settings.misplays ?? "",
    teams: settings.teams ?? 0,
    partners: settings.partners ?? "hidden",
    pace: settings.pace ?? "normal",
    bots: bots.length
        ? bots
        : Array.from({ length: Math.max(1, (settings.seats ?? 4) - 1) }, () => settings.bots ?? "casual"),
});

/** A source for table.js. */
export class Alone {
    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.room = new Room(played());
        this.journal = "";
        this.id = newGameId();
        this.timer = 0;
        this.isOpen = true;
        /** the journal is kept in a moment */
        this.isSaving = false;
        /** what the core has said and the table has not heard yet @type {string[]} */
        this.said = [];
        this.onHide = () => {
            this.hearAll();
            if (this.isSaving) this.save();
        };
        addEventListener("pagehide", this.onHide);
        table.source = this;
        phrases();
        // Whoever plays may have thought for a while: what comes of it is drawn in a task of its own.
        hooks.send = (json) => {
            this.said.push(json);
            soon(() => this.hear());
        };
        hooks.journal = (text) => {
            this.journal += text;
        };
    }

    /** Opens a table and deals: a piece at a time, and seen when all sit. @param {Setup} setup
     * @param {string} [from] a game that is gone on with instead (records.js) */
    async begin(setup, from) {
        if (bots.some((bot) => bot.learned && setup.bots.includes(bot.id)))
            import("./mind.js").then(({ mind }) => mind(setup.bots.length + 1));
        this.table.hold();
        await pause();
        if (!this.isOpen) return;
        const settings = {
            ...settingsOf(setup),
            misplays: isProtected(setup) ? "refused" : "edition",
            bots: setup.bots[0],
            hints: true,
        };
        this.must(this.room.open(settings));
        await pause();
        if (!this.isOpen) return;
        this.must(this.room.sit(setup.name));
        this.table.take({ t: "welcome", table: "solo", seat: 0, time: Date.now() });
        const level = (/** @type {string} */ id) => (bots.find((bot) => bot.id === id) ?? bots[0]).id;
        setup.bots.forEach((id, index) => this.do({ t: "bot", seat: index + 1, level: level(id) }));
        this.show();
        if (!from) this.do({ t: "agree", rules: this.table.rules });
        await pause();
        if (!this.isOpen) return;
        this.table.release();
        this.table.hold();
        // Time for everybody's face to be drawn.
        for (const _ of setup.bots) await pause();
        if (!this.isOpen) return;
        if (from) this.must(this.room.takeOver(from));
        else this.do({ t: "start" });
        await pause();
        if (!this.isOpen) return;
        this.show();
        this.settle();
        // Who plays at once may have played already.
        do await pause();
        while (this.isOpen && this.table.release());
    }

    /** Goes on with a game that was kept. @param {string} id @returns {boolean} false: it cannot be read any more */
    goOn(id) {
        this.id = id;
        this.journal = journalOf(id);
        if (!this.journal) return false;
        meetEditionOf(this.journal);
        if (!this.room.restore(this.journal)) return false;
        this.table.take({ t: "welcome", table: "solo", seat: 0, time: Date.now() });
        this.show();
        if (bots.some((bot) => bot.learned && this.journal.includes(bot.id)))
            import("./mind.js").then(({ mind }) => mind(this.table.seats.length));
        this.settle();
        return true;
    }

    /** Whether goOn() could not because a later version has kept the game. */
    isNewer() {
        return Boolean(exported().roomIsNewer());
    }

    /** The table hears what was said first. */
    hear() {
        const json = this.said.shift();
        if (json) this.table.take(JSON.parse(json));
    }

    hearAll() {
        while (this.said.length) this.hear();
    }

    /** The table as a whole. */
    show() {
        this.hearAll();
        this.table.take(this.room.table());
    }

    /** @param {any} no a refusal, or null */
    must(no) {
        if (no) throw Object.assign(new Error("refused"), { no });
    }

    /** What nobody waits for. @param {any} message */
    do(message) {
        this.must(this.room.do(message));
    }

    /** A command, as a server would get it: the press that gave it is over by then. @param {any} message */
    send(message) {
        soon(() => this.isOpen && this.obey(message));
    }

    /** @param {any} message */
    obey(message) {
        exported().roomSpeak(numberOf(lang));
        if (message.t === "ping") this.table.take({ t: "pong", id: message.id, time: Date.now() });
        // A table of one's own is left as it is, to be gone on with.
        else if (message.t !== "leave") this.room.do(message, true);
        this.settle();
    }

    /** Keeps the journal and sets the clock for what comes next. */
    settle() {
        if (!this.isSaving) soon(() => this.save());
        this.isSaving = true;
        clearTimeout(this.timer);
        if (!this.isOpen) return;
        soon(() => this.think());
        const deadline = this.room.deadline();
        if (deadline < 0) return;
        const wait = Math.max(0, Math.min(deadline - Date.now(), 60000));
        this.timer = window.setTimeout(() => {
            this.room.tick();
            this.settle();
        }, wait);
    }

    /** Who has to think for long does so in a task of its own. */
    think() {
        if (this.isOpen && this.room.think()) this.settle();
    }

    save() {
        this.isSaving = false;
        const { settings, seats, now, stage, over } = this.table;
        if (!now) return;
        saveGame(
            {
                id: this.id,
                at: Date.now(),
                edition: settings.edition,
                names: seats.map((seat) => seat.name ?? ""),
                round: now.round,
                isOver: stage === "over" || stage === "closed",
                isWon: over?.game?.includes(0),
                score: now.score,
                left: now.counts,
            },
            this.journal,
        );
    }

    /** The record of the game that was just finished. @returns {string} empty if there is none */
    record() {
        return this.room.record(this.journal, this.table.game);
    }

    close() {
        this.onHide();
        removeEventListener("pagehide", this.onHide);
        this.isOpen = false;
        clearTimeout(this.timer);
    }
}
