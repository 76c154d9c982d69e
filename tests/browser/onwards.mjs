// onwards.mjs - going on from a move of a replay: at somebody else's seat, with the cards as they were or dealt anew.

import { check, equal } from "./tap.mjs";
import { playFast } from "./player.mjs";
import { axe, begin, FAST, group, open, screenshots } from "./stage.mjs";

/** The game that the page keeps: who sits at our seat, and where it is from; null: it has not kept it yet. */
const kept = () => {
    const [newest] = JSON.parse(localStorage.getItem("penultima-games") ?? "[]");
    const journal = localStorage.getItem(`penultima-game-${newest?.id}`) ?? "";
    const from = /^#from: .*$/m.exec(journal)?.[0];
    return from && !newest.isOver ? { name: newest.names[0], from } : null;
};

await group("onwards", async () => {
    const { context, page, problems } = await open({ rate: FAST });
    await begin(page, { rivals: 2, scoring: "quick" });
    const first = await playFast(page);
    check("a game to go on from", !first.stuck, first);
    for (const [cards, end] of [
        ["same", "as-it-was"],
        ["anew", "dealt-anew"],
    ]) {
        await page.dispatchEvent(".over .go-on-row button:nth-child(2)", "click");
        await page.waitForSelector(".replay-bar");
        await page.selectOption(".replay-bar .row:last-child select", "1");
        const name = await page.textContent(".replay-bar .row:last-child select option:checked");
        await page.dispatchEvent("[data-do=go-on]", "click");
        await page.waitForSelector("dialog[open] [name=cards]");
        equal(`axe on going on, ${cards}`, await axe(page), []);
        await page.check(`dialog [value=${cards}]`);
        if (screenshots) await page.screenshot({ path: `${screenshots}/go-on-${cards}.png` });
        await page.dispatchEvent("dialog [type=submit]", "click");
        await page.waitForSelector(".table:not(.replay) .in-hand");
        const now = await (await page.waitForFunction(kept)).jsonValue();
        equal("somebody else's seat is taken", now?.name, name);
        check("it says where it is from", now?.from.endsWith(end), now);
        const game = await playFast(page);
        check("it is played to its end", !game.stuck && game.end !== "", game);
    }
    equal("nothing went wrong in the page", problems, []);
    await context.close();
});
