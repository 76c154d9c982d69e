// app.js - the start: the core, the screen that the address names, keys, language.
//
// Screens beyond the first game (friends, replay, lessons, drawers) are loaded when they are wanted.

import { setupOf } from "./alone.js";
import { start } from "./core.js";
import { byId, h, keyOf, refill } from "./dom.js";
import { showHome } from "./home.js";
import { goOnAlone, playAlone } from "./playing.js";
import { applyLook, lend } from "./prefs.js";
import {
    addressIs,
    app,
    closeDrawer,
    drawer,
    go,
    navigate,
    notify,
    onAddress,
    openDrawer,
    refreshDrawer,
    screenNow,
    toggleSound,
    top,
} from "./screens.js";
import { setup } from "./setup.js";
import { fetchLater, fetchWords, lang, onLanguage, showLanguage, t, takeLanguage } from "./words.js";

const KEEP_MS = 2500;
const TRY_MS = 5000;

addEventListener("keydown", (event) => {
    const key = keyOf(event);
    const at = event.target;
    const isWriting =
        (at instanceof HTMLInputElement && at.type !== "checkbox" && at.type !== "radio") ||
        at instanceof HTMLTextAreaElement ||
        at instanceof HTMLSelectElement;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && openDrawer()) return closeDrawer();
    if (isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
    // Whoever has the chat open means to write: no letter plays a card.
    if (event.key.length === 1 && document.querySelector("#drawer:not([hidden]) input[name=say]")) return;
    if (["?", "؟"].includes(key)) void drawer("keys");
    else if (app.table && key === "l") void drawer("log");
    else if (app.table && key === "h") void import("./menu.js").then(({ hint }) => hint(app));
    else if (key === "m") toggleSound();
    else if (!screenNow().key?.(event)) return;
    event.preventDefault();
});

onLanguage(() => {
    screenNow().redraw();
    top();
    void refreshDrawer();
});

/** A screen whose part of the page is fetched first. Where nobody answers that is said at once, and what else there
 * is. @param {() => unknown} load */
async function wanted(load) {
    try {
        await load();
    } catch (error) {
        if (!/import|module|fetch/i.test(/** @type {Error} */ (error)?.message ?? "")) throw error;
        const again = () => void (screenNow() === gone && wanted(load));
        const button = (
            /** @type {string} */ tag,
            /** @type {string} */ word,
            /** @type {() => unknown} */ run,
        ) => h(tag, { type: "button", "data-do": word, onclick: run }, t(word));
        const gone = {
            redraw: () =>
                refill(
                    byId("screen"),
                    h(
                        "div.page",
                        null,
                        h(
                            "section.panel.no-answer",
                            null,
                            h("p", { role: "alert" }, t("noAnswer")),
                            button("button.main.wide", "tryAgain", again),
                            button("button", "playAlone", () => playAlone(setup())),
                            button("button.quiet", "back", app.home),
                        ),
                    ),
                ),
        };
        go(gone);
        setTimeout(again, TRY_MS);
    }
}
app.wanted = wanted;

/** Screens of ours, by their address. @type {Record<string, () => Promise<unknown> | void>} */
const SCREENS = {
    // @ts-ignore: nothing but what stands here, whatever a link says
    __proto__: null,
    "": showHome,
    "/play": () => goOnAlone(),
    "/friends": async () => (await import("./friends.js")).showFriends(app),
    "/match": async () => (await import("./friends.js")).matchNow(app),
    "/edition": async () => (await import("./editor.js")).showEditor(app),
    "/learn": async () => (await import("./learn.js")).showLearn(app),
    "/problem": async () => (await import("./problem.js")).showProblem(app),
    "/games": async () => (await import("./games.js")).showGames(app),
    "/replay": async () => (await import("./replay.js")).showReplay(app, null, null),
};

