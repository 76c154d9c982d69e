// company.mjs - the server that is gone, a new version, sitting down late, faces, things thrown, quick match.

import { check, equal } from "./tap.mjs";
import { group, open, until } from "./stage.mjs";

await group("company gone", async () => {
    // Nothing is kept for later yet, so the part of the page for friends cannot come either.
    const { context, page, problems } = await open({ hasClock: false, locale: "en-GB" });
    await context.setOffline(true);
    await page.click("[data-do=friends]");
    const isSaid = () =>
        /does not answer/.test(document.querySelector(".no-answer [role=alert]")?.textContent ?? "");
    check(
        "no server: it is said at once, not that cards are shuffled",
        await until(page, isSaid, null, 5000),
    );
    await page.click("[data-do=tryAgain]");
    check("trying again says it again", await until(page, isSaid, null, 5000));
    await context.setOffline(false);
    await page.click("[data-do=tryAgain]");
    check(
        "and opens the table when somebody answers",
        await until(page, () => document.querySelector(".waiting .qr") !== null),
        await page.textContent("#screen"),
    );
    equal(
        "nothing else went wrong",
        problems.filter((one) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(one)),
        [],
    );
    await context.close();
});
