// friends.js - tables with other people: opening one, finding one, and the time before the deal, when
// everybody sees the rules and agrees to them.

import { HOUSE } from "./alone.js";
import { bots, edition as editionOf, editions } from "./core.js";
import { byId, h, refill, svg } from "./dom.js";
import { heldSeats, Net, newToken } from "./net.js";
import { keep, prefs } from "./prefs.js";
import { qrCode } from "./qr.js";
import { Table } from "./table.js";
import { both, t } from "./words.js";

/** @typedef {typeof import("./app.js").app} App */

const CLOCKS = [0, 15, 30, 60, 120];
const LOBBY_MS = 5000;

/** @param {string} id */
const linkOf = (id) => `${location.origin}${location.pathname}#${id}`;

/** The start of everything with friends. @param {App} app */
export function showFriends(app) {
    const choice = { ...app.setup(), seats: 4, clock: 30, isPublic: false, hints: false };
    const list = h("section.panel");
    const state = h("p.panel", { role: "status", hidden: true });
    /** @type {any[] | null | undefined} */
    let tables;
    // Only the list changes: whoever is filling in the form is left alone.
    const drawList = () => {
        state.hidden = tables !== null;
        refill(state, t("noServer"));
        refill(
            list,
            h("h2", null, t("publicTables")),
            tables?.length
                ? h("ul.menu-list", null, tables.map(lobbyLine))
                : h("p.quiet-text", null, tables === undefined ? t("loading") : t("noTables")),
        );
        /** @type {HTMLButtonElement | null} */ (
            document.querySelector(".friends button[type=submit]")
        )?.toggleAttribute("disabled", tables === null);
    };
    const load = async () => {
        try {
            const answer = await fetch("/api/tables", { headers: { accept: "application/json" } });
            tables =
                answer.ok && (answer.headers.get("content-type") ?? "").includes("json")
                    ? (await answer.json()).tables
                    : null;
        } catch {
            tables = null;
        }
        drawList();
    };
    const timer = setInterval(() => void load(), LOBBY_MS);
    app.go({
        redraw() {
            drawFriends(app, choice, state, list);
            drawList();
        },
        title: () => t("friends"),
        close: () => clearInterval(timer),
    });
    void load();
}

/** @param {App} app @param {any} choice @param {HTMLElement} state @param {HTMLElement} list */
function drawFriends(app, choice, state, list) {
    const form = h(
        "form.panel.setup",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                create(app, form, choice);
            },
        },
        h("h2", null, t("newTable"), h("small", null, t("friendsLine"))),
        app.nameField(choice.name),
        settingsFields(app, choice),
        h("p.wrong", { role: "alert" }),
        h("button.main.wide", { type: "submit" }, t("openTable")),
    );
    const held = heldSeats()
        .filter(([, one]) => Date.now() - one.at < 3 * 86400000)
        .slice(0, 4);
    refill(
        byId("screen"),
        h(
            "div.page.friends",
            null,
            state,
            held.length
                ? h(
                      "section.panel",
                      null,
                      h("h2", null, t("goOn")),
                      h(
                          "div.row",
                          null,
                          held.map(([id]) => h("a.button", { href: `#${id}` }, id)),
                      ),
                  )
                : null,
            list,
            form,
            h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
        ),
    );
}

/** A table of the lobby. @param {any} one */
function lobbyLine(one) {
    const taken = one.seats.filter((/** @type {any} */ seat) => seat.kind !== "free");
    return h(
        "li",
        null,
        h(
            "a.door",
            { href: `#${one.id}` },
            h("b", null, one.settings.name || taken[0]?.name || one.id),
            h(
                "span",
                null,
                [
                    both(editionOf(one.settings.edition).title),
                    t("seatsTaken", { n: taken.length, of: one.seats.length }),
                    ...one.settings.house.map((/** @type {string} */ id) => t(`house.${id}.name`)),
                ].join(" · "),
            ),
        ),
    );
}

