// told.js - "your turn" for who is looking elsewhere: the system's notification when it was allowed, the mark
// on the app's icon. Asked for only by a press of the person's own, and never before.

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
