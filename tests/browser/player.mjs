// player.mjs - somebody at the page who does what is legal: by mouse or by keyboard alone. Time is the
// browser's own, but may be made to run.

/** What the page says now, and where to press. Cards are pressed at their left edge: the rest may be overlapped. */
export const look = (page) => page.evaluate(lookNow);

/** The same, in the page itself. */
function lookNow() {
    const all = (query) =>
        [...document.querySelectorAll(query)].filter((one) =>
            one.checkVisibility({ visibilityProperty: true }),
        );
    const place = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.classList.contains("in-hand")
            ? [left + 9, top + height / 2]
            : [left + width / 2, top + height / 2];
    };
    const uno = document.querySelector(".uno.owed, .uno.ready");
    const next = all(".over button.main")[0];
    return {
        isMine: Boolean(document.querySelector(".table.mine")),
        over: document.querySelector(".over:not([hidden]) h2")?.textContent ?? "",
        next: next ? place(next) : null,
        stage: document.querySelector(".table")?.dataset.stage ?? "",
        cards: all(".in-hand.can").map((one) => ({ index: Number(one.dataset.index), at: place(one) })),
        answers: all(".answer").map((one) => ({
            number: one.dataset.number,
            isColor: one.classList.contains("color"),
            text: one.textContent,
            at: place(one),
        })),
        uno: uno ? place(uno) : null,
    };
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Presses one thing with the mouse; false if there is nothing to do. */
async function clickOnce(page, seen) {
    if (seen.uno) {
        await page.mouse.click(...seen.uno);
        seen = await look(page);
    }
    const colors = seen.answers.filter((one) => one.isColor);
    const wanted = colors.length
        ? pick(colors)
        : !seen.isMine
          ? null
          : seen.cards.length
            ? pick(seen.cards)
            : seen.answers[0];
    if (wanted) await page.mouse.click(...wanted.at);
    return Boolean(wanted);
}

/** The same with keys. */
async function typeOnce(page, seen) {
    const { keyboard } = page;
    if (seen.uno) {
        await keyboard.press("u");
        seen = await look(page);
    }
    const colors = seen.answers.filter((one) => one.isColor);
    if (colors.length) return keyboard.press(String(pick(colors).number)).then(() => true);
    if (!seen.isMine) return false;
    if (seen.cards.length) {
        await keyboard.press("ArrowDown");
        await keyboard.press("Home");
        for (let i = pick(seen.cards).index; i > 0; i--) await keyboard.press("ArrowRight");
        await keyboard.press("Enter");
        return true;
    }
    if (!seen.answers.length) return false;
    await keyboard.press(String(seen.answers[0].number));
    return true;
}

/**
 * Plays until the game is over. Returns what was seen: {rounds, moves, end, stuck}.
 * 'pass' lets time go by: page.clock.fastForward() where the table is in the page.
 */
export async function playGame(page, { isKeyboard = false, pass, stepsMax = 1500, onStep = async () => {} }) {
    let moves = 0;
    let rounds = 0;
    for (let step = 0; step < stepsMax; step++) {
        const seen = await look(page);
        await onStep(seen, step);
        if (seen.stage === "over" && seen.over)
            return { rounds: rounds + 1, moves, end: seen.over, stuck: false };
        if (seen.over && seen.next) {
            rounds++;
            if (isKeyboard) await page.keyboard.press("Enter");
            else await page.mouse.click(...seen.next);
            await pass(400);
            continue;
        }
        if (await (isKeyboard ? typeOnce : clickOnce)(page, seen)) moves++;
        await pass(seen.isMine ? 120 : 700);
    }
    return { rounds, moves, end: "", stuck: true };
}

/** Plays in the page itself, as fast as it can: see playFast(). */
async function playHere(lookAt, { stepsMax, until }) {
    const pickOne = (list) => list[Math.floor(Math.random() * list.length)];
    // What lies on top is what a finger would meet.
    const press = (at) =>
        document
            .elementFromPoint(...at)
            ?.closest("button")
            ?.click();
    const before = { moves: 0, rounds: 0 };
    for (let step = 0; step < stepsMax; step++) {
        const seen = lookAt();
        if (until && new RegExp(until).test(document.body.textContent)) return { ...before, end: until };
        if (seen.stage === "over" && seen.over)
            return { rounds: before.rounds + 1, moves: before.moves, end: seen.over, stuck: false };
        if (seen.over && seen.next) {
            before.rounds++;
            press(seen.next);
        } else {
            if (seen.uno) press(seen.uno);
            const colors = seen.answers.filter((one) => one.isColor);
            const mine = seen.isMine ? (seen.cards.length ? pickOne(seen.cards) : seen.answers[0]) : null;
            const wanted = colors.length ? pickOne(colors) : mine;
            if (wanted) before.moves++;
            if (wanted) press(wanted.at);
        }
        await new Promise((later) => setTimeout(later, 500));
    }
    return { ...before, end: "", stuck: true, seen: lookAt() };
}

/**
 * Plays until the game is over, or until the page says what 'until' matches, without a word to this script in
 * between. For pages whose time runs fast (open({ rate })).
 */
export const playFast = (page, wanted) => page.evaluate(playScript(wanted));

/** The same as a script for any browser. */
export const playScript = ({ stepsMax = 4000, until = "" } = {}) =>
    `(${playHere})(${lookNow}, ${JSON.stringify({ stepsMax, until })})`;

/** In the page: the games dealt alone are the same in every run, so that what fails once fails again. */
export function dealFrom(seed) {
    // A page that is loaded again goes on dealing others.
    const loads = Number(sessionStorage.getItem("test-loads") ?? 0);
    sessionStorage.setItem("test-loads", String(loads + 1));
    let state = (seed * 64 + loads) * 2654435761 + 1;
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            bytes[i] = state >>> 24;
        }
        return array;
    };
}

/** Time in the page runs so many times as fast: who waits for bots need not. */
export function hasten(rate) {
    const clocks = [Date, performance].map((clock) => ({ clock, now: clock.now.bind(clock) }));
    for (const { clock, now } of clocks) {
        const begin = now();
        clock.now = () => begin + (now() - begin) * rate;
    }
    Date.now = (
        (now) => () =>
            Math.floor(now())
    )(Date.now);
    for (const name of ["setTimeout", "setInterval"]) {
        const wait = globalThis[name].bind(globalThis);
        globalThis[name] = (run, ms = 0, ...rest) => wait(run, ms / rate, ...rest);
    }
}
