// fresh.js - a new version of the page: said when it is there, taken between games, never in the middle of one.
//
// The service worker keeps one version (sw.js). A newer one waits until it is told to take over, which it does where no
// other page of ours is open; then this page is loaded again, by it.

import { h } from "./dom.js";
import { app, notify } from "./screens.js";
import { t } from "./words.js";

/** How often a page that stays open asks. */
const ASK_MS = 3600 * 1000;
/** A window that was closed still counts for a while; so often it is asked for again, in silence. */
const AGAIN_MS = 3000;
const AGAIN_MOST = 5;

/** @type {ServiceWorkerRegistration | null} */
let registration = null;
let isAsked = false;
let isTaken = false;
let triedAgain = 0;
/** whether somebody pressed for it @type {boolean} */
let isWanted = false;

const note = h("div.fresh", { role: "status", hidden: true });

/** @param {boolean} isPressed */
function take(isPressed) {
    isWanted = isPressed;
    isTaken = true;
    registration?.waiting?.postMessage({ take: true });
}

/** It is here and waits. */
function offer() {
    if (!registration?.waiting || !navigator.serviceWorker.controller || app.isOld) return;
    app.isOld = () => take(false);
    if (app.table) return notify(t("fresh"));
    // Whoever has just come and touched nothing notices nothing.
    const isUntouched = document.activeElement === document.body && !document.querySelector("details[open]");
    if (isUntouched && !location.hash) return take(false);
    note.replaceChildren(
        h("span", null, t("fresh")),
        h("button.main", { type: "button", "data-do": "fresh", onclick: () => take(true) }, t("fresh.take")),
    );
    note.hidden = false;
    document.body.append(note);
}

/** From now on this page is kept for later, and hears of newer ones. */
export async function keepFresh() {
    const { serviceWorker } = navigator;
    if (isAsked) return;
    isAsked = true;
    registration = await serviceWorker.register("sw.js");
    serviceWorker.addEventListener("controllerchange", () => isTaken && location.reload());
    serviceWorker.addEventListener("message", ({ data }) => {
        if (data?.taken !== false) return;
        isTaken = false;
        if (isWanted) return notify(t("fresh.others"));
        // Not under the hands of somebody who has begun something else.
        const isIdle = () =>
            !app.table && !document.querySelector("details[open], dialog[open], input:focus");
        if (triedAgain++ < AGAIN_MOST) setTimeout(() => isIdle() && take(false), AGAIN_MS);
    });
    // It may be on its way already, and then nobody says again that it was found.
    const follow = () => registration?.installing?.addEventListener("statechange", offer);
    registration.addEventListener("updatefound", follow);
    follow();
    offer();
    setInterval(() => void registration?.update().catch(() => {}), ASK_MS);
}

/** The server speaks another protocol than this page: a newer page is looked for at once. */
export async function lookNow() {
    registration ??= (await navigator.serviceWorker?.getRegistration()) ?? null;
    if (!registration?.waiting) await registration?.update().catch(() => {});
    offer();
}
