// teams.mjs - two against two in the page (RULES M1 to M4): who is my partner, the open hand, whose round it is.

import { check, equal } from "./tap.mjs";
import { beginAt, openTable } from "./crowd.mjs";
import { playFast, playGame } from "./player.mjs";
import { axe, FAST, group, layoutFaults, open, setUp } from "./stage.mjs";
import { terminal } from "./terminal.mjs";

const LAST = `edition: classic
set: scoring=quick, teams=2, partners=open
players: Ana, Beto, Carla, Dani
hand Ana: r1 g2
hand Beto: y3 y4 y5
hand Carla: r7 w
hand Dani: b1 b2
top: r9
turn: Ana
`;

await group("teams", async () => {
    const { context, page, problems } = await open({ rate: FAST });
    await setUp(page);
    await page.evaluate(() => {
        document.querySelector("select[name=teams]").value = "2,open";
    });
    // With teams chosen the fewest are two against two.
    await beginAt(page, LAST, { rivals: 1 });
    const names = await page.$$eval(".seat", (seats) =>
        seats.map((one) => one.querySelector(".unseen").textContent),
    );
    equal(
        "the one opposite is my partner, in words",
        names.map((one) => /pareja|partner/.test(one)),
        [false, true, false],
    );
    equal(
        "and by a sign, besides the look of it",
        await page.$$eval(".seat.partner .team", (list) => list.map((one) => one.textContent)),
        ["①"],
    );
    await page.waitForSelector(".partners .mini");
    equal("my partner's hand lies open to me", await page.locator(".partners .mini").count(), 2);
    equal("nothing lies on the other", await layoutFaults(page), []);
    equal("axe at a table with teams", await axe(page), []);
    // Whoever of the two goes out, both have won.
    const game = await playFast(page);
    await page.waitForSelector(".counted");
    const title = await page.textContent(".over h2");
    check(
        "the end tells the team",
        !game.stuck && /( y .*(ganáis|ganan)|Ganas) la partida/.test(title ?? ""),
        title,
        game,
    );
    equal("both of it have won", await page.locator(".counted.winner").count(), 2);
    equal("teams: nothing went wrong in the page", problems, []);
    await context.close();
});

// Ana and Dora (at a terminal) against Beto and a bot, with open partners.
await group("teams table", async () => {
    const { ana, link, path } = await openTable("2.classic.scoring=quick.teams=2.partners=open.pace=at-once");
    const beto = await open({ hasClock: false, locale: "en-GB", size: [360, 640], path });
    await beto.page.waitForSelector(".join");
    check(
        "who comes reads that partners see each other's hands",
        /Partners see each other's hands/.test(await beto.page.textContent(".join .differs")),
    );
    await beto.page.fill("input[name=name]", "Beto");
    await beto.page.click(".join button[type=submit]");
    await ana.page.waitForSelector('.chairs b:has-text("Beto")');
    const dora = terminal(link, "Dora");
    await ana.page.waitForSelector('.chairs b:has-text("Dora")');
    await ana.page.click("[data-focus=fill]");
    const pages = [ana.page, beto.page];
    for (const page of pages) await page.waitForSelector(".in-hand");
    const partner = (page) => page.textContent(".seat.partner .unseen");
    check("the terminal is Ana's partner", /Dora/.test(await partner(ana.page)), await partner(ana.page));
    check("the bot is Beto's", !/Ana|Dora/.test(await partner(beto.page)), await partner(beto.page));
    for (const [index, page] of pages.entries()) {
        await page.waitForSelector(".partners .mini");
        equal(`one hand lies open to each, ${index + 1}`, await page.locator(".partners").count(), 1);
    }
    const pass = (ms) => ana.page.waitForTimeout(Math.min(ms, 150));
    const games = await Promise.all(pages.map((page) => playGame(page, { pass, stepsMax: 1500 })));
    check(
        "a whole game in teams in two browsers",
        games.every((one) => !one.stuck && one.end),
        games,
    );
    check("and at a terminal", await dora.sees(/wins? the game/), dora.said().slice(-900));
    check(
        "which saw the hand of its partner, and of nobody else",
        /Ana \(partner\) holds: \S/.test(dora.said()) &&
            !/(Beto|\w+) \(partner\) holds/.test(dora.said().replaceAll("Ana (partner) holds", "")),
        dora.said().slice(0, 1500),
    );
    await ana.page.waitForSelector(".counted");
    equal("both of the team have won", await ana.page.locator(".counted.winner").count(), 2);
    dora.process.kill();
    equal(
        "nothing went wrong in the pages of the teams",
        [ana, beto].flatMap((one) => one.problems),
        [],
    );
    for (const one of [ana, beto]) await one.context.close();
});
