// board.js - the table on the screen: puts its parts together and lets them act.
//
// It shows a Table (table.js) and sends actions to it; it neither knows where the table is nor decides
// what is legal. Its elements are made once and stay; see seats.js, piles.js, hand.js, bar.js.

import { Bar } from "./bar.js";
import { drawDeck } from "./cards.js";
import { editionAt, refusals, sentences, SPECTATOR } from "./core.js";
import { h, keyOf, refill, set, soon, write } from "./dom.js";
import { Hand } from "./hand.js";
import { Moments } from "./moments.js";
import { Motion } from "./motion.js";
import { Piles } from "./piles.js";
import { canArmUno, isDaring, isWild, laysCard, refusedWords, verbOf, verbTakes, whyNot } from "./prompt.js";
import { isMuted, mayMove, prefs } from "./prefs.js";
import { Seats } from "./seats.js";
import { writeSigned } from "./signs.js";
import { atmosphere, play, tell } from "./sound.js";
import { lang, t, told } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./core.js").TableEvent} TableEvent */

/** How long a hand that was shown is seen. */
const PEEK_MS = 5000;
/** From the last move to what comes after it; at the end of a round at most until its moment begins (ending.js). */
const REST_MS = 900;
const END_MS = 6000;
/** How much larger cards are with large print. */
const LARGE = 1.18;
/** From a card that lands to the sound that calls me. */
const BELL_MS = 120;

export class Board {
    /**
     * @param {HTMLElement} root
     * @param {Table} table
     * @param {{end(): HTMLElement[], saying?(said: any): string, landed?(): void, answer?: string}} outside what the board
     *   leaves to others: the buttons below a finished game, sayings in words, what else tells that it is my turn, the key of
     *   the answer that a question begins with
     */
    constructor(root, table, outside) {
        this.root = root;
        this.table = table;
        this.outside = outside;
        /** @type {import("./prompt.js").Choosing | null} a wild that waits for its colour */
        this.choosing = null;
        /** @type {string | null} */
        this.raised = null;
        /** @type {string | null} played as soon as it is my turn */
        this.queued = null;
        /** @type {Element | null} what a hint points at */
        this.hinted = null;
        this.isUnoArmed = false;
        /** what the notice says belongs to the table as it was then */
        this.isOfMoment = false;
        this.isPeekOpen = true;
        this.noticeTimer = 0;
        this.peekTimer = 0;
        this.overTimer = 0;
        /** when what is in the air has landed, and a moment later */
        this.restsAt = 0;
        this.told = "";
        /** the card that the word above the hand is about */
        this.explained = "";
        /** my turn, as it is told: when the last card has landed */
        this.isMine = false;
        /** what is said when everything has landed @type {(() => void)[]} */
        this.landing = [];
        this.laidOut = "";
        /** how large the table is; measured when that changes @type {{clientWidth: number, clientHeight: number} | null} */
        this.size = null;
        /** the most cards each has held this round @type {number[]} */
        this.most = [];

        this.seats = new Seats(this);
        this.piles = new Piles(this);
        this.hand = new Hand(this);
        this.bar = new Bar(this);
        this.strips = h("div.strips");
        this.inStrips = /** @type {import("./strips.js").Strips | null} */ (null);
        this.motion = new Motion(this);
        this.moments = new Moments(this);
        this.ticker = h("p.ticker", { "aria-hidden": "true" }, h("span"), h("span"));
        this.over = h("section.over", { hidden: true });
        this.lamps = [h("i.lamp.on", { "data-color": "" }), h("i.lamp")];
        this.things = h("div.things", { "aria-hidden": "true" });
        this.felt = h("div.felt", null, this.things, this.piles.element, this.seats.list);
        this.notice = h("div.notice", { role: "status", "aria-live": "assertive", hidden: true });
        this.arena = h("section.arena", null, this.felt, this.ticker, this.over, this.notice);
        this.live = h("div.unseen", { "aria-live": "polite", role: "log" });
        this.urgent = h("div.unseen", { "aria-live": "assertive" });
        refill(
            root,
            this.lamps,
            this.arena,
            this.strips,
            this.bar.element,
            h("section.hand-box", null, this.bar.mineLine, this.hand.list),
            this.bar.flower,
            this.moments.layer,
            this.live,
            this.urgent,
        );
        this.resize = new ResizeObserver(() => {
            this.size = null;
            // Where nothing is to be seen yet, this frame need not wait for it.
            if (this.root.classList.contains("bare")) soon(() => this.layOut());
            else this.layOut();
        });
        this.resize.observe(root);
        this.resize.observe(this.felt);
        this.resize.observe(this.hand.list);
        // The press itself is answered first.
        this.onPress = () =>
            soon(() => {
                this.motion.skipDeal();
                this.moments.endLots();
                this.skipEnding();
            });
        root.addEventListener("pointerdown", this.onPress);
        // Nothing lands where nobody looks.
        this.onHide = () => {
            if (!document.hidden) return;
            this.motion.stop();
            this.piles.settle();
        };
        document.addEventListener("visibilitychange", this.onHide);
        table.listen((message, news) => this.show(message, news));
    }

