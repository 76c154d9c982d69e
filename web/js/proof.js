// proof.js - what this page holds against a server: the lines of src/fair/evidence.h for one game, written as
// it goes and kept in this browser. A seed is revealed only against the commitment that stands there; when the
// game is over everything is compared with the record.

import { keep, prefs } from "./prefs.js";
import { commitTo, hex, isSigned, startSeal } from "./seal.js";
import { nameWord } from "./table.js";

/** 'seat': the token of the seat that it was sealed for. @typedef {{seed: string, text: string, game: number, seat?: string}} Kept */

await startSeal();

const TEXT_MOST = 24000;
const KEPT_MOST = 24;
const EVIDENCE_MOST = 6;

/** @param {string} digits */
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export class Proof {
    /** @param {import("./table.js").Table} table @param {(word: string) => void} complain something is wrong */
    constructor(table, complain) {
        this.table = table;
        this.complain = complain;
        this.key = "";
        /** the newest statement about the next game */
        this.offered = "";
        this.isBad = false;
        /** the token of our seat; empty: we watch */
        this.seat = "";
        /** the commitment of the game that is over: nothing is sealed against it again */
        this.done = "";
    }

    /** What was sealed for this seat. Another one's is not ours to compare. @returns {Kept | undefined} */
    get kept() {
        const found = prefs.proofs?.[this.table.id];
        return this.seat && found && (found.seat ?? this.seat) === this.seat ? found : undefined;
    }

    /** @param {Kept | null} kept */
    store(kept) {
        keep(({ proofs = {} }) => {
            const { [this.table.id]: _, ...others } = proofs;
            const rest = Object.fromEntries(Object.entries(others).slice(-KEPT_MOST));
            return { proofs: kept ? { ...rest, [this.table.id]: kept } : rest };
        });
    }

    /** @param {string} lines */
    add(lines) {
        const { kept } = this;
        if (kept && kept.text.length + lines.length < TEXT_MOST)
            this.store({ ...kept, text: kept.text + lines });
    }

    myName() {
        return this.table.me === null ? "" : nameWord(this.table.seats[this.table.me]?.name ?? "");
    }

    /** Keeps the server's commitment, then gives ours. Nothing is sealed if the server has committed to nothing.
     * @returns {{commit?: string}} */
    begin() {
        const { id, game, commit } = this.table;
        const { kept } = this;
        // The server has not said yet what the next game is bound to.
        if (commit && commit === this.done) return {};
        this.isBad = false;
        if (!commit) {
            this.store(null);
            this.complain("proof.noCommit");
            return {};
        }
        // Said again before the game it is the same: whichever of the two arrives, it is what we have sealed.
        if (kept?.game === game + 1 && kept.text.includes(`\n#! bound ${commit}\n`))
            return { commit: commitTo(bytesOf(kept.seed)) };
        const seed = crypto.getRandomValues(new Uint8Array(32));
        const text =
            `#! evidence 1\n#! about ${id} game ${game + 1}\n#! me ${this.myName()}\n` +
            `#! own ${hex(seed)}\n#! bound ${commit}\n` +
            (this.offered.includes(commit) ? this.offered : "");
        this.store({ seed: hex(seed), text, game: game + 1, seat: this.seat });
        return { commit: commitTo(seed) };
    }

    /** Said once a game. @param {string} word */
    wrong(word) {
        if (!this.isBad) this.complain(word);
        this.isBad = true;
    }

    /** A message of the type "signed". @param {any} message */
    hear(message) {
        const { key, sign, text } = message;
        if (
            !/^[0-9a-f]{64}$/.test(key) ||
            !/^[0-9a-f]{128}$/.test(sign) ||
            typeof text !== "string" ||
            (this.key && this.key !== key) ||
            !isSigned(bytesOf(key), bytesOf(sign), text)
        )
            return this.wrong("proof.badSign");
        this.key = key;
        const lines = `#! signed ${key} ${sign} ${text.split("\n").length - 1}\n${text}`;
        const isAbout = (/** @type {number} */ game) =>
            text.includes(`#! table ${this.table.id} game ${game}\n`);
        const { kept } = this;
        if (kept && isAbout(kept.game)) {
            if (!kept.text.includes(lines)) this.add(lines);
        } else if (isAbout(this.table.game + 1)) this.offered = lines;
    }

    /** The seed, if it may be revealed now. @returns {string | null} */
    toReveal() {
        const { kept, table } = this;
        if (!kept || kept.game !== table.game) return null;
        if (!kept.text.includes(`\n#! bound ${table.commit}\n`)) {
            this.wrong("proof.otherCommit");
            return null;
        }
        const ours = `\n#! commit ${this.myName()} ${commitTo(bytesOf(kept.seed))}\n`;
        const theirs = `\n#! server commit ${table.commit}\n`;
        if (this.key && !(kept.text.includes(ours) && kept.text.includes(theirs))) {
            // Not signed yet, or not what we have sealed.
            if (kept.text.includes("\n#! commit ")) this.wrong("proof.otherSeal");
            return null;
        }
        return kept.seed;
    }

    /** The server has acknowledged the seed: that it came too late cannot be said any more. @param {string} seed */
    isTaken(seed) {
        const { kept } = this;
        if (kept?.seed === seed && !kept.text.includes("\n#! revealed\n")) this.add("#! revealed\n");
    }

    /** What there is to compare now that a game is over, by the name under which it was played: it may have been
     * changed after sealing. @returns {Kept | null} */
    atEnd() {
        const { kept, table } = this;
        this.done = /^#! bound (.*)$/m.exec(kept?.text ?? "")?.[1] ?? "";
        if (!kept || kept.game !== table.game || table.me === null) return null;
        return { ...kept, text: kept.text.replace(/^#! me .*$/m, () => `#! me ${this.myName()}`) };
    }

    /** Keeps what is seen of the cards. @param {any} message */
    see(message) {
        const { kept, table } = this;
        if (!kept || kept.game !== table.game || message.t !== "update" || table.me === null) return;
        const round = message.now?.round;
        if (message.hand && message.events?.some((/** @type {any} */ event) => event.e === "dealt")) {
            if (!kept.text.includes(`#! dealt ${round} `))
                this.add(`#! dealt ${round} ${message.hand.join(" ")}\n`);
        } else if (message.over && !kept.text.includes(`#! score ${round} `))
            this.add(`#! score ${round} ${message.now.score.join(" ")}\n`);
    }

    /** The table has lost what came last: what was seen of that is not held against the house. */
    goBack() {
        const { kept, table } = this;
        if (!kept || kept.game < table.game) return;
        // A game that has not begun any more is agreed on again, with other seeds.
        if (kept.game > table.game) return this.store(null);
        const round = table.now?.round ?? 0;
        const isUndone = (/** @type {string} */ line) => {
            const [, what, number] = line.match(/^#! (dealt|score) (\d+) /) ?? [];
            return what === "dealt" ? Number(number) > round : what && Number(number) >= round;
        };
        const text = kept.text
            .split("\n")
            .filter((line) => !isUndone(line))
            .join("\n");
        this.store({ ...kept, text });
    }

    /**
     * The game is over: everything is compared.
     * @param {Kept} kept as it was when the game ended: the next one may have begun
     * @param {string} record as the server gave it; empty: it gave none
     * @param {import("./core.js").Lang} lang
     */
    async end(kept, record, lang) {
        const evidence = `${kept.text}#! record\n${record}`;
        const { startRecords, verify } = await import("./records.js");
        await startRecords();
        const { status, checks } = verify(evidence, lang);
        const isGood = status === 0 && !this.isBad;
        if (!isGood)
            keep(({ evidence: before = [] }) => ({ evidence: [...before, evidence].slice(-EVIDENCE_MOST) }));
        if (this.kept?.game === kept.game) this.store(null);
        return { isGood, isSigned: this.key !== "", evidence, checks };
    }
}
