// told.js - "your turn" for who is looking elsewhere: the system's notification when it was allowed, the mark
// on the app's icon; and, where the house and the browser know Web Push, also for a page that is closed (the rest
// of that is in sw.js). Asked for only by a press of the person's own, and never before.

import { keep, prefs } from "./prefs.js";
import { t } from "./words.js";

export const canTell = () => "Notification" in globalThis;
export const isTold = () => canTell() && Boolean(prefs.told) && Notification.permission === "granted";

/** Asks the system whether it may tell. @returns {Promise<boolean>} */
export async function askToTell() {
    if (!canTell()) return false;
    const isAllowed = (await Notification.requestPermission()) === "granted";
    keep({ told: isAllowed });
    return isAllowed;
}

const toBase64 = (/** @type {ArrayBuffer | null} */ bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");

/** Where this browser can be reached; made anew if it was made for another house. @param {string} key */
async function subscription(key) {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!worker?.pushManager) return null;
    const old = await worker.pushManager.getSubscription();
    if (old && toBase64(old.options?.applicationServerKey ?? null) === key) return old;
    await old?.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * The house is told where to send "your turn" while no page of this seat is open. With every welcome, because
 * browsers change the address now and then.
 * @param {import("./table.js").Table} table @param {string} key the house's, or empty
 */
export async function sendTo(table, key) {
    if (!key || table.me === null || !isTold()) return;
    try {
        const made = await subscription(key);
        if (!made) return;
        await table.send({
            t: "push",
            endpoint: made.endpoint,
            key: toBase64(made.getKey("p256dh")),
            auth: toBase64(made.getKey("auth")),
        });
    } catch {
        // No push service, or none that the house can use: an open page still tells.
    }
}

/** No more of it. @param {import("./table.js").Table | null} table */
export async function stopTelling(table) {
    keep({ told: false });
    const worker = await navigator.serviceWorker?.getRegistration();
    const made = await worker?.pushManager?.getSubscription().catch(() => null);
    if (!made) return;
    await table?.send({ t: "push", endpoint: made.endpoint }).catch(() => {});
    await made.unsubscribe().catch(() => {});
}

/** @param {import("./table.js").Table} table */
export async function tellTurn(table) {
    const marks = /** @type {any} */ (navigator);
    marks.setAppBadge?.(1)?.catch?.(() => {});
    const clear = () => {
        if (document.hidden) return;
        marks.clearAppBadge?.()?.catch?.(() => {});
        document.removeEventListener("visibilitychange", clear);
    };
    document.addEventListener("visibilitychange", clear);
    if (!isTold()) return;
    const words = {
        body: t("told.body"),
        tag: `penultima-${table.id}`,
        icon: "icon.svg",
        data: { hash: `#${table.id}` },
    };
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    try {
        if (worker) return await worker.showNotification(t("do.turn"), words);
        const note = new Notification(t("do.turn"), words);
        note.onclick = () => {
            focus();
            note.close();
        };
    } catch {
        // Some systems let only installed pages tell.
    }
}
