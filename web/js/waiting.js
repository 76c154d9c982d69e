// waiting.js - before the deal: the link, who sits here, what is played. Sitting down is agreeing to what is
// shown; a later change asks again.

import { bots, editionOf, isOwn } from "./core.js";
import { differencesPart } from "./differs.js";
import { byId, h, refill } from "./dom.js";
import { facePicture, facesFor } from "./faces.js";
import { wantToBeTold } from "./menu.js";
import { fetchEdition, withText } from "./own.js";
import { agreement, agreementPart } from "./house.js";
import { forgetSeat } from "./net.js";
import { keep, prefs } from "./prefs.js";
import { codeOf, codeOfGroup, readCode } from "./code.js";
import { choiceOf, readSettings, rulesLine, settingsPart } from "./settings.js";
import { goodName, tidyName } from "./setup.js";
import { linkOf, qrPicture, shareLink } from "./share.js";
import { nameWord, shownName } from "./table.js";
import { talkPart } from "./talk.js";
import { canTell, isTold } from "./told.js";
import { both, lang, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

/** Where the host changes the rules; 'before' is what the form began with.
 * @type {{table: Table, rules: number, isHost: boolean, element: HTMLElement, form: HTMLElement, before: string} | null} */
let changeBox = null;
/** The host has pressed on with rules in the form that nobody knew yet: goes on when all have agreed to them.
 * @type {{table: Table, rules: number, go: () => void} | null} */
let wanted = null;
/** What this person agreed to last: what is new is told in words. @type {{table: Table, settings: any} | null} */
let known = null;
/** A setting that another set-up does not name is as usual, not as it was. */
export const UNSAID = Object.fromEntries(
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

/** What is said has been read when it is in sight. @type {IntersectionObserver | null} */
let talkSeen = null;
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
    const isFrame =
        old.matches(".waiting, .waiting > section, .side, .side > section, .waiting .menu-list") &&
        old.className === fresh.className;
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
        table.chat,
        [prefs.hush, prefs.hushAll],
        net.proof.key,
        lang,
    ]);
    if (key === drawn && document.querySelector(".waiting")) return;
    drawn = key;
    const isHost = table.me !== null && table.me === table.host;
    const mine = table.me === null ? null : table.seats[table.me];
    if (mine?.agreed || known?.table !== table) known = { table, settings: table.settings };
    const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    const box = boxOf(app, table, isHost, send);
    offerDealers(box, table);
    const leave = () => {
        send({ t: "leave" });
        forgetSeat(table.id);
        void app.navigate("", true);
    };
    // The box with the rules moves from the old page to the new one only where it has to.
    const old = shownTable === table ? document.querySelector("#screen > .waiting") : null;
    const isBoxThere = Boolean(old?.contains(box));
    shownTable = table;
    const invite = invitePart(app, table);
    const talking = h("section.panel.talk", null, h("h2", null, t("chat")), talkPart(app));
    // A guest has the link already: it stands further down.
    renew(
        old,
        h(
            "div.page.waiting",
            null,
            h(
                "div.asked-box",
                null,
                askedPart(table, send, () => {
                    drawn = "";
                    if (shownTable === table && document.querySelector(".waiting"))
                        drawWaiting(app, table, net);
                }),
            ),
            h("div.page-end", null, startPart(app, table, isHost, send, net)),
            isHost ? h("div.side", null, invite, talking) : null,
            peoplePart(app, table, isHost, send),
            isHost ? null : talking,
            rulesPart(app, table, isHost, send, isBoxThere ? h("details") : box),
            isHost ? null : invite,
            h("button.quiet", { type: "button", "data-focus": "leave", onclick: leave }, t("leave")),
            h(
                "p.quiet-text.server-key",
                { hidden: !net.proof.key },
                t("serverKey", { key: (net.proof.key ?? "").slice(0, 16) }),
            ),
        ),
    );
    talkSeen ??= new IntersectionObserver((seen) => {
        if (!seen.some((one) => one.isIntersecting) || !app.unread) return;
        app.unread = 0;
        app.top();
    });
    const talk = document.querySelector(".waiting .chat");
    if (talk) {
        talkSeen.observe(talk);
        talk.scrollTop = talk.scrollHeight;
    }
    goOnWith(table);
    if (focused)
        /** @type {HTMLElement | null} */ (
            byId("screen").querySelector(`[data-focus="${focused}"]`)
        )?.focus();
}

/** What is played here, and where it is changed. @param {App} app @param {Table} table @param {boolean} isHost
 * @param {(command: any) => void} send @param {HTMLElement} box */
const rulesPart = (app, table, isHost, send, box) =>
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
        table.me === null ? null : box,
    );

/** The form stays as it is while people come and go; new rules make a new one.
 * @param {App} app @param {Table} table @param {boolean} isHost @param {(command: any) => void} send */
