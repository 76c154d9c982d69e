// table.js - one table as this page knows it: fed with the messages of docs/PROTOCOL.md, gives
// commands. It does not know whether they come from a server or from the core in this page, and it
// knows no more than its seat may.

// What travels is described by messages.d.ts, which the tests make from src/wire/messages.def.
/** @typedef {import("./messages.js").Told} Told */
/** @typedef {import("./messages.js").Asked} Asked */
/** @typedef {import("./core.js").TableEvent} TableEvent */
/** @typedef {import("./messages.js").Now} Now */
/** What comes of a command. @typedef {{t?: string, do?: string, report?: number}} Answer */
/** @typedef {import("./messages.js").ToldNo} No */
/** A seat; its name as it is shown. @typedef {import("./messages.js").Seat & {face?: number}} Seat */
/** A command before it has its number. @typedef {Asked extends infer One ? One extends {id: number} ? Omit<One, "id"> : never : never} Command */

/** What sends commands and brings messages. @typedef {{send(message: Asked): void, close(): void}} Source */

/** A name as people read it: it is one word in records, where "_" stands for a space. What that would make look
 * like another name stays as it is. @param {string} name */
export const shownName = (name) => name.replace(/([^_])_(?=[^_])/g, "$1 ");

/** The word that a name is in records and commands. @param {string} name as it is shown */
export const nameWord = (name) => name.replaceAll(" ", "_");

export class Table {
    constructor() {
        /** @type {Source | null} */
        this.source = null;
        /** @type {number | null} the seat of this page, null: it watches */
        this.me = null;
        /** the seat that the welcome has named: of who comes with the next deal, before it is one @type {number | null} */
        this.chair = null;
        /** who sit down with the next deal @type {string[]} */
        this.coming = [];
        this.id = "";
        /** how much the server's clock is ahead of ours */
        this.ahead = 0;
        this.n = 0;
        /** the number to which the table says that it went back @type {number | undefined} */
        this.back = undefined;
        this.stage = "connecting";
        /** the next game is prepared while this page still shows how the last one ended */
        this.isNext = false;
        this.paused = false;
        this.host = 0;
        this.rules = 0;
        this.settings = /** @type {import("./messages.js").Settings} */ ({});
        /** @type {Seat[]} */
        this.seats = [];
        /** @type {import("./messages.js").Asking | null} */
        this.asking = null;
        /** @type {Now | null} */
        this.now = null;
        /** when 'now' came, for the clock */
        this.since = 0;
        /** @type {string[]} */
        this.hand = [];
        /** @type {string | null} */
        this.drawn = null;
        /** hands that were shown to me this round @type {Record<number, string[]>} */
        this.shown = {};
        /** hands of partners that lie open to me (RULE M4) @type {Record<number, string[]>} */
        this.open = {};
        /** everything that happened this round @type {TableEvent[]} */
        this.events = [];
        /** everything that happened in the round before @type {TableEvent[]} */
        this.past = [];
        /** The end of the round; of a lesson, less of it. @type {{round?: Partial<import("./messages.js").OverRound>, game: number[] | null} | null} */
        this.over = null;
        /** @type {import("./messages.js").ToldSaid[]} */
        this.chat = [];
        /** What was asked, and what came of it. @type {import("./messages.js").ToldVoted[]} */
        this.votes = [];
        this.game = 1;
        this.watchers = 0;
        this.commit = "";
        /** @type {Map<number, {yes: (answer: Answer) => void, no: (no: No) => void}>} */
        this.waiting = new Map();
        // Ids grow also from one visit to the next: the table remembers those it has answered.
        this.nextId = Math.floor(Date.now() / 100) % 0x7fffffff;
        /** @type {((message: Told, before: TableEvent[]) => void)[]} */
        this.listeners = [];
        /** what nobody has been told yet, while the table is being laid @type {[Told, TableEvent[]][] | null} */
        this.held = null;
        /** messages of the connection itself @type {(message: Told) => void} */
        this.onConnection = () => {};
    }

