// bar.js - what is asked of me and the answers to it; the button that says UNO; my own seat.
//
// Answers that stay keep their buttons: nothing jumps away under a finger.

import { cardPicture, colorShape, suitClass } from "./cards.js";
import { h, keyed, set, soon, write } from "./dom.js";
import { asRead, writeSigned } from "./signs.js";
import { facePicture, facesFor, moodsOf, setMood } from "./faces.js";
import { pickVerb, promptOf, saysUno } from "./prompt.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./prompt.js").Option} Option */

const MINE_MS = 2400;
/** How large the flower of colours is, in pixels. */
const FLOWER_MIN = 206;
const FLOWER_MAX = 380;

/** @param {Option} option */
const keyOfOption = (option) =>
    `${option.act ?? option.run ?? ""}|${option.card ?? ""}|${option.color ?? ""}|${option.key ?? ""}`;

export class Bar {
    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.sum = h("span.sum", { "aria-hidden": "true", hidden: true });
        this.words = h("span");
        this.answers = h("div.answers");
        this.colors = h("div.colors");
        this.prompt = h(
            "div.prompt",
            { role: "group" },
            h("p.ask", null, this.sum, this.words),
            this.answers,
        );
        // Colours open like a flower around the card, in the middle of the table.
        this.wild = h("span.wild", { "aria-hidden": "true" });
        this.flower = h("div.flower", { role: "group", hidden: true }, this.colors, this.wild);
        this.time = h("div.time", { "aria-hidden": "true", hidden: true });
        this.unoButton = h(
            "button.uno",
            { type: "button", onclick: () => board.pressUno() },
            h("span", { "aria-hidden": "true" }, "UNO"),
        );
        this.figure = h("span.figure");
        this.mineCount = h("span.count");
        this.mineLine = h("span.my-line");
        this.me = h("div.me", { "aria-hidden": "true" }, this.figure, this.mineCount);
        this.element = h(
            "section.bar",
            null,
            this.me,
            h("div.ask-box", null, this.prompt, this.time),
            this.unoButton,
        );
        /** @type {Map<string, Option>} */
        this.options = new Map();
        this.asked = "";
        this.clock = "";
        /** the time that runs out @type {Animation | null} */
        this.runs = null;
        this.moodTimer = 0;
        const press = (/** @type {Event} */ event) => {
            const key = /** @type {HTMLElement | null} */ (
                /** @type {HTMLElement} */ (event.target).closest(".answer")
            )?.dataset.option;
            const option = key === undefined ? undefined : this.options.get(key);
            if (option) board.choose(option);
        };
        for (const box of [this.prompt, this.flower]) box.addEventListener("click", press);
    }

    destroy() {
        clearTimeout(this.moodTimer);
    }

    draw() {
        const { board } = this;
        const { table } = board;
        this.drawUno();
        this.drawMe();
        if (table.isMyTurn() && !board.isMine && !board.choosing && !table.paused) return;
        const prompt = promptOf(table, board.edition, board.choosing, board.queued);
        board.root.classList.toggle("mine", prompt.isMine);
        const key = prompt.text + prompt.options.map(keyOfOption).join();
        const isNew = key !== this.asked;
        this.asked = key;
        const { now } = table;
        // Somebody may still be caught, or has to say it.
        board.root.classList.toggle(
            "breath",
            Boolean(now?.legal?.catches?.length || now?.owes?.length) && table.stage === "playing",
        );
        const sum = now?.phase === "pending" && table.isMyTurn() ? now.pending : 0;
        set(this.sum, { hidden: !sum });
        write(this.sum, sum ? `+${sum}` : "");
        writeSigned(this.words, board.edition, prompt.text);
        this.options = new Map(prompt.options.map((option) => [keyOfOption(option), option]));
        // Who is to be picked is pressed at the table (seats.js), or beside the hand that was shown.
        const pick = pickVerb(table);
        const numbered = prompt.options
            .filter((option) => !pick || !option.act?.startsWith(`${pick} `))
            .map((option, index) => ({ option, number: index + 1 }));
        this.drawAnswers(
            this.answers,
            numbered.filter(({ option }) => option.color === undefined),
        );
        const named = numbered.filter(({ option }) => option.color !== undefined);
        this.drawAnswers(this.colors, named);
        this.drawFlower(named.length, board.choosing?.card ?? (now ? now.top : ""), prompt.text);
        this.prompt.classList.toggle("asks", prompt.asks);
        set(this.prompt, { "aria-label": asRead(board.edition, prompt.text) });
        // A question takes the focus, unless somebody is writing or reading elsewhere.
        if (isNew && prompt.asks) soon(() => this.takeFocus());
    }

    /** @param {number} count @param {string} card @param {string} words */
    drawFlower(count, card, words) {
        const { board } = this;
        set(this.flower, { hidden: !count, "aria-label": words });
        if (!count) return;
        [...this.colors.children].forEach((one, index) =>
            /** @type {HTMLElement} */ (one).style.setProperty("--turn", `${(index * 360) / count}deg`),
        );
        this.flower.classList.toggle("other", count !== 4);
        if (this.wild.dataset.card === card) return;
        this.wild.dataset.card = card;
        this.wild.replaceChildren(cardPicture(board.edition, card));
    }

    takeFocus() {
        const at = document.activeElement;
        if (at !== document.body && !this.board.root.contains(at)) return;
        const wanted = [...this.options].find(([, { key }]) => key && key === this.board.outside.answer)?.[0];
        const one = wanted
            ? this.answers.querySelector(`[data-option="${CSS.escape(wanted)}"]`)
            : this.first();
        /** @type {HTMLElement | null} */ (one)?.focus({ preventScroll: true });
    }

    /** The answer of this number, wherever it stands. @param {string} [number] @returns {HTMLElement | null} */
    first(number = "1") {
        const all = /** @type {HTMLElement[]} */ ([
            ...this.board.root.querySelectorAll(`[data-number="${number}"]`),
        ]);
        return all.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;
    }

    /** @param {HTMLElement} box @param {{option: Option, number: number}[]} options */
    drawAnswers(box, options) {
        keyed(
            box,
            options,
            ({ option }) => `${this.board.edition.id}${keyOfOption(option)}`,
            ({ option }) => {
                const button = h(
                    "button.answer",
                    { type: "button", "data-key": option.key, "data-option": keyOfOption(option) },
                    option.color !== undefined ? colorShape(this.board.edition, option.color) : null,
                    h("span"),
                    h("kbd", { "aria-hidden": "true" }),
                );
                if (option.color !== undefined)
                    button.classList.add("color", ...suitClass(this.board.edition, option.color).split(" "));
                return button;
            },
            (button, { option, number }) => {
                set(button, { "data-number": number });
                writeSigned(
                    /** @type {Element} */ (button.querySelector("span")),
                    this.board.edition,
                    option.label,
                );
                write(
                    /** @type {Element} */ (button.querySelector("kbd")),
                    option.key ? option.key.toUpperCase() : number,
                );
                for (const tone of ["main", "alert", "big"])
                    button.classList.toggle(tone, option.tone === tone);
            },
        );
    }

    /** Around the piles, as large as there is room; in a row where there is next to none. @param {import("./places.js").Point} spot
     * @param {number} width @param {number} height of the felt */
    placeFlower(spot, width, height) {
        const { flower } = this;
        const size = Math.min(FLOWER_MAX, width - 16, Math.max(FLOWER_MIN, height - 8));
        flower.classList.toggle("flat", height < FLOWER_MIN / 2);
        flower.style.setProperty("--size", `${size}px`);
        flower.style.left = `${Math.min(width - size / 2 - 8, Math.max(size / 2 + 8, spot.x))}px`;
        flower.style.top = `${Math.max(size / 2 + 4, Math.min(height - size / 2 - 4, spot.y))}px`;
    }

    drawUno() {
        const { board } = this;
        const { table } = board;
        const owes = table.me !== null && table.can("says uno");
        const canArm = board.canArmUno;
        // Where nobody says it there is nothing to press (RULE H15).
        set(this.unoButton, { hidden: table.me === null || !saysUno(board.edition) });
        this.unoButton.classList.toggle("owed", owes);
        this.unoButton.classList.toggle("ready", canArm && !board.isUnoArmed);
        this.unoButton.classList.toggle("armed", board.isUnoArmed);
        set(this.unoButton, {
            "aria-pressed": String(board.isUnoArmed),
            "aria-disabled": String(!owes && !canArm),
            "aria-label": owes ? t("unoSay") : board.isUnoArmed ? t("unoArmed") : t("unoIdle"),
        });
    }

    /** My own face, cards and points, and how much time I have. */
    drawMe() {
        const { table, scoring } = this.board;
        const { me, now, seats, stage } = table;
        // Who comes back may hear of the own seat before those at the table are told.
        const isShown = me !== null && me in seats && now !== null && stage === "playing";
        set(this.me, { hidden: !isShown });
        this.element.classList.toggle("faceless", !isShown);
        if (isShown) {
            const face = String(facesFor(seats)[me]);
            if (this.figure.dataset.face !== face) {
                this.figure.dataset.face = face;
                this.figure.replaceChildren(facePicture(Number(face)));
            }
            write(this.mineCount, table.hand.length);
        }
        const points = isShown && scoring !== "quick" && now.score.some(Boolean);
        write(
            this.mineLine,
            isShown
                ? [
                      seats[me]?.name,
                      t("cardCount", { n: table.hand.length }),
                      points && t("points", { n: now.score[me] }),
                  ]
                      .filter(Boolean)
                      .join(" · ")
                : "",
        );
        const left = isShown && table.isMyTurn() ? (now.left ?? null) : null;
        const clock = left === null ? "" : String(table.n);
        if (clock === this.clock) return;
        this.clock = clock;
        // Asking the element for it would have the whole table measured.
        this.runs?.cancel();
        set(this.time, { hidden: left === null });
        if (left !== null)
            this.runs = this.time.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
                duration: Math.max(1, left - (performance.now() - table.since)),
                fill: "forwards",
            });
    }

    /** My face, too, shows what happened to me. @param {import("./core.js").TableEvent[]} news */
    react(news) {
        const { me } = this.board.table;
        const picture = this.figure.firstElementChild;
        for (const event of news)
            for (const [seat, mood] of moodsOf(event, news)) {
                if (seat !== me || !picture) continue;
                setMood(picture, mood);
                clearTimeout(this.moodTimer);
                this.moodTimer = window.setTimeout(() => setMood(picture, "calm"), MINE_MS);
            }
    }

    /** Where my cards go when hands change owners. */
    box() {
        return this.figure.getBoundingClientRect();
    }
}
