// board.js - the table on the screen: seats, piles, prompt, hand, and what can be done with them.
//
// It shows a Table (table.js) and sends actions to it; it neither knows where the table is nor decides
// what is legal. Parts are built anew when something changes; focus stays where it was.

import { cardPicture, colorShape, drawDeck, suitClass } from "./cards.js";
import { edition as editionOf, sentences, SPECTATOR } from "./core.js";
import { h, refill, svg } from "./dom.js";
import { cardName, isWild, promptOf, verbOf, whyNot } from "./prompt.js";
import { mayMove, prefs } from "./prefs.js";
import { both, lang, t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./core.js").TableEvent} TableEvent */

const LONG_PRESS_MS = 450;
const DRAG_PX = 46;
const RING = 2 * Math.PI * 26;

export class Board {
    /**
     * @param {HTMLElement} root
     * @param {Table} table
     * @param {{end(): HTMLElement[]}} outside what the board leaves to others: the buttons below a finished
     *   game
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
        this.isUnoArmed = false;
        this.isPeekOpen = true;
        this.promptText = "";
        this.pressTimer = 0;
        /** the press was something else than a press, and its click is not to count */
        this.isPressUsed = false;
        /** @type {number | null} */
        this.pressedAt = null;
        this.noticeTimer = 0;
        this.isDealt = false;
        /** @type {typeof import("./motion.js") | null} */
        this.motion = null;
        this.isLoading = false;
        /** @type {typeof import("./sound.js") | null} */
        this.sound = null;

        this.seats = h("ul.seats", { "aria-label": t("opponents") });
        this.centre = h("div.centre");
        this.ticker = h("p.ticker", { "aria-hidden": "true" });
        this.over = h("section.over", { hidden: true });
        this.peek = h("section.peek", { hidden: true });
        this.asking = h("section.asking", { hidden: true, role: "status" });
        this.arena = h("section.arena", null, this.seats, this.centre, this.ticker, this.over);
        this.prompt = h("div.prompt", { role: "group" });
        this.unoButton = h("button.uno", { type: "button", onclick: () => this.pressUno() });
        this.hand = h("ul.hand", { "aria-label": t("yourHand"), tabindex: -1 });
        this.mine = h("p.my-line");
        this.time = h("div.time", { "aria-hidden": "true" });
        this.notice = h("div.notice", { role: "status", "aria-live": "assertive", hidden: true });
        this.live = h("div.unseen", { "aria-live": "polite", role: "log" });
        refill(
            root,
            this.arena,
            h("div.strips", null, this.asking, this.peek),
            h("section.bar", null, h("div.ask-box", null, this.prompt, this.time), this.unoButton),
            h("section.hand-box", null, this.notice, this.mine, this.hand),
            this.live,
        );
        this.resize = new ResizeObserver(() => this.spread());
        this.resize.observe(this.hand);
        table.listen((message, news) => this.show(message, news));
    }

    get edition() {
        return editionOf(this.table.settings?.edition ?? "classic");
    }

    /** Where a wrong card has its price, whoever wants may lay one. */
    get isDaring() {
        return Boolean(prefs.daring && this.edition.misplay && this.table.isMyTurn());
    }

    get scoring() {
        return this.table.settings?.scoring ?? this.edition.scoring;
    }

    destroy() {
        this.resize.disconnect();
    }

    /** What is not needed to hold cards comes after the first move: travelling cards, sounds, the count. */
    async loadMore() {
        if (this.isLoading) return;
        this.isLoading = true;
        [this.motion, this.sound] = await Promise.all([
            import("./motion.js"),
            import("./sound.js"),
            import("./count.js"),
        ]);
    }

    // ---- drawing ----

    /** After a message. @param {any} message @param {TableEvent[]} news */
    show(message, news) {
        const before = this.places();
        if (message.t === "update" || message.t === "table") {
            if (!this.table.isMyTurn() && !this.table.now?.legal?.jumps?.length) this.choosing = null;
            if (this.table.hand.length !== 2) this.isUnoArmed = false;
            if (news.length)
                this.isPeekOpen =
                    news.some((event) => event.e === "shown-to") ||
                    (this.isPeekOpen && this.table.now?.phase === "swing");
        }
        this.draw();
        // An opening card may make somebody draw: that is still the deal.
        if (this.isDealt && news.some((event) => ["played", "drew", "jumped"].includes(event.e)))
            void this.loadMore();
        this.isDealt ||= Boolean(this.table.now);
        if (news.length) {
            this.tell(news);
            if (mayMove()) this.motion?.travel(this.edition, news, before);
            this.sound?.tell(news, this.table.isMyTurn());
        }
        this.playQueued();
    }

    /** Everything as it is now. */
    draw() {
        const table = this.table;
        drawDeck(this.edition);
        this.root.dataset.edition = this.edition.id;
        this.root.dataset.stage = table.stage;
        this.root.classList.toggle("watching", table.me === null);
        this.seats.setAttribute("aria-label", t("opponents"));
        this.hand.setAttribute("aria-label", t("yourHand"));
        this.drawSeats();
        this.drawCentre();
        this.drawPeek();
        this.drawAsking();
        this.drawOver();
        this.drawPrompt();
        this.drawHand();
        this.drawUno();
        this.drawTicker();
        this.drawMine();
    }

    /** My own points, and how much time I have. */
    drawMine() {
        const { me, now, seats, stage } = this.table;
        const isShown = me !== null && now && stage === "playing";
        refill(
            this.mine,
            isShown
                ? [
                      seats[me]?.name,
                      this.scoring !== "quick" &&
                          now.score.some(Boolean) &&
                          t("points", { n: now.score[me] }),
                  ]
                      .filter(Boolean)
                      .join(" · ")
                : "",
        );
        const left = isShown && this.table.isMyTurn() ? (now.left ?? null) : null;
        this.time.getAnimations().forEach((one) => one.cancel());
        this.time.hidden = left === null;
        if (left !== null)
            this.time.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
                duration: Math.max(1, left - (performance.now() - this.table.since)),
                fill: "forwards",
            });
    }

    /** Places on the screen, to animate from. */
    places() {
        const hand = new Map();
        for (const button of this.hand.querySelectorAll("button"))
            hand.set(button.dataset.card, button.getBoundingClientRect());
        const box = (/** @type {string} */ query) =>
            this.root.querySelector(query)?.getBoundingClientRect() ?? null;
        return {
            seat: (/** @type {number} */ seat) =>
                seat === this.table.me
                    ? this.hand.getBoundingClientRect()
                    : box(`[data-seat="${seat}"] .face`),
            pile: () => box(".pile .card"),
            discard: () => box(".discard .card"),
            hand: (/** @type {string} */ card) => hand.get(card) ?? null,
        };
    }

    /** The others, in the order of play to the left, beginning after me. */
    others() {
        const count = this.table.seats.length;
        const from = this.table.me ?? -1;
        const all = Array.from(
            { length: this.table.me === null ? count : count - 1 },
            (_, index) => (from + 1 + index) % count,
        );
        return all.filter((seat) => this.table.seats[seat]?.kind !== "free");
    }

    drawSeats() {
        const others = this.others();
        this.seats.dataset.count = String(others.length);
        this.seats.classList.toggle("many", others.length > 4);
        refill(
            this.seats,
            others.map((seat, index) => this.seat(seat, index, others.length)),
        );
    }

    /** One of the others. @param {number} seat @param {number} index @param {number} count */
    seat(seat, index, count) {
        const { now, seats } = this.table;
        const person = seats[seat];
        const cards = now?.counts[seat] ?? 0;
        const isTurn = now?.must.includes(seat) ?? false;
        const pending = now?.pending && now.turn === seat ? now.pending : 0;
        const hasUno = cards === 1 && !now?.owes?.includes(seat);
        const canCatch = now?.legal?.catches?.includes(seat);
        const notes = [
            t("cardCount", { n: cards }),
            isTurn && t("hisTurn"),
            hasUno && t("saidUno"),
            person.away && t("away"),
            person.kind === "person" && person.here === false && t("offline"),
            person.kind === "bot" && t("isBot"),
            pending && t("pendingOn", { n: pending }),
        ];
        const item = h(
            "li.seat",
            { "data-seat": seat, "aria-current": isTurn ? "true" : null },
            h(
                "div.fan",
                { "aria-hidden": "true" },
                Array.from({ length: Math.min(cards, 10) }, () => h("i.tiny")),
            ),
            h(
                "div.face",
                { "aria-hidden": "true" },
                ring(isTurn, now?.left ?? null),
                h("b", null, (person.name ?? "?").slice(0, 1).toUpperCase()),
                h("span.count", null, cards),
                pending ? h("span.pending", null, `+${pending}`) : null,
                hasUno ? h("span.flag", null, "UNO") : null,
            ),
            h(
                "div.name",
                { "aria-hidden": "true" },
                person.kind === "bot" ? robot() : null,
                person.name ?? "",
            ),
            h("span.unseen", null, `${person.name}: ${notes.filter(Boolean).join(", ")}`),
            now && this.scoring !== "quick" && now.score.some(Boolean)
                ? h("div.score", null, t("points", { n: now.score[seat] }))
                : null,
            canCatch
                ? h(
                      "button.catch",
                      { type: "button", onclick: () => this.act(`catches ${person.name}`) },
                      t("catchShort"),
                  )
                : null,
        );
        item.classList.toggle("turn", isTurn);
        item.classList.toggle(
            "gone",
            Boolean(person.away || (person.kind === "person" && person.here === false)),
        );
        // On wide screens the seats stand on an arc; percentages, so that it holds at every size.
        const reach = count === 1 ? 0 : Math.min(82, 30 + count * 9);
        const angle = ((90 + reach - (count === 1 ? 0 : (2 * reach * index) / (count - 1))) * Math.PI) / 180;
        item.style.setProperty("--x", `${50 + 41 * Math.cos(angle)}%`);
        item.style.setProperty("--y", `${78 - 64 * Math.sin(angle)}%`);
        return item;
    }

    drawCentre() {
        const { now } = this.table;
        if (!now) return refill(this.centre);
        const edition = this.edition;
        const color = edition.colors.findIndex((one) => one.id === now.color);
        const canDraw = this.table.can("draws") || this.table.can("takes");
        const played = this.table.events
            .filter(
                (event) => ["turned", "turned-ignored", "played", "jumped"].includes(event.e) && event.card,
            )
            .slice(-3);
        const named = isWild(edition, now.top) && color >= 0 ? color : null;
        const below = played.slice(0, -1);
        refill(
            this.centre,
            h(
                "div.piles",
                null,
                h(
                    "div.ring",
                    {
                        class: `ring ${color >= 0 ? suitClass(edition, color) : ""} ${now.dir}`,
                        "aria-hidden": "true",
                    },
                    arrows(),
                ),
                h(
                    "button.pile",
                    {
                        type: "button",
                        disabled: !canDraw,
                        "aria-label": `${t("drawPile")}: ${t("pileLeft", { n: now.pile })}. ${canDraw ? t("draw") : ""}`,
                        onclick: () => this.act(this.table.can("draws") ? "draws" : "takes"),
                    },
                    cardPicture(edition, null),
                    h("span.count", { "aria-hidden": "true" }, now.pile),
                ),
                h(
                    "div.discard",
                    { role: "img", "aria-label": `${t("discardPile")}: ${cardName(edition, now.top)}` },
                    below.map((event, index) =>
                        h(`div.under${index}`, null, cardPicture(edition, event.card ?? null)),
                    ),
                    h("div.top", null, cardPicture(edition, now.top, named)),
                ),
                color >= 0
                    ? h(
                          "div.in-play",
                          { class: `in-play ${suitClass(edition, color)}` },
                          colorShape(edition, color),
                          h("span", null, both(edition.colors[color].name)),
                          h("span.unseen", null, t("direction", { where: t(now.dir) })),
                      )
                    : null,
            ),
        );
    }

    drawTicker() {
        const last = this.table.events.slice(-40);
        const lines = sentences(
            this.edition,
            this.table.names(),
            last,
            this.table.me ?? SPECTATOR,
            lang,
            this.table.spokenTo(),
        ).filter((line) => last[line.at].e !== "turn");
        refill(
            this.ticker,
            lines.slice(-2).map((line) => h("span", null, line.text)),
        );
    }

    /** @param {number} seat */
    nameOf(seat) {
        return this.table.seats[seat]?.name ?? "";
    }

    /** Hands that were shown to me, as long as they matter. */
    drawPeek() {
        const shown = Object.entries(this.table.shown ?? {}).filter(
            ([seat, cards]) => cards.length && Number(seat) !== this.table.me,
        );
        this.peek.hidden =
            !shown.length || !this.isPeekOpen || !["playing", "replay"].includes(this.table.stage);
        if (this.peek.hidden) return;
        refill(
            this.peek,
            h(
                "button.quiet.x",
                {
                    type: "button",
                    "aria-label": t("close"),
                    onclick: () => {
                        this.isPeekOpen = false;
                        this.drawPeek();
                    },
                },
                "✕",
            ),
            shown.map(([seat, cards]) =>
                h(
                    "div.peek-hand",
                    null,
                    h(
                        "b",
                        null,
                        h("span.long", null, t("handOf", { who: this.nameOf(Number(seat)) })),
                        h("span.short", null, this.nameOf(Number(seat))),
                    ),
                    h(
                        "span.minis",
                        null,
                        this.sorted(cards).map((card) => this.mini(card)),
                    ),
                ),
            ),
        );
    }

    /** A question to the table, and my vote. */
    drawAsking() {
        const { asking, seats, me } = this.table;
        this.asking.hidden = !asking;
        if (!asking) return;
        const vote = (/** @type {boolean} */ yes) =>
            void this.table.send({ t: "vote", yes }).catch((no) => this.refused(no));
        const what = t(`ask.${asking.what}`, { who: seats[asking.seat ?? -1]?.name ?? "" });
        const canVote = me !== null && me !== asking.by && me !== asking.seat && !asking.yes.includes(me);
        refill(
            this.asking,
            h("p", null, t("asks", { who: seats[asking.by]?.name ?? "", what })),
            canVote
                ? h(
                      "div.row",
                      null,
                      h("button.main", { type: "button", onclick: () => vote(true) }, t("yes")),
                      h("button", { type: "button", onclick: () => vote(false) }, t("no")),
                  )
                : null,
        );
    }

    /** @param {string} card */
    mini(card) {
        return h(
            "span.mini",
            { role: "img", "aria-label": cardName(this.edition, card) },
            cardPicture(this.edition, card),
        );
    }

    /** @param {string[]} cards */
    sorted(cards) {
        const edition = this.edition;
        const order = (/** @type {string} */ code) => {
            const card = edition.cards[code];
            return card ? (card.color ?? 99) * 100 + card.face : 0;
        };
        return [...cards].sort((a, b) => order(a) - order(b));
    }

    drawHand() {
        const focused =
            document.activeElement instanceof HTMLElement && this.hand.contains(document.activeElement)
                ? document.activeElement.dataset.index
                : null;
        const cards = this.table.me === null ? [] : this.sorted(this.table.hand);
        if (this.raised && !cards.includes(this.raised)) this.raised = null;
        if (this.queued && !cards.includes(this.queued)) this.queued = null;
        const mine = this.table.isMyTurn();
        const seen = new Set();
        refill(
            this.hand,
            cards.map((card, index) => {
                const verb = verbOf(this.table, card);
                // Of several equal cards one is marked.
                const isFirst = !seen.has(card);
                seen.add(card);
                const isDrawn = this.table.drawn === card && isFirst;
                const can =
                    Boolean(verb) &&
                    (this.table.now?.phase !== "drawn" || !mine || isDrawn || verb === "jumps");
                const label = [
                    cardName(this.edition, card),
                    can ? (verb === "jumps" && !mine ? t("canJump") : t("canPlay")) : t("cannotPlay"),
                    isDrawn && t("justDrawn"),
                ];
                const button = h(
                    "button.in-hand",
                    {
                        type: "button",
                        "data-card": card,
                        "data-index": index,
                        "aria-label": label.filter(Boolean).join(", "),
                        tabindex: index ? -1 : 0,
                        onpointerdown: (/** @type {PointerEvent} */ event) => this.pressDown(card, event),
                        onpointermove: (/** @type {PointerEvent} */ event) => this.drag(card, event),
                        onpointerup: () => this.pressUp(),
                        onpointercancel: () => this.pressUp(),
                        onpointerleave: () => clearTimeout(this.pressTimer),
                        oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
                        onclick: (/** @type {PointerEvent} */ event) =>
                            this.pressCard(card, event.pointerType || "key"),
                    },
                    cardPicture(this.edition, card),
                );
                button.classList.toggle("can", can);
                button.classList.toggle("jump", verb === "jumps");
                button.classList.toggle("dim", mine && !can && !this.isDaring);
                button.classList.toggle("raised", this.raised === card && isFirst);
                button.classList.toggle("queued", this.queued === card && isFirst);
                button.classList.toggle("drawn", isDrawn);
                return h("li", null, button);
            }),
        );
        this.spread();
        if (focused !== null) this.focusCard(Number(focused));
    }

    /** Lets the cards overlap as far as they must; below a finger's width the hand scrolls. */
    spread() {
        const count = this.hand.children.length;
        if (count < 1) return;
        const width = this.hand.firstElementChild?.getBoundingClientRect().width || 74;
        const room = this.hand.clientWidth - 48 - width;
        const step = count < 2 ? width : Math.max(Math.min(width * 0.86, room / (count - 1)), 28);
        this.hand.style.setProperty("--step", `${step}px`);
        this.hand.style.setProperty("--fan", String(Math.min(1, 7 / count)));
        [...this.hand.children].forEach((item, index) => {
            /** @type {HTMLElement} */ (item).style.setProperty(
                "--from-middle",
                String(index - (count - 1) / 2),
            );
        });
    }

    drawPrompt() {
        const prompt = promptOf(this.table, this.edition, this.choosing, this.queued);
        const hadFocus = this.prompt.contains(document.activeElement);
        const key = prompt.text + prompt.options.map((option) => option.label).join();
        this.root.classList.toggle("mine", prompt.isMine);
        if (key === this.promptText && hadFocus) return;
        const isNew = key !== this.promptText;
        this.promptText = key;
        const answers = prompt.options.map((option, index) => ({
            isColor: option.color !== undefined,
            button: this.answer(option, index),
        }));
        const { now } = this.table;
        const sum = now?.phase === "pending" && this.table.isMyTurn() ? now.pending : 0;
        refill(
            this.prompt,
            h(
                "p.ask",
                null,
                sum ? h("span.sum", { "aria-hidden": "true" }, `+${sum}`) : null,
                prompt.text,
            ),
            h(
                "div.answers",
                null,
                answers.filter((one) => !one.isColor).map((one) => one.button),
            ),
            answers.some((one) => one.isColor)
                ? h(
                      "div.colors",
                      null,
                      answers.filter((one) => one.isColor).map((one) => one.button),
                  )
                : null,
        );
        this.prompt.classList.toggle("asks", prompt.asks);
        this.prompt.setAttribute("aria-label", prompt.text);
        // A question takes the focus, unless somebody is writing or reading elsewhere.
        const at = document.activeElement;
        if (isNew && prompt.asks && (at === document.body || this.root.contains(at)))
            /** @type {HTMLElement | null} */ (this.prompt.querySelector('[data-number="1"]'))?.focus({
                preventScroll: true,
            });
    }

    /** @param {import("./prompt.js").Option} option @param {number} index */
    answer(option, index) {
        const button = h(
            `button.answer`,
            {
                type: "button",
                "data-key": option.key,
                "data-number": index + 1,
                onclick: () => this.choose(option),
            },
            option.color !== undefined ? colorShape(this.edition, option.color) : null,
            h("span", null, option.label),
            h("kbd", { "aria-hidden": "true" }, option.key ? option.key.toUpperCase() : String(index + 1)),
        );
        if (option.color !== undefined)
            button.classList.add("color", ...suitClass(this.edition, option.color).split(" "));
        if (option.tone) button.classList.add(option.tone);
        return button;
    }

    drawUno() {
        const owes = this.table.me !== null && this.table.can("says uno");
        const canArm =
            this.table.me !== null && this.table.hand.length === 2 && this.table.stage === "playing";
        this.unoButton.hidden = this.table.me === null;
        this.unoButton.classList.toggle("owed", owes);
        this.unoButton.classList.toggle("ready", canArm && !this.isUnoArmed);
        this.unoButton.classList.toggle("armed", this.isUnoArmed);
        this.unoButton.setAttribute("aria-pressed", String(this.isUnoArmed));
        this.unoButton.setAttribute("aria-disabled", String(!owes && !canArm));
        this.unoButton.setAttribute(
            "aria-label",
            owes ? t("unoSay") : this.isUnoArmed ? t("unoArmed") : t("unoIdle"),
        );
        refill(this.unoButton, h("span", { "aria-hidden": "true" }, "UNO"));
    }

    /** The end of a round; how it is counted comes when it is needed. */
    drawOver() {
        const { over, stage, seats, n } = this.table;
        const isOver = (stage === "between" || stage === "over") && over;
        const key = isOver ? `${stage}${n}${lang}${JSON.stringify(seats.map((seat) => seat.ready))}` : "";
        this.over.hidden = !isOver;
        this.root.classList.toggle("counting", Boolean(isOver));
        if (this.over.dataset.key === key) return;
        const takesFocus = !this.over.dataset.key || this.over.contains(document.activeElement);
        this.over.dataset.key = key;
        if (isOver) void import("./count.js").then(({ drawCount }) => drawCount(this, takesFocus));
    }

    // ---- doing ----

    /** @param {string} deed */
    act(deed) {
        this.choosing = null;
        this.raised = null;
        this.table.act(deed).catch((no) => this.refused(no));
    }

    /** @param {any} no */
    refused(no) {
        this.say(no.rule ? t("refused", { text: both(no), rule: no.rule }) : both(no));
        this.draw();
    }

    /** A short word above the hand. @param {string} text */
    say(text) {
        this.notice.hidden = false;
        refill(this.notice, text);
        clearTimeout(this.noticeTimer);
        this.noticeTimer = window.setTimeout(() => {
            this.notice.hidden = true;
        }, 4500);
    }

    /** For who listens instead of looking. @param {TableEvent[]} news */
    tell(news) {
        const { table } = this;
        const lines = sentences(this.edition, table.names(), news, table.me ?? SPECTATOR, lang, table.spokenTo());
        const text = lines.map((line) => line.text).join(". ");
        if (text) this.live.append(h("p", null, this.table.isMyTurn() ? `${text}. ${t("do.turn")}.` : text));
        while (this.live.children.length > 12) this.live.firstElementChild?.remove();
    }

    /** @param {import("./prompt.js").Option} option */
    choose(option) {
        if (option.act) {
            const isCard = /^(plays|jumps|streams) /.test(option.act) && option.act !== "streams none";
            this.act(isCard ? this.withUno(option.act) : option.act);
        } else if (option.run === "cancel") {
            this.choosing = null;
            this.draw();
            this.focusCard(0);
        } else if (option.run === "unqueue") {
            this.queued = null;
            this.draw();
        } else if (option.run === "play-drawn") {
            const card = this.table.drawn ?? this.table.now?.legal?.plays?.[0];
            if (card) this.use(card);
        }
    }

    /** @param {string} deed */
    withUno(deed) {
        return this.isUnoArmed && this.table.hand.length === 2 ? `${deed} uno` : deed;
    }

    /** Plays a card, or asks for its colour. @param {string} card */
    use(card) {
        const verb = verbOf(this.table, card) ?? (this.isDaring ? "plays" : null);
        if (!verb) return;
        this.queued = null;
        if (isWild(this.edition, card) && verb !== "follows") {
            this.choosing = { verb, card };
            this.raised = card;
            this.draw();
        } else {
            this.act(this.withUno(`${verb} ${card}`));
        }
    }

    /**
     * A finger raises a card first; mouse and keyboard have shown it already.
     * @param {string} card
     * @param {string} pointer
     */
    pressCard(card, pointer) {
        if (this.isPressUsed) {
            this.isPressUsed = false;
            return;
        }
        const verb = verbOf(this.table, card) ?? (this.isDaring ? "plays" : null);
        if (verb && (pointer !== "touch" || this.raised === card)) return this.use(card);
        if (!verb && this.table.isMyTurn()) {
            const why = whyNot(this.table, this.edition, card);
            this.say(t("refused", why));
        } else if (!verb && this.table.stage === "playing") {
            this.queued = this.queued === card ? null : card;
        }
        this.choosing = null;
        this.raised = this.raised === card ? null : card;
        this.draw();
    }

    /** @param {string} card @param {PointerEvent} event */
    pressDown(card, event) {
        clearTimeout(this.pressTimer);
        this.isPressUsed = false;
        if (event.button) return;
        this.pressedAt = event.clientY;
        this.pressTimer = window.setTimeout(() => {
            this.isPressUsed = true;
            this.explain(card);
        }, LONG_PRESS_MS);
    }

    pressUp() {
        clearTimeout(this.pressTimer);
        this.pressedAt = null;
    }

    /** A card that is pulled upwards is played. @param {string} card @param {PointerEvent} event */
    drag(card, event) {
        if (this.pressedAt === null || this.pressedAt - event.clientY < DRAG_PX) return;
        this.pressUp();
        if (!verbOf(this.table, card)) return;
        this.isPressUsed = event.pointerType === "mouse";
        this.use(card);
    }

    /** What a card does and, if it cannot be played, why. @param {string} card */
    explain(card) {
        const info = this.edition.cards[card];
        if (!info) return;
        const face = this.edition.faces[info.face];
        const what =
            face.number !== null && !face.play.length
                ? [t("step.number")]
                : face.play
                      .map((step) => t(`step.${step.do}`, { n: step.count }))
                      .concat(face.guard ? [t("step.guard")] : []);
        const why = verbOf(this.table, card)
            ? ""
            : (({ rule, text }) => ` — ${t("refused", { rule, text })}`)(
                  whyNot(this.table, this.edition, card),
              );
        this.say(
            `${cardName(this.edition, card)}: ${what.join(" ")} ${t("worth", { n: info.points })}${why}`,
        );
    }

    pressUno() {
        if (this.table.can("says uno")) return this.act("says uno");
        if (this.table.hand.length !== 2) return this.say(t("unoIdle"));
        this.isUnoArmed = !this.isUnoArmed;
        this.drawUno();
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

    /** @param {number} index */
    focusCard(index) {
        const buttons = /** @type {HTMLElement[]} */ ([...this.hand.querySelectorAll("button")]);
        const button = buttons[Math.max(0, Math.min(index, buttons.length - 1))];
        buttons.forEach((one) => {
            one.tabIndex = one === button ? 0 : -1;
        });
        button?.focus();
    }

    /** How the table stands, in a sentence. */
    status() {
        const { now, seats } = this.table;
        if (!now) return;
        const color = this.edition.colors.find((one) => one.id === now.color);
        const values = {
            card: cardName(this.edition, now.top),
            color: color ? both(color.name) : "–",
            who: seats[now.must[0] ?? now.turn]?.name ?? "",
        };
        const counts = this.others()
            .map((seat) => `${seats[seat].name} ${now.counts[seat]}`)
            .join(", ");
        this.say(`${t(this.table.isMyTurn() ? "statusMine" : "statusTurn", values)} ${counts}.`);
    }

    /** True if the key was for the board. @param {KeyboardEvent} event */
    key(event) {
        const card =
            document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : undefined;
        const index =
            card === undefined
                ? -1
                : Number(/** @type {HTMLElement} */ (document.activeElement).dataset.index);
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (key === "ArrowRight" || key === "ArrowLeft")
            this.focusCard(index < 0 ? 0 : index + (key === "ArrowRight" ? 1 : -1));
        else if (key === "Home" && index >= 0) this.focusCard(0);
        else if (key === "End" && index >= 0) this.focusCard(Infinity);
        else if (key === "ArrowDown" || key === "h") this.focusCard(Math.max(0, index));
        else if (key === "ArrowUp")
            /** @type {HTMLElement | null} */ (this.prompt.querySelector("button"))?.focus();
        else if (key === "u") this.pressUno();
        else if (key === "i" && card) this.explain(card);
        else if (key === "s") this.status();
        else if (key === "Escape" && this.choosing) this.choose({ label: "", run: "cancel" });
        else {
            const query = /^[1-9]$/.test(key)
                ? `[data-number="${key}"]`
                : /^[a-z]$/.test(key)
                  ? `[data-key="${key}"]`
                  : null;
            const button = query
                ? /** @type {HTMLElement | null} */ (this.prompt.querySelector(query))
                : null;
            if (!button) return false;
            button.click();
        }
        return true;
    }
}

