// toss.js - what people toss at each other: twelve small things that fly from face to face and are gone. Whoever does not
// like it sees none of it; how many may fly is the server's to say.

import { byId, h, refill, svg } from "./dom.js";
import { isMuted, keep, mayMove, prefs } from "./prefs.js";
import { t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

const FLIGHT_MS = 620;
const STAY_MS = 1100;
/** Those that are in the air at once, of all people together. */
const AIR_MOST = 8;

/** Paths and what they are filled with; what begins with "-" is a line of that colour.
 * @type {Record<string, [string, string][]>} */
const ART = {
    rose: [
        ["M16 17v12M16 25q6 0 7-5", "-#3f7a46"],
        ["M16 18C8 18 7 11 9 6q4 2 7-2 3 4 7 2c2 5 1 12-7 12Z", "#c8323c"],
        ["M12 10q4 4 8 0M13 14q3 2 6 0", "-#7d1520"],
    ],
    glass: [
        ["M8 4h16q0 11-8 12-8-1-8-12Z", "#e9f1f4"],
        ["M8.6 8h14.8q-1 7-7.400 8-6.400-1-7.400-8Z", "#a23345"],
        ["M16 16v11M10.500 28h11", "-#c9d3d6"],
    ],
    hands: [
        ["M5 27q-1-9 3-14l6-7q2-1 2 1l-3 6 6-5q2 0 1 2l-4 6q2 5-3 11Z", "#e3b08a"],
        ["M14 28q8 1 12-7l2-8q0-2-2-1l-2 4 1-8q-1-2-2 0l-3 7", "#c98f66"],
        ["M20 3v3M26 4l-2 3M14 2l1 3", "-#f0c87c"],
    ],
    confetti: [
        ["M4 28 11 11l10 10Z", "#e9b872"],
        ["M7 21l4 4M9 16l8 8", "-#8a5a20"],
        ["M15 4h3v3h-3ZM23 8h3v3h-3ZM25 17h3v3h-3Z", "#d2324c"],
        ["M20 3h2v2h-2ZM19 11h3v3h-3ZM27 12h2v2h-2Z", "#2f7fc2"],
    ],
    crown: [
        ["M5 25 3 9l8 6 5-10 5 10 8-6-2 16Z", "#e9b13c"],
        ["M5 25h22v3H5Z", "#b97f1d"],
        ["M16 17l2 3-2 3-2-3Z", "#c8323c"],
    ],
    heart: [
        ["M16 28C1 18 4 6 11 6q4 0 5 4 1-4 5-4c7 0 10 12-5 22Z", "#d2324c"],
        ["M9 10q-2 1-2 4", "-#f3a0a8"],
    ],
    olive: [
        ["M8 20a9 8 0 1 1 16 0 9 8 0 1 1-16 0Z", "#7f8f3a"],
        ["M13 15a3 3 0 1 1 6 0 3 3 0 1 1-6 0Z", "#c8452f"],
        ["M16 15 24 3", "-#d9b98a"],
    ],
    paper: [
        ["M6 13 12 6l9 0 6 8-2 9-9 5-9-5Z", "#f4efe2"],
        ["M12 6l3 8-9-1M15 14l12 0M15 14l-2 13M15 14l8 11M21 6l-6 8", "-#b9b09a"],
    ],
    lemon: [
        ["M4 20q0-11 11-13 6-1 9 2l4-1-1 4q2 9-6 13-9 4-14-1l-4 0Z", "#efd335"],
        ["M11 13q3-3 7-3", "-#fbf3b0"],
    ],
    ice: [
        ["M5 11 16 5l11 6v11l-11 6-11-6Z", "#bfe3f2"],
        ["M5 11l11 6 11-6M16 17v11", "-#f4fbff"],
        ["M9 17v4", "-#f4fbff"],
    ],
    snail: [
        ["M3 27q1-5 7-5h12V13q0-3 3-3t4 3q1 14-9 14Z", "#c9a878"],
        ["M5 17a8 8 0 1 1 16 0 8 8 0 1 1-16 0Z", "#9c5c36"],
        ["M13 17a2 2 0 1 1 2 2 5 5 0 1 1 3-5M25 10l-2-4M28 10l1-4", "-#5d3116"],
    ],
    umbrella: [
        ["M3 17Q4 5 16 5t13 12q-3-3-6.500 0-3-3-6.500 0-3-3-6.500 0-3-3-6.500 0Z", "#3c6f9c"],
        ["M16 5V3M16 17v9q0 3 3 3t3-3", "-#d9c8a0"],
    ],
};

/** @param {string} what */
export const thingPicture = (what) =>
    svg(
        "svg",
        { viewBox: "0 0 32 32", class: "toy", "aria-hidden": "true" },
        ...(ART[what] ?? []).map(([d, paint]) =>
            svg(
                "path",
                paint.startsWith("-")
                    ? {
                          d,
                          fill: "none",
                          stroke: paint.slice(1),
                          "stroke-width": 2,
                          "stroke-linecap": "round",
                          "stroke-linejoin": "round",
                      }
                    : { d, fill: paint },
            ),
        ),
    );

/** What can be tossed at a seat, as a row of pictures. @param {App} app @param {number} at @returns {HTMLElement} */
export const tossPart = (app, at) =>
    h(
        "div.tossing",
        { role: "group", "aria-label": t("toss") },
        /** @type {import("./messages.js").ToldTossed["what"][]} */ (Object.keys(ART)).map((what) =>
            h(
                "button",
                {
                    type: "button",
                    "data-done": true,
                    "data-focus": `toss-${what}`,
                    "aria-label": t(`toss.${what}`),
                    title: t(`toss.${what}`),
                    onclick: () =>
                        app.table
                            ?.send({ t: "toss", what, at })
                            .catch((/** @type {any} */ no) => app.notify(told(no))),
                },
                thingPicture(what),
            ),
        ),
    );

/** Somebody at the table was pressed. @param {App} app @param {number} at */
export function askToss(app, at) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const close = () => dialog.close();
    refill(
        dialog,
        h("h2", { tabindex: -1 }, app.table?.seats[at]?.name ?? ""),
        tossPart(app, at),
        h(
            "label.check",
            null,
            h("input", {
                type: "checkbox",
                checked: !prefs.noToss,
                "data-focus": "toss-shown",
                onchange: (/** @type {Event} */ event) =>
                    keep({ noToss: !(/** @type {HTMLInputElement} */ (event.target).checked) }),
            }),
            h("span", null, t("tossShown")),
        ),
        h("div.row", null, h("button.quiet", { type: "button", onclick: close }, t("close"))),
    );
    dialog.onclick = ({ target }) => {
        if (target instanceof Element && target.closest("[data-done]")) close();
    };
    dialog.showModal();
}