/** What the people of a table agree on. @param {App} app @param {any} choice */
function settingsFields(app, choice) {
    const edition = editionOf(choice.edition);
    return [
        h(
            "label.field",
            null,
            h("span", null, t("edition")),
            h(
                "select",
                { name: "edition" },
                editions.map((one) =>
                    h(
                        "option",
                        { value: one.id, selected: one.id === edition.id },
                        `${both(one.title)} — ${both(one.about)}`,
                    ),
                ),
            ),
        ),
        h(
            "div.two",
            null,
            h(
                "label.field",
                null,
                h("span", null, t("seatsWanted")),
                h(
                    "select",
                    { name: "seats" },
                    Array.from({ length: edition.seatsMax - 1 }, (_, i) =>
                        h("option", { value: i + 2, selected: i + 2 === choice.seats }, i + 2),
                    ),
                ),
            ),
            h(
                "label.field",
                null,
                h("span", null, t("clock")),
                h(
                    "select",
                    { name: "clock" },
                    CLOCKS.map((seconds) =>
                        h(
                            "option",
                            { value: seconds, selected: seconds === choice.clock },
                            seconds ? t("clockSeconds", { n: seconds }) : t("noClock"),
                        ),
                    ),
                ),
            ),
        ),
        app.houseBoxes(choice.house, edition),
        app.scoringField(choice.scoring),
        h(
            "label.check",
            null,
            h("input", { type: "checkbox", name: "public", checked: choice.isPublic }),
            h("span", null, t("isPublic")),
        ),
        h(
            "label.check",
            null,
            h("input", { type: "checkbox", name: "hints", checked: choice.hints }),
            h("span", null, t("allowHints")),
        ),
        h(
            "button.quiet",
            {
                type: "button",
                onclick: (/** @type {MouseEvent} */ event) => {
                    const form = /** @type {HTMLElement} */ (event.target).closest("form");
                    if (form) app.copyRules({ scoring: "default", ...readSettings(form) });
                },
            },
            t("copyRules"),
        ),
    ];
}

/** The form as settings of the protocol. @param {HTMLElement} form */
function readSettings(form) {
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const scoring = String(data.get("scoring"));
    const clock = Number(data.get("clock"));
    return {
        edition: String(data.get("edition")),
        house: HOUSE.filter((id) => data.getAll("house").includes(id)),
        ...(scoring === "default" ? {} : { scoring }),
        seats: Number(data.get("seats")),
        clock: clock ? { move: clock } : null,
        public: data.has("public"),
        hints: data.has("hints"),
    };
}

/**
 * The name in a form, or null after saying what is wrong with it.
 * @param {App} app
 * @param {HTMLElement} form
 */
function readName(app, form) {
    const name = String(new FormData(/** @type {HTMLFormElement} */ (form)).get("name") ?? "")
        .trim()
        .replace(/\s+/g, "_");
    const wrong = form.querySelector(".wrong");
    if (wrong) wrong.textContent = app.goodName(name) ? "" : t("badName");
    if (!app.goodName(name)) return null;
    keep({ name });
    return name;
}

/** @param {App} app @param {HTMLElement} form @param {any} choice */
function create(app, form, choice) {
    const name = readName(app, form);
    if (name === null) return;
    Object.assign(choice, { name });
    enter(app, { t: "create", v: 1, name, token: newToken(), settings: readSettings(form) });
}

/**
 * A link was opened: back to the own seat, or a word with the host first.
 * @param {App} app
 * @param {string} id
 */
export function openLink(app, id) {
    const held = prefs.seats?.[id];
    if (app.table?.id === id) return;
    if (held) return enter(app, { t: "resume", v: 1, table: id, token: held.token, last: 0 });
    /** @type {any} */
    let summary;
    app.go({ redraw: () => drawJoin(app, id, summary), title: () => t("friends") });
    fetch(`/api/tables/${id}`)
        .then((answer) => (answer.ok ? answer.json() : null))
        .then(
            (found) => {
                summary = found;
                if (document.querySelector(".join")) drawJoin(app, id, summary);
            },
            () => {},
        );
}

/** @param {App} app @param {string} id @param {any} summary */
function drawJoin(app, id, summary) {
    const name = app.setup().name;
    const form = h(
        "form.panel.join",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const chosen = readName(app, form);
                if (chosen !== null) enter(app, { t: "join", v: 1, table: id, name: chosen, token: newToken() });
            },
        },
        h("h1", null, t("joinTable")),
        summary
            ? h(
                  "p",
                  null,
                  [
                      both(editionOf(summary.settings.edition).title),
                      ...summary.seats
                          .filter((/** @type {any} */ seat) => seat.kind !== "free")
                          .map((/** @type {any} */ seat) => seat.name),
                  ].join(" · "),
              )
            : null,
        app.nameField(name),
        h("p.wrong", { role: "alert" }),
        h("button.main.wide", { type: "submit" }, t("join")),
        h(
            "button",
            { type: "button", onclick: () => enter(app, { t: "watch", v: 1, table: id }) },
            t("watch"),
        ),
        h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
    );
    refill(byId("screen"), h("div.page", null, form));
}

