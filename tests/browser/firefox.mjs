// firefox.mjs - the page in Debian's Firefox, by WebDriver BiDi: firefox.mjs URL MODULES
//
// A game alone by presses of the mouse, the other language, and two people at a table. FIREFOX names the browser. Prints TAP.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { look } from "./player.mjs";
import { attempt, check, done, equal } from "./tap.mjs";

const [url, modules] = process.argv.slice(2);
const { ws: Socket } = createRequire(`${modules}/`)("playwright-core/lib/utilsBundle");
const WAIT_MS = 90000;
const MOVES = 4;
const profile = mkdtempSync(join(tmpdir(), "penultima-"));
writeFileSync(join(profile, "user.js"), 'user_pref("intl.accept_languages", "es-ES, es");\n');
const firefox = spawn(
    process.env.FIREFOX || "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
);

/** The address that Firefox says it listens on. */
const address = await new Promise((found, never) => {
    let said = "";
    firefox.stderr.on("data", (bytes) => {
        said += bytes;
        const where = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
        if (where) found(`${where[1]}/session`);
    });
    firefox.on("exit", () => never(new Error(said)));
});
const socket = new Socket(address);
await new Promise((open, never) => socket.on("open", open).on("error", never));
const waiting = new Map();
/** What went wrong in any page. */
const problems = [];
let last = 0;
socket.on("message", (bytes) => {
    const message = JSON.parse(String(bytes));
    if (message.method === "log.entryAdded" && message.params.level === "error")
        problems.push(`${message.params.text} ${JSON.stringify(message.params.stackTrace ?? "")}`);
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") one?.never(new Error(`${message.error}: ${message.message}`));
    else one?.found(message.result);
});

const send = (method, params = {}) =>
    new Promise((found, never) => {
        waiting.set(++last, { found, never });
        socket.send(JSON.stringify({ id: last, method, params }));
    });

/** A page of somebody's own. */
async function visitor(path) {
    const { userContext } = await send("browser.createUserContext");
    const { context } = await send("browsingContext.create", { type: "tab", userContext });
    await send("browsingContext.activate", { context });
    await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });
    await send("browsingContext.navigate", { context, url: url + path, wait: "complete" });
    const run = async (expression) => {
        const answer = await send("script.evaluate", {
            expression: `Promise.resolve(${expression}).then((one) => JSON.stringify(one ?? null))`,
            target: { context },
            awaitPromise: true,
        });
        if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
        return JSON.parse(answer.result.value);
    };
    const until = async (expression) => {
        for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
            const found = await run(expression);
            if (found) return found;
            await new Promise((later) => setTimeout(later, 50));
        }
        throw new Error(`never: ${expression}`);
    };
    const has = (query) =>
        until(`Boolean(document.querySelector(${JSON.stringify(query)})?.checkVisibility())`);
    const pressAt = ([x, y]) => {
        const actions = [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
        ];
        return send("input.performActions", {
            context,
            actions: [{ type: "pointer", id: "mouse", actions }],
        });
    };
    /** A press of the mouse in the middle of something, when it lies still. */
    const press = async (query) => {
        await has(query);
        const place = () =>
            run(`(() => {
            const { left, top, width, height } = document.querySelector(${JSON.stringify(query)}).getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        })()`);
        let at = await place();
        for (let last = ""; last !== String(at); at = await place()) {
            last = String(at);
            await new Promise((later) => setTimeout(later, 150));
        }
        await pressAt(at);
    };
    await has("html[data-ready]");
    return {
        run,
        until,
        has,
        press,
        pressAt,
        look: () => look({ evaluate: (script) => run(`(${script})()`) }),
    };
}

async function alone() {
    const ana = await visitor("");
    await ana.press("[data-do=play]");
    await ana.has(".in-hand");
    check("one press: cards in the hand", true);
    let moves = 0;
    for (const end = Date.now() + WAIT_MS; moves < MOVES && Date.now() < end; ) {
        const seen = await ana.look();
        if (seen.over) break;
        const wanted = seen.answers.find((one) => one.isColor) ?? seen.cards[0] ?? seen.answers[0];
        if (seen.isMine && wanted) {
            const before = await ana.run(`document.querySelector(".table").innerHTML`);
            await ana.pressAt(wanted.at);
            await ana.until(`document.querySelector(".table").innerHTML !== ${JSON.stringify(before)}`);
            moves++;
        }
        await new Promise((later) => setTimeout(later, 50));
    }
    check("some moves of a game alone", moves >= MOVES || (await ana.look()).over, moves);
    await ana.run(`(() => {
        const list = document.querySelector("[data-do=lang] select");
        list.value = "en";
        list.dispatchEvent(new Event("change"));
    })()`);
    await ana.until(`document.documentElement.lang === "en"`);
    equal(
        "the other language",
        await ana.run(`document.querySelector(".uno").textContent.includes("UNO")`),
        true,
    );
}

async function friends() {
    const ana = await visitor("");
    await ana.press("[data-do=friends]");
    await ana.has(".waiting");
    const hash = await ana.run("location.hash");
    check("one press: a table and its link", /^#[a-z0-9]+$/.test(hash), hash);
    const beto = await visitor(hash);
    await beto.press(".join button[type=submit]");
    await beto.has(".waiting");
    await ana.until("document.querySelectorAll('.chairs li:not(.free)').length === 2");
    check("one press: a guest sits", true);
    await ana.press("[data-focus=start]:enabled");
    for (const one of [ana, beto]) await one.has(".in-hand");
    check("the second press of the host: both have cards", true);
}

await send("session.new", { capabilities: {} });
await send("session.subscribe", { events: ["log.entryAdded"] });
for (const part of [alone, friends]) await attempt(part.name, part);
equal("nothing went wrong in the page", problems, []);
firefox.removeAllListeners("exit");
firefox.kill();
await new Promise((gone) => firefox.on("exit", gone));
rmSync(profile, { recursive: true, force: true });
done();
