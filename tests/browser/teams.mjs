// teams.mjs - two against two in the page (RULES M1 to M4): who is my partner, the open hand, whose round it is.

import { check, equal } from "./tap.mjs";
import { beginAt } from "./crowd.mjs";
import { playFast } from "./player.mjs";
import { axe, FAST, group, layoutFaults, open } from "./stage.mjs";

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
        ["▲"],
    );
    equal("my partner's hand lies open to me", await page.locator(".partners .mini").count(), 2);
    equal("nothing lies on the other", await layoutFaults(page), []);
    equal("axe at a table with teams", await axe(page), []);
    // Whoever of the two goes out, both have won.
    const game = await playFast(page);
    const title = await page.textContent(".over h2");
    check("the end tells the team", !game.stuck && /equipo|team/.test(title ?? ""), title, game);
    equal("both of it have won", await page.locator(".counted.winner").count(), 2);
    equal("teams: nothing went wrong in the page", problems, []);
    await context.close();
});