    /** As this table plays it. */
    get edition() {
        return editionAt(this.table.settings);
    }

    get isDaring() {
        return isDaring(this.table, this.edition);
    }

    get canArmUno() {
        return canArmUno(this.table, this.edition);
    }

    get scoring() {
        return this.edition.scoring;
    }

    destroy() {
        this.resize.disconnect();
        clearTimeout(this.noticeTimer);
        clearTimeout(this.peekTimer);
        clearTimeout(this.overTimer);
        atmosphere(null);
        document.removeEventListener("visibilitychange", this.onHide);
        this.landing = [];
        this.motion.stop();
        this.moments.stop();
        this.seats.destroy();
        this.bar.destroy();
        this.hand.destroy();
        this.root.removeEventListener("pointerdown", this.onPress);
        this.root.remove();
    }

    // ---- drawing ----

    /** After a message. @param {any} message @param {TableEvent[]} news */
    show(message, news) {
        if (message.t === "said") return this.hear(message);
        const isMoving = news.length > 0 && mayMove() && !document.hidden && this.root.isConnected;
        if (isMoving) {
            this.motion.remember(news);
            this.restsAt = performance.now() + (message.over ? END_MS : REST_MS);
        } else if (message.t === "table" && !this.motion.isDealing) this.motion.stop();
        else this.motion.runDue();
        if (news.some((event) => event.e === "dealt")) this.most = [];
        this.table.now?.counts.forEach((count, seat) => {
            this.most[seat] = Math.max(this.most[seat] ?? 0, count);
        });
        if (message.t === "update" || message.t === "table") {
            // What was advised or refused belongs to the table as it was.
            if (this.hinted) this.point(null);
            if (this.isOfMoment && (news.length || message.t === "table")) this.notice.hidden = true;
            if (!this.table.isMyTurn() && !this.table.now?.legal?.jumps?.length) this.choosing = null;
            this.isUnoArmed &&= this.canArmUno;
            if (news.length)
                this.isPeekOpen =
                    news.some((event) => event.e === "shown-to") ||
                    (this.isPeekOpen && (this.table.now?.phase === "swing" || this.peekTimer > 0));
            if (news.some((event) => event.e === "shown-to")) this.peekFor(PEEK_MS);
        }
        this.draw();
        soon(() => this.tellNow());
        // The room is there as long as somebody plays, and its music knows how near the end is.
        const { stage, now } = this.table;
        atmosphere(stage === "playing" ? Number(Boolean(now?.counts.some((count) => count < 3))) : null);
        if (news.length) {
            if (isMoving) this.motion.runSoon(news);
            tell(news, isMoving);
            this.moments.show(news, isMoving);
            this.seats.react(news);
            this.bar.react(news);
            const isCalled = news.some((event) => event.e === "turn" || event.e === "pending");
            this.landing.push(() => {
                this.aloud(({ tellNews }) => tellNews(this, news));
                if (isCalled && this.isMine) window.setTimeout(() => play("turn"), BELL_MS);
            });
            if (!this.motion.isBusy) this.landed();
        }
        this.playQueued();
    }

