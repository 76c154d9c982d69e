// games.js - your games: those that go on, those that are over, tables that wait, figures and honours.

import { Alone } from "./alone.js";
import { bots, editionOf, editions } from "./core.js";
import { byId, h, refill, svg } from "./dom.js";
import { heldSeats } from "./held.js";
import { shelfPart } from "./keepsakes.js";
import { goOnAlone } from "./playing.js";
import { dropGame, journalOf, savedGames } from "./saved.js";
import { eraseStats, exportStats, importStats, stats } from "./stats.js";
import { shownName, Table } from "./table.js";
import { both, lang, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** @param {App} app */
export function showGames(app) {
    app.go({ redraw: () => drawGames(app), title: () => t("games") });
    void lookAtTables();
}

/** @param {number} at */
const when = (at) => new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

/** @param {App} app @param {import("./saved.js").SavedGame} game */
function gameLine(app, game) {
    const title = editions.some((one) => one.id === game.edition)
        ? both(editionOf(game.edition).title)
        : t("alone");
    const state = game.isUnread
        ? t("cannotRead")
        : game.isOver
          ? t(game.isWon ? "saved.won" : "saved.lost")
          : t("saved.open", { n: game.round });
    return h(
        "li.seat-line",
        null,
        h(
            "span",
            null,
            h("b", null, title),
            " ",
            h("span.quiet-text", null, [when(game.at), state].join(" · ")),
        ),
        h(
            "span.row",
            null,
            game.isOver
                ? h(
                      "button",
                      { type: "button", onclick: () => void app.navigate(`#/games/${game.id}`) },
                      t("watchReplay"),
                  )
                : h("button.main", { type: "button", onclick: () => goOnAlone(game.id) }, t("goOnShort")),
            h(
                "button.quiet",
                {
                    type: "button",
                    "aria-label": t("erase"),
                    onclick: async () => {
                        if (!(await app.askFirst(t("eraseSure"), t("erase"), t("cancel")))) return;
                        dropGame(game.id);
                        drawGames(app);
                    },
                },
                "✕",
            ),
        ),
    );
}

/** What the tables of this browser wait for. @type {Map<string, string>} */
const waits = new Map();

/** The tables that wait for this person. @type {Set<string>} */
const awaited = new Set();

async function lookAtTables() {
    for (const [id, held] of heldSeats()) {
        const found = await fetch(`/api/tables/${id}`).then(
            (answer) => (answer.ok ? answer.json() : null),
            () => null,
        );
        if (!found) waits.set(id, t("tableGone"));
        else {
            const people = found.seats
                .filter((/** @type {any} */ seat) => seat.kind !== "free")
                .map((/** @type {any} */ seat) => shownName(seat.name));
            const isMine = found.must?.includes(held.seat) ?? false;
            const state = isMine ? t("do.turn") : t(`stage.${found.stage}`);
            const until = isMine && found.until ? t("until", { when: when(found.until) }) : "";
            waits.set(id, [state, until, people.join(", ")].filter(Boolean).join(" · "));
            if (isMine) awaited.add(id);
            else awaited.delete(id);
        }
        const line = document.querySelector(`[data-table="${id}"]`);
        if (!line) continue;
        line.textContent = waits.get(id) ?? "";
        // Where one is awaited comes first.
        const item = line.closest("li");
        item?.classList.toggle("awaited", awaited.has(id));
        if (awaited.has(id)) item?.parentElement?.prepend(item);
    }
}

/** @param {App} app */
function drawGames(app) {
    const games = savedGames();
    const held = heldSeats().slice(0, 12);
    refill(
        byId("screen"),
        h(
            "div.page.games",
            null,
            held.length
                ? h(
                      "section.panel",
                      null,
                      h("h2", null, t("tablesHeld")),
                      h(
                          "ul.menu-list",
                          null,
                          held.map(([id, one]) =>
                              h(
                                  "li",
                                  null,
                                  h(
                                      "a.door",
                                      { href: `#${id}` },
                                      h("b", null, id),
                                      h("span", { "data-table": id }, waits.get(id) ?? when(one.at)),
                                  ),
                              ),
                          ),
                      ),
                  )
                : null,
            h(
                "section.panel",
                null,
                h("h2", null, t("gamesAlone")),
                games.length
                    ? h(
                          "ul.menu-list",
                          null,
                          games.map((game) => gameLine(app, game)),
                      )
                    : h("p.quiet-text", null, t("noGames")),
                h(
                    "button.quiet",
                    { type: "button", onclick: () => void app.navigate("#/replay") },
                    t("openFile"),
                ),
            ),
            shelfPart(stats().honours),
            figures(app),
            h("button.quiet", { type: "button", onclick: () => app.home() }, t("back")),
        ),
    );
}

/** How the last games went, as a small line: above is first. @param {[number, number][]} form */
function formPart(form) {
    const points = form.map(([place, of], index) => ({
        x: 6 + (index * 288) / Math.max(1, form.length - 1),
        y: 8 + (34 * (place - 1)) / Math.max(1, of - 1),
        isFirst: place === 1,
    }));
    return h(
        "div.form-line",
        null,
        h("h3", null, t("form")),
        svg(
            "svg",
            {
                viewBox: "0 0 300 50",
                role: "img",
                "aria-label": t("formLine", {
                    list: form
                        .slice(-10)
                        .map(([place]) => place)
                        .join(", "),
                }),
            },
            svg("path", { d: `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` }),
            points.map(({ x, y, isFirst }) => svg("circle", { cx: x, cy: y, r: isFirst ? 4.5 : 2.5 })),
        ),
    );
}

/** @param {App} app */
function figures(app) {
    const all = stats();
    /** @type {[string, string | number][]} */
    const list = [
        ["stats.games", all.games],
        ["stats.wins", all.wins],
        ["stats.place", all.games ? (all.places / all.games).toFixed(1) : "–"],
        // A row that is over is nobody's business.
        ...(all.streak > 1 ? [/** @type {[string, number]} */ (["stats.streak", all.streak])] : []),
        ["stats.best", all.best],
        ["stats.caught", all.caught],
        ["stats.bluffs", all.bluffs],
    ];
    const split = [
        ...Object.entries(all.editions).map(([id, two]) => [both(editionOf(id).title), ...two]),
        ...Object.entries(all.levels).map(([id, two]) => [
            both(bots.find((bot) => bot.id === id)?.name ?? { en: id }),
            ...two,
        ]),
    ];
    return h(
        "section.panel",
        null,
        h("h2", null, t("stats")),
        h(
            "dl.figures",
            null,
            list.map(([key, value]) => h("div", null, h("dt", null, t(key)), h("dd", null, value))),
        ),
        split.length
            ? h(
                  "ul.menu-list",
                  null,
                  split.map(([name, count, won]) =>
                      h("li.seat-line", null, h("b", null, name), t("stats.of", { n: won, of: count })),
                  ),
              )
            : null,
        all.form.length > 1 ? formPart(all.form) : null,
        h("p.quiet-text", null, t("statsHere")),
        statsButtons(app),
    );
}

/** @param {App} app */
function statsButtons(app) {
    return h(
        "div.row",
        null,
        h(
            "button",
            { type: "button", onclick: () => saveText(exportStats(), "penultima.json") },
            t("export"),
        ),
        h(
            "label.button.upload",
            null,
            h("span", null, t("import")),
            fileInput(async (text) => {
                app.notify(t(importStats(text) ? "imported" : "cannotRead"));
                drawGames(app);
            }),
        ),
        h(
            "button.quiet",
            {
                type: "button",
                onclick: async () => {
                    if (!(await app.askFirst(t("eraseSure"), t("erase"), t("cancel")))) return;
                    eraseStats();
                    drawGames(app);
                },
            },
            t("erase"),
        ),
    );
}

/** @param {(text: string) => void} take */
const fileInput = (take) =>
    h("input", {
        type: "file",
        accept: "application/json",
        onchange: async (/** @type {Event} */ event) => {
            const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
            if (file) take(await file.text());
        },
    });

/** @param {string} text @param {string} name */
function saveText(text, name) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = h("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
}

/** Looks at a kept game again. @param {App} app @param {string} id */
export async function watchGame(app, id) {
    const journal = journalOf(id);
    const source = new Alone(new Table());
    source.journal = journal;
    const text = journal ? source.record() : "";
    source.close();
    if (!text) {
        app.notify(t("cannotRead"));
        return app.home();
    }
    (await import("./replay.js")).showReplay(app, text, null);
}