/** Where somebody is on the screen. @param {App} app @param {number} seat */
function boxOf(app, seat) {
    const { board, table } = app;
    const chair = document.querySelector(`.chairs [data-seat="${seat}"] .figure`);
    const box =
        chair?.getBoundingClientRect() ??
        (seat === table?.me ? board?.bar.figure.getBoundingClientRect() : board?.seats.box(seat));
    return box?.width ? box : null;
}

/** What flies at one table. */
export class Tosses {
    /** @param {App} app @param {Table} table */
    constructor(app, table) {
        this.app = app;
        this.table = table;
        this.live = h("div.unseen", { "aria-live": "polite" });
        this.layer = h("div.tosses", null, this.live);
        table.listen((message) => {
            if (message.t === "tossed") this.fly(message);
            else setTimeout(() => this.arm(), 0);
        });
        this.arm();
    }

    /** The faces of the others can be pressed. By keyboard the same is in the list of people. */
    arm() {
        const { board, table } = this.app;
        if (table !== this.table || !board || table.me === null) return;
        for (const [seat, item] of board.seats.elements) {
            const has = item.querySelector(":scope > .toss");
            const label = t("tossAt", { who: table.seats[seat]?.name ?? "" });
            if (has) {
                if (has.getAttribute("aria-label") !== label) has.setAttribute("aria-label", label);
                continue;
            }
            const press = (/** @type {Event} */ event) => {
                event.stopPropagation();
                askToss(this.app, seat);
            };
            item.append(
                h("button.toss", { type: "button", tabindex: -1, "aria-label": label, onclick: press }),
            );
        }
    }

    /** @param {any} message */
    fly({ seat, at, what }) {
        const { app, table } = this;
        const who = table.seats[seat]?.name ?? "";
        if (prefs.noToss || app.table !== table || !ART[what] || (seat !== table.me && isMuted(who))) return;
        if (!this.layer.isConnected) document.body.append(this.layer);
        const words = { who, other: table.seats[at]?.name ?? "", what: t(`toss.${what}`) };
        const line = h("p", null, t(at === table.me ? "tossedYou" : "tossed", words));
        this.live.append(line);
        const [from, to] = [boxOf(app, seat), boxOf(app, at)];
        const thing = h("span.tossed", { "data-what": what }, thingPicture(what));
        const end = () => (thing.remove(), line.remove());
        if (!from || !to || this.layer.querySelectorAll(".tossed").length >= AIR_MOST)
            return void setTimeout(end, STAY_MS);
        const middle = (/** @type {DOMRect} */ box) => [box.left + box.width / 2, box.top + box.height / 2];
        const [[x, y], [toX, toY]] = [middle(from), middle(to)];
        thing.style.left = `${toX}px`;
        thing.style.top = `${toY}px`;
        this.layer.append(thing);
        setTimeout(end, STAY_MS + (mayMove() ? FLIGHT_MS : 0));
        if (!mayMove()) return;
        const lift = 40 + Math.hypot(toX - x, toY - y) / 5;
        thing.animate(
            [
                { translate: `${x - toX}px ${y - toY}px`, rotate: "-200deg", scale: 0.6 },
                {
                    translate: `${(x - toX) / 2}px ${(y - toY) / 2 - lift}px`,
                    rotate: "-80deg",
                    scale: 1.1,
                },
                { translate: "0 0", rotate: "0deg", scale: 1 },
            ],
            { duration: FLIGHT_MS, easing: "cubic-bezier(.4,.1,.6,1)" },
        );
        thing.animate(
            [{ scale: 1 }, { scale: 1.35 }, { scale: 1 }, { scale: 1 }, { scale: 0.4, opacity: 0 }],
            {
                delay: FLIGHT_MS,
                duration: STAY_MS,
            },
        );
    }
}
