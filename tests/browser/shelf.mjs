// shelf.mjs - a reason to come back: keepsakes earned by playing, kept in this browser, taken along and brought back.

import { readFileSync } from "node:fs";
import { beginAt } from "./crowd.mjs";
import { check, equal } from "./tap.mjs";
import { axe, FAST, group, open, until } from "./stage.mjs";

const LAST = `edition: classic
set: scoring=quick
players: Ana, Beto
hand Ana: r+2
hand Beto: b1 b2
top: r8
turn: Ana
`;

const here = (page) =>
    page.$$eval(".keepsake.is-here", (list) => list.map((one) => one.dataset.keepsake).sort());

await group("shelf", async () => {
    const { context, page, problems } = await open({ rate: FAST, locale: "en-GB" });
    await page.click("[data-to='#/games']");
    await page.waitForSelector(".shelf");
    equal(
        "thirty keepsakes, none of them there yet",
        [await page.locator(".keepsake").count(), await here(page)],
        [30, []],
    );
    const drawings = await page.$$eval(
        ".keepsake-picture",
        (list) => new Set(list.map((one) => one.innerHTML)).size,
    );
    equal("each with a drawing of its own", drawings, 30);
    const told = await page.$$eval(
        ".keepsake span",
        (list) => new Set(list.map((one) => one.textContent)).size,
    );
    equal("and a sentence of its own", told, 30);
    equal("shelf: no fault of access", await axe(page), []);
    await page.click(".brand");
    await page.waitForSelector(".home");
    await beginAt(page, LAST, { rivals: 1 });
    await page.dispatchEvent('.in-hand[data-card="r+2"]', "click");
    const counts = () =>
        Object.keys(JSON.parse(localStorage.getItem("penultima-stats") ?? "{}").honours ?? {}).length;
    check("winning earns some", await until(page, counts));
    check(
        "what stands there now is told",
        await until(page, () => /For your shelf/.test(document.querySelector(".toast")?.textContent ?? "")),
    );
    await page.click(".brand");
    await page.waitForSelector(".home");
    await page.click("[data-to='#/games']");
    const earned = ["first", "won", "duel", "lastFour", "won-classic"];
    await page.waitForSelector(".shelf");
    const has = await here(page);
    check(
        "what was done stands on it",
        earned.every((id) => has.includes(id)) && !has.includes("ten") && !has.includes("lastWild"),
        has,
    );
    const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".row button", { hasText: "Take it with you" }).click(),
    ]);
    const text = readFileSync(await file.path(), "utf8");
    const other = await open({ locale: "en-GB" });
    await other.page.click("[data-to='#/games']");
    await other.page.setInputFiles(".upload input", {
        name: "penultima.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
    });
    await other.page.waitForSelector(".keepsake.is-here");
    equal("and goes along to another browser", await here(other.page), has);
    await other.context.close();
    equal("shelf: nothing went wrong in the page", problems, []);
    await context.close();
});