    /** Whose turn it is, is told when the last card lies; what is a race is offered at once. */
    noteTurn() {
        const { table, motion } = this;
        const { phase = "", legal = {} } = table.now ?? {};
        const canWait = motion.isBusy && ["turn", "pending"].includes(phase);
        const isRace = legal.jumps?.length || legal.catches?.length || table.can("says uno");
        this.isMine = table.isMyTurn() && (this.isMine || !canWait || Boolean(isRace));
    }

    /** Everything lies where it belongs. */
    landed() {
        if (this.table.isMyTurn() && !this.isMine)
            soon(() => {
                this.noteTurn();
                if (!this.overTimer) this.bar.draw();
                this.hand.draw();
                this.outside.landed?.();
            });
        for (const say of this.landing.splice(0)) soon(say);
    }

    /** A hand that was shown stays long enough to be read, whatever others do. @param {number} ms */
    peekFor(ms) {
        clearTimeout(this.peekTimer);
        this.peekTimer = window.setTimeout(() => {
            this.peekTimer = 0;
            this.isPeekOpen &&= this.table.now?.phase === "swing";
            this.drawStrips();
        }, ms);
    }

    /** What is shown above the prompt for a while. */
    drawStrips() {
        const { asking, open, shown } = this.table;
        if (this.inStrips || asking || Object.keys({ ...open, ...shown }).length)
            void import("./strips.js").then(({ drawStrips }) => drawStrips(this));
    }

    /** Somebody says something. @param {any} said */
    hear(said) {
        if (said.seat === null || said.seat === undefined) return;
        if (said.seat !== this.table.me && isMuted(this.nameOf(said.seat))) return;
        const phrase = this.outside.saying?.(said) ?? said.text ?? "";
        this.seats.say(said.seat, phrase);
        this.aloud(({ say }) => say(this, `${this.nameOf(said.seat)}: ${phrase}`));
    }

    /** Everything as it is now. */
    draw() {
        const { table, edition } = this;
        if (!table.now) this.root.classList.add("bare");
        if (!table.seats.length) return;
        drawDeck(edition);
        this.root.dataset.edition = edition.id;
        this.root.dataset.stage = table.stage;
        this.root.classList.toggle("watching", table.me === null);
        this.root.classList.toggle("choosing", this.choosing !== null);
        this.noteTurn();
        this.seats.draw();
        this.piles.draw();
        this.drawOver();
        // Nothing moves aside while the last card lands.
        if (!this.overTimer) {
            this.drawStrips();
            this.bar.draw();
        }
        this.hand.draw();
        soon(() => this.takeKeys());
        soon(() => this.drawTicker());
        const key = `${this.seats.others().join()}${edition.id}${Boolean(table.now)}`;
        if (key !== this.laidOut) soon(() => this.layOut());
        this.laidOut = key;
    }

    /** Where something was pressed that is gone, keys and readers go on at the cards. */
    takeKeys() {
        const at = document.activeElement;
        const isLost = at === document.body || at?.id === "screen";
        if (isLost && this.table.stage === "playing" && this.table.hand.length)
            this.hand.list.focus({ preventScroll: true });
    }

