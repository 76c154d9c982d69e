// chairs.js - the chairs around a table before the deal: who sits there, who has said that they are ready, what a
// free one offers.

import { bots } from "./core.js";
import { byId, h, keyed, refill, set, svg } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { keep } from "./prefs.js";
import { goodName, tidyName } from "./setup.js";
import { shownName } from "./table.js";
import { both, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */
/** Who looks at it. @typedef {{app: App, table: Table, isHost: boolean, send: (command: any) => void}} Eyes */

/** How round the table is: 2 is an ellipse, more is nearer to a rectangle. */
const BOW = 2.7;
const STEPS = 360;

/**
 * The middles of chairs at equal steps along the rim, the first at the bottom, the others from there to the left, as
 * play goes.
 * @param {number} count @param {number} wide of the rim that they stand on @param {number} high
 * @returns {{x: number, y: number}[]}
 */
export function rim(count, wide, high) {
    const bow = (/** @type {number} */ part) => Math.sign(part) * Math.abs(part) ** (2 / BOW);
    const points = Array.from({ length: STEPS + 1 }, (_, step) => {
        const angle = Math.PI / 2 + (2 * Math.PI * step) / STEPS;
        return { x: (wide / 2) * (1 + bow(Math.cos(angle))), y: (high / 2) * (1 + bow(Math.sin(angle))) };
    });
    const along = [0];
    for (let i = 1; i <= STEPS; i++)
        along.push(along[i - 1] + Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
    return Array.from({ length: count }, (_, index) => {
        const wanted = (along[STEPS] * index) / count;
        return points[along.findIndex((length) => length >= wanted)];
    });
}

/** A chair that nobody sits on. */
const emptyChair = () =>
    svg(
        "svg",
        { viewBox: "0 0 48 48", class: "chair", "aria-hidden": "true" },
        svg("path", {
            d: "M13 6h22v16H13ZM13 12h22M13 17h22M11 26h26v5H11ZM14 31v12M34 31v12M16 22v4M32 22v4",
        }),
    );

/** @param {Table} table @param {Seat} seat @param {number} index */
const stateOf = (table, seat, index) =>
    [
        index === table.me && t("you"),
        index === table.host && t("host"),
        seat.kind === "bot" && both(bots.find((bot) => bot.id === seat.level)?.name ?? { en: "" }),
        seat.program && t("isBot"),
        seat.kind === "person" && seat.here === false && t("offline"),
        seat.kind === "person" && t(seat.agreed ? "isReady" : "notAgreed"),
    ]
        .filter(Boolean)
        .join(" · ");

/** @param {string} title @param {...import("./dom.js").Child} parts */
function ask(title, ...parts) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const close = () => dialog.close();
    refill(
        dialog,
        h("h2", { tabindex: -1 }, title),
        ...parts,
        h(
            "div.row",
            null,
            h("button.quiet", { type: "button", "data-focus": "chair-close", onclick: close }, t("close")),
        ),
    );
    // Whatever is pressed in it has been chosen.
    dialog.onclick = ({ target }) => {
        if (target instanceof Element && target.closest("[data-done]")) close();
    };
    dialog.showModal();
}

/** The bots to choose from, each by how it plays. @param {Eyes} eyes @param {number} index */
const botButtons = ({ send }, index) =>
    h(
        "div.tempers",
        null,
        bots.map((bot) =>
            h(
                "button",
                {
                    type: "button",
                    "data-done": true,
                    "data-focus": `bot-${index}-${bot.id}`,
                    onclick: () => send({ t: "bot", seat: index, level: bot.id }),
                },
                both(bot.name),
            ),
        ),
    );

/** Somebody's chair was pressed, or a free one. @param {Eyes} eyes @param {number} index */
function pressChair(eyes, index) {
    const { app, table, isHost, send } = eyes;
    const seat = table.seats[index];
    if (!seat) return;
    const invite = h(
        "button.main.wide",
        {
            type: "button",
            "data-done": true,
            "data-focus": "chair-invite",
            onclick: () => void inviteFrom(app),
        },
        t("inviteHere"),
    );
    if (seat.kind === "free")
        return ask(
            t("freeSeat"),
            invite,
            isHost ? h("p.quiet-text", null, t("orBot")) : null,
            isHost ? botButtons(eyes, index) : null,
        );
    if (index === table.me)
        return void import("./looks.js").then(({ looksPart }) =>
            ask(t("myPlace"), table.stage === "waiting" ? nameField(app, table) : null, ...looksPart(app)),
        );
    if (!isHost) return void import("./toss.js").then(({ askToss }) => askToss(app, index));
    const send1 = (/** @type {any} */ command) => ({
        type: "button",
        "data-done": true,
        onclick: () => send(command),
    });
    if (seat.kind === "bot")
        return ask(
            seat.name ?? "",
            botButtons(eyes, index),
            invite,
            h(
                "button",
                { ...send1({ t: "bot", seat: index, level: null }), "data-focus": `unbot-${index}` },
                t("removeBot"),
            ),
        );
    return void import("./toss.js").then(({ tossPart }) =>
        ask(
            seat.name ?? "",
            h("p", null, stateOf(table, seat, index)),
            tossPart(app, index),
            h(
                "button",
                { ...send1({ t: "remove", seat: index }), "data-focus": `remove-${index}` },
                t("removePerson"),
            ),
        ),
    );
}

/** The link is sent on its way: by the phone's own sheet where there is one. @param {App} app */
async function inviteFrom(app) {
    const { linkOf, shareLink } = await import("./share.js");
    const link = linkOf(app.table?.id ?? "");
    if ("share" in navigator) shareLink(link);
    else await app.copy(link);
    document.querySelector(".waiting .invite")?.scrollIntoView({ block: "nearest" });
}

/** The own name, which can be another one until the cards are dealt. @param {App} app @param {Table} table */
export function nameField(app, table) {
    const name = table.seats[table.me ?? -1]?.name ?? "";
    return h(
        "label.field",
        null,
        h("span", null, t("yourName")),
        h("input.rename", {
            value: name,
            maxlength: 24,
            autocomplete: "nickname",
            spellcheck: "false",
            "data-focus": "rename",
            onchange: (/** @type {Event} */ event) => {
                const field = /** @type {HTMLInputElement} */ (event.target);
                const wanted = tidyName(field.value);
                field.value = goodName(wanted) ? shownName(wanted) : name;
                if (field.value === name) return;
                table.send({ t: "name", name: wanted }).then(
                    () => keep({ name: wanted }),
                    (no) => {
                        field.value = no.args?.name ? shownName(no.args.name) : name;
                        app.notify(told(no));
                        if (no.args?.name) field.dispatchEvent(new Event("change"));
                    },
                );
            },
        }),
    );
}

/** The table with its chairs; one for as long as it is on the screen. */
export class Chairs {
    /** @param {Table} table @param {HTMLElement} card what lies on it */
    constructor(table, card) {
        this.table = table;
        /** @type {Eyes | null} */
        this.eyes = null;
        this.list = h("ul.chairs", null);
        this.element = h("section.round", { "data-edition": "" }, h("div.cloth", null, card), this.list);
        this.list.addEventListener("click", (event) => {
            const chair = /** @type {HTMLElement} */ (event.target).closest("[data-seat]");
            if (chair instanceof HTMLElement && this.eyes) pressChair(this.eyes, Number(chair.dataset.seat));
        });
        new ResizeObserver(() => this.place()).observe(this.list);
    }

    /** @param {Eyes} eyes */
    draw(eyes) {
        this.eyes = eyes;
        const { table } = eyes;
        const { seats } = table;
        const faces = facesFor(seats);
        set(this.element, { "data-edition": table.settings.edition, "aria-label": t("people") });
        // Mine is at the bottom; an element per person, so that who comes walks in and the others stay.
        const from = table.me ?? 0;
        const order = seats.map((_, index) => (from + index) % seats.length);
        keyed(
            this.list,
            order,
            (index) =>
                `${index} ${seats[index].kind} ${seats[index].kind === "free" ? "" : seats[index].name}`,
            () => h("li"),
            (item, index) => this.update(item, index, faces[index]),
        );
        this.list.dataset.many = String(seats.length > 6);
        this.place();
    }

    /** @param {HTMLElement} item @param {number} index @param {number} face */
    update(item, index, face) {
        const { table } = /** @type {Eyes} */ (this.eyes);
        const seat = table.seats[index];
        const isFree = seat.kind === "free";
        const state = isFree ? "" : stateOf(table, seat, index);
        const label = isFree ? t("freeSeat") : `${seat.name}: ${state}`;
        const canPress = table.me !== null;
        const team = table.teamOf(index);
        const key = JSON.stringify([label, canPress, face, seat.agreed, seat.here, team, index]);
        if (item.dataset.key === key) return;
        item.dataset.key = key;
        item.className = isFree ? "free" : seat.agreed || seat.kind === "bot" ? "ready" : "reads";
        if (seat.here === false) item.classList.add("offline");
        const inside = [
            h(
                "span.figure",
                { "aria-hidden": "true" },
                isFree
                    ? emptyChair()
                    : facePicture(face, seat.agreed || seat.kind === "bot" ? "pleased" : "thinking"),
            ),
            h("b", { "aria-hidden": "true" }, isFree ? "+" : seat.name),
            isFree ? null : h("small", { "aria-hidden": "true" }, state),
            team === null
                ? null
                : h("i.team-sign", { "aria-hidden": "true" }, String.fromCharCode(65 + team)),
        ];
        const had = document.activeElement?.closest(".chairs li") === item;
        refill(
            item,
            canPress
                ? h(
                      "button",
                      {
                          type: "button",
                          "data-seat": index,
                          "data-focus": `chair-${index}`,
                          "aria-label": label,
                      },
                      inside,
                  )
                : h("div", { "data-seat": index }, h("span.unseen", null, label), inside),
        );
        if (had) item.querySelector("button")?.focus();
    }

    /** Everybody at their place on the rim. */
    place() {
        const { clientWidth, clientHeight } = this.list;
        const items = [...this.list.children];
        if (!clientWidth || !items.length) return;
        const size = /** @type {HTMLElement} */ (items[0]).offsetWidth;
        const high = /** @type {HTMLElement} */ (items[0]).offsetHeight;
        const places = rim(items.length, clientWidth - size, clientHeight - high);
        items.forEach((item, at) => {
            const { style } = /** @type {HTMLElement} */ (item);
            style.left = `${Math.round(places[at].x)}px`;
            style.top = `${Math.round(places[at].y)}px`;
        });
    }
}
