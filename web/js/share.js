// share.js - a link to a table: as text, as a QR code, by the system's own sheet.

import { byId, h, refill, svg } from "./dom.js";
import { qrCode } from "./qr.js";
import { t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */

/** @param {string} id */
export const linkOf = (id) => `${location.origin}${location.pathname}#${id}`;

/** @param {string} link */
export function qrPicture(link) {
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

/** To another program of a phone. Who changes their mind there has changed it. @param {string} url */
export const shareLink = (url) => void navigator.share({ title: "Penúltima", url }).catch(() => {});

/** The own seat as a link, to go on at another device. @param {App} app */
export function showMove(app) {
    const id = app.table?.id ?? "";
    const link = `${linkOf(id)}.${app.source?.token ?? ""}`;
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

/** The link to a table, to be shown, copied or sent: all in one place. @param {App} app @param {string} id */
export function invitePart(app, id) {
    const link = linkOf(id);
    return h(
        "section.panel.invite",
        null,
        h("h2", null, t("share")),
        qrPicture(link),
        h(
            "div.row",
            null,
            h("input", {
                readonly: true,
                dir: "ltr",
                value: link,
                "aria-label": t("share"),
                "data-focus": "link",
            }),
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
