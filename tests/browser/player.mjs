// player.mjs - somebody at the page who does what is legal: by mouse or by keyboard alone. Time is the
// browser's own, but may be made to run.

/** What the page says now. */
export const look = (page) => page.evaluate(() => {
    const all = (query) => [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());
    return {
        isMine: Boolean(document.querySelector(".table.mine")),
        over: document.querySelector(".over:not([hidden]) h2")?.textContent ?? "",
        canNext: all(".over button.main").length > 0,
        stage: document.querySelector(".table")?.dataset.stage ?? "",
        cards: all(".in-hand.can").map((one) => one.dataset.index),
        answers: all(".answer").map((one) => ({ number: one.dataset.number, isColor: one.classList.contains("color"), text: one.textContent })),
        hand: all(".in-hand").length,
        uno: document.querySelector(".uno.owed, .uno.ready") !== null,
    };
});

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Presses one thing with the mouse; false if there is nothing to do. */
async function clickOnce(page, seen) {
    const click = (query) => page.click(query, { timeout: 2000 }).then(() => true, () => false);
    if (seen.uno && await click(".uno")) seen = await look(page);
    const colors = seen.answers.filter((one) => one.isColor);
    if (colors.length) return click(`.answer[data-number="${pick(colors).number}"]`);
    if (!seen.isMine) return false;
    if (seen.cards.length) {
        const index = pick(seen.cards);
        // The visible strip of an overlapped card is its left edge.
        return page.click(`.in-hand[data-index="${index}"]`, { position: { x: 8, y: 30 }, timeout: 2000 }).then(() => true, () => false);
    }
    return seen.answers.length ? click(`.answer[data-number="${seen.answers[0].number}"]`) : false;
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
        for (let i = Number(pick(seen.cards)); i > 0; i--) await keyboard.press("ArrowRight");
        await keyboard.press("Enter");
        return true;
    }
    if (!seen.answers.length) return false;
    await keyboard.press(String(seen.answers[0].number));
    return true;
}

/**
 * Plays until the game is over. Returns what was seen: {rounds, moves, end, stuck}.
 * 'pass' lets time go by: page.clock.runFor() where the table is in the page.
 */
export async function playGame(page, { isKeyboard = false, pass, stepsMax = 1500, onStep = async () => {} }) {
    let moves = 0;
    let rounds = 0;
    for (let step = 0; step < stepsMax; step++) {
        const seen = await look(page);
        await onStep(seen, step);
        if (seen.stage === "over") return { rounds: rounds + 1, moves, end: seen.over, stuck: false };
        if (seen.over && seen.canNext) {
            rounds++;
            if (isKeyboard) await page.keyboard.press("Enter");
            else await page.click(".over button.main", { timeout: 2000 }).catch(() => {});
            await pass(400);
            continue;
        }
        if (await (isKeyboard ? typeOnce : clickOnce)(page, seen)) moves++;
        await pass(seen.isMine ? 120 : 700);
    }
    return { rounds, moves, end: "", stuck: true };
}
