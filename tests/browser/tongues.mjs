// tongues.mjs - every language on the smallest phone: home, set-up, rules, waiting room, table and result. A sentence that
// its box cuts, or that leaves the window, is a fault; long words are what German, Polish or French try.

import { begin, FAST, group, lasting, open, screenshots } from "./stage.mjs";
import { check, equal } from "./tap.mjs";
import { playFast, playGame } from "./player.mjs";

const SIZES = screenshots
    ? [
          [360, 640],
          [1440, 900],
      ]
    : [[360, 640]];
/** What may be cut, and is whole elsewhere: names, and what somebody has written. */
const CUT = ".name, .chat, .qr, textarea, pre, code";

/** Text in sight that is cut sideways, or that leaves the window or its button. */
const textFaults = (page) =>
    page.evaluate((mayBeCut) => {
        const faults = new Set();
        const wide = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth > wide) faults.add("the page scrolls sideways");
        const clips = (style, axis) => ["hidden", "clip"].includes(style[`overflow${axis}`]);
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const words = node.textContent.trim();
            const parent = node.parentElement;
            if (!words || parent.closest(mayBeCut) || !parent.checkVisibility({ visibilityProperty: true }))
                continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (!box.width || !box.height) continue;
            const said = `${parent.className || parent.localName}: ${words.slice(0, 60)}`;
            let isHidden = false;
            let isScrolled = false;
            for (let one = parent; one !== document.body && one; one = one.parentElement) {
                const style = getComputedStyle(one);
                const around = one.getBoundingClientRect();
                // What only a screen reader reads.
                if (around.width <= 1 || around.height <= 1 || Number(style.opacity) === 0) isHidden = true;
                if (["auto", "scroll"].includes(style.overflowX)) isScrolled = true;
                if (isHidden || isScrolled) break;
                if (clips(style, "X") && (box.right > around.right + 1 || box.left < around.left - 1))
                    faults.add(`cut ${said}`);
                if (
                    one.matches("button, summary") &&
                    (box.bottom > around.bottom + 1 || box.top < around.top - 1)
                )
                    faults.add(`higher than its button ${said}`);
                if (
                    one.matches("button, summary") &&
                    (box.right > around.right + 1 || box.left < around.left - 1)
                )
                    faults.add(`wider than its button ${said}`);
            }
            if (!isHidden && !isScrolled && (box.right > wide + 1 || box.left < -1))
                faults.add(`outside ${said}`);
        }
        return [...faults];
    }, CUT);

async function tonguesOffered() {
    const { context, page } = await open();
    const ids = await page.$$eval("[data-do=lang] option", (list) => list.map((one) => one.value));
    await context.close();
    return ids;
}

const languages = await tonguesOffered();
for (const size of SIZES)
    for (const id of languages)
        await group(`tongues ${id}`, async () => {
            const { context, page, problems } = await open({
                size,
                locale: id,
                rate: FAST,
                hasTouch: size[0] < 800,
            });
            const looked = async (what) => {
                equal(`${id} ${size[0]}, ${what}: every word fits`, await lasting(textFaults, page), []);
                if (!screenshots) return;
                const high = await page.evaluate(() => document.querySelector("#screen").scrollHeight);
                if (what !== "table") await page.setViewportSize({ width: size[0], height: high + 60 });
                await page.screenshot({ path: `${screenshots}/tongue-${id}-${what}-${size[0]}.png` });
                await page.setViewportSize({ width: size[0], height: size[1] });
            };
            const home = async () => {
                // Afresh: steps back are tried elsewhere.
                await page.evaluate(() => history.replaceState(null, "", location.pathname));
                await page.reload();
                await page.waitForSelector(".home [data-do=friends]", { state: "attached" });
            };
            const go = async (where, query) => {
                await page.evaluate((hash) => (location.hash = hash), where);
                await page.waitForSelector(query);
            };
            equal(`${id}: the page speaks it`, await page.getAttribute("html", "lang"), id);
            await looked("home");
            await page.click("details.choice > summary");
            await page.waitForSelector(".mood");
            await looked("deck");
            await page.click("#tab-second");
            await looked("rules-chosen");
            await go("#/learn", "details.rules");
            await page.click("details.rules summary");
            await looked("rules");
            await go("#/friends", "#screen .panel:not([hidden])");
            await looked("tables");
            await home();
            await page.dispatchEvent("[data-do=friends]", "click");
            await page.waitForSelector(".waiting .rules-line");
            await looked("waiting");
            await home();
            await begin(page);
            await looked("table");
            await playFast(page);
            await looked("result");
            equal(`${id} ${size[0]}: nothing went wrong in the page`, problems, []);
            await context.close();
        });

// ---- by keyboard alone, in English and in what is written otherwise ----
for (const locale of ["en-GB", "ja-JP", "pl-PL", "ar-EG"])
    await group(`keyboard ${locale}`, async () => {
        const { context, page, problems, pass } = await open({ locale });
        equal("the language is the browser's", await page.getAttribute("html", "lang"), locale.slice(0, 2));
        equal(
            "and its direction",
            await page.getAttribute("html", "dir"),
            locale === "ar-EG" ? "rtl" : "ltr",
        );
        await page.focus("[data-do=play]");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".table .in-hand");
        await page.keyboard.press("?");
        await page.waitForSelector(".drawer .keys");
        await page.keyboard.press("Escape");
        check("the keys are listed and go away", await page.isHidden("#drawer"));
        // On a keyboard of another script, the letter that stands where L does.
        await page.evaluate(() =>
            document.body.dispatchEvent(
                new KeyboardEvent("keydown", { key: "م", code: "KeyL", bubbles: true }),
            ),
        );
        await page.waitForSelector("#drawer:not([hidden]) .log");
        await page.keyboard.press("Escape");
        const game = await playGame(page, {
            isKeyboard: true,
            pass,
            stepsMax: 1200,
            onStep: async (seen) => {
                if (seen.over) throw new Error("round over");
            },
        }).catch((error) => ({ end: error.message }));
        equal("a round by keyboard alone", game.end, "round over");
        equal("nothing went wrong in the page", problems, []);
        await context.close();
    });