function boxOf(app, table, isHost, send) {
    if (changeBox?.table !== table || changeBox.rules !== table.rules || changeBox.isHost !== isHost) {
        const form = changeForm(app, table, isHost, send);
        changeBox = {
            table,
            rules: table.rules,
            isHost,
            form,
            before: JSON.stringify(readSettings(form)),
            element: h(
                "details",
                null,
                h("summary", { "data-focus": "rules" }, t(isHost ? "changeRules" : "proposeRules")),
                form,
            ),
        };
    }
    return changeBox.element;
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

/** What is new since this person agreed, in words. @param {Table} table */
function changedPart(table) {
    const old = known?.table === table ? known.settings : table.settings;
    const [before, after] = [old, table.settings].map((settings) => [
        both(editionOf(settings.edition).title),
        ...agreement(settings),
    ]);
    const lines = [
        ...after.filter((one) => !before.includes(one)).map((what) => t("rulesNow", { what })),
        ...before.filter((one) => !after.includes(one)).map((what) => t("rulesGone", { what })),
    ];
    return lines.length
        ? h(
              "ul.rules-list.changed",
              null,
              lines.map((line) => h("li", null, line)),
          )
        : null;
}

/** What the host has set in the open form counts, also without the form's own button.
 * @param {App} app @param {Table} table @param {() => void} go */
function withForm(app, table, go) {
    const box = changeBox;
    const settings = box?.table === table && box.isHost ? readSettings(box.form) : null;
    if (!box || !settings || JSON.stringify(settings) === box.before) return go();
    wanted = { table, rules: table.rules, go };
    keep({ table: settings });
    table.send({ t: "set", settings, ...withText(settings) }).catch((no) => {
        wanted = null;
        app.notify(told(no));
    });
}

/** Goes on where the host has pressed on, as soon as everybody has agreed. @param {Table} table */
function goOnWith(table) {
    if (wanted?.table !== table || wanted.rules === table.rules) return;
    if (table.stage === "waiting" && missing(table).length) return;
    const { go } = wanted;
    wanted = null;
    go();
}

/** What is missing, and the button that goes on. @param {App} app @param {Table} table @param {boolean} isHost
 * @param {(command: any) => void} send @param {import("./net.js").Net} net */
function startPart(app, table, isHost, send, net) {
    const slow = missing(table);
    const taken = takenSeats(table).length;
    const mine = table.me === null ? null : table.seats[table.me];
    const min = editionOf(table.settings.edition).seatsMin;
    const isOver = table.stage === "over";
    const host = table.seats[table.host]?.name ?? "";
    if (mine && !mine.agreed) {
        const agree = () => send({ t: isOver ? "again" : "agree", rules: table.rules, ...net.seal() });
        const changed = isOver ? null : changedPart(table);
        // Somebody has sat down after a game: nothing is new but the company.
        const isAgain = isOver || (!changed && table.game > 0);
        return [
            isAgain ? null : h("p", null, t("rulesChanged")),
            changed,
            h(
                "button.main.wide",
                { type: "button", "data-focus": "agree", onclick: () => withForm(app, table, agree) },
                t(isAgain ? "again" : "agree"),
            ),
        ];
    }
    if (!isHost)
        return [
            mine
                ? h("h1", null, t("youAreIn", { who: host }))
                : table.hasRoom()
                  ? h(
                        "button.main.wide",
                        { type: "button", "data-focus": "sit", onclick: () => app.rematch() },
                        t("join"),
                    )
                  : null,
            h(
                "p.quiet-text",
                null,
                slow.length
                    ? t("needAgree", { n: slow.length, who: slow.join(", ") })
                    : t("waitHost", { who: host }),
            ),
        ];
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
                onclick: () => withForm(app, table, () => send({ t: "start" })),
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

/** @param {App} app @param {Table} table */
function invitePart(app, table) {
    const link = linkOf(table.id);
    return h(
        "section.panel.invite",
        null,
        h("h1", null, t("share")),
        qrPicture(link),
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
    const free = table.seats.length - takenSeats(table).length;
    return h(
        "section.panel.people",
        null,
        h("h2", null, t("people")),
        h(
            "ul.menu-list",
            null,
            table.seats.map((seat, index) =>
                seat.kind === "free" && !isHost
                    ? null
                    : seatLine(app, table, seat, index, isHost, send, faces[index]),
            ),
            free && !isHost ? h("li.quiet-text", null, t("freeSeats", { n: free })) : null,
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
    });
}

/** Whoever sits down later can be named as the dealer, too; the form stays as it is otherwise.
 * @param {HTMLElement} box @param {Table} table */
function offerDealers(box, table) {
    const list = box.querySelector("select[name=dealer]");
    if (!(list instanceof HTMLSelectElement)) return;
    const names = table.seats.map((seat) => nameWord(seat.name ?? "")).filter(Boolean);
    const offered = [...list.options];
    for (const option of offered)
        if (option.value && !option.selected && !names.includes(option.value)) option.remove();
    for (const name of names)
        if (!offered.some((option) => option.value === name))
            list.append(h("option", { value: name }, shownName(name)));
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
