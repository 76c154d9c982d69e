// setup.mjs - what a table is set up with, by presses: house rules and what gets in their way, set-ups under
// names and as links (also of 0.2.0), what differs from the sheet before the deal, and rules by vote.
// browser.mjs runs it as the group "setup".

import { openTable } from "./crowd.mjs";
import { check, equal } from "./tap.mjs";
import { look, playFast, playGame } from "./player.mjs";
import { axe, FAST, group, open, screenshots, setUp, until, url } from "./stage.mjs";

/** The house rules that are chosen in the form. */
const chosen = (page) =>
    page.$$eval("input[name=house]:checked", (list) => list.map((one) => one.value).sort());

/** Presses the box of a house rule, as a person finds it. */
async function press(page, id) {
    const [rule, number] = id.split("=");
    const box = page.locator(`input[name=house][value="${rule}"], input[name=house][value^="${rule}="]`);
    await box.waitFor({ state: "attached" });
    if (!(await box.isVisible())) await page.locator("#tab-second, .more-house > summary").click();
    if (number) await page.locator(".house-rule", { has: box }).locator("select").selectOption(number);
    else await box.click();
}

await group("setup alone", async () => {
    const { context, page, problems } = await open({ size: [390, 844], rate: FAST });
    await page.locator("details.choice > summary").click();
    await page.waitForSelector(".mood");
    const shown = (query) =>
        page.$$eval(query, (list) => list.filter((one) => one.getClientRects().length).length);
    check("setup: every deck is there to see", (await shown(".deck-choice .deck-picture")) > 6);
    equal("setup: five moods, and what each is made of", await shown(".mood small"), 5);
    equal("setup: and no single rule yet", await shown(".house-rule"), 0);
    await page.locator("[data-mood=cruel]").click();
    const differs = () => page.locator(".first .differs-line").textContent();
    check(
        "setup: what is not as printed is said in a sentence",
        /Robar hasta que sirva/.test(await differs()),
        await differs(),
    );
    check(
        "setup: and in the line",
        /Robar hasta que sirva/.test(await page.locator(".choice summary").textContent()),
    );
    equal(
        "setup: one mood is on",
        await page.$$eval(".mood[aria-pressed=true]", (list) => list.map((one) => one.dataset.mood)),
        ["cruel"],
    );
    equal("setup: first screen: no fault of access", await axe(page), []);
    await page.locator("#tab-first").focus();
    await page.keyboard.press("ArrowRight");
    const all = await shown(".house-rule .house-picture svg");
    check("setup: the second screen has every rule, drawn", all > 30, all);
    const pictures = await page.$$eval(
        ".house-picture svg",
        (list) => new Set(list.map((one) => one.innerHTML)).size,
    );
    equal("setup: no two drawings are the same", pictures, all);
    await page.locator("#tab-first").click();
    await page.locator("[data-mood=printed]").click();
    await press(page, "progressive");
    const stack = page.locator('input[name=house][value="stack-any"]');
    check("setup: what does not go with it cannot be chosen", await stack.isDisabled());
    const why = await page.locator(".house-rule:has([value=stack-any]) .why").textContent();
    check("setup: and says why, with both names", / y Progresivo no van juntas/.test(why), why);
    await press(page, "open=3");
    await page.fill(".house-search", "gritar UNO callado sin decir uno");
    check("setup: nothing is found where nothing is said", await page.locator(".more-house > p").isVisible());
    await page.fill(".house-search", "pilla toma");
    const found = await page.$$eval(".more-house .house-rule", (list) =>
        list.filter((one) => one.offsetParent).map((one) => one.querySelector("input").value),
    );
    equal("setup: the search finds by what rules say", found, ["uno=4"]);
    await page.fill(".house-search", "");
    await press(page, "draw-until");
    equal("setup: alone: no fault of access", await axe(page), []);
    // Kept under a name, chosen otherwise, and taken back.
    await page.fill("[data-preset=name]", "Los jueves");
    await page.locator("[data-preset=save]").click();
    await page.locator("#tab-first").click();
    await page.locator("[data-mood=printed]").click();
    equal("setup: one press and it is the sheet", await chosen(page), []);
    await page.locator("#tab-second").click();
    await page.locator("[data-preset=list]").selectOption("Los jueves");
    equal("setup: a set-up of one's own comes back", await chosen(page), [
        "draw-until",
        "open=3",
        "progressive",
    ]);
    await page.locator("[data-preset=share]").click();
    const code = await page.locator(".setup-code").textContent();
    check(
        "setup: its code names everything",
        /^2\.classic\.(?=.*open=3)(?=.*draw-until)(?=.*with=)/.test(code),
        code,
    );
    check("setup: with a QR code", await page.locator("dialog .qr").isVisible());
    await page.locator("dialog button.main").click();
    await page.evaluate(() => {
        document.querySelector("select[name=scoring]").value = "quick";
    });
    await page.locator("[data-do=play]").click();
    await page.waitForSelector(".table .in-hand");
    const game = await playFast(page);
    check("setup: a whole game with three of them", !game.stuck && game.end !== "", game, await look(page));
    await page.goto(`${url}#setup=${code}`);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await setUp(page);
    equal("setup: the link brings it", await chosen(page), ["draw-until", "open=3", "progressive"]);
    await page.locator("#tab-second").click();
    await page.locator("[data-preset=list]").selectOption("Los jueves");
    await page.locator("[data-preset=drop]").click();
    equal("setup: and a name is let go of", await page.locator("[data-preset=list]").count(), 0);
    equal("setup: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("setup links", async () => {
    const { context, page, problems } = await open({ path: "#rules=office.pj.quick" });
    await setUp(page);
    equal("setup: a link of 0.2.0 opens", await chosen(page), ["jump-in", "progressive"]);
    equal(
        "setup: with its edition and scoring",
        await page.evaluate(() => [
            document.querySelector("input[name=edition]:checked").value,
            document.querySelector("select[name=scoring]").value,
        ]),
        ["office", "quick"],
    );
    check("setup: who follows a link has a name, too", await page.inputValue("[name=name]"));
    for (const [code, word] of [
        ["2.office.jump-up", "jump-up"],
        ["2.nope", "nope"],
        ["2.classic.seats=0", "seats=0"],
        ["2.classic.seven-0.zero-pass", "no van juntas"],
    ]) {
        const other = await open({ path: `#setup=${code}` });
        await other.page.waitForSelector(".toast");
        const text = await other.page.locator(".toast").textContent();
        check(`setup: ${code}: what is wrong with it is named`, text.includes(word), text);
        await other.context.close();
    }
    equal("setup: links: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("setup list", async () => {
    const { context, page, problems } = await open({ hasClock: false, path: "#/friends" });
    await page.waitForSelector(".friends form [name=late]");
    const { wanted, without } = await page.evaluate(async () => {
        const { plainRows, settingRows } = await import(`${location.pathname}js/settings.js`);
        const { elements } = document.querySelector(".friends form");
        // A number of teams brings its partners, Reverse is called otherwise, bots sit down at the chairs, and this
        // edition does not punish wrong cards.
        const without = settingRows().filter(({ key }) => !elements[key]);
        const wanted = plainRows().map(({ key, sort, most }) => {
            const field = elements[key];
            if (sort === "truth") return [key, (field.checked = !field.checked)];
            if (field.options) field.selectedIndex = field.options.length - 1;
            else field.value = most;
            return [key, sort === "number" ? Number(field.value) : field.value];
        });
        return { wanted, without: without.map(({ key }) => key) };
    });
    equal("setup: a field for every setting", without.sort(), [
        "bots",
        "misplays",
        "partners",
        "reverse_with_two",
    ]);
    await page.click(".friends button[type=submit]");
    await page.waitForSelector(".waiting .qr");
    const plays = await page.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return app.table.settings;
    });
    for (const [key, value] of wanted) equal(`setup: ${key} is what the table plays by`, plays[key], value);
    equal("setup: list: nothing went wrong in the page", problems, []);
    await context.close();
});