/** Goes to a table and shows whatever is going on there. @param {App} app @param {any} first */
function enter(app, first) {
    const table = new Table();
    let shown = "";
    const net = new Net(table, first, (state, message) => {
        document.body.classList.toggle("lost", state === "lost");
        if (state === "open" && location.hash !== `#${table.id}`)
            history.replaceState(null, "", `#${table.id}`);
        if (state === "lost" && shown) app.notify(t("reconnecting"));
        if (state === "closed") {
            app.notify(message.es ? both(message) : t("lost"));
            if (first.t === "join" || (first.t === "resume" && !shown)) {
                history.replaceState(null, "", `#${first.table}`);
                app.table = null;
                app.go({ redraw: () => drawJoin(app, first.table, null), title: () => t("friends") });
            } else if (shown) app.home();
            else showFriends(app);
        }
    });
    app.source = net;
    app.table?.close();
    app.table = table;
    app.rematch = () =>
        void table.send({ t: "again", rules: table.rules, commit: net.commit() }).then(
            () => app.notify(t("do.waitAll")),
            (no) => app.notify(both(no)),
        );
    refill(byId("screen"), h("p.loading", null, t("loading")));
    const look = () => {
        const wanted = ["waiting", "revealing"].includes(table.stage) ? "waiting" : "board";
        if (table.stage === "connecting") return;
        if (wanted === shown) {
            if (wanted === "waiting") drawWaiting(app, table, net);
            return;
        }
        shown = wanted;
        if (wanted === "waiting")
            app.go({ redraw: () => drawWaiting(app, table, net), title: () => t("table") });
        else {
            app.playTable(table);
            table.listen(look);
        }
    };
    table.listen((message) => {
        if (["table", "seats"].includes(message.t)) look();
    });
}

/** Where the host changes the rules. @type {{table: Table, rules: number, element: HTMLElement} | null} */
let changeBox = null;

/** Before the deal. @param {App} app @param {Table} table @param {Net} net */
function drawWaiting(app, table, net) {
    const isHost = table.me !== null && table.me === table.host;
    const mine = table.me === null ? null : table.seats[table.me];
    const edition = editionOf(table.settings.edition);
    const send = (/** @type {any} */ command) => void table.send(command).catch((no) => app.notify(both(no)));
    const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    const slow = table.seats
        .filter((seat) => seat.kind === "person" && !seat.agreed)
        .map((seat) => seat.name ?? "");
    const taken = table.seats.filter((seat) => seat.kind !== "free").length;
    // The form stays as it is while people come and go; new rules make a new one.
    if (changeBox?.table !== table || changeBox.rules !== table.rules)
        changeBox = {
            table,
            rules: table.rules,
            element: h(
                "details",
                null,
                h("summary", { "data-focus": "rules" }, t("changeRules")),
                changeForm(app, table, send),
            ),
        };
    refill(
        byId("screen"),
        h(
            "div.page.waiting",
            null,
            h(
                "section.panel.invite",
                null,
                h("h1", null, t("share")),
                qrPicture(linkOf(table.id)),
                h(
                    "div.row",
                    null,
                    h("input", {
                        readonly: true,
                        value: linkOf(table.id),
                        "aria-label": t("share"),
                        "data-focus": "link",
                    }),
                    h(
                        "button",
                        {
                            type: "button",
                            "data-focus": "copy",
                            onclick: () => void copyLink(app, linkOf(table.id)),
                        },
                        t("copy"),
                    ),
                    "share" in navigator
                        ? h(
                              "button",
                              {
                                  type: "button",
                                  "data-focus": "share",
                                  onclick: () => share(linkOf(table.id)),
                              },
                              t("shareIt"),
                          )
                        : null,
                ),
            ),
            h(
                "section.panel",
                null,
                h("h2", null, t("people")),
                h(
                    "ul.menu-list",
                    null,
                    table.seats.map((seat, index) => seatLine(table, seat, index, isHost, send)),
                ),
            ),
            h(
                "section.panel",
                null,
                h("h2", null, t("rulesHere")),
                rulesList(table, edition),
                isHost ? changeBox.element : null,
                mine && !mine.agreed
                    ? h(
                          "button.main",
                          {
                              type: "button",
                              "data-focus": "agree",
                              onclick: () => send({ t: "agree", rules: table.rules, commit: net.commit() }),
                          },
                          t("agree"),
                      )
                    : null,
            ),
            isHost
                ? h(
                      "div.page-end",
                      null,
                      h(
                          "button.main.wide",
                          {
                              type: "button",
                              "data-focus": "start",
                              disabled: slow.length > 0 || taken < edition.seatsMin,
                              onclick: () => send({ t: "start" }),
                          },
                          t("start"),
                      ),
                      taken < edition.seatsMin
                          ? h("p.quiet-text", null, t("needPeople"))
                          : slow.length
                            ? h("p.quiet-text", null, t("needAgree", { n: slow.length, who: slow.join(", ") }))
                            : null,
                  )
                : h("p.quiet-text", null, t("waitHost", { who: table.seats[table.host]?.name ?? "" })),
            h(
                "button.quiet",
                {
                    type: "button",
                    "data-focus": "leave",
                    onclick: () => {
                        send({ t: "leave" });
                        app.home();
                    },
                },
                t("leave"),
            ),
        ),
    );
    if (focused)
        /** @type {HTMLElement | null} */ (
            byId("screen").querySelector(`[data-focus="${focused}"]`)
        )?.focus();
}

