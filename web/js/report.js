// report.js - tells the operator of the house about somebody; what was said and played goes with it.

import { byId, h, refill } from "./dom.js";
import { t, told } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./table.js").Table} Table */

const WORDS_MAX = 100;

/** @param {App} app @param {Table} table @param {number} seat */
export function askReport(app, table, seat) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const words = /** @type {HTMLInputElement} */ (
        h("input", { type: "text", maxlength: WORDS_MAX, "data-focus": "report-words" })
    );
    const send = () => {
        const text = words.value.trim();
        dialog.close();
        table.send({ t: "report", seat, ...(text ? { text } : {}) }).then(
            (answer) => app.notify(t("reported", { n: answer.report ?? 0 })),
            (no) => app.notify(told(no)),
        );
    };
    refill(
        dialog,
        h("h2", { tabindex: -1 }, t("reportWhom", { name: table.seats[seat]?.name ?? "" })),
        h("p", null, t("reportLine")),
        h("label", null, t("reportWords"), words),
        h(
            "div.row",
            null,
            h("button.main", { type: "button", "data-focus": "report-send", onclick: send }, t("reportSend")),
            h("button", { type: "button", onclick: () => dialog.close() }, t("cancel")),
        ),
    );
    dialog.showModal();
}