    /** How wide a card is here: the same in the hand and on the piles, within a tenth. */
    cardWidth() {
        const { clientWidth, clientHeight } = this.size ?? this.root;
        if (clientWidth && clientHeight) this.size = { clientWidth, clientHeight };
        const wide = clientWidth || innerWidth;
        // Where the table is scrolled, what is seen of it.
        const high = Math.min(clientHeight || innerHeight, innerHeight - 30);
        const many = this.table.hand.length > 14 && wide < 600 ? 0.86 : 1;
        if (this.table.me === null && document.body.classList.contains("tv"))
            return Math.min(wide * 0.13, high * 0.24);
        const large = prefs.large ? LARGE : 1;
        if (high < 240) return Math.max(34, high * 0.2);
        if (high < 420) return Math.max(44, Math.min(high * 0.22, 76)) * many * large;
        return Math.max(58, Math.min(wide * 0.14 + 22, high * 0.165, 132)) * many * large;
    }

    /** Gives everything its place. */
    layOut() {
        const { clientWidth, clientHeight } = this.felt;
        if (!clientWidth || !clientHeight) return;
        // Everything is measured before anything changes.
        const card = this.cardWidth();
        const isTight = this.arena.clientHeight < 330 && this.seats.others().length > 4;
        this.hand.measure();
        this.root.style.setProperty("--card", `${card}px`);
        this.root.classList.toggle("tight", isTight);
        this.piles.place(this.seats.place(clientWidth, clientHeight), card);
        this.bar.placeFlower(this.piles.spot, clientWidth, clientHeight);
        this.hand.place();
        // Until something is dealt there is only the cloth; and nothing is seen before it has its place.
        this.root.classList.toggle("bare", !this.table.now);
    }

    /** The lamp warms to the colour in play. @param {string} color its id */
    light(color) {
        const [lit, next] = this.lamps;
        if (lit.dataset.color === color) return;
        next.dataset.color = color;
        for (const one of this.lamps) one.classList.toggle("on", one === next);
        this.lamps.reverse();
    }

    drawTicker() {
        const { events } = this.table;
        const { tellsLots } = this.moments;
        const key = `${events.length} ${this.table.n} ${lang} ${tellsLots}`;
        if (key === this.told) return;
        this.told = key;
        const last = tellsLots
            ? events.filter((event) => ["lot-tied", "lot-won"].includes(event.e))
            : events.slice(-24);
        const lines = sentences(
            this.edition,
            this.table.names(),
            last,
            this.table.me ?? SPECTATOR,
            lang,
            this.table.spokenTo(),
            this.table.settings?.house,
        ).filter((line) => last[line.at].e !== "turn");
        [...this.ticker.children].forEach((span, index) =>
            write(span, lines[lines.length - this.ticker.childElementCount + index]?.text ?? ""),
        );
    }

    /** @param {number} seat */
    nameOf(seat) {
        return this.table.seats[seat]?.name ?? "";
    }

    /** The most cards somebody has held this round. @param {number} seat */
    mostHeld(seat) {
        return this.most[seat] ?? 0;
    }

    /** The end of a round; how it is counted comes when it is needed. */
    drawOver() {
        const { over, stage, seats, n } = this.table;
        const isOver = (stage === "between" || stage === "over") && over;
        // The last card lands, and the table is quiet for a moment.
        const wait = this.restsAt - performance.now();
        const isEnding = Boolean(isOver && wait > 0 && !this.over.dataset.key);
        const wasEnding = this.root.classList.contains("ending");
        this.root.classList.toggle("ending", isEnding);
        clearTimeout(this.overTimer);
        this.overTimer = isEnding ? window.setTimeout(() => this.draw(), wait) : 0;
        if (isEnding) {
            if (!wasEnding) void import("./ending.js").then(({ end }) => end(this));
            return;
        }
        const key = isOver
            ? `${stage}${n}${lang}${JSON.stringify(seats.map((seat) => [seat.ready, seat.agreed, seat.here]))}`
            : "";
        if (!isOver) set(this.over, { hidden: true });
        if (!isOver) this.root.classList.remove("counting");
        if (this.over.dataset.key === key) return;
        const isNew = !this.over.dataset.key || this.over.dataset.stage !== stage;
        this.over.dataset.key = key;
        this.over.dataset.stage = isOver ? stage : "";
        if (isOver)
            void import("./count.js").then(({ drawCount }) => {
                if (this.over.dataset.key !== key) return;
                // What was seen before stays until there is something to see instead.
                this.root.classList.add("counting");
                drawCount(this, isNew);
            });
        else this.over.replaceChildren();
    }

