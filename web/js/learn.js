// learn.js - a guided first game, and the rules of each edition.
//
// A lesson is a position of the .mesa format and what happens after the player's action. It is played by the
// same rules as everything else: the core replays the position with the action added and says what came of it.

import { Board } from "./board.js";
import * as core from "./core.js";
import { byId, h, refill } from "./dom.js";
import { replay, startRecords } from "./records.js";
import { inForcePart } from "./differs.js";
import { rulesOf } from "./rules.js";
import { Table } from "./table.js";
import { both, lang, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** 'goal' is what the player should do; 'instead' what the others do after anything else; 'lead' what is seen before;
 * 'answer' the key of the answer that the question comes with.
 * @typedef {{says: string, done: string, mesa: string, goal: RegExp, instead?: string[], again?: string, lead?: string[],
 *   answer?: string}} Lesson */

/** @type {Lesson[]} */
const LESSONS = [
    {
        says: "lesson.1",
        done: "lesson.1.done",
        mesa: "hand Ana: r3 b9 g5 y1\nhand Beto: r6 g6 b6\ntop: r9\nturn: Ana\n",
        goal: /^plays /,
    },
    {
        says: "lesson.2",
        done: "lesson.2.done",
        mesa: "hand Ana: g1 g2 b5\nhand Beto: r6 g6 b6\ntop: r9\nturn: Ana\ndraw: r4\n",
        goal: /^draws/,
    },
    {
        says: "lesson.3",
        done: "lesson.3.done",
        mesa: "hand Ana: r+2 g1 y5\nhand Beto: r6 g6 b6\ntop: r9\nturn: Ana\ndraw: b1 b2\n",
        goal: /^plays r\+2/,
        again: "lesson.3.again",
    },
    {
        says: "lesson.4",
        done: "lesson.4.done",
        mesa: "hand Ana: w g2 g7\nhand Beto: r6 g6 b6\ntop: b9\nturn: Ana\n",
        goal: /^plays w green/,
        again: "lesson.4.again",
    },
    {
        says: "lesson.5",
        done: "lesson.5.done",
        mesa: "hand Ana: r3 r5\nhand Beto: r6 g6 b6\ntop: r9\nturn: Ana\ndraw: y1 y2\n",
        goal: /^plays \S+ uno$/,
        instead: ["Beto catches Ana"],
        again: "lesson.5.again",
    },
    {
        says: "lesson.6",
        done: "lesson.6.done",
        mesa: "hand Ana: g3 y5\nhand Beto: r6 g6\ntop: r9\nturn: Beto\ndraw: y1 y2\n\nBeto plays r6\n",
        goal: /^catches Beto/,
        again: "lesson.6.again",
    },
    {
        says: "lesson.7",
        done: "lesson.7.done",
        mesa: "hand Ana: b1 g3 y5\nhand Beto: b4 w+4 b6 r2\ntop: b9\nturn: Beto\ndraw: y1 y2 y3 y4\n\n",
        lead: ["Beto plays b4", "Ana plays b1", "Beto plays w+4 red"],
        answer: "c",
        goal: /^challenges/,
        again: "lesson.7.again",
    },
    {
        says: "lesson.8",
        done: "lesson.8.done",
        mesa: "hand Ana: r3\nhand Beto: r6 g6 b6\ntop: r9\nturn: Ana\n",
        goal: /^plays r3/,
    },
];

/** From one card that leads to a lesson to the next: as long as one takes to see it. */
const LEAD_MS = 1300;

const HEAD = "edition: classic\nplayers: Ana, Beto\n";

/** The lessons, and the rules. @param {App} app */
export function showLearn(app) {
    app.go({
        redraw() {
            refill(
                byId("screen"),
                h(
                    "div.page",
                    null,
                    h(
                        "section.panel",
                        null,
                        h("h1", null, t("learn")),
                        h("p", null, t("learnLine")),
                        h(
                            "button.main",
                            { type: "button", onclick: () => showLesson(app, 0) },
                            t("firstGame"),
                        ),
                    ),
                    h(
                        "section.panel",
                        null,
                        h("h2", null, t("rulesHere")),
                        core.editions.map((edition) =>
                            h(
                                "details.rules",
                                null,
                                h("summary", null, both(edition.title)),
                                rulesText(edition),
                            ),
                        ),
                    ),
                    h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
                ),
            );
        },
        title: () => t("learn"),
    });
}

/** @param {core.Edition} edition @param {string[]} [house] */
export function rulesText(edition, house) {
    return h(
        "div.rules-text",
        null,
        h("p", null, both(edition.about)),
        rulesOf(edition)
            .map((chapter) => [
                h("h3", null, t(chapter.says)),
                h(
                    "dl",
                    null,
                    chapter.rules.map((rule) => [h("dt", null, rule.id), h("dd", null, t(rule.says))]).flat(),
                ),
            ])
            .flat(),
        inForcePart(edition.id, house),
    );
}

/** One lesson: its record so far, and what came of it. */
class LessonTable {
    /** @param {Lesson} lesson @param {() => void} onChange */
    constructor(lesson, onChange) {
        this.lesson = lesson;
        this.onChange = onChange;
        this.table = new Table();
        this.text = HEAD + lesson.mesa;
        this.count = 0;
        this.isDone = false;
        this.isLeading = false;
        this.timer = 0;
        /** @type {string | null} */
        this.answer = null;
        this.table.source = { send: (command) => this.take(command), close() {} };
    }

    /** A lesson's messages say no more than its table needs. @param {any} message */
    tell(message) {
        this.table.take(message);
    }

    begin() {
        this.tell({ t: "welcome", seat: 0 });
        this.tell({
            t: "seats",
            n: 0,
            stage: "playing",
            settings: { edition: "classic", house: [], scoring: "quick" },
            seats: [
                { name: "Ana", kind: "person", here: true },
                { name: "Beto", kind: "bot", level: "casual" },
            ],
            host: 0,
            rules: 1,
        });
        this.lead(this.lesson.lead ?? []);
    }

    /** What happens before the player is asked. @param {string[]} lines */
    lead(lines) {
        this.isLeading = lines.length > 0;
        this.advance();
        if (!lines.length) return;
        this.timer = window.setTimeout(() => {
            this.text += `${lines[0]}\n`;
            this.lead(lines.slice(1));
        }, LEAD_MS);
    }

    /** Replays what there is; false: the last line was refused. */
    advance() {
        const { status, moments } = this.isLeading ? replay(this.text, lang) : replay(this.text, lang, 0);
        if (status !== 0) return false;
        const news = moments.slice(this.count).flatMap((one) => one.events);
        const last = moments[moments.length - 1];
        this.count = moments.length;
        const isOver = last.now.phase === "over";
        const winner = last.now.counts.indexOf(0);
        if (isOver) this.table.stage = "over";
        this.tell({
            t: "update",
            n: this.count,
            events: news.filter((event) => event.e !== "dealt"),
            now: { ...last.now, left: null },
            hand: last.hands[0],
            drawn: last.drawn,
            shown: last.shown,
            ...(isOver ? { over: { round: { winner, hands: last.hands }, game: [winner] } } : {}),
        });
        return true;
    }

    /** What the player does. Once the lesson is learned one may play on. @param {any} command */
    take(command) {
        if (command.t !== "act" || this.isLeading) return this.table.settle(command.id, {});
        const { lesson, text } = this;
        const wasDone = this.isDone;
        this.isDone ||= lesson.goal.test(command.do);
        const instead = this.isDone ? [] : (lesson.instead ?? []);
        this.text += [`Ana ${command.do}`, ...instead].map((line) => `${line}\n`).join("");
        if (!wasDone) this.answer = this.isDone ? lesson.done : (lesson.again ?? null);
        if (!this.advance()) {
            this.text = text;
            this.isDone = wasDone;
        }
        this.table.settle(command.id, {});
        this.onChange();
    }
}

/** What is to be learned, and how it went. @param {HTMLElement} note @param {LessonTable} one @param {number} index
 * @param {{next(): void, again(): void}} go */
function drawNote(note, one, index, go) {
    const isLast = index === LESSONS.length - 1;
    const button = (/** @type {string} */ label, /** @type {() => void} */ run) =>
        h("button.main", { type: "button", onclick: run }, label);
    refill(
        note,
        h(
            "div",
            null,
            h("b", null, t("lesson", { n: index + 1, of: LESSONS.length })),
            h("p", null, t(one.answer ?? one.lesson.says)),
            one.isDone && isLast ? h("p", null, t("doneLessons")) : null,
        ),
        one.isDone
            ? button(t(isLast ? "play" : "nextLesson"), go.next)
            : one.answer
              ? button(t("startLesson"), go.again)
              : null,
    );
    if (one.isDone || one.answer) note.querySelector("button")?.focus();
}

/** Whoever has learned it plays. @param {App} app */
async function playFirst(app) {
    const { playAlone } = await import("./playing.js");
    playAlone(app.setup());
}

/** A table at which one action is asked for. @param {App} app @param {number} index */
async function showLesson(app, index) {
    await startRecords();
    const note = h("section.lesson", { role: "status" });
    const root = h("div.table.teaches");
    const isLast = index === LESSONS.length - 1;
    const draw = () =>
        drawNote(note, one, index, {
            next: () => (isLast ? playFirst(app) : showLesson(app, index + 1)),
            again: () => showLesson(app, index),
        });
    const one = new LessonTable(LESSONS[index], draw);
    const board = new Board(root, one.table, {
        end: () => [
            h("button.main", { type: "button", "data-do": "play", onclick: () => playFirst(app) }, t("play")),
        ],
        answer: LESSONS[index].answer,
    });
    root.prepend(note);
    app.go({
        redraw() {
            if (!root.isConnected) refill(byId("screen"), root);
            board.draw();
            draw();
        },
        key: (event) => board.key(event),
        title: () => t("firstGame"),
        close: () => {
            clearTimeout(one.timer);
            board.destroy();
        },
    });
    one.begin();
}
