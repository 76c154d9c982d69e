// talk.js - what people at a table say to each other: in the drawer, and in the waiting room.

import { phrases } from "./alone.js";
import { h } from "./dom.js";
import { isMuted, prefs } from "./prefs.js";
import { nameWord } from "./table.js";
import { chatWords } from "./votes.js";
import { both, t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

/** A message can be quoted in an accusation, and who reads one can join in (RULE O15).
 * @param {App} app @param {Table} table @param {any} said @param {number} index */
function accusing(app, table, said, index) {
    const seat = said.accuses ?? said.seat;
    if (!said.text || !(table.now?.legal?.accuses ?? []).includes(seat)) return null;
    const name = table.seats[seat]?.name ?? "";
    return h(
        "button.quiet",
        {
            type: "button",
            "data-focus": `accuse-said-${index}`,
            onclick: () => void app.board?.act(`accuses ${nameWord(name)}`, said.text),
        },
        t(said.accuses === undefined ? "accuseQuote" : "joinAccusing", { who: name }),
    );
}

/** The chat: what was said, phrases, and a field to write in. @param {App} app */
export function talkPart(app) {
    const table = /** @type {Table} */ (app.table);
    const say = (/** @type {any} */ what) =>
        void table.send({ t: "say", ...what }).catch((no) => app.notify(told(no)));
    const list = phrases();
    return [
        prefs.hushAll ? h("p.quiet-text", { role: "status" }, t("hushedAll")) : null,
        h(
            "ul.chat",
            { "aria-live": "polite" },
            table.chat
                .filter((one) => one.seat === table.me || !isMuted(table.seats[one.seat ?? -1]?.name ?? ""))
                .map((one, index) =>
                    h(
                        "li.said",
                        null,
                        one.accuses === undefined
                            ? h("b", null, `${table.seats[one.seat ?? -1]?.name ?? "·"}: `)
                            : null,
                        one.phrase !== undefined && one.phrase !== null
                            ? both(list[one.phrase] ?? { en: "" })
                            : chatWords(table, one),
                        accusing(app, table, one, index),
                    ),
                ),
        ),
        table.me === null
            ? null
            : h(
                  "div.row",
                  null,
                  list.map((phrase, index) =>
                      h(
                          "button",
                          {
                              type: "button",
                              "data-focus": `phrase-${index}`,
                              onclick: () => say({ phrase: index }),
                          },
                          both(phrase),
                      ),
                  ),
              ),
        app.source?.isRemote && table.me !== null && table.settings?.talk !== "phrases"
            ? h(
                  "form.row",
                  {
                      onsubmit: (/** @type {Event} */ event) => {
                          event.preventDefault();
                          const input = /** @type {HTMLInputElement} */ (
                              /** @type {HTMLFormElement} */ (event.target).elements.namedItem("say")
                          );
                          const text = input.value.trim();
                          if (text) say({ text });
                          input.value = "";
                      },
                  },
                  h("input", {
                      name: "say",
                      maxlength: 120,
                      "aria-label": t("sayWhat"),
                      placeholder: t("sayWhat"),
                      autocomplete: "off",
                      "data-focus": "say",
                  }),
                  h("button.main", { type: "submit" }, t("say")),
              )
            : null,
    ];
}
