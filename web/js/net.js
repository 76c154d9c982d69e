// net.js - a table on a server: one WebSocket, and little patience with silence.
//
// A connection that breaks is made again with growing pauses; the seat's token brings the seat back, and
// commands without an answer are sent once more under their old number, which the server does only once.
//
// A server that stands still, or a network that has gone to sleep, says nothing at all. So while somebody looks
// the server is asked now and then, sooner where something is awaited; without an answer a second connection is
// tried beside the first, and whichever speaks first is the one. Long lines get more time.

import { readEdition } from "./core.js";
import { forgetSeat, keepSeat, putAside } from "./held.js";
import { prefs } from "./prefs.js";
import { Proof } from "./proof.js";
import { lang } from "./words.js";

// Of the protocol (docs/PROTOCOL.md).
const VERSION = 3;
const LEAST = 2;
const PASSING_NOW = ["legal", "follow", "follower", "turns", "void"];
const PAUSE_MS = [300, 700, 1500, 3000, 6000, 10000];
// A table that goes on at another node of the house is there in a moment.
const MOVED = 1012;
const MOVED_PAUSE_MS = 30;
const MOVES_MAX = 3;
// What a server refuses at the door now and grants later.
const PASSING = ["too-fast", "disk", "draining"];

const LOOK_MS = 250;
/** Silence after which the server is asked: while a command waits or others are to move, while nothing is awaited
 * here, and while nobody looks (only so that no proxy thinks the line idle). */
const ASK_MS = { awaited: 1000, play: 2000, calm: 5000, hidden: 20000 };
/** For an answer, and most of it on a line that has been slow; for somebody who is hidden as long as it takes. */
const PATIENCE_MS = 1500;
const PATIENCE_MOST_MS = 12000;
/** So long is the table's path left alone when it has led nowhere: by then it leads to another node. */
const PLAIN_MS = 60000;
/** Until a new connection is let in, the first time and later. */
const ENTER_MS = [2000, 2000, 3000, 5000, 10000];
/** Trouble that lasts so long is told; sooner to who has nothing to look at yet. */
const TELL_MS = 3000;
const TELL_FIRST_MS = 2000;
/** A record that the server says it does not have may still be on its way to the disk, or to another node. */
const RECORD_TRIES = 40;

/** Half of it to half as much again, by chance: not all who were at a server come back at one moment.
 * @param {number} ms */
const spread = (ms) => ms * (0.5 + Math.random());