    /** Whoever cannot wait for the result presses. */
    skipEnding() {
        if (!this.overTimer || !this.moments.layer.querySelector(".dusk")) return;
        this.restsAt = 0;
        this.draw();
    }

    // ---- doing ----

    /** @param {string} action @param {string} [quote] of an accusation: the words it is about */
    act(action, quote) {
        this.choosing = null;
        this.raised = null;
        // What has the focus and goes would have the table measured in the middle of its drawing.
        const at = document.activeElement;
        if ([this.hand.list, this.bar.prompt, this.bar.flower].some((box) => box.contains(at)))
            this.hand.list.focus({ preventScroll: true });
        this.table.act(action, quote).catch((no) => this.refused(no));
    }

    /** The draw pile was pressed. */
    draws() {
        this.act(this.table.can("draws") ? "draws" : "takes");
    }

    /** @param {any} no */
    refused(no) {
        if (!no?.code) throw no;
        this.say(no.rule ? t("refused", { text: told(no), rule: no.rule }) : told(no));
        this.draw();
    }

    /** A hint: the card is lifted, what to press has a ring, until something happens. @param {Element | null} at */
    point(at) {
        this.hinted?.classList.remove("hinted");
        this.hinted = at;
        at?.classList.add("hinted");
        this.raised = /** @type {HTMLElement | null} */ (at)?.dataset.card ?? null;
    }

    /** A short word above the hand. What it is about may go with the next move. @param {string} text */
    say(text, isOfMoment = true) {
        if (!text) return;
        this.isOfMoment = isOfMoment;
        this.explained = "";
        this.notice.hidden = false;
        // Reasons come from sentences of records, which begin in the middle.
        writeSigned(this.notice, this.edition, text[0].toLocaleUpperCase(lang) + text.slice(1));
        clearTimeout(this.noticeTimer);
        this.noticeTimer = window.setTimeout(() => {
            this.notice.hidden = true;
        }, 4500);
    }

    /** What cannot wait is said; the cards come first. */
    tellNow() {
        if (this.hand.list.childElementCount) this.aloud(({ tellNow }) => tellNow(this));
        else if (this.table.hand.length && this.root.isConnected) setTimeout(() => this.tellNow(), 200);
    }

    /** For who listens instead of looking. @param {(aloud: typeof import("./aloud.js")) => void} run */
    aloud(run) {
        void import("./aloud.js").then(run, () => {});
    }

    /** @param {import("./prompt.js").Option} option */
    choose(option) {
        if (option.act) {
            this.act(laysCard(option.act) ? this.withUno(option.act) : option.act);
        } else if (option.run === "cancel") {
            this.choosing = null;
            this.raised = null;
            this.draw();
            this.hand.focus(0);
        } else if (option.run === "jump" && option.card) {
            this.lay("jumps", option.card);
        } else if (option.run === "go-on") {
            this.table.send({ t: "ask", what: "go-on" }).catch((no) => this.refused(no));
        } else if (option.run === "unqueue") {
            this.queued = null;
            this.draw();
        } else if (option.run === "play-drawn") {
            const card = this.table.drawn ?? this.table.now?.legal?.plays?.[0];
            if (card) this.use(card);
        }
    }

    /** @param {string} action */
    withUno(action) {
        return this.isUnoArmed && this.canArmUno ? `${action} uno` : action;
    }

