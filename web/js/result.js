// result.js - a picture of a result to send around: drawn here, sent by the system's own sheet or saved.

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
    const { game = [], round = {} } = table.over ?? {};
    const faces = facesFor(table.seats.map((seat) => seat.name ?? ""));
    const rows = table.seats
        .map((seat, index) => ({
            seat,
            index,
            isBest: game?.includes(index),
            total: table.now?.score[index] ?? 0,
            left: round.hands?.[index]?.length ?? 0,
        }))
        .filter(({ seat }) => seat.kind !== "free")
        .sort(
            (a, b) =>
                Number(b.isBest) - Number(a.isBest) ||
                (scoring === "quick"
                    ? a.left - b.left
                    : scoring === "lowest"
                      ? a.total - b.total
                      : b.total - a.total),
        );
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
                    : t("cardCount", { n: row.left })
                : t("points", { n: row.total }),
            WIDTH - 90,
            y + 52,
        );
    }
    return new Promise((made) => canvas.toBlob(made, "image/png"));
}

/** @param {Board} board @param {typeof import("./screens.js").app} app */
export async function shareResultOf(board, app) {
    const blob = await resultPicture(board);
    if (!blob) return;
    const file = new File([blob], "penultima.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] }))
        return void navigator.share({ files: [file], title: "Penúltima" }).catch(() => {});
    const url = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = url;
    link.download = "penultima.png";
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
    app.notify(t("saved"));
}
