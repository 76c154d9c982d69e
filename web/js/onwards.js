// onwards.js - going on from a moment of a record: who sits where, with which cards, and off it goes, against bots.

import { byId, h, refill } from "./dom.js";
import { playAlone } from "./playing.js";
import { goFrom } from "./records.js";
import { setup } from "./setup.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/**
 * Asks for the seat and the cards, then goes on.
 * @param {App} app
 * @param {{text: string, source: string, at: number, seat: number, names: string[], settings: any}} past the record, where
 *   it is from, the moment, the seat that is offered first, who plays, and what
 */
export function goOnHere(app, past) {
    const { names, settings } = past;
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const form = h(
        "form",
        {
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const data = new FormData(/** @type {HTMLFormElement} */ (form));
                const from = goFrom(
                    past.text,
                    past.source,
                    past.at,
                    Number(data.get("seat")),
                    data.get("cards") === "anew",
                );
                if (!from)
                    return refill(wrong, t(data.get("cards") === "anew" ? "goOnHere.waits" : "cannotRead"));
                dialog.close();
                const wanted = setup();
                void playAlone(
                    {
                        ...wanted,
                        house: [],
                        ...settings,
                        misplays: "edition",
                        reverse: settings.reverse_with_two,
                        bots: names.slice(1).map(() => wanted.bots[0]),
                    },
                    from,
                );
            },
        },
        h("h2", { tabindex: -1 }, t("goOnHere")),
        h("p", null, t("goOnHere.line")),
        h(
            "label.field",
            null,
            h("span", null, t("goOnHere.seat")),
            h(
                "select",
                { name: "seat" },
                names.map((name, seat) => h("option", { value: seat, selected: seat === past.seat }, name)),
            ),
        ),
        ["same", "anew"].map((cards) =>
            h(
                "label.check",
                null,
                h("input", { type: "radio", name: "cards", value: cards, checked: cards === "same" }),
                h("span", null, t(`goOnHere.${cards}`)),
            ),
        ),
        h(
            "div.row",
            null,
            h("button.main", { type: "submit" }, t("goOnShort")),
            h("button.quiet", { type: "button", onclick: () => dialog.close() }, t("close")),
        ),
    );
    const wrong = h("p.wrong", { role: "alert" });
    form.append(wrong);
    refill(dialog, form);
    dialog.showModal();
}
