// net.js - a table on a server: one WebSocket, and quiet patience with networks.
//
// A connection that breaks is made again with growing pauses; the seat's token brings the seat back, and
// commands without an answer are sent once more under their old number, which the server does only once.
// The token is kept in this browser; whoever has it has the seat.

import { hex, readEdition } from "./core.js";
import { keep, prefs } from "./prefs.js";
import { Proof } from "./proof.js";
import { lang } from "./words.js";

// Of the protocol (docs/PROTOCOL.md).
const VERSION = 2;
const PAUSE_MS = [300, 700, 1500, 3000, 6000, 10000];
// A table that goes on at another node of the house is there in a moment.
const MOVED = 1012;
const MOVED_PAUSE_MS = 30;
const MOVES_MAX = 3;
// What a server refuses at the door now and grants later.
const PASSING = ["too-fast", "disk", "draining"];
const PING_MS = 20000;
const SEATS_KEPT = 12;

/**
 * The seats this browser holds, newest first.
 * @returns {[string, {token: string, seat: number, at: number}][]}
 */
export const heldSeats = () => Object.entries(prefs.seats ?? {}).sort((a, b) => b[1].at - a[1].at);

/** A seat's token made here: a join that got no answer is asked again with it and finds the same seat. */
export const newToken = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Half of it to half as much again, by chance: not all who were at a server come back at one moment.
 * @param {number} ms */
const spread = (ms) => ms * (0.5 + Math.random());

/** @param {string} id */
export function forgetSeat(id) {
    const { [id]: _, ...rest } = prefs.seats ?? {};
    keep({ seats: rest });
}

export class Net {
    /**
     * @param {import("./table.js").Table} table
     * @param {any} first what to ask for: create, join, watch or resume
     * @param {(state: "open" | "lost" | "closed", message?: any) => void} tell
     */
    constructor(table, first, tell) {
        this.table = table;
        this.first = first;
        this.tell = tell;
        this.isRemote = true;
        /** of a house that tells closed pages */
        this.pushKey = "";
        /** at this table, ever */
        this.isWelcome = false;
        /** over this connection */
        this.isIn = false;
        this.isClosed = false;
        this.tries = 0;
        this.moves = 0;
        this.timer = 0;
        /** commands that have no answer yet @type {Map<number, any>} */
        this.unanswered = new Map();
        /** @type {WebSocket | null} */
        this.socket = null;
        /** what is wrong with the server's word, as a key of words.js @type {(word: string) => void} */
        this.onWrong = () => {};
        /** what came of comparing the record @type {(result: any) => void} */
        this.onChecked = () => {};
        /** the seed that was revealed last */
        this.revealed = "";
        this.proof = new Proof(table, (word) => this.onWrong(word));
        table.source = this;
        this.wake = () => {
            if (
                !this.isClosed &&
                this.socket?.readyState !== WebSocket.OPEN &&
                document.visibilityState === "visible"
            )
                this.retry(0);
        };
        addEventListener("online", this.wake);
        document.addEventListener("visibilitychange", this.wake);
        this.pinger = setInterval(() => this.ping(), PING_MS);
        this.connect();
    }