/** A link with a set-up: the next game alone and the next table begin with it. @param {string} link */
async function takeSetup(link) {
    const { openCode } = await import("./code.js");
    const read = await openCode(link);
    if ("wrong" in read) return notify(read.wrong);
    const { settings, bots } = read;
    // The name is kept apart, and stays.
    const { name: _, ...last } = setup();
    // Kept when somebody plays by it, not because a link was opened.
    lend({ setup: { ...last, ...setupOf(settings, bots) }, table: settings });
    notify(t("setupTaken"));
}

/**
 * Links: "#k7m2p9x4" is a table, "#k7m2p9x4.TOKEN" a seat at it, "#game=k7m2p9x4/1" a finished game,
 * "#setup=2.office.jump-in.scoring=quick" a set-up ("#rules=office.pj.quick" in 0.2.0), "#tv=k7m2p9x4" a table for a screen that all look at.
 */
async function showAddress() {
    let link = location.hash.slice(1);
    try {
        link = decodeURIComponent(link);
    } catch {
        // It was cut off within a sign, or is none of ours: as it is.
    }
    if (SCREENS[link]) return wanted(SCREENS[link]);
    const game = /^game=([a-z0-9]{4,16}\/\d+(?:&at=\d+)?(?:&seat=\d)?)$/.exec(link);
    const seat = /^([a-z0-9]{4,16})\.([0-9a-f]{64})$/.exec(link);
    const screen = /^tv=([a-z0-9]{4,16})$/.exec(link);
    const kept = /^\/games\/(\w+)$/.exec(link);
    if (seat) {
        // A seat that comes from another device; the token does not stay in the address.
        addressIs(`#${seat[1]}`);
        return void (await (await import("./friends.js")).openSeat(app, seat[1], seat[2]));
    }
    if (screen) return wanted(async () => (await import("./friends.js")).openScreen(app, screen[1]));
    if (/^[a-z0-9]{4,16}$/.test(link))
        return wanted(async () => (await import("./friends.js")).openLink(app, link));
    if (game) return void (await import("./replay.js")).openShared(app, game[1]);
    if (kept) return void (await import("./games.js")).watchGame(app, kept[1]);
    if (/^(setup|rules)=/.test(link)) await takeSetup(link);
    addressIs("");
    showHome();
}

/** Whether editions of somebody's own may be kept here. */
function hasOwn() {
    try {
        return localStorage.getItem("penultima-editions") !== null;
    } catch {
        return false;
    }
}

async function begin() {
    const words = fetchWords(lang);
    applyLook();
    showLanguage();
    // Whatever goes wrong unforeseen is said; a page that just stands still says nothing.
    // Sizes that follow each other into the next frame are no fault, though browsers report them as one.
    for (const kind of ["error", "unhandledrejection"])
        addEventListener(kind, (event) => {
            const isFault = !/^ResizeObserver/.test(/** @type {ErrorEvent} */ (event).message ?? "");
            if (isFault) notify(t("broken"));
        });
    for (const query of [
        "(prefers-color-scheme: light)",
        "(prefers-contrast: more)",
        "(prefers-reduced-motion: reduce)",
    ])
        matchMedia(query).addEventListener("change", applyLook);
    await start(fetch("penultima.wasm"));
    takeLanguage(lang, await words);
    if (hasOwn()) (await import("./own.js")).listKept();
    onAddress(showAddress);
    await showAddress();
    document.documentElement.dataset.ready = "yes";
    // A notification was pressed: the page that is open goes to its table.
    navigator.serviceWorker?.addEventListener("message", (event) => {
        if (/^#[a-z0-9]{4,16}$/.test(event.data?.go)) void navigate(event.data.go);
    });
    // What is kept for later is fetched when there is time for it.
    setTimeout(() => {
        fetchLater().catch(() => {});
        if ("serviceWorker" in navigator && isSecureContext)
            import("./fresh.js").then(({ keepFresh }) => keepFresh()).catch(() => {});
    }, KEEP_MS);
}

void begin();
