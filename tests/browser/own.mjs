// own.mjs - an edition of one's own: typed in the page, brought to a table, played there by two browsers and a terminal.

import { invitation } from "./crowd.mjs";
import { playGame } from "./player.mjs";
import { axe, group, open, screenshots, setUp, until, url } from "./stage.mjs";
import { check, equal } from "./tap.mjs";
import { terminal } from "./terminal.mjs";

const TEXT = `edition short
like classic
title en "Short", es "Corta"
hand 2
scoring quick
colors red green blue plum
color plum letter p, shape "♣", rgb 7d3c98, en "plum", es "ciruela"
wild wb 4 cards, 40 points, en "Last <b>Bus</b>", es "Último autobús"
play wb name color, everyone draws 1
open wb return
`;

/** What the editor says of a text. */
async function says(page, text) {
    await page.fill(".editor textarea", text);
    // It is kept when it is read, a moment after the last key.
    await until(
        page,
        (wanted) => JSON.parse(localStorage.getItem("penultima") ?? "{}").draft?.text === wanted,
        text,
    );
    return page.textContent(".edition-state");
}

await group("own", async () => {
    const ana = await open({ hasClock: false, path: "#/edition" });
    await ana.page.waitForSelector(".editor textarea");
    // Each example, put into the text that one starts from.
    await ana.page.click(".words summary");
    const start = await ana.page.inputValue(".editor textarea");
    for (const word of await ana.page.$$eval(".word", (list) => list.map((one) => one.dataset.word))) {
        await ana.page.fill(".editor textarea", start);
        await ana.page.click(`[data-word=${word}]`);
        const [text, invalid] = await ana.page.$eval(".editor textarea", (area) => [
            area.value,
            area.getAttribute("aria-invalid"),
        ]);
        check(
            `${word}: a press writes a line that can be played`,
            text !== start && invalid === "false",
            text,
        );
    }
    // The same without typing: how many, which colours, what a card does, a new one.
    await ana.page.fill(".editor textarea", start);
    for (const [what, line] of [
        ["7-", "number 7  1 of each color"],
        ["color yellow", "colors red green blue"],
        ["new wild", "wild wx 2 cards"],
        ["hand-", "hand 6"],
        ["r-", "symbol r  1 of each color"],
        ["r-", "without r"],
        ["back r", "symbol r  2 of each color"],
    ]) {
        await until(ana.page, (id) => document.querySelector(`[data-block="${id}"]`), what);
        await ana.page.click(`[data-block="${what}"]`);
        const text = await ana.page.inputValue(".editor textarea");
        check(
            `${what}: a press of a block writes it`,
            text.includes(line) &&
                (await ana.page.getAttribute(".editor textarea", "aria-invalid")) === "false",
            text,
        );
    }
    await ana.page.selectOption('[data-block="s="]', "swap hands");
    check(
        "what a card does is picked",
        (await ana.page.inputValue(".editor textarea")).includes("play s  swap hands"),
    );
    for (let i = 0; i < 3; i++) await ana.page.click('[data-block="color green"], [data-block="color blue"]');
    equal(
        "what could not be played is refused",
        await ana.page.getAttribute(".editor textarea", "aria-invalid"),
        "false",
    );
    equal("axe on the blocks", await axe(ana.page), []);
    const wrong = await says(ana.page, TEXT.replace("hand 2", "hand 99"));
    check("what is wrong is told with its place", /Línea 4, columna 6/.test(wrong), wrong);
    check("and cannot be played", await ana.page.isDisabled(".editor [data-do=play]"));
    await ana.page.click(".edition-state button");
    equal(
        "one press leads there",
        await ana.page.$eval(
            ".editor textarea",
            (area) => area.value.slice(area.selectionStart).split("\n")[0],
        ),
        "99",
    );
    check("what is right is told", /Corta se puede jugar/.test(await says(ana.page, TEXT)));
    equal("axe in the editor", await axe(ana.page), []);
    equal(
        "the preview has the colours with their RGB",
        await ana.page.$$eval(".swatches code", (list) => list.at(-1)?.textContent),
        "#7d3c98",
    );
    await ana.page.waitForSelector(".differences li");
    check(
        "and says what is other",
        /Cada cual recibe 2 cartas en vez de 7/.test(await ana.page.textContent(".differences")),
    );
    if (screenshots) await ana.page.screenshot({ path: `${screenshots}/editor.png`, fullPage: true });
    await ana.page.click(".editor [data-do=table]");
    const { link, path } = await invitation(ana.page);
    const beto = await open({ hasClock: false, locale: "en-GB", size: [360, 640], path });
    await beto.page.waitForSelector(".join");
    await beto.page.fill("input[name=name]", "Beto");
    await beto.page.click(".join button[type=submit]");
    await beto.page.waitForSelector(".waiting .differences li");
    check(
        "who comes sees what is other, and no markup of it",
        /New: Last <b>Bus<\/b>, 4 cards/.test(await beto.page.textContent(".differences")),
        await beto.page.textContent(".differences"),
    );
    const dora = terminal(link, "Dora");
    await ana.page.waitForSelector('.chairs b:has-text("Dora")');
    await ana.page.waitForSelector("[data-focus=start]:not([disabled])");
    await ana.page.click("[data-focus=start]");
    for (const one of [ana, beto]) await one.page.waitForSelector(".in-hand");
    const pass = (ms) => ana.page.waitForTimeout(Math.min(ms, 150));
    const games = await Promise.all([ana, beto].map((one) => playGame(one.page, { pass, stepsMax: 1500 })));
    check(
        "a whole game of it in two browsers",
        games.every((one) => !one.stuck && one.end),
        games,
    );
    check("and at a terminal", await dora.sees(/wins the game|win the game/), dora.said().slice(-900));
    dora.process.kill();
    const id = new URL(link).hash.slice(1);
    const ask = () => fetch(`${url}api/tables/${id}/games/1.mesa`);
    let answer = await ask();
    // The server asks for patience until the last move is on the disk.
    for (let i = 0; i < 100 && answer.status === 503; i++) {
        await ana.page.waitForTimeout(200);
        answer = await ask();
    }
    const record = await answer.text();
    check(
        "its record brings the edition along",
        /^edition: own-\w{26}\n#: edition own-/m.test(record),
        record.slice(0, 300),
    );
    // A link with the set-up has it by its name: who has never met it gets the text from the server.
    const edition = /^edition: (own-\w{26})$/m.exec(record)?.[1];
    const eva = await open({ locale: "en-GB", path: `#setup=2.${edition}.seven-0` });
    await eva.page.waitForSelector(".toast");
    await setUp(eva.page);
    equal(
        "a link with the set-up brings it to whoever has not met it",
        await eva.page.evaluate(() => document.querySelector("input[name=edition]:checked")?.value),
        edition,
    );
    const finn = await open({ locale: "en-GB", path: "#setup=2.own-aaaaaaaaaaaaaaaaaaaaaaaaaa" });
    await finn.page.waitForSelector(".toast");
    check(
        "one whose text nobody has says so, and what to do",
        /own-aaaa.*Ask whoever wrote it for the text/.test(await finn.page.textContent(".toast")),
    );
    for (const one of [eva, finn]) await one.context.close();
    equal(
        "nothing went wrong in the pages",
        [ana, beto].flatMap((one) => one.problems),
        [],
    );
    for (const one of [ana, beto]) await one.context.close();
});