    /** Plays a card, or asks for its colour. @param {string} card @param {string} [how] */
    use(card, how = "press") {
        const verb = verbOf(this.table, card) ?? (this.isDaring ? "plays" : null);
        if (!verb) {
            if (how === "drag" && this.table.isMyTurn()) this.say(whyNot(this.table, this.edition, card));
            return;
        }
        this.lay(verb, card);
    }

    /** @param {string} verb @param {string} card */
    lay(verb, card) {
        this.queued = null;
        if (isWild(this.edition, card) && !verbTakes(verb, "COLORED_CARD")) {
            this.choosing = { verb, card };
            this.raised = card;
            this.draw();
        } else {
            this.act(this.withUno(`${verb} ${card}`));
        }
    }

    /**
     * One press plays a card that fits; who wants it otherwise is asked by a second one.
     * @param {string} card
     * @param {string} pointer
     */
    pressCard(card, pointer) {
        const verb = verbOf(this.table, card) ?? (this.isDaring ? "plays" : null);
        const isSure = pointer !== "touch" || !prefs.twoTaps || this.raised === card;
        if (verb && isSure) return this.use(card);
        if (!verb && this.table.isMyTurn()) {
            this.say(whyNot(this.table, this.edition, card));
        } else if (!verb && this.table.stage === "playing") {
            this.queued = this.queued === card ? null : card;
        }
        this.choosing = null;
        this.raised = verb && this.raised !== card ? card : null;
        this.draw();
    }

    /** @param {string} card */
    explain(card) {
        void import("./explain.js").then(({ explainCard }) => explainCard(this, card));
    }

    pressUno() {
        if (this.table.can("says uno")) return this.act("says uno");
        if (!this.canArmUno) {
            const isLater = this.table.hand.length === 2 && this.edition.saying;
            return this.say(isLater ? refusedWords(refusals.UNO_AFTER_CARD) : t("unoIdle"));
        }
        this.isUnoArmed = !this.isUnoArmed;
        this.bar.draw();
        const word = t(this.isUnoArmed ? "unoArmed" : "unoIdle");
        this.aloud(({ hail }) => hail(this, word));
    }

    playQueued() {
        const card = this.queued;
        if (
            !card ||
            !this.table.isMyTurn() ||
            verbOf(this.table, card) !== "plays" ||
            this.table.now?.phase !== "turn"
        )
            return;
        this.use(card);
    }

    // ---- keyboard ----

    /** True if the key was for the board. @param {KeyboardEvent} event */
    key(event) {
        const at = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
        const index = at.card === undefined ? -1 : Number(at.index);
        const key = keyOf(event);
        if (["Enter", " ", "Escape"].includes(key)) this.skipEnding();
        if (key === "ArrowRight" || key === "ArrowLeft")
            this.hand.focus(index < 0 ? this.hand.firstThatFits() : index + (key === "ArrowRight" ? 1 : -1));
        else if (key === "Home" && index >= 0) this.hand.focus(0);
        else if (key === "End" && index >= 0) this.hand.focus(Infinity);
        else if (key === "ArrowDown") this.hand.focus(index < 0 ? this.hand.firstThatFits() : index);
        else if (key === "ArrowUp") (this.bar.first() ?? this.bar.prompt.querySelector("button"))?.focus();
        else if (key === "u") this.pressUno();
        else if (key === "i" && at.card) this.explain(at.card);
        else if (key === "s")
            void import("./explain.js").then(({ tableWords }) => this.say(tableWords(this)));
        else if (key === "Escape" && this.choosing) this.choose({ label: "", run: "cancel" });
        else return this.answerKey(key);
        return true;
    }

    /** @param {string} key */
    answerKey(key) {
        const button = /^[1-9]$/.test(key)
            ? this.bar.first(key)
            : /^[a-z]$/.test(key)
              ? /** @type {HTMLElement | null} */ (this.bar.prompt.querySelector(`[data-key="${key}"]`))
              : null;
        button?.click();
        return Boolean(button);
    }
}