    connect() {
        clearTimeout(this.timer);
        this.socket?.close();
        const socket = new WebSocket(
            `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
        );
        this.socket = socket;
        this.isIn = false;
        this.heard = Date.now();
        socket.onopen = () => this.hello();
        socket.onmessage = (event) => {
            if (socket === this.socket) this.take(JSON.parse(event.data));
        };
        socket.onclose = (event) => {
            if (socket === this.socket) this.lost(event.code);
        };
    }

    hello() {
        const held = prefs.seats?.[this.table.id];
        const again =
            this.isWelcome && held
                ? { t: "resume", table: this.table.id, token: held.token, last: this.table.n }
                : this.isWelcome && this.first.t !== "watch"
                  ? null
                  : this.first;
        if (again) {
            this.socket?.send(JSON.stringify({ t: "hello", v: VERSION, lang }));
            this.socket?.send(JSON.stringify(again));
        } else this.end({ code: "closed" });
    }

    /** Not let in over this connection. What passes is asked for again; a new table is the person's to ask for.
     * @param {any} message */
    refused(message) {
        if (!PASSING.includes(message.code) || (this.first.t === "create" && !this.isWelcome))
            return this.end(message);
        const socket = this.socket;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(
            () => {
                if (socket === this.socket && socket?.readyState === WebSocket.OPEN) this.hello();
            },
            spread(PAUSE_MS[Math.min(++this.tries, PAUSE_MS.length - 1)]),
        );
        this.tell("lost");
    }

    /** @param {any} message */
    take(message) {
        this.heard = Date.now();
        if (message.t === "edition") return void readEdition(message.text);
        if (message.t === "hello") this.pushKey = message.push ?? "";
        if (message.t === "welcome") {
            this.tries = this.moves = 0;
            this.isWelcome = this.isIn = true;
            if (message.token) {
                const seats = Object.fromEntries(
                    [
                        [message.table, { token: message.token, seat: message.seat, at: Date.now() }],
                        ...heldSeats().filter(([id]) => id !== message.table),
                    ].slice(0, SEATS_KEPT),
                );
                keep({ seats });
            }
            this.table.take(message);
            this.tell("open", message);
            for (const command of this.unanswered.values()) this.socket?.send(JSON.stringify(command));
            this.tellHouse();
            return;
        }
        if (message.id !== undefined && message.t !== "table" && message.t !== "seats")
            this.unanswered.delete(message.id);
        if (message.ack !== undefined) this.unanswered.delete(message.ack);
        if (message.t === "no" && !this.isIn && message.id === undefined) return this.refused(message);
        if (message.t === "reveal") return this.reveal();
        if (message.t === "signed") {
            this.proof.hear(message);
            // It may have been asked for before we had this to hold against the server.
            if (this.table.stage === "revealing") this.reveal();
            return;
        }
        if (message.t === "bye" && message.code !== "draining" && message.code !== "silent")
            return this.end(message);
        this.table.take(message);
        this.proof.see(message);
        if (message.t === "table" && message.stage === "revealing") this.reveal();
        if (message.t === "update" && message.over?.game) void this.compare();
    }

    /** Where to tell this person who has closed the page, if that is wanted. */
    tellHouse() {
        if (prefs.told && this.pushKey)
            void import("./told.js").then(({ sendTo }) => sendTo(this.table, this.pushKey));
    }

    reveal() {
        const seed = this.proof.toReveal();
        if (seed === null || this.revealed === seed) return;
        this.revealed = seed;
        void this.table.send({ t: "reveal", seed }).catch(() => {});
    }

    /** The game is over: the record is compared with what was seen. It may still be on its way to the disk. */
    async compare() {
        const { kept } = this.proof;
        if (!kept || kept.game !== this.table.game) return;
        let text = "";
        for (let i = 0; i < 12 && !text && !this.isClosed; i++) {
            text = await this.record(kept.game).catch(() => "");
            if (!text) await new Promise((done) => setTimeout(done, spread(200)));
        }
        this.onChecked(await this.proof.end(kept, text, lang));
    }

    /** @param {number} code of the close */
    lost(code) {
        if (this.isClosed) return;
        this.isIn = false;
        // Nobody need notice it.
        if (code === MOVED && this.tries === 0 && this.moves++ < MOVES_MAX)
            return this.retry(spread(MOVED_PAUSE_MS));
        this.tell("lost");
        this.retry(spread(PAUSE_MS[Math.min(this.tries++, PAUSE_MS.length - 1)]));
    }

    /** @param {number} ms */
    retry(ms) {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.connect(), ms);
    }

    ping() {
        if (this.isClosed || this.socket?.readyState !== WebSocket.OPEN || !this.isIn) return;
        // A network that has gone to sleep says nothing: two silent pings, and a new connection is made.
        if (Date.now() - (this.heard ?? 0) > 2.5 * PING_MS) return this.connect();
        this.table.send({ t: "ping" }).catch(() => {});
    }

    /** @param {any} command */
    send(command) {
        if (command.t !== "ping") this.unanswered.set(command.id, command);
        if (this.isIn && this.socket?.readyState === WebSocket.OPEN)
            this.socket.send(JSON.stringify(command));
    }

    /** This page's part of the shuffle, as fields of agree: a new seed for every game, if the server is bound. */
    seal() {
        return this.proof.begin();
    }

    /** The record of the game that was just finished. @returns {Promise<string>} empty if there is none */
    async record(game = this.table.game) {
        const answer = await fetch(`/api/tables/${this.table.id}/games/${game}.mesa`);
        return answer.ok ? answer.text() : "";
    }

    /** The server has the last word. @param {any} message */
    end(message) {
        this.close();
        if (["kicked", "removed", "closed", "no-table", "bad-token"].includes(message.code))
            forgetSeat(this.table.id || this.first.table);
        this.tell("closed", message);
    }

    close() {
        this.isClosed = true;
        clearTimeout(this.timer);
        clearInterval(this.pinger);
        removeEventListener("online", this.wake);
        document.removeEventListener("visibilitychange", this.wake);
        this.socket?.close();
    }
}
