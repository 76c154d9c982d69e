// index.d.ts - what `penultima` offers. Seats count from 0; cards and actions are written as in records: "r7", "plays w blue uno".
import type { ToldTable } from "./messages.js";
import type { Edition as PageEdition, TableEvent } from "./core.js";

/** The languages by id, as their speakers call them. */
export const languages: Record<string, string>;

/** Loads the rules and speaks this language from now on; once before everything else. */
export function open(language?: string): Promise<void>;

/** The ids of all editions, those that readEdition() has read apart. */
export function editions(): string[];

export type Edition = Omit<PageEdition, "title" | "about"> & { title: string; about: string };
/** Its colours, its cards, how many play: with these house rules, if any. */
export function edition(id: string, house?: string[]): Edition;

/** Reads the text of an edition, or of a house rule that is laid over `base`, and returns its id. A SyntaxError names line and column. */
export function readEdition(text: string, base?: string): string;

export interface HouseRule {
    /** as tables name it; one that has a number is named "uno=3" */
    id: string;
    title: string;
    about: string;
    group: string;
    first: boolean;
    /** the numbers with which it may be played; all 1 where it has none */
    least: number;
    most: number;
    usual: number;
}
export function houseRules(): HouseRule[];

/** From weakest to strongest. */
export function bots(): { id: string; name: string; line: string }[];

export interface Moment {
    line: number;
    /** the action, as the record has it; none: the cards were dealt */
    do?: string;
    names?: string[];
    events: TableEvent[];
    now: ToldTable["now"];
    hands: string[][];
    winners: number[];
}
/** Plays a record (.mesa) and checks what it expects. `status` is 0 if all of it holds, 1 if something was refused or is not as expected,
 * 2 if it cannot be read. */
export function replay(text: string): {
    status: number;
    moments: Moment[];
    problems: { line: number; problem?: string }[];
};

/** Checks that the deals of a finished game follow from its seeds. `status` as `penultima verify` exits. */
export function verify(text: string): {
    status: number;
    checks: { check: string; good: boolean; line: number; text: string }[];
};

/** Why an action or a table is refused; `message` says it in the language that is spoken. */
export class Refused extends Error {
    /** "no-match", "bad-settings" and so on */
    code: string;
    /** the rule in docs/RULES.md, or nothing */
    rule: string;
}

export interface GameOptions {
    edition?: string;
    house?: string[];
    /** names of those for whom the program speaks, at least one; they sit from seat 0 on */
    people?: string[];
    /** bots on the seats after them; those that search may think for so many games: "expert:1000" */
    bots?: string[];
    /** the same seed and the same actions give the same game; without one chance is the system's */
    seed?: number;
    scoring?: "points" | "lowest" | "quick";
    /** every other setting of a table, as `create` has it in docs/PROTOCOL.md */
    [setting: string]: unknown;
}

/** A game at a table as the server has it, without waiting: bots have played whenever somebody else is asked. */
export class Game {
    static open(options?: GameOptions): Promise<Game>;
    /** people who must act; empty between rounds and at the end */
    readonly must: number[];
    readonly stage: "playing" | "between" | "over" | "closed" | "waiting" | "revealing";
    readonly isOver: boolean;
    readonly score: number[];
    /** Everything that a seat may know, as the message `table` of docs/PROTOCOL.md. */
    view(seat: number): ToldTable;
    /** All that this seat can do now; " uno" may follow what plays a card. */
    legal(seat: number): string[];
    /** Does it, and lets the bots play; Refused if that cannot be. */
    apply(seat: number, action: string): void;
    /** What a good player might do there. */
    hint(seat: number): string;
    /** Deals the next round. */
    next(): void;
    /** The game as a record; empty as long as it is not over. */
    record(): string;
}