await group("setup friends", async () => {
    const host = await open({ path: "#/friends", hasClock: false });
    const { page } = host;
    await page.fill("[name=name]", "Ana");
    await press(page, "seven-0");
    await press(page, "limit=20");
    await page.selectOption("[name=watching]", "none");
    await page.selectOption("[name=clock]", "3d");
    await page.locator(".friends button[type=submit]").click();
    await page.waitForSelector(".waiting .differs li");
    const differs = await page.$$eval(".waiting .differs li", (list) => list.map((one) => one.textContent));
    check(
        "setup: the table tells in words what is not as the sheet has it",
        ["Siete-0: Con un 7", "3 días por jugada", "Nadie puede mirar", "Como mucho 20 cartas"].every(
            (part) => differs.some((one) => one.includes(part)),
        ),
        differs,
    );
    const id = await page.evaluate(() => location.hash);
    const guest = await open({ path: id, hasClock: false, locale: "en-GB" });
    await guest.page.waitForSelector(".join .differs li");
    const read = await guest.page.locator(".join .differs").textContent();
    check(
        "setup: a guest reads it before sitting down, in the own language",
        /Seven-0: Play a 7/.test(read),
        read,
    );
    await guest.page.fill("[name=name]", "Beto");
    await guest.page.locator(".join button[type=submit]").click();
    await guest.page.waitForSelector(".waiting details summary");
    // The guest asks for other rules; the host, who counts as one of two, has to say yes.
    await guest.page.locator(".waiting summary[data-focus=rules]").click();
    await press(guest.page, "jump-in");
    await guest.page.locator(".waiting details button[type=submit]").click();
    await page.waitForSelector(".asked .changed li");
    check(
        "setup: the table is asked, in words",
        /Interrupción/.test(await page.locator(".asked").textContent()),
    );
    if (screenshots) await page.screenshot({ path: `${screenshots}/setup-asked.png`, fullPage: true });
    await page.locator("[data-focus=vote-true]").click();
    const isSet = await until(guest.page, () => {
        const list = [...document.querySelectorAll(".waiting section .differs li")].map(
            (one) => one.textContent,
        );
        return list.some((one) => one.startsWith("Jump-in")) && !document.querySelector(".asked");
    });
    check("setup: a vote changes the rules", isSet === true);
    equal("setup: host: nothing went wrong", host.problems, []);
    equal("setup: guest: nothing went wrong", guest.problems, []);
    const watcher = await open({ path: id, hasClock: false });
    await watcher.page.locator("[data-do=watch]").click();
    await watcher.page.waitForSelector(".toast");
    check(
        "setup: where nobody may watch, one is told",
        /mirar/.test(await watcher.page.locator(".toast").textContent()),
    );
    await watcher.context.close();
    await guest.context.close();
    await host.context.close();
});