    /** @param {(message: Told, news: TableEvent[]) => void} listener */
    listen(listener) {
        this.listeners.push(listener);
    }

    /**
     * Sends a command. Settles with the answer; a refusal is thrown as {code, rule, es, en}.
     * @param {Command} command
     * @returns {Promise<Answer>}
     */
    send(command) {
        const id = this.nextId++;
        return new Promise((yes, no) => {
            this.waiting.set(id, { yes, no });
            this.source?.send({ ...command, id });
        });
    }

    /** An action, as a .mesa line without the name. @param {string} what @param {string} [quote] */
    act(what, quote) {
        return this.send({
            t: "act",
            do: what,
            ...(quote ? { quote } : {}),
            on: this.n,
            dt: Math.max(0, Math.round(performance.now() - this.since)),
        });
    }

    /** The team of a seat (RULE M1), or null where everybody plays alone. @param {number} seat */
    teamOf(seat) {
        const teams = this.settings?.teams ?? 0;
        return teams ? seat % teams : null;
    }

    /** Whether the two win together, or are one. @param {number | null | undefined} one @param {number | null | undefined} other */
    isTeam(one, other) {
        if (one === null || one === undefined || other === null || other === undefined) return false;
        return one === other || (this.teamOf(one) !== null && this.teamOf(one) === this.teamOf(other));
    }

    /** Whether somebody else can sit down for the next game: a bot makes room. */
    hasRoom() {
        const { seats, settings } = this;
        if (this.isComing()) return false;
        return seats.length < settings.seats || seats.some((seat) => seat.kind !== "person");
    }

    /** Whether this page plays from the next deal on, and watches until then. */
    isComing() {
        return this.me === null && this.chair !== null && this.coming.length > 0;
    }

    names() {
        return this.seats.map((seat) => seat.name ?? "");
    }

    /** @param {string} verb */
    can(verb) {
        return this.now?.legal?.verbs?.some((word) => word === verb) ?? false;
    }

    /** The cards, or seats, that a verb can be done with now. @param {string} set of the verb, in core.js */
    may(set) {
        const found = Object.entries(this.now?.legal ?? {}).find(([key]) => key === set)?.[1];
        return Array.isArray(found) ? /** @type {(string | number)[]} */ (found) : [];
    }

    /** The seat that sentences say "you" to; a record is told by names. */
    spokenTo() {
        return this.stage === "replay" ? null : this.me;
    }

    isMyTurn() {
        return this.me !== null && (this.now?.must.includes(this.me) ?? false);
    }

    /** A message from the source. @param {Told} message */
    take(message) {
        /** @type {TableEvent[]} */
        let news = [];
        switch (message.t) {
            case "welcome":
                this.id = message.table ?? this.id;
                this.me = this.chair = message.seat ?? null;
                this.ahead = message.time ? message.time - Date.now() : 0;
                this.onConnection(message);
                break;
            case "ok":
                this.settle(message.id, message);
                return;
            case "no":
                if (message.id === undefined || !this.waiting.has(message.id)) this.onConnection(message);
                this.refuse(message.id ?? 0, message);
                return;
            case "reported":
            case "hint":
                this.settle(message.id, message);
                return;
            case "pong":
                this.settle(message.id, message);
                return;
            case "bye":
                this.onConnection(message);
                break;
            case "table":
                this.back = message.back;
                this.takeSeats(message);
                this.takeRound(message);
                this.hand = message.hand ?? [];
                this.drawn = message.drawn ?? null;
                this.shown = message.shown ?? {};
                this.open = message.open ?? {};
                this.events = message.events ?? [];
                this.chat = message.chat ?? [];
                this.votes = message.votes ?? [];
                this.over = message.over ?? null;
                break;
            case "seats":
                this.takeSeats(message);
                break;
            case "update":
                news = message.events ?? [];
                if (news.some((event) => event.e === "dealt")) {
                    this.past = this.events;
                    this.events = [];
                    this.shown = {};
                    this.over = null;
                }
                this.events = this.events.concat(news);
                if (message.shown) this.shown = message.shown;
                if (message.now !== undefined) this.open = message.open ?? {};
                if (message.hand) this.hand = message.hand;
                this.takeRound(message);
                if (message.now !== undefined) this.drawn = message.drawn ?? null;
                if (message.over) this.over = message.over;
                if (message.ack) this.settle(message.ack, message);
                break;
            case "voted":
                this.asking = null;
                this.votes = this.votes.concat(message).slice(-4);
                break;
            case "there":
                if (this.now) {
                    this.now = { ...this.now, left: message.left };
                    this.since = performance.now();
                }
                break;
            case "said":
                this.chat = this.chat.concat(message).slice(-60);
                break;
        }
        if (this.held) this.held.push([message, news]);
        else for (const listener of this.listeners) listener(message, news);
    }

