// result.js - a picture of a result to send around: drawn here, shown, and sent by the system's own sheet, copied or
// saved.

import { ranked, titleOf } from "./count.js";
import { byId, h, refill, write } from "./dom.js";
import { FACES, facePicture, facesFor } from "./faces.js";
import { both, t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const WIDTH = 1000;
const ROW = 92;

/** A drawn face as an image. @param {number} index @param {import("./faces.js").Mood} mood @returns {Promise<HTMLImageElement>} */
function faceImage(index, mood) {
    const picture = facePicture(index % FACES, mood);
    picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    picture.setAttribute("width", "72");
    picture.setAttribute("height", "72");
    for (const [kind, look] of Object.entries({
        "f-eye": "fill:#241a14",
        "f-line": "fill:none;stroke:#241a14;stroke-width:1.7;stroke-linecap:round",
        "f-nose": "fill:none;stroke:#241a14;stroke-width:1;opacity:.5",
        "f-open": "fill:#6a2020",
        "f-glasses": "fill:#ffffff22;stroke:#3a3f4a;stroke-width:1.5",
    }))
        for (const part of picture.querySelectorAll(`.${kind}`))
            for (const pair of look.split(";"))
                part.setAttribute(.../** @type {[string, string]} */ (pair.split(":")));
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
    return image.decode().then(
        () => image,
        () => image,
    );
}

/** @param {Board} board @returns {Promise<Blob | null>} */
export async function resultPicture(board) {
    const { table, edition, scoring } = board;
    const faces = facesFor(table.seats);
    const rows = ranked(board);
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = 230 + rows.length * ROW + 60;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const light = pen.createRadialGradient(WIDTH / 2, 140, 40, WIDTH / 2, 300, 760);
    light.addColorStop(0, "#4a4030");
    light.addColorStop(1, "#16130f");
    pen.fillStyle = light;
    pen.fillRect(0, 0, WIDTH, canvas.height);
    pen.strokeStyle = "#7b5231";
    pen.lineWidth = 18;
    pen.strokeRect(9, 9, WIDTH - 18, canvas.height - 18);
    pen.fillStyle = "#ffb454";
    pen.textAlign = "center";
    pen.font = "700 64px Georgia, serif";
    pen.fillText("Penúltima", WIDTH / 2, 108);
    pen.fillStyle = "#d9cdb4";
    pen.font = "italic 30px Georgia, serif";
    pen.fillText(`${both(edition.title)} · ${new Date().toLocaleDateString()}`, WIDTH / 2, 160);
    for (const [rank, row] of rows.entries()) {
        const y = 200 + rank * ROW;
        pen.fillStyle = row.isBest ? "#5a4526" : "#ffffff12";
        pen.beginPath();
        pen.roundRect(60, y, WIDTH - 120, ROW - 12, 16);
        pen.fill();
        pen.drawImage(
            await faceImage(faces[row.index], row.isBest ? "laughing" : "calm"),
            130,
            y + 4,
            72,
            72,
        );
        pen.fillStyle = row.isBest ? "#ffd896" : "#f4ecdd";
        pen.textAlign = "left";
        pen.font = "700 38px Georgia, serif";
        pen.fillText(String(rank + 1), 86, y + 54);
        pen.font = "600 34px system-ui, sans-serif";
        pen.fillText(row.seat.name ?? "", 224, y + 52, 440);
        pen.textAlign = "right";
        pen.fillText(
            scoring === "quick"
                ? row.isBest
                    ? "★"
                    : `${t("cardCount", { n: row.cards.length })} · ${t("points", { n: row.sum })}`
                : t("points", { n: row.total }),
            WIDTH - 90,
            y + 52,
        );
    }
    return new Promise((made) => canvas.toBlob(made, "image/png"));
}

/** The picture, and what can be done with it. @param {Board} board */
export async function shareResultOf(board) {
    const blob = await resultPicture(board);
    if (!blob) return;
    const file = new File([blob], "penultima.png", { type: "image/png" });
    const url = URL.createObjectURL(blob);
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    // Here, not below the dialog.
    const said = h("p", { role: "status" });
    // Not every browser has all three ways.
    const canShare = navigator.canShare?.({ files: [file] }) ?? false;
    const canCopy = typeof ClipboardItem === "function" && Boolean(navigator.clipboard?.write);
    const share = () => void navigator.share({ files: [file], title: "Penúltima" }).catch(() => {});
    const copyPicture = () =>
        void navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]).then(
            () => write(said, t("copied")),
            () => write(said, t("cannotCopy")),
        );
    const button = (
        /** @type {string} */ kind,
        /** @type {() => void} */ onclick,
        /** @type {string} */ text,
    ) => h(kind, { type: "button", onclick }, text);
    refill(
        dialog,
        h("h2", { tabindex: -1 }, t("shareResult")),
        h("img.result", { src: url, alt: titleOf(board) }),
        h(
            "div.row",
            null,
            canShare ? button("button.main", share, t("shareIt")) : null,
            canCopy ? button(canShare ? "button" : "button.main", copyPicture, t("copy")) : null,
            h(
                "a.button",
                { href: url, download: "penultima.png", onclick: () => write(said, t("saved")) },
                t("saveIt"),
            ),
            button("button.quiet", () => dialog.close(), t("close")),
        ),
        said,
    );
    dialog.addEventListener("close", () => URL.revokeObjectURL(url), { once: true });
    dialog.showModal();
}
