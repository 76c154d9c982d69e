// company.js - the people of a table as they come and go: who hears of it, who agrees, whose face comes along.

import { codeOf, keepGroup } from "./code.js";
import { isMuted, prefs } from "./prefs.js";
import { openDrawer } from "./screens.js";
import { shownName } from "./table.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./net.js").Net} Net */

/** Tells whoever came late, and again when they play; the others hear who comes. @param {App} app @param {Table} table */
export function lateTeller(app, table) {
    let was = "";
    /** @type {string[] | null} */
    let before = null;
    return () => {
        const isBotPlayed = table.me !== null && table.seats[table.me]?.late === true;
        const is = isBotPlayed ? "late" : table.isComing() ? "comeNext" : "";
        if (is !== was) app.notify(t(is || "lateOver"));
        for (const who of table.coming)
            if (before && !table.isComing() && !before.includes(who)) app.notify(t("comes", { who }));
        before = table.coming;
        was = is;
    };
}

/** In the waiting room: the chat's drawer, and a mark for what nobody has looked at. @param {App} app @param {Table} table */
export function hearer(app, table) {
    return (/** @type {any} */ message) => {
        if (!["table", "seats", "said", "voted"].includes(message.t)) return;
        app.refresh();
        if (message.t !== "said" || message.seat === table.me) return;
        const list = document.querySelector(".waiting .chat")?.getBoundingClientRect();
        const isSeen = list && list.top >= 0 && list.bottom < innerHeight;
        if (isSeen || openDrawer() === "chat" || isMuted(table.seats[message.seat]?.name ?? "")) return;
        app.unread++;
        app.top();
    };
}

/** Tells who was taken off the table, and when they try to come back. @param {App} app */
export function removedTeller(app) {
    /** @type {Set<string>} */
    const names = new Set();
    return {
        names,
        hear: (/** @type {any} */ message) => {
            const who = shownName(message.name);
            if (!message.again) names.add(who);
            app.notify(t(message.again ? "removedAgain" : "removed", { who }));
        },
    };
}

/** Tells who has left for good, and who is back. @param {App} app @param {Table} table @param {Set<string>} removed of
 * whom it was told already */
export function goneTeller(app, table, removed) {
    /** @type {Map<string, import("./table.js").Seat>} */
    let before = new Map();
    let host = table.me;
    return () => {
        const others = table.seats.filter((seat, index) => seat.kind === "person" && index !== table.me);
        const people = new Map(others.map((seat) => [seat.name, seat]));
        const isOn = ["playing", "between"].includes(table.stage);
        for (const [who, was] of before) {
            const is = people.get(who);
            // Who only lost the connection is away later, when the clock has run out twice.
            const isGone = is
                ? is.away && !is.here && was.here && !was.away
                : table.stage === "waiting" && people.size < before.size;
            const isHost = table.me !== null && host !== table.host && table.host === table.me;
            if (isGone && !removed.delete(who ?? ""))
                app.notify(
                    `${t(isOn ? "hasLeftGame" : "hasLeft", { who: who ?? "" })} ${isHost ? t("youHost") : ""}`,
                );
            else if (is?.here && was.away && !is.away) app.notify(t("isBack", { who: who ?? "" }));
        }
        before = people;
        host = table.host;
    };
}

/** Agrees for whoever has just sat down. @param {Table} table @param {Net} net @param {any} first @param {string} seen */
export function agreer(table, net, first, seen) {
    let agreed = ["create", "join", "match"].includes(first.t) ? 0 : -1;
    return () => {
        const mine = table.me === null ? null : table.seats[table.me];
        // Sitting down is agreeing to what was shown; the host agrees to the own changes.
        const isShown = !seen || seen === JSON.stringify(table.settings);
        const isDue = (agreed === 0 && isShown) || (table.me === table.host && agreed !== table.rules);
        if (!mine || mine.agreed || table.stage !== "waiting" || !isDue) return;
        agreed = table.rules;
        table.send({ t: "agree", rules: table.rules, ...net.seal() }).catch(() => {});
    };
}

/** Where nobody else was there, bots play until somebody comes. @param {Table} table @param {any} first */
export function starter(table, first) {
    let isDone = first.t !== "match";
    return () => {
        const isReady = table.seats.every((seat) => seat.kind === "bot" || seat.agreed);
        if (isDone || table.me === null || table.me !== table.host || table.stage !== "waiting" || !isReady)
            return;
        isDone = true;
        table.send({ t: "start" }).catch(() => {});
    };
}

/** The face that was chosen comes along to whatever seat one gets; and things may fly. @param {App} app @param {Table} table */
export function settle(app, table) {
    void import("./toss.js").then(({ Tosses }) => new Tosses(app, table));
    /** @type {number | null} */
    let at = null;
    table.listen(() => {
        if (table.me === at || prefs.face === undefined) return;
        at = table.me;
        if (at !== null) void import("./looks.js").then(({ tellFace }) => tellFace(app));
    });
}

/** Who plays here, and by which rules: offered when the same people sit down again. @param {Table} table */
export function noteGroup(table) {
    const people = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name ?? "");
    if (table.me !== null && table.stage !== "waiting") keepGroup(people, codeOf(table.settings));
}