/**
 * @param {Table} table
 * @param {import("./table.js").Seat} seat
 * @param {number} index
 * @param {boolean} isHost
 * @param {(command: any) => void} send
 */
function seatLine(table, seat, index, isHost, send) {
    if (seat.kind === "free") {
        return h(
            "li.seat-line",
            null,
            h("span.quiet-text", null, t("freeSeat")),
            isHost
                ? h(
                      "label.inline",
                      null,
                      h("span", null, t("addBot")),
                      h(
                          "select",
                          {
                              "data-focus": `bot-${index}`,
                              onchange: (/** @type {Event} */ event) =>
                                  send({
                                      t: "bot",
                                      seat: index,
                                      level: /** @type {HTMLSelectElement} */ (event.target).value,
                                  }),
                          },
                          h("option", { value: "" }, "—"),
                          bots.map((bot) => h("option", { value: bot.id }, both(bot.name))),
                      ),
                  )
                : null,
        );
    }
    const notes = [
        index === table.me && t("you"),
        index === table.host && t("host"),
        seat.kind === "bot" && both(bots.find((bot) => bot.id === seat.level)?.name ?? { es: "", en: "" }),
        seat.kind === "person" && seat.here === false && t("offline"),
        seat.kind === "person" && t(seat.agreed ? "agreed" : "notAgreed"),
    ];
    return h(
        "li.seat-line",
        null,
        h(
            "span",
            null,
            h("b", null, seat.name ?? ""),
            " ",
            h("span.quiet-text", null, notes.filter(Boolean).join(" · ")),
        ),
        isHost && seat.kind === "bot"
            ? h(
                  "button",
                  {
                      type: "button",
                      "data-focus": `unbot-${index}`,
                      onclick: () => send({ t: "bot", seat: index, level: null }),
                  },
                  t("removeBot"),
              )
            : null,
    );
}

/** @param {Table} table @param {import("./core.js").Edition} edition */
function rulesList(table, edition) {
    const { house = [], scoring, clock, target } = table.settings;
    const usual = scoring ?? edition.scoring;
    return h(
        "ul.rules-list",
        null,
        h("li", null, h("b", null, both(edition.title)), `: ${both(edition.about)}`),
        house.length
            ? house.map((/** @type {string} */ id) => h("li", null, t(`house.${id}`)))
            : h("li", null, t("noHouse")),
        h(
            "li",
            null,
            t(`scoring.${usual}`),
            usual === "quick" ? "" : ` · ${t("target")}: ${target || edition.target}`,
        ),
        h("li", null, clock?.move ? t("clockSeconds", { n: clock.move }) : t("noClock")),
    );
}

/** @param {App} app @param {Table} table @param {(command: any) => void} send */
function changeForm(app, table, send) {
    const now = table.settings;
    const choice = {
        ...now,
        clock: now.clock?.move ?? 0,
        scoring: now.scoring ?? "default",
        isPublic: now.public,
    };
    const form = h(
        "form.panel",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                send({ t: "set", settings: readSettings(form) });
            },
        },
        settingsFields(app, choice),
        h("button", { type: "submit" }, t("changeRules")),
    );
    return form;
}

/** @param {string} link */
function qrPicture(link) {
    const rows = qrCode(link);
    const d = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
    return svg(
        "svg",
        {
            class: "qr",
            viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`,
            role: "img",
            "aria-label": t("qr"),
        },
        svg("rect", { x: -4, y: -4, width: rows.length + 8, height: rows.length + 8, fill: "#fff" }),
        svg("path", { d, fill: "#000" }),
    );
}

/** @param {App} app @param {string} link */
async function copyLink(app, link) {
    // Without a clipboard the link is at least selected.
    if (!(await app.copy(link)))
        /** @type {HTMLInputElement | null} */ (document.querySelector(".invite input"))?.select();
}

/** To another program of a phone. Who changes their mind there has changed it. @param {string} url */
const share = (url) => void navigator.share({ title: "Penúltima", url }).catch(() => {});

/** The own seat as a link, to go on at another device. @param {App} app */
export function showMove(app) {
    const id = app.table?.id ?? "";
    const link = `${linkOf(id)}.${prefs.seats?.[id]?.token ?? ""}`;
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    refill(
        dialog,
        h("h2", { tabindex: -1 }, t("moveSeat")),
        h("p", null, t("moveSeatLine")),
        h("div.row", null, qrPicture(link)),
        h(
            "div.row",
            null,
            h("button", { type: "button", onclick: () => void app.copy(link) }, t("copy")),
            h("button.main", { type: "button", onclick: () => dialog.close() }, t("close")),
        ),
    );
    dialog.showModal();
}
