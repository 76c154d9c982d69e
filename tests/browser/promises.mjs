// promises.mjs - what the page offers at a table is what the table takes: every house rule and every edition is
// played in the room of the page, by its prompts and its reasons. Needs no browser; unit.mjs calls it.

import { join } from "node:path";

const ENTROPY_BYTES = 80;
const ACTIONS = 45;
const STEPS = 4000;
const TABLES = 4;
const SHORT_HAND = "hand=3";
/** Longer than a table waits for who else has pressed. */
const RACE_MS = 700;

/** Numbers that are the same in every run. */
function numbers(seed) {
    let state = seed * 2654435761 + 1;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

/** A table in the room, seen by the page's own Table. */
class Room {
    constructor(core, Table, settings, seed) {
        this.core = core;
        this.wasm = core.exported();
        this.random = numbers(seed);
        this.now = 1e12;
        this.commands = 0;
        this.table = new Table();
        this.table.source = { send() {}, close() {} };
        core.hooks.send = (json) => {
            const message = JSON.parse(json);
            if (message.t === "no") this.no = message;
            this.table.take(message);
        };
        core.hooks.journal = () => {};
        this.entropy();
        const create = JSON.stringify({ t: "create", settings: { ...settings, grace: 0 } });
        this.must(this.wasm.roomOpen(this.now, core.giveText(create)));
        this.must(this.wasm.roomSit(this.now, core.giveText("Ana")));
        this.table.take({ t: "welcome", table: "solo", seat: 0 });
        for (let seat = 1; seat < settings.seats; seat++) this.do({ t: "bot", seat, level: "random" });
        this.show();
        this.do({ t: "agree", rules: this.table.rules });
        this.do({ t: "start" });
        this.show();
        this.wait();
    }

    entropy() {
        const bytes = Uint8Array.from({ length: ENTROPY_BYTES }, () => this.random(256));
        this.core.give(bytes, this.wasm.inBytes() - ENTROPY_BYTES);
    }

    show() {
        this.table.take(JSON.parse(this.core.answer(this.wasm.roomTable(this.now))));
    }

    must(refused) {
        if (refused) throw new Error(this.core.answer(refused));
    }

    give(message, isCommand) {
        return this.wasm.roomDo(this.now, this.core.giveText(JSON.stringify(message)), isCommand);
    }

    do(message) {
        if (this.wasm.roomWantsEntropy()) this.entropy();
        this.must(this.give({ ...message, id: 1 }, false));
    }

    /** What the table refuses the action with, or null; also null where somebody else came first. */
    act(action) {
        if (this.wasm.roomWantsEntropy()) this.entropy();
        const { n } = this.table;
        this.no = null;
        this.now += 1;
        const refused = this.give({ t: "act", id: ++this.commands, do: action, on: n, dt: 0 }, true);
        if (refused) return JSON.parse(this.core.answer(refused));
        // Where it is a race, the table waits for what others have done at the same time.
        const end = this.now + RACE_MS;
        while (this.table.n === n && this.wasm.roomDeadline() >= 0 && this.wasm.roomDeadline() <= end)
            this.tick();
        return this.table.n === n ? this.no : null;
    }

    tick() {
        this.now = Math.max(this.now, this.wasm.roomDeadline());
        if (this.wasm.roomWantsEntropy()) this.entropy();
        this.wasm.roomTick(this.now);
    }

    /** Others play until it is my turn, or the round is over. */
    wait() {
        for (let step = 0; step < STEPS; step++) {
            if (this.table.isMyTurn() || this.table.stage !== "playing") return;
            if (this.wasm.roomWantsEntropy()) this.entropy();
            if (this.wasm.roomThink(this.now)) continue;
            this.tick();
        }
        throw new Error(`nobody goes on in ${JSON.stringify(this.table.now)}`);
    }
}

/** Plays one table as the page would, and returns where the two do not agree. */
function played(room, pages) {
    const { core, table, random } = room;
    const { canArmUno, isDaring, isWild, promptOf, verbOf, verbTakes } = pages;
    const wrong = [];
    const pick = (list) => list[random(list.length)];
    const promised = (action, why) => {
        const no = room.act(action);
        if (no) wrong.push(`${why}: ${action}: ${JSON.stringify(no)} in ${JSON.stringify(table.now)}`);
        return !no;
    };
    for (let turn = 0; turn < ACTIONS && table.stage === "playing" && !wrong.length; turn++) {
        const edition = core.editionAt(table.settings);
        const written = (verb, card) =>
            isWild(edition, card) && !verbTakes(verb, "COLORED_CARD")
                ? `${verb} ${card} ${pick(edition.colors).id}`
                : `${verb} ${card}`;
        if (table.can("says uno") && random(2)) promised("says uno", "UNO is owed");
        const { hand } = table;
        const fits = hand.filter((card) => verbOf(table, card) === "plays");
        const others = hand.filter((card) => !verbOf(table, card));
        const other = pick(others);
        if (table.now.phase === "turn" && other && !isDaring(table, edition)) {
            const said = core.refusalOf(table, edition, other)?.rule;
            const no = room.act(written("plays", other));
            if (!no || no.rule !== said)
                wrong.push(`${other} is said to be refused by ${said}, and is by ${no?.rule}`);
        } else if (table.now.phase === "turn" && other && random(3) === 0)
            promised(written("plays", other), "a wrong card has its price");
        room.wait();
        if (!table.isMyTurn() || wrong.length) continue;
        const armed = canArmUno(table, edition) && random(4) ? " uno" : "";
        const card = pick(table.hand.filter((one) => verbOf(table, one) === "plays"));
        const { options } = promptOf(table, edition, null, null);
        const option = pick(options.filter((one) => one.act));
        if (card && fits.length && (random(3) || !option))
            promised(written("plays", card) + armed, "a card that fits");
        else if (option) promised(option.act, "an answer");
        else {
            const any = table.hand.find((one) => verbOf(table, one));
            if (!any) return [`nothing is offered in ${JSON.stringify(table.now)}`];
            promised(written(verbOf(table, any), any), "a card that is asked for");
        }
        room.wait();
    }
    return wrong;
}

/** @param {any} core @param {string} source the page's sources @param {{check: any, equal: any}} tap */
export async function keepsPromises(core, source, { check, equal }) {
    const pages = await import(join(source, "js/prompt.js"));
    const { Table } = await import(join(source, "js/table.js"));
    const { houseRules } = await import(join(source, "js/house.js"));
    const wrong = [];
    const seen = new Set();
    const play = (name, settings) => {
        for (let seed = 1; seed <= TABLES; seed++) {
            // Few cards in every second one: the end of a hand has rules of its own.
            const short = seed % 2 || /^(hand|limit)=/.test(name) ? [] : [SHORT_HAND];
            const house = [...settings.house, ...short];
            const room = new Room(core, Table, { seats: 3, ...settings, house }, seed);
            room.table.listen((message) => message.events?.forEach((one) => seen.add(one.e)));
            wrong.push(...played(room, pages).map((one) => `${name}: ${one}`));
        }
    };
    const rules = houseRules().map((rule) => (rule.most > rule.least ? `${rule.id}=${rule.usual}` : rule.id));
    for (const rule of rules) play(rule, { edition: "classic", house: [rule] });
    check(
        `${rules.length} house rules: what the page offers and refuses is what the table does`,
        rules.length > 30,
    );
    for (const edition of core.editions) play(edition.id, { edition: edition.id, house: [] });
    play("refused", { edition: "cumulative", house: [], misplays: "refused" });
    const own = core.readEdition('edition mine\nlike classic\ntitle en "Mine", es "Mía"\nmisplay draws 2\n');
    play("an own edition", { edition: own.id, house: ["uno-after"] });
    equal("and nothing else", wrong.slice(0, 5), []);
    check(
        "wrong cards were laid, UNO was said, somebody drew",
        ["misplayed", "said-uno", "drew"].every((one) => seen.has(one)),
        [...seen],
    );

    // What is said of cards and rules is said of the table's, not of the sheet's.
    const at = (...house) => core.editionAt({ edition: "classic", house });
    const face = (edition, code) => edition.faces.find((one) => one.code === code);
    equal(
        "the edition as the table plays it",
        [
            face(at(), "7").play.length,
            face(at("seven-0"), "7").play.map((one) => one.do),
            at("double-points").cards.r9.points,
            at("misplay-cards").misplay,
            at("uno-after").saying,
            at("uno-silent").saying,
            at("hand=5").hand,
            Boolean(face(at(), "w+4").guard),
            Boolean(face(at("no-challenge"), "w+4").guard),
            Boolean(face(at(), "+2").answers),
            Boolean(face(at("progressive"), "+2").answers),
            core.editionAt({ edition: "cumulative", house: [], misplays: "refused" }).misplay,
            core.editionAt({ edition: "classic", house: [], scoring: "lowest", target: 77 }).target,
        ],
        [0, ["swap hands"], 18, 2, 1, 2, 5, true, false, false, true, 0, 77],
    );
}