/**
 * The light around a face: on while it is in turn, running out with its clock.
 * @param {boolean} isTurn
 * @param {number | null} left
 */
function ring(isTurn, left) {
    const light = svg("circle", { cx: 30, cy: 30, r: 26, class: "light", "stroke-dasharray": RING });
    if (isTurn && left !== null && left !== undefined && left > 0)
        light.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: RING }], {
            duration: left,
            fill: "forwards",
        });
    return svg(
        "svg",
        { viewBox: "0 0 60 60", class: "clock" },
        svg("circle", { cx: 30, cy: 30, r: 26, class: "rim" }),
        isTurn ? light : null,
    );
}

function robot() {
    return svg(
        "svg",
        { class: "robot", viewBox: "0 0 16 16" },
        svg("path", { d: "M3 5h10v8H3zM8 5V2M6 8v1M10 8v1M6 11h4" }),
    );
}

/** The track around the piles and the heads that say which way play runs. */
function arrows() {
    const box = { viewBox: "0 0 200 120" };
    return [
        svg(
            "svg",
            box,
            svg("ellipse", { cx: 100, cy: 60, rx: 96, ry: 56, class: "glow" }),
            svg("ellipse", { cx: 100, cy: 60, rx: 96, ry: 56, class: "track" }),
        ),
        svg(
            "svg",
            { ...box, class: "heads" },
            svg("path", { d: "M92 -4 108 4 92 12Z" }),
            svg("path", { d: "M108 124 92 116 108 108Z" }),
            svg("path", { d: "M188 52 196 68 204 52Z" }),
            svg("path", { d: "M12 68 4 52 -4 68Z" }),
        ),
    ];
}
