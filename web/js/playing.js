// playing.js - a table on the screen, wherever it is: begins games alone, goes on with them, ends them.

import { Alone, phrases } from "./alone.js";
import { Board } from "./board.js";
import { byId, h, pause, refill, soon } from "./dom.js";
import { isMuted, keep } from "./prefs.js";
import { openGame, setAside } from "./saved.js";
import { addressIs, app, go, notify, openDrawer, refreshDrawer, top } from "./screens.js";
import { setup } from "./setup.js";
import { Table } from "./table.js";
import { chatWords } from "./votes.js";
import { both, t } from "./words.js";

/** What somebody said, in words. @param {any} said */
export const saying = (said) =>
    said.accuses !== undefined && app.table
        ? chatWords(app.table, said)
        : (said.text ?? both(phrases()[said.phrase] ?? { en: "" }));

/** Shows a table and plays at it. @param {Table} table */
export function playTable(table) {
    app.table = table;
    app.unread = 0;
    const root = h("div.table");
    const board = new Board(root, table, { end: endButtons, saying, landed: top });
    let told = "";
    table.listen((message) => {
        if (["table", "seats", "update", "said", "voted", "there"].includes(message.t)) void refreshDrawer();
        if (message.t === "voted")
            void import("./asking.js").then(({ tellVote }) => tellVote(board, message));
        if (message.t === "update" && message.clock !== undefined)
            notify(
                t(message.clock === table.me ? "clockYou" : "clockOther", {
                    who: table.seats[message.clock]?.name ?? "",
                }),
            );
        if (message.t === "there")
            notify(
                t(message.seat === table.me ? "thereYou" : "thereOther", {
                    who: table.seats[message.by]?.name ?? "",
                    other: table.seats[message.seat]?.name ?? "",
                    n: Math.round(message.left / 1000),
                }),
            );
        if (
            message.t === "said" &&
            message.seat !== table.me &&
            !isMuted(table.seats[message.seat]?.name ?? "") &&
            openDrawer() !== "chat"
        )
            app.unread++;
        // What is only noted comes after what is shown.
        if (message.t === "update" && message.events)
            soon(() => void import("./stats.js").then(({ noteDeeds }) => noteDeeds(table, message.events)));
        const isEnd = table.stage === "over" && table.over?.game;
        if (isEnd && told !== `${table.id} ${table.game}`) {
            told = `${table.id} ${table.game}`;
            soon(() => void import("./stats.js").then(({ noteGame }) => noteGame(board)));
        }
        if (message.t === "update" && document.hidden && table.isMyTurn())
            void import("./told.js").then(({ tellTurn }) => tellTurn(table));
        top();
    });
    go({
        redraw() {
            if (!root.isConnected) refill(byId("screen"), root);
            app.board = board;
            board.draw();
        },
        key: (event) => board.key(event),
        title: () =>
            [
                both(board.edition.title),
                table.now && t("round", { n: table.now.round }),
                table.settings.share && t("shareGames.line"),
            ]
                .filter(Boolean)
                .join(" · "),
        mayLeave: () =>
            !app.source?.isRemote || table.me === null || !["playing", "between"].includes(table.stage),
        left: () => void table.send({ t: "leave" }).catch(() => {}),
        table,
        close() {
            board.destroy();
            app.board = null;
        },
    });
}

/** What can be done when a game is over. */
function endButtons() {
    return [
        app.table?.me === null
            ? app.source?.isRemote && app.table.hasRoom()
                ? h(
                      "button.main",
                      { type: "button", "data-do": "sit", onclick: () => app.rematch() },
                      t("join"),
                  )
                : null
            : h("button.main", { type: "button", onclick: () => app.rematch() }, t("again")),
        app.source?.isRemote && app.table && app.table.me !== null
            ? h(
                  "button",
                  { type: "button", "data-do": "rules", onclick: () => app.otherRules() },
                  t(app.table.me === app.table.host ? "changeRules" : "proposeRules"),
              )
            : null,
        h("button", { type: "button", onclick: () => void openReplay() }, t("watchReplay")),
        h(
            "button",
            { type: "button", "data-do": "share", onclick: () => void shareResult() },
            t("shareResult"),
        ),
        h("button.quiet", { type: "button", onclick: () => app.home() }, t("home")),
    ].filter((one) => one !== null);
}

async function openReplay() {
    const text = await app.source?.record();
    if (!text) return notify(t("cannotRead"));
    const { showReplay } = await import("./replay.js");
    showReplay(app, text, app.source?.isRemote && app.table ? `${app.table.id}/${app.table.game}` : null);
}

async function shareResult() {
    const { shareResultOf } = await import("./result.js");
    if (app.board) await shareResultOf(app.board);
}

/** What is set up now is offered the next time. @param {import("./alone.js").Setup} wanted */
export function keepSetup({ name, ...setup }) {
    keep({ name, setup });
}

/** Starts a game against bots, a piece at a time. @param {import("./alone.js").Setup} wanted
 * @param {string} [from] a game that is gone on with */
export async function playAlone(wanted, from) {
    await pause();
    if (!from) keepSetup(wanted);
    addressIs("#/play", location.hash !== "#/play");
    await pause();
    const table = new Table();
    const source = new Alone(table);
    playTable(table);
    app.source = source;
    app.rematch = () => playAlone(wanted);
    await pause();
    // The bare table is laid out before anybody sits down.
    app.board?.root.getBoundingClientRect();
    void source.begin(wanted, from);
}

/** Goes on with a kept game; without one a new game begins. @param {string} [id] */
export function goOnAlone(id) {
    const kept = id ?? openGame()?.id;
    if (!kept) return void playAlone(setup());
    addressIs("#/play", location.hash !== "#/play");
    const table = new Table();
    const source = new Alone(table);
    playTable(table);
    app.source = source;
    app.rematch = () => playAlone(setup());
    if (!source.goOn(kept)) {
        if (!source.isNewer()) setAside(kept);
        notify(t(source.isNewer() ? "newerGame" : "cannotRead"));
        return app.home();
    }
    top();
}

app.playTable = playTable;