await group("setup after", async () => {
    const { ana, path } = await openTable("2.classic.scoring=quick.hand-5.pace=at-once.seats=3");
    // Beto has written an edition of his own some other day.
    const text = 'edition mine\nlike classic\ntitle en "Mine", es "La mía"\nhand 3\nscoring quick\n';
    const written = JSON.stringify([{ id: "", text, base: "classic" }]);
    const kept = [{ name: "penultima-editions", value: written }];
    const storageState = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: kept }] };
    const beto = await open({ hasClock: false, path, storageState });
    await beto.page.waitForSelector(".join");
    await beto.page.fill("input[name=name]", "Beto");
    await beto.page.click(".join button[type=submit]");
    const pages = [ana.page, beto.page];
    await ana.page.click("[data-focus=start]:enabled");
    for (const page of pages) await page.waitForSelector(".in-hand");
    const carla = await open({ hasClock: false, path });
    await carla.page.click("[data-do=watch]");
    await carla.page.waitForSelector(".table.watching .seat");
    const pass = (ms) => ana.page.waitForTimeout(Math.min(ms, 150));
    await Promise.all(pages.map((page) => playGame(page, { pass, stepsMax: 1500 })));
    // Who came late and watched sits down for the next game; the others go on looking at the last one.
    await carla.page.click(".over [data-do=sit]");
    const name = await carla.page.textContent(".chairs li:first-child b");
    for (const page of pages)
        check(
            "after a game: the others see who wants to play, below the result",
            await until(
                page,
                (name) => document.querySelector(".over .go-on-row")?.textContent.includes(name),
                name,
            ),
            await page.textContent("main"),
        );
    await ana.page.waitForSelector(".over .counted");
    equal("after a game: with those who played it", await ana.page.locator(".over .counted").count(), 2);
    await beto.page.click(".over [data-do=rules]");
    await beto.page.click(".waiting summary[data-focus=rules]");
    const choice = ".waiting form select[name=edition]";
    const own = await beto.page.getAttribute(`${choice} option[value^="own-"]`, "value");
    await beto.page.selectOption(choice, own);
    await press(beto.page, "seven-0");
    await beto.page.click(".waiting details button[type=submit]");
    await ana.page.waitForSelector(".asking:not([hidden]) .differences li");
    check(
        "after a game: who is not the host asks for an own edition, and what it changes is told",
        /La mía[^]*3 cartas en vez de 7/.test(await ana.page.textContent(".asking")),
        await ana.page.textContent(".asking"),
    );
    check(
        "after a game: other rules are asked for in words",
        /Siete-0/.test(await ana.page.textContent(".asking .changed")),
    );
    await ana.page.click(".asking button.main");
    await until(beto.page, () =>
        /Siete-0/.test(document.querySelector(".waiting .differs")?.textContent ?? ""),
    );
    for (const { page } of [beto, carla]) await page.click("[data-focus=agree]");
    await ana.page.click(".over button.main");
    for (const page of [...pages, carla.page]) await page.waitForSelector(".in-hand");
    equal(
        "after a game: who watched the last one plays the next",
        await carla.page.evaluate(async () => {
            const { app } = await import(`${location.pathname}js/app.js`);
            return [app.table.seats.length, app.table.seats[app.table.me].name];
        }),
        [3, name],
    );
    check(
        "after a game: and is played by",
        /La mía/.test(await ana.page.evaluate(() => document.body.textContent)),
    );
    equal(
        "after a game: nothing went wrong in the pages",
        [ana, beto, carla].flatMap((one) => one.problems),
        [],
    );
    for (const one of [ana, beto, carla]) await one.context.close();
});

if (screenshots)
    for (const size of [
        [1440, 900],
        [1366, 648],
        [844, 390],
        [390, 844],
        [360, 640],
    ])
        await group(`setup pictures ${size[0]}`, async () => {
            const { context, page } = await open({
                size,
                path: "#setup=2.classic.seven-0.open-2.clock=3d.dealer=Ana",
            });
            const shot = (name) =>
                page.screenshot({ path: `${screenshots}/setup-${name}-${size.join("x")}.png` });
            await page.locator("details.choice > summary").click();
            await page.waitForSelector(".mood");
            await shot("mood");
            await page.locator("#tab-second").click();
            await shot("house");
            await page.locator(".keep").evaluate((one) => one.scrollIntoView());
            await shot("keep");
            equal(
                `setup ${size}: nothing sticks out`,
                await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
                0,
            );
            await page.locator("[data-preset=share]").click();
            await page.waitForSelector("dialog .qr");
            await shot("code");
            await page.locator("dialog button.main").click();
            await page.locator("[data-do=friends]").evaluate((one) => one.click());
            await page.waitForSelector(".waiting .differs");
            await page
                .locator(".waiting .differs")
                .evaluate((one) => one.scrollIntoView({ block: "center" }));
            await shot("agree");
            await context.close();
        });
