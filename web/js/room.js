// room.js - a table: the room that also runs in the server, as WebAssembly. It is given time and random bytes, and
// says what happens in the messages of docs/PROTOCOL.md. The page plays at it (alone.js, living.js), and so does whoever
// uses the package for npm (packaging/npm).

const ENTROPY_BYTES = 80;

export class Room {
    /** @param {import("./core.js").Module} core one room runs in each */
    constructor(core) {
        this.core = core;
    }

    now() {
        return Date.now();
    }

    /** @param {Uint8Array} bytes */
    fill(bytes) {
        return crypto.getRandomValues(bytes);
    }

    /** The module's functions, with chance where the next step needs any. @param {boolean} [isFirst] @returns {any} */
    fed(isFirst) {
        const { core } = this;
        const { wasm } = core;
        if (isFirst || wasm.roomWantsEntropy())
            core.give(this.fill(new Uint8Array(ENTROPY_BYTES)), wasm.inBytes() - ENTROPY_BYTES);
        return wasm;
    }

    /** What a function answers: null, or why not. @param {number} bytes @returns {any} */
    no(bytes) {
        return bytes ? JSON.parse(this.core.answer(bytes)) : null;
    }

    /** Opens a table. @param {any} settings */
    open(settings) {
        return this.no(
            this.fed(true).roomOpen(
                this.now(),
                this.core.giveText(JSON.stringify({ t: "create", settings })),
            ),
        );
    }

    /** On the next free seat. @param {string} name */
    sit(name) {
        return this.no(this.core.wasm.roomSit(this.now(), this.core.giveText(name)));
    }

    /** @param {any} message as a server would get it @param {boolean} [isCommand] whether somebody waits for the answer */
    do(message, isCommand = false) {
        return this.no(
            this.fed().roomDo(
                this.now(),
                this.core.giveText(JSON.stringify({ id: 1, ...message })),
                isCommand,
            ),
        );
    }

    /** When it goes on by itself, less than 0: only a person can go on. @returns {number} */
    deadline() {
        const { wasm } = this.core;
        const at = wasm.roomDeadline();
        return at < 0 && wasm.roomWantsEntropy() ? 0 : at;
    }

    /** It is that late. */
    tick() {
        this.fed().roomTick(this.now());
    }

    /** A bot that has to think for long does; whether there was one. @returns {boolean} */
    think() {
        return this.fed().roomThink(this.now());
    }

    /** The table as a whole, as this seat may see it. @returns {any} */
    table() {
        return this.no(this.core.wasm.roomTable(this.now()));
    }

    /** Goes on with a table that was kept. @param {string} journal @returns {boolean} */
    restore(journal) {
        return this.fed(true).roomRestore(this.now(), this.core.giveText(journal));
    }

    /** All have sat down: they go on with this game. @param {string} text from goFrom() of records.js */
    takeOver(text) {
        return this.no(this.fed().roomTakeOver(this.now(), this.core.giveText(text)));
    }

    /** The record of a game that is over; empty: there is none. @param {string} journal @param {number} game */
    record(journal, game) {
        return this.core.answer(this.core.wasm.roomRecord(this.core.giveText(journal), game));
    }
}