/** @param {string} [under] */
const wsAddress = (under = "") =>
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${under}`;

export class Net {
    /**
     * @param {import("./table.js").Table} table
     * @param {any} first what to ask for: create, join, watch or resume
     * @param {(state: "open" | "lost" | "late" | "well" | "closed", message?: any) => void} tell lost: the connection broke;
     *   late: there has been no answer for some seconds; well: there is one again
     */
    constructor(table, first, tell) {
        this.table = table;
        this.first = first;
        this.tell = tell;
        this.isRemote = true;
        /** of a house that tells closed pages */
        this.pushKey = "";
        /** the seat's, once it was welcomed */
        this.token = "";
        /** at this table, ever */
        this.isWelcome = false;
        /** over this connection */
        this.isIn = false;
        this.isClosed = false;
        /** of a table that is to be opened: the first letters of its id */
        this.place = Array.from(
            crypto.getRandomValues(new Uint8Array(2)),
            (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31],
        ).join("");
        /** the table's path did not lead to a node that answers, and is left alone until then */
        this.plainUntil = 0;
        this.tries = 0;
        this.moves = 0;
        this.timer = 0;
        /** commands that have no answer yet @type {Map<number, any>} */
        this.unanswered = new Map();
        /** @type {WebSocket | null} */
        this.socket = null;
        /** tried while the other one is silent @type {WebSocket | null} */
        this.spare = null;
        /** when the server said anything last, when it was asked and has not answered (0: it has), when the first
         * command went that it has not answered */
        this.heard = this.asked = this.sent = 0;
        /** the usual way there and back, and how often it was given up too soon */
        this.trip = 0;
        this.doubts = 0;
        /** since when there is trouble (0: none), and whether it was told */
        this.trouble = 0;
        this.isTold = false;
        /** what is wrong with the server's word, as a key of words.js @type {(word: string) => void} */
        this.onWrong = () => {};
        /** what came of comparing the record @type {(result: any) => void} */
        this.onChecked = () => {};
        /** the state of play as it was told last @type {any} */
        this.now = null;
        /** the seed that was revealed last */
        this.revealed = "";
        this.proof = new Proof(table, (word) => this.onWrong(word));
        table.source = this;
        this.wake = () => {
            if (this.isClosed || document.visibilityState !== "visible") return;
            if (this.socket?.readyState === WebSocket.OPEN) this.ask();
            else this.retry(0);
        };
        addEventListener("online", this.wake);
        document.addEventListener("visibilitychange", this.wake);
        this.looker = setInterval(() => this.look(), LOOK_MS);
        this.connect();
    }

    connect() {
        this.use(new WebSocket(wsAddress(this.under())));
    }

    /** From now on this is the connection. @param {WebSocket} socket */
    use(socket) {
        clearTimeout(this.timer);
        const old = this.socket;
        this.socket = socket;
        if (this.spare !== socket) this.spare?.close();
        this.spare = null;
        old?.close();
        this.isIn = false;
        this.asked = 0;
        this.heard = this.begun = Date.now();
        let isOpen = socket.readyState === WebSocket.OPEN;
        if (isOpen) this.hello();
        else
            socket.onopen = () => {
                isOpen = true;
                this.hello();
            };
        socket.onmessage = (event) => {
            if (socket === this.socket) this.take(JSON.parse(event.data));
        };
        socket.onclose = (event) => {
            if (socket !== this.socket) return;
            if (!isOpen) this.plainUntil = this.isPlain() ? 0 : Date.now() + PLAIN_MS;
            this.lost(event.code);
        };
    }

    /** The table in the path, by which a proxy sends all of its people to the same node; a new one gets its id from there.
     * What stands before the server may know no more than "/ws": the next try is without. */
    under() {
        const table = this.table.id || this.first.table || this.place;
        return this.isPlain() || !/^[\w-]{1,16}$/.test(table) ? "" : `/${table}`;
    }

    isPlain() {
        return Date.now() < this.plainUntil;
    }

    hello() {
        const again =
            this.isWelcome && this.token
                ? { t: "resume", table: this.table.id, token: this.token, last: this.table.n }
                : this.isWelcome && this.first.t !== "watch"
                  ? null
                  : this.first;
        if (again) {
            this.socket?.send(JSON.stringify({ t: "hello", v: VERSION, least: LEAST, lang }));
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
        const wait = spread(PAUSE_MS[Math.min(++this.tries, PAUSE_MS.length - 1)]);
        this.begun = Date.now() + wait;
        this.timer = window.setTimeout(() => {
            if (socket === this.socket && socket?.readyState === WebSocket.OPEN) this.hello();
        }, wait);
        this.tell("lost");
    }

    /** An update says what has changed; everybody behind this line sees all of it. What comes and goes (PASSING_NOW)
     * is gone when it is not said. @param {any} message */
    complete(message) {
        if (message.t === "update" && message.now && this.now) {
            const kept = { ...this.now, left: null };
            for (const key of PASSING_NOW) delete kept[key];
            message.now = { legal: {}, ...kept, ...message.now };
        }
        if (message.now !== undefined) this.now = message.now;
    }

    /** Something has come. */
    hear() {
        const now = Date.now();
        if (this.asked) {
            const took = now - this.asked;
            this.trip = this.trip ? this.trip + (took - this.trip) / 4 : took;
            this.doubts = 0;
        }
        this.heard = now;
        this.asked = 0;
        this.spare?.close();
        this.spare = null;
        if (this.isIn) this.mended();
    }

    mended() {
        this.trouble = 0;
        if (this.isTold) this.tell("well");
        this.isTold = false;
    }

    /** @param {any} message */
    take(message) {
        this.hear();
        if (message.t === "table" || message.t === "update") this.complete(message);
        if (message.t === "edition") return void readEdition(message.text);
        if (message.t === "hello") this.pushKey = message.push ?? "";
        if (message.t === "welcome") return this.welcomed(message);
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
        const wentBack = message.t === "table" && this.table.isOlder(message);
        this.table.take(message);
        if (wentBack) {
            this.proof.goBack();
            this.onWrong("wentBack");
        }
        this.proof.see(message);
        if (message.t === "table" && message.stage === "revealing") this.reveal();
        if (message.t === "update" && message.over?.game) void this.compare();
    }

    /** @param {any} message */
    welcomed(message) {
        this.tries = this.moves = 0;
        this.isWelcome = this.isIn = true;
        this.mended();
        if (message.seat !== null) {
            this.token = message.token ?? (this.token || this.first.token);
            this.proof.seat = this.token;
            keepSeat(message.table, this.token, message.seat, this.first.t === "resume");
        }
        this.table.take(message);
        this.tell("open", message);
        for (const command of this.unanswered.values()) this.socket?.send(JSON.stringify(command));
        this.tellHouse();
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
        // Only what the server has taken in time can be held against it.
        void this.table.send({ t: "reveal", seed }).then(
            () => this.proof.isTaken(seed),
            () => {},
        );
    }

    /** The game is over: the record is compared with what was seen. */
    async compare() {
        const kept = this.proof.atEnd();
        if (!kept) return;
        const text = await this.fetchRecord(kept.game);
        if (text !== null) this.onChecked(await this.proof.end(kept, text, lang));
    }

    /** The record, however long it takes. @param {number} game @returns {Promise<string | null>} empty: the server has
     *   none; null: it could not be asked, which says nothing about it */
    async fetchRecord(game) {
        for (let denied = 0; !this.isClosed && denied < RECORD_TRIES; ) {
            const answer = await fetch(this.recordAddress(game)).catch(() => null);
            if (answer?.ok) {
                const text = await answer.text().catch(() => "");
                if (text) return text;
            }
            if (answer?.status === 404) denied++;
            await new Promise((done) => setTimeout(done, spread(answer?.status === 404 ? 400 : 1000)));
        }
        return this.isClosed ? null : "";
    }

    /** @param {number} code of the close */
    lost(code) {
        if (this.isClosed) return;
        this.isIn = false;
        this.asked = 0;
        this.trouble ||= Date.now();
        // Nobody need notice it.
        if (code === MOVED && this.tries === 0 && this.moves++ < MOVES_MAX)
            return this.retry(spread(MOVED_PAUSE_MS));
        this.tell("lost");
        this.retry(spread(PAUSE_MS[Math.min(this.tries++, PAUSE_MS.length - 1)]));
    }

    /** @param {number} ms */
    retry(ms) {
        clearTimeout(this.timer);
        this.socket = null;
        this.timer = window.setTimeout(() => this.connect(), ms);
    }

    // ---- silence ----

    /** How long an answer may take. */
    patience() {
        return Math.min((PATIENCE_MS + 3 * this.trip) * 2 ** this.doubts, PATIENCE_MOST_MS);
    }

    /** After which silence the server is asked. */
    askAfter() {
        const { table } = this;
        if (document.visibilityState !== "visible") return ASK_MS.hidden;
        if (this.unanswered.size) return ASK_MS.awaited;
        const isOthers = table.stage === "playing" && !table.paused && !table.isMyTurn();
        return isOthers || table.stage === "revealing" ? ASK_MS.play : ASK_MS.calm;
    }

    /** Asks whether anybody is there. */
    ask() {
        if (this.isClosed || !this.isIn || this.asked || this.socket?.readyState !== WebSocket.OPEN) return;
        this.asked = Date.now();
        this.table.send({ t: "ping" }).catch(() => {});
    }

    look() {
        const now = Date.now();
        if (this.isClosed) return;
        if (this.isIn) this.lookWithin(now);
        else if (this.socket && this.isEnteringLong(now)) {
            this.trouble ||= this.begun ?? now;
            this.tries++;
            // The table's path may lead to a node that says nothing, and would again.
            this.plainUntil = now + PLAIN_MS;
            this.connect();
        }
        const since = this.trouble || (this.isIn ? 0 : (this.begun ?? 0));
        if (since && now - since >= (this.isWelcome ? TELL_MS : TELL_FIRST_MS) && !this.isTold) {
            this.isTold = true;
            this.tell("late");
        }
    }

    /** @param {number} now */
    isEnteringLong(now) {
        return now - (this.begun ?? now) > this.enterMs();
    }

    /** How long a new connection may take until it is let in. */
    enterMs() {
        return ENTER_MS[Math.min(this.tries, ENTER_MS.length - 1)];
    }

    /** @param {number} now */
    lookWithin(now) {
        const quiet = now - Math.max(this.heard, this.unanswered.size ? this.sent : 0);
        if (!this.asked && quiet >= this.askAfter()) this.ask();
        if (!this.asked) return;
        const isHidden = document.visibilityState !== "visible";
        const waited = now - this.asked;
        // Told from the last word on, if the line is not just a long one.
        if (!isHidden && waited > Math.max(400, 2 * this.trip)) this.trouble ||= this.heard;
        if (waited < (isHidden ? 2 * ASK_MS.hidden : this.patience())) return;
        if (this.spare && now - (this.spareBegun ?? 0) < this.enterMs()) return;
        if (this.spare) this.tries++;
        this.trySpare();
    }

    /** A second connection; it is used if it opens before the first says something. */
    trySpare() {
        // Not by the table's path: that leads to the node that says nothing.
        this.plainUntil = Date.now() + PLAIN_MS;
        this.spare?.close();
        const spare = new WebSocket(wsAddress());
        this.spare = spare;
        this.spareBegun = Date.now();
        spare.onopen = () => {
            if (spare !== this.spare) return spare.close();
            this.doubts++;
            this.tries = Math.max(this.tries, 1);
            this.use(spare);
        };
        spare.onclose = () => {
            if (spare === this.spare) this.spare = null;
        };
    }

    /** @param {any} command */
    send(command) {
        if (command.t !== "ping") {
            // Whoever presses again and again waits since the first time.
            if (!this.unanswered.size) this.sent = Date.now();
            this.unanswered.set(command.id, command);
        }
        if (this.isIn && this.socket?.readyState === WebSocket.OPEN)
            this.socket.send(JSON.stringify(command));
    }

    /** This page's part of the shuffle, as fields of agree: a new seed for every game, if the server is bound. */
    seal() {
        return this.proof.begin();
    }

    recordAddress(game = this.table.game) {
        return `/api/tables/${this.table.id}/games/${game}.mesa`;
    }

    /** The record of the game that was just finished. @returns {Promise<string>} empty if there is none */
    async record(game = this.table.game) {
        const answer = await fetch(this.recordAddress(game));
        return answer.ok ? answer.text() : "";
    }

    /** The server has the last word. @param {any} message */
    end(message) {
        const id = this.table.id || this.first.table;
        // Of a token that was only tried, nothing was kept: then nothing is found.
        const token = this.token || this.first.token;
        this.close();
        if (message.code === "closed") forgetSeat(id, token);
        else if (["kicked", "removed", "no-table", "bad-token"].includes(message.code)) putAside(id, token);
        this.tell("closed", message);
    }

    close() {
        this.isClosed = true;
        clearTimeout(this.timer);
        clearInterval(this.looker);
        removeEventListener("online", this.wake);
        document.removeEventListener("visibilitychange", this.wake);
        this.spare?.close();
        this.socket?.close();
    }
}
