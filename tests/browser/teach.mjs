// teach.mjs - what moves were worth: luck and skill in a replay, the problem of the day, one's own mistakes again.

import { check, equal } from "./tap.mjs";
import { axe, group, open, screenshots, until } from "./stage.mjs";

const SIZES = [
    [1440, 900],
    [844, 390],
    [390, 844],
    [360, 640],
];

/** To be looked at. */
async function picture(page, name) {
    for (const [width, height] of screenshots ? SIZES : []) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `${screenshots}/${name}-${width}x${height}.png` });
    }
}

/** Ana draws though she could win at once. */
const THROWN_AWAY = `edition: classic
set: scoring=quick
players: Ana, Beto
hand Ana: r7
hand Beto: g1 r3
draw: b1 g2 r1 y9
top: r5
turn: Ana

Ana draws
Beto plays r3 uno
Ana plays r7 uno
Beto draws
Ana draws
Ana plays r1 uno
Beto draws
Ana plays b1
`;

const SIGNED = /[-+−]?\d+\.\d/g;

await group("teach", async () => {
    const { context, page, problems } = await open({ locale: "en-GB", path: "#/replay" });
    await page.setInputFiles(".upload input", {
        name: "thrown.mesa",
        mimeType: "text/plain",
        buffer: Buffer.from(THROWN_AWAY),
    });
    await page.click("[data-do=analyse]");
    await page.waitForSelector(".analysis .luck li", { state: "attached" });
    await page.locator("summary", { hasText: "Luck and skill" }).click();
    const sums = await page.locator(".luck li b").allTextContents();
    const figures = sums.map((one) =>
        one.match(SIGNED).map((figure) => Math.round(10 * Number(figure.replace("−", "-")))),
    );
    check(
        "luck, skill and rest are the result, as they are told",
        figures.length === 2 &&
            figures.every(([result, ...parts]) => result === parts.reduce((a, b) => a + b)),
        sums,
    );
    equal("what a replay tells: no fault of access", await axe(page), []);
    await picture(page, "luck");

    // The problem of the day: answered once, it stays answered, and is counted.
    await page.evaluate(() => (location.hash = "#/problem"));
    await page.waitForSelector(".problem-choices button");
    equal("problem: no fault of access", await axe(page), []);
    await picture(page, "problem");
    const before = await page.textContent(".problem");
    check("nothing of the answer is told before", !/%/.test(before), before);
    const count = await page.locator(".problem-choices button").count();
    await page.locator(".problem-choices button").first().click();
    await page.waitForSelector(".problem-outcome");
    const outcome = await page.locator(".problem-outcome li").allTextContents();
    check(
        "then every choice, the best first",
        outcome.length === count &&
            outcome.every(
                (one, at) =>
                    at === 0 ||
                    parseFloat(one.match(/won ([\d.]+)/)[1]) <=
                        parseFloat(outcome[0].match(/won ([\d.]+)/)[1]),
            ),
        outcome,
    );
    await picture(page, "problem-answered");
    await page.reload();
    check(
        "a second look is no second try",
        await until(
            page,
            () => document.querySelector(".problem-outcome") && !document.querySelector(".problem-choices"),
        ),
    );

    // A mistake comes back when it is due.
    await page.evaluate((text) => {
        const choice = (action, chance) => ({ action, chance, low: chance, high: chance });
        const one = {
            line: 9,
            moment: 1,
            round: 1,
            seat: "Ana",
            known: true,
            chance: 1,
            taken: "draws",
            best: "plays r7",
            cost: 0.7,
            cost_error: 0.01,
            mistake: true,
            why: "wins",
            choices: [choice("plays r7", 1), choice("draws", 0.3)],
        };
        const prefs = JSON.parse(localStorage.getItem("penultima") ?? "{}");
        prefs.exercises = [
            { text: text.split("\n").slice(0, 9).join("\n") + "\n", at: 0, seat: 0, one, box: 0, due: 0 },
        ];
        localStorage.setItem("penultima", JSON.stringify(prefs));
    }, THROWN_AWAY);
    await page.reload();
    await page.click("[data-do=exercises]");
    await page.waitForSelector("[data-choice='plays r7']");
    equal("exercise: no fault of access", await axe(page), []);
    await picture(page, "exercise");
    await page.click("[data-choice='plays r7']");
    check(
        "who finds it is told so",
        await until(page, () => /Right/.test(document.querySelector(".problem-outcome")?.textContent ?? "")),
    );
    const [kept] = await page.evaluate(() => JSON.parse(localStorage.getItem("penultima")).exercises);
    check("and it comes back later", kept.box === 1 && kept.due > 0, kept);
    equal("teach: nothing breaks", problems, []);
    await context.close();
});
