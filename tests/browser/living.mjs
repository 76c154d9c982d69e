// living.mjs - the first page: regulars who play a real round behind the doors, still where nothing may move, at rest where
// nobody looks, and never in the way of whoever wants to play.

import { check, equal } from "./tap.mjs";
import { axe, FAST, group, open, until } from "./stage.mjs";

/** What lies on that table: how many cards each holds, and how often one was laid. */
const seen = (page) =>
    page.evaluate(() => {
        const living = document.querySelector(".living");
        return living ? [...living.querySelectorAll("g")].map((one) => one.getAttribute("style")).join() : "";
    });

/** The clock that says how long dealing took: what a busy machine does is not asked here. */
const dealtIn = (page, ms) =>
    page.evaluate((ms) => {
        let now = 0;
        performance.now = () => (now += ms);
    }, ms);

await group("living moves", async () => {
    const { context, page, problems } = await open({ hasMotion: true, size: [844, 390], hasClock: false });
    await dealtIn(page, 0);
    check(
        "at first there are cards to look at",
        await until(
            page,
            () => document.querySelector(".hero-fan, .living").getBoundingClientRect().height > 100,
        ),
    );
    await page.waitForSelector(".stage[data-living=moves] .living");
    const first = await seen(page);
    const plays = (first) => {
        const living = document.querySelector(".living");
        return [...living.querySelectorAll("g")].map((one) => one.getAttribute("style")).join() !== first;
    };
    check("they play", await until(page, plays, first));
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    });
    // What is in the air lands.
    await page.waitForTimeout(2500);
    const rested = await seen(page);
    await page.waitForTimeout(4000);
    equal("where nobody looks, they rest", await seen(page), rested);
    await page.evaluate(() => {
        Object.defineProperty(document, "hidden", { value: false, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    });
    check("and go on", await until(page, plays, rested));
    check(
        "the table says nothing to who cannot see it",
        await page.$eval(".stage", (one) => one.getAttribute("aria-hidden") === "true"),
    );
    const box = await page.locator(".living").boundingBox();
    const title = await page.locator(".hero h1").boundingBox();
    check(
        "nothing lies on it, also on a phone on its side",
        box.height >= 120 && box.y + box.height <= title.y + 4,
        [box, title],
    );
    await page.locator("details.choice > summary").click();
    await page.waitForSelector(".mood");
    await page.dispatchEvent("form.setup button[type=submit]", "click");
    await page.waitForSelector(".table .in-hand");
    equal("who plays is alone with the own table", await page.locator(".living").count(), 0);
    equal("living: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("living slow", async () => {
    const { context, page } = await open({ hasMotion: true, hasClock: false });
    await dealtIn(page, 300);
    check(
        "a machine that is busy looks at a still",
        await page.waitForSelector(".stage[data-living=still] .living"),
    );
    await context.close();
});

await group("living still", async () => {
    const { context, page, problems } = await open({ rate: FAST });
    await page.waitForSelector(".stage[data-living=still] .living");
    equal("living: no fault of access", await axe(page), []);
    const first = await seen(page);
    await page.waitForTimeout(1500);
    equal("where nothing may move, nothing does", await seen(page), first);
    // An edition is chosen: it lies there afterwards.
    await page.locator("details.choice > summary").click();
    await page.dispatchEvent("input[name=edition][value=spiderman]", "click");
    await page.locator("details.choice > summary").click();
    check(
        "behind the doors lies what was chosen",
        await until(page, () => Boolean(document.querySelector(".home[data-edition=spiderman] .living"))),
    );
    equal(
        "and whoever closed it goes on there",
        await page.evaluate(() => document.activeElement?.localName),
        "summary",
    );
    equal("living still: nothing went wrong in the page", problems, []);
    await context.close();
});
