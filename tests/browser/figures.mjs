// figures.mjs - how fast the page is: figures.mjs URL MODULES
//
// Plays a round by touch, from the press of Play to the count, with everything moving and the processor slowed four
// times (SLOWED), and prints what Chromium's own trace says: tasks that take long, frames, shifts of the layout; then
// how long a first visit takes on a slow 4G line with the same processor. PLAYERS, LEVEL, PACE and SEED say what is
// played. Figures, not tests: they are as good as the machine is idle. With SLOWED=1 four times the thread's time is
// what a phone would need, whatever else this machine does.

import { createRequire } from "node:module";
import { dealFrom, look } from "./player.mjs";

const [url, modules] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const SLOWED = Number(process.env.SLOWED ?? 4);
const { PLAYERS = 4, LEVEL = "casual", PACE = "normal", SEED = 5 } = process.env;
const PLAY_MS = 120000;
/** What is too long on a phone, in this machine's time. */
const LONG_MS = SLOWED > 1 ? 50 : 12.5;
/** Chromium's own "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
};
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-GB" };

/** A task, as Chromium calls it; by its short name it would be traced a second time. */
const TASK = "ThreadControllerImpl::RunTask";
const PARTS =
    /^(EventDispatch|FunctionCall|TimerFire|FireAnimationFrame|UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit|M\w+GC)$/;

/**
 * How long the tasks of the page's own thread took, longest first, with what took most of it: the thread's time, so
 * that what else this machine does counts as little as can be.
 */
function tasksOf(events) {
    const busy = new Map();
    for (const { name, pid, tid } of events)
        if (name === "FireAnimationFrame") busy.set(`${pid} ${tid}`, (busy.get(`${pid} ${tid}`) ?? 0) + 1);
    const [thread] = [...busy].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    const mine = events.filter(({ ph, pid, tid }) => ph === "X" && `${pid} ${tid}` === thread);
    const inside = ({ ts, dur }) =>
        mine
            .filter((one) => PARTS.test(one.name) && one.ts >= ts && one.ts + one.dur <= ts + dur)
            .map(({ name, args, tdur = 0 }) => ({ ms: tdur / 1000, name, count: args?.elementCount ?? "" }))
            .filter(({ ms }) => ms > LONG_MS / 10)
            .map(({ ms, name, count }) => `${name}${count && ` of ${count}`} ${ms.toFixed(1)}`);
    return mine
        .filter(({ name }) => name === TASK)
        .map((one) => ({ ms: (one.tdur ?? one.dur) / 1000, what: () => inside(one).join(", ") }))
        .toSorted((a, b) => b.ms - a.ms);
}

/** What the browser's observers saw while somebody played. */
async function playing() {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bots = Array.from({ length: PLAYERS - 1 }, () => LEVEL);
    await page.addInitScript(dealFrom, Number(SEED));
    await page.addInitScript(
        (setup) => localStorage.setItem("penultima", JSON.stringify({ name: "Ana", setup })),
        { bots, pace: PACE, scoring: "quick" },
    );
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    // What the page fetches for later has come.
    await page.waitForTimeout(4000);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.evaluate(() => {
        const seen = { shifts: 0, shifted: [], gaps: [] };
        globalThis.seen = seen;
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) {
                if (one.hadRecentInput) continue;
                seen.shifts += one.value;
                for (const { node } of one.sources) seen.shifted.push(node?.className ?? "text");
            }
        }).observe({ type: "layout-shift" });
        let last = performance.now();
        const frame = (now) => {
            seen.gaps.push(now - last);
            last = now;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "v8"] });
    await page.tap("[data-do=play]");
    await page.waitForSelector(".in-hand", { state: "attached" });
    let moves = 0;
    for (const end = Date.now() + PLAY_MS; Date.now() < end; ) {
        const now = await look(page);
        const wanted = now.answers.find((one) => one.isColor) ?? now.cards[0] ?? now.answers[0];
        if (now.over && now.next) break;
        if (now.isMine && wanted) {
            await page.touchscreen.tap(...wanted.at);
            moves++;
        }
        await page.waitForTimeout(250);
    }
    await page.waitForTimeout(3000);
    const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
    const { shifts, shifted, gaps } = await page.evaluate(() => globalThis.seen);
    const sorted = gaps.toSorted((a, b) => a - b);
    await context.close();
    return {
        slowed: SLOWED,
        players: Number(PLAYERS),
        moves,
        "tasks of the page's thread": tasks.length,
        "the longest (ms)": tasks.slice(0, 6).map(({ ms, what }) => `${ms.toFixed(1)}: ${what()}`),
        [`tasks over ${LONG_MS} ms`]: tasks.filter(({ ms }) => ms > LONG_MS).length,
        "layout shift": Number(shifts.toFixed(4)),
        shifted: [...new Set(shifted)],
        "frames a second": Math.round(1000 / (gaps.reduce((sum, one) => sum + one, 0) / gaps.length)),
        "time between frames, median and 99 of 100 (ms)": [0.5, 0.99].map((part) =>
            Math.round(sorted[Math.floor(sorted.length * part)]),
        ),
    };
}

/** A first visit: until Play can be pressed, and until cards are in the hand. */
async function visiting() {
    const context = await browser.newContext({ ...phone, serviceWorkers: "block" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_4G);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.addInitScript(() => {
        const watcher = new MutationObserver(() => {
            const root = document.documentElement;
            if (root.dataset.ready && !globalThis.readyAt) globalThis.readyAt = performance.now();
        });
        watcher.observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    const since = Date.now();
    await page.click("[data-do=play]");
    await page.waitForSelector(".in-hand", { state: "attached" });
    const deal = Date.now() - since;
    const found = await page.evaluate(() => ({
        "ready (ms)": Math.round(globalThis.readyAt),
        "first paint (ms)": Math.round(
            performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
        ),
        requests: performance.getEntriesByType("resource").length + 1,
        "KB on the line": Math.round(
            [
                ...performance.getEntriesByType("resource"),
                ...performance.getEntriesByType("navigation"),
            ].reduce((sum, one) => sum + one.transferSize, 0) / 1024,
        ),
    }));
    await context.close();
    return { ...found, "from the press to the cards (ms)": deal };
}

console.log(JSON.stringify({ playing: await playing(), "first visit, slow 4G": await visiting() }, null, 2));
await browser.close();
