// waiting.js - before the deal: the link, who sits here, what is played. Sitting down is agreeing to what is
// shown; a later change asks again.

import { bots, editionOf, isOwn } from "./core.js";
import { differencesPart } from "./differs.js";
import { byId, h, refill } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { wantToBeTold } from "./menu.js";
import { fetchEdition, withText } from "./own.js";
import { agreementPart } from "./house.js";
import { keep } from "./prefs.js";
import { codeOf, codeOfGroup, readCode } from "./code.js";
import { choiceOf, readSettings, rulesLine, settingsPart } from "./settings.js";
import { goodName, tidyName } from "./setup.js";
import { linkOf, qrPicture, shareLink } from "./share.js";
import { canTell, isTold } from "./told.js";
import { both, lang, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

/** Where the host changes the rules. @type {{table: Table, rules: number, isHost: boolean, element: HTMLElement} | null} */
let changeBox = null;
/** A setting that another set-up does not name is as usual, not as it was. */
const UNSAID = Object.fromEntries(
    [
        "scoring",
        "target",
        "dealer",
        "reverse_with_two",
        "misplays",
        "teams",
        "partners",
        "pace",
        "watching",
        "delay",
        "talk",
    ].map((key) => [key, null]),
);

/** What was drawn last: nothing is rebuilt under a finger for nothing. */
let drawn = "";
/** Whose waiting page is on the screen. @type {Table | null} */
let shownTable = null;

/** @param {Table} table */
const missing = (table) =>
    table.seats.filter((seat) => seat.kind === "person" && !seat.agreed).map((seat) => seat.name ?? "");

/** @param {Table} table */
const takenSeats = (table) => table.seats.filter((seat) => seat.kind !== "free");

/**
 * Puts the new page in the old one's place, part by part. What has not changed stays: a list that is open or a
 * button under a finger is not lost because somebody else sits down or agrees.
 * @param {Element | null} old @param {Element} fresh
 */
function renew(old, fresh) {
    if (!old) return refill(byId("screen"), fresh);
    const box = changeBox?.element;
    if (old === box || (fresh !== box && old.isEqualNode(fresh))) return;
    const isFrame = old.matches(".waiting, .waiting > section, .waiting .menu-list");
    if (!isFrame || old.children.length !== fresh.children.length) return old.replaceWith(fresh);
    const news = [...fresh.children];
    [...old.children].forEach((one, index) => renew(one, news[index]));
}

/** A move may take days: now is when one wants to be told. @param {App} app @param {Table} table */
function tellPart(app, table) {
    if (!table.settings.clock?.days || table.me === null || !canTell() || isTold()) return null;
    return h(
        "button",
        {
            type: "button",
            "data-focus": "tell",
            onclick: async (/** @type {Event} */ event) => {
                const button = /** @type {HTMLElement} */ (event.currentTarget);
                await wantToBeTold(app);
                if (isTold()) button.remove();
            },
        },
        t("tellMe"),
    );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {import("./net.js").Net} net
 */
export function drawWaiting(app, table, net) {
    const send = (/** @type {any} */ command) => void table.send(command).catch((no) => app.notify(told(no)));
    const key = JSON.stringify([
        table.id,
        table.seats,
        table.rules,
        table.settings,
        table.host,
        table.me,
        table.asking,
        lang,
    ]);
    if (key === drawn && document.querySelector(".waiting")) return;
    drawn = key;
    const isHost = table.me !== null && table.me === table.host;
    const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    // The form stays as it is while people come and go; new rules make a new one.
    if (changeBox?.table !== table || changeBox.rules !== table.rules || changeBox.isHost !== isHost)
        changeBox = {
            table,
            rules: table.rules,
            isHost,
            element: h(
                "details",
                null,
                h("summary", { "data-focus": "rules" }, t(isHost ? "changeRules" : "proposeRules")),
                changeForm(app, table, isHost, send),
            ),
        };
    offerDealers(changeBox.element, table);
    // The box with the rules moves from the old page to the new one only where it has to.
    const old = shownTable === table ? document.querySelector("#screen > .waiting") : null;
    const isBoxThere = Boolean(old?.contains(changeBox.element));
    shownTable = table;
    renew(
        old,
        h(
            "div.page.waiting",
            null,
            askedPart(table, send, () => {
                drawn = "";
                if (shownTable === table && document.querySelector(".waiting")) drawWaiting(app, table, net);
            }),
            h("div.page-end", null, startPart(table, isHost, send, net)),
            invitePart(app, table, net),
            peoplePart(app, table, isHost, send),
            h(
                "section.panel",
                null,
                h("h2", null, t("rulesHere")),
                h("p.rules-line", null, rulesLine(table.settings)),
                h("p.quiet-text", null, both(editionOf(table.settings.edition).about)),
                tellPart(app, table),
                isOwn(table.settings.edition) ? differencesPart(table.settings.edition) : null,
                agreementPart(table.settings),
                groupPart(table, isHost, send),
                table.me === null ? null : isBoxThere ? h("details") : changeBox.element,
            ),
            h(
                "button.quiet",
                {
                    type: "button",
                    "data-focus": "leave",
                    onclick: () => {
                        send({ t: "leave" });
                        void app.navigate("", true);
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

/** Other rules that somebody has asked for: what they are, and whether one wants them.
 * @param {Table} table @param {(command: any) => void} send @param {() => void} again an edition has come that
 *   was not here */
function askedPart(table, send, again) {
    const { asking, me, seats } = table;
    if (asking?.what !== "rules") return null;
    const read = readCode(asking.setup);
    if ("lacks" in read && read.lacks) void fetchEdition(read.lacks).then((isHere) => isHere && again());
    const canVote = me !== null && !asking.yes.includes(me) && !asking.no.includes(me);
    const vote = (/** @type {boolean} */ yes) =>
        h(
            yes ? "button.main" : "button",
            { type: "button", "data-focus": `vote-${yes}`, onclick: () => send({ t: "vote", yes }) },
            t(yes ? "yes" : "no"),
        );
    return h(
        "section.panel.asked",
        { role: "status" },
        h("h2", null, t("asksRules", { who: seats[asking.by]?.name ?? "" })),
        "wrong" in read
            ? h("p", null, read.wrong)
            : [
                  h("p.rules-line", null, both(editionOf(read.settings.edition).title)),
                  isOwn(read.settings.edition) ? differencesPart(read.settings.edition) : null,
                  agreementPart(read.settings),
              ],
        canVote
            ? h("div.row", null, vote(true), vote(false))
            : h("p.quiet-text", null, t("votesSoFar", { yes: asking.yes.length, no: asking.no.length })),
    );
}

/** What these very people have played by the last time, where it is something else.
 * @param {Table} table @param {boolean} isHost @param {(command: any) => void} send */
function groupPart(table, isHost, send) {
    const names = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name ?? "");
    const last = isHost ? codeOfGroup(names) : undefined;
    if (!last || last === codeOf(table.settings)) return null;
    const read = readCode(last);
    if ("wrong" in read) return null;
    return h(
        "button",
        {
            type: "button",
            "data-focus": "group",
            onclick: () =>
                send({ t: "set", settings: { ...UNSAID, ...read.settings }, ...withText(read.settings) }),
        },
        t("lastTime", { rules: rulesLine(read.settings) }),
    );
}

/** What is missing, and the button that goes on. @param {Table} table @param {boolean} isHost
 * @param {(command: any) => void} send @param {import("./net.js").Net} net */
function startPart(table, isHost, send, net) {
    const slow = missing(table);
    const taken = takenSeats(table).length;
    const mine = table.me === null ? null : table.seats[table.me];
    const min = editionOf(table.settings.edition).seatsMin;
    const isOver = table.stage === "over";
    if (mine && !mine.agreed)
        return [
            isOver ? null : h("p", null, t("rulesChanged")),
            h(
                "button.main.wide",
                {
                    type: "button",
                    "data-focus": "agree",
                    onclick: () => send({ t: isOver ? "again" : "agree", rules: table.rules, ...net.seal() }),
                },
                t(isOver ? "again" : "agree"),
            ),
        ];
    if (!isHost) return h("p.quiet-text", null, t("waitHost", { who: table.seats[table.host]?.name ?? "" }));
    // Asked for at the press: the button outlives comings and goings.
    const free = () =>
        table.seats.map((seat, index) => (seat.kind === "free" ? index : -1)).filter((index) => index >= 0);
    return [
        h(
            "button.main.wide",
            {
                type: "button",
                "data-focus": "start",
                disabled: slow.length > 0 || taken < min,
                onclick: () => send({ t: "start" }),
            },
            t("start"),
        ),
        taken < min
            ? h("p.quiet-text", null, t("needPeople"))
            : slow.length
              ? h("p.quiet-text", null, t("needAgree", { n: slow.length, who: slow.join(", ") }))
              : null,
        free().length && taken < 4
            ? h(
                  "button",
                  {
                      type: "button",
                      "data-focus": "fill",
                      onclick: () =>
                          free()
                              .slice(0, 4 - takenSeats(table).length)
                              .forEach((index) => send({ t: "bot", seat: index, level: "casual" })),
                  },
                  t("fillBots"),
              )
            : null,
    ];
}

/** @param {App} app @param {Table} table @param {import("./net.js").Net} net */
function invitePart(app, table, net) {
    const link = linkOf(table.id);
    return h(
        "section.panel.invite",
        null,
        h("h1", null, t("share")),
        qrPicture(link),
        net.proof.key
            ? h("p.quiet-text.server-key", null, t("serverKey", { key: net.proof.key.slice(0, 16) }))
            : null,
        h(
            "div.row",
            null,
            h("input", { readonly: true, value: link, "aria-label": t("share"), "data-focus": "link" }),
            h(
                "button",
                {
                    type: "button",
                    "data-focus": "copy",
                    onclick: async () => {
                        // Without a clipboard the link is at least selected.
                        if (!(await app.copy(link)))
                            /** @type {HTMLInputElement | null} */ (
                                document.querySelector(".invite input")
                            )?.select();
                    },
                },
                t("copy"),
            ),
            "share" in navigator
                ? h(
                      "button",
                      { type: "button", "data-focus": "share", onclick: () => shareLink(link) },
                      t("shareIt"),
                  )
                : null,
        ),
    );
}

/** @param {App} app @param {Table} table @param {boolean} isHost @param {(command: any) => void} send */
function peoplePart(app, table, isHost, send) {
    const faces = facesFor(table.seats.map((seat) => seat.name ?? ""));
    return h(
        "section.panel",
        null,
        h("h2", null, t("people")),
        h(
            "ul.menu-list",
            null,
            table.seats.map((seat, index) => seatLine(app, table, seat, index, isHost, send, faces[index])),
        ),
    );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {import("./table.js").Seat} seat
 * @param {number} index
 * @param {boolean} isHost
 * @param {(command: any) => void} send
 * @param {number} face
 */
function seatLine(app, table, seat, index, isHost, send, face) {
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
        seat.kind === "bot" && both(bots.find((bot) => bot.id === seat.level)?.name ?? { en: "" }),
        seat.kind === "person" && seat.here === false && t("offline"),
        seat.kind === "person" && t(seat.agreed ? "agreed" : "notAgreed"),
    ];
    return h(
        "li.seat-line",
        null,
        h(
            "span.who",
            null,
            h("span.figure", { "aria-hidden": "true" }, facePicture(face, seat.agreed ? "pleased" : "calm")),
            index === table.me && table.stage === "waiting"
                ? renameField(app, table, seat.name ?? "")
                : h("b", null, seat.name ?? ""),
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
        isHost && seat.kind === "person" && index !== table.me
            ? h(
                  "button.quiet",
                  {
                      type: "button",
                      "data-focus": `remove-${index}`,
                      onclick: () => send({ t: "remove", seat: index }),
                  },
                  t("removePerson"),
              )
            : null,
    );
}

/** The own name, which can be another one until the cards are dealt. @param {App} app @param {Table} table
 * @param {string} name */
function renameField(app, table, name) {
    return h("input.rename", {
        value: name,
        maxlength: 24,
        autocomplete: "nickname",
        spellcheck: "false",
        "aria-label": t("yourName"),
        "data-focus": "rename",
        onchange: (/** @type {Event} */ event) => {
            const field = /** @type {HTMLInputElement} */ (event.target);
            const wanted = tidyName(field.value);
            field.value = goodName(wanted) ? wanted : name;
            if (field.value === name) return;
            table.send({ t: "name", name: wanted }).then(
                () => keep({ name: wanted }),
                (no) => {
                    field.value = no.args?.name ?? name;
                    app.notify(told(no));
                    if (no.args?.name) field.dispatchEvent(new Event("change"));
                },
            );
        },
    });
}

/** Whoever sits down later can be named as the dealer, too; the form stays as it is otherwise.
 * @param {HTMLElement} box @param {Table} table */
function offerDealers(box, table) {
    const list = box.querySelector("select[name=dealer]");
    if (!(list instanceof HTMLSelectElement)) return;
    const names = table.seats.map((seat) => seat.name ?? "").filter(Boolean);
    const offered = [...list.options];
    for (const option of offered)
        if (option.value && !option.selected && !names.includes(option.value)) option.remove();
    for (const name of names)
        if (!offered.some((option) => option.value === name)) list.append(h("option", { value: name }, name));
}

/** The host changes the rules; the others put theirs to the vote. @param {App} app @param {Table} table
 * @param {boolean} isHost @param {(command: any) => void} send */
function changeForm(app, table, isHost, send) {
    const choice = choiceOf(table.settings);
    const form = h(
        "form.panel",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const settings = readSettings(form);
                if (!isHost)
                    return send({ t: "ask", what: "rules", setup: codeOf(settings), ...withText(settings) });
                keep({ table: settings });
                send({ t: "set", settings, ...withText(settings) });
            },
        },
        settingsPart(app, choice),
        h("button", { type: "submit" }, t(isHost ? "changeRules" : "proposeRules")),
    );
    return form;
}