    /** From now on messages are taken in silence. */
    hold() {
        this.held = [];
    }

    /** Tells the first of what has happened meanwhile; what only led there is seen in what stands. Returns whether
     * there is more of it. */
    release() {
        /** @type {[Told, TableEvent[]][]} */
        const held = this.held ?? [];
        const news = held.filter(([, events]) => events.length);
        this.held = news.length > 1 ? news.slice(1) : null;
        for (const [message, events] of news.length ? news.slice(0, 1) : held.slice(-1))
            for (const listener of this.listeners) listener(message, events);
        return this.held !== null;
    }

    /** Whoever has looked at the result goes on to what comes next. */
    goOn() {
        if (this.isNext) this.stage = "waiting";
        this.isNext = false;
    }

    /** Whether the table has lost what this page has seen of it. @param {import("./messages.js").ToldTable} message */
    isOlder(message) {
        return message.n < this.n || (message.back !== undefined && message.back !== this.back);
    }

    /** @param {import("./messages.js").ToldSeats | import("./messages.js").ToldTable} message */
    takeSeats(message) {
        const isResult = message.t === "seats" && this.stage === "over" && Boolean(this.over);
        for (const key of /** @type {const} */ ([
            "n",
            "id",
            "stage",
            "paused",
            "host",
            "rules",
            "settings",
            "seats",
            "game",
            "watchers",
            "commit",
        ]))
            if (message[key] !== undefined) Object.assign(this, { [key]: message[key] });
        // Somebody has sat down for the next game: nobody loses sight of the last one for it.
        if (message.stage !== undefined) this.isNext = isResult && message.stage === "waiting";
        if (this.isNext) this.stage = "over";
        if (message.seats)
            this.seats = this.seats.map((seat) =>
                seat.name ? { ...seat, name: shownName(seat.name) } : seat,
            );
        if (message.seats)
            this.coming = (message.coming ?? []).map((/** @type {any} */ one) => shownName(one.name));
        if (message.asking !== undefined) this.asking = message.asking;
        // Seats close up when the game starts: mine may have another number then.
        if (message.you !== undefined) this.me = message.you;
    }

    /** @param {import("./messages.js").ToldUpdate | import("./messages.js").ToldTable} message */
    takeRound(message) {
        if (message.n !== undefined) this.n = message.n;
        if (message.now !== undefined) {
            this.now = message.now;
            this.since = performance.now();
        }
    }

    /** @param {number} id @param {Answer} answer */
    settle(id, answer) {
        this.waiting.get(id)?.yes(answer);
        this.waiting.delete(id);
    }

    /** @param {number} id @param {No} no */
    refuse(id, no) {
        this.waiting.get(id)?.no(no);
        this.waiting.delete(id);
    }

    close() {
        this.source?.close();
        this.source = null;
        this.listeners = [];
    }
}
