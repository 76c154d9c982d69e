// waiting.mjs - before the deal: the table with its chairs, the card with the rules, who is ready, the chat.

import { check, equal } from "./tap.mjs";
import { guestAt, invitation, says, seatBot } from "./crowd.mjs";
import { axe, group, lasting, open, screenshots, until } from "./stage.mjs";

await group("people waiting", async () => {
    const host = await open({ hasClock: false, locale: "en-GB", size: [1366, 648] });
    // What stands beside both buttons counts for both.
    await host.page.click(".choice summary");
    await host.page.fill("input[name=name]", "Ana");
    await host.page.selectOption("select[name=scoring]", "quick");
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    check(
        "a table with friends is played as the first page has it",
        await says(host.page, ".waiting .rules-line", "A single round"),
        await host.page.textContent(".waiting"),
    );
    const guest = await guestAt(path, "Beto", { size: [390, 844], hasTouch: true, isMobile: true });
    check(
        "a guest reads first that there is a seat, and for whom all wait",
        await says(guest.page, ".page-end h1", "Waiting for Ana"),
        await guest.page.textContent(".waiting"),
    );
    const order = await guest.page.$$eval(
        ".round, .waiting .page-end, .invite, .talk, .rules-whole",
        (list) => list.map((one) => one.className.split(" ").at(-1)),
    );
    equal(
        "the table comes first, then what is to be done, the link and the chat; then all of the rules",
        order,
        ["round", "page-end", "invite", "talk", "rules-whole"],
    );
    await host.page.fill(".waiting input[name=say]", "Are you in?");
    await host.page.press(".waiting input[name=say]", "Enter");
    for (const { page } of [host, guest])
        check(
            "what is said before the deal is read at once",
            await says(page, ".waiting .chat li", "Are you in?"),
            await page.textContent(".waiting .talk"),
        );
    await host.page.fill(".waiting input[name=say]", "I am still wri");
    await guest.page.click(".waiting [data-focus=phrase-0]");
    check(
        "the host's chat is in sight on a laptop",
        await until(host.page, () => {
            const button = document.querySelector(".waiting .talk form button").getBoundingClientRect();
            return button.height > 0 && button.bottom <= innerHeight;
        }),
    );
    check(
        "a phrase, too",
        await until(host.page, () => document.querySelectorAll(".waiting .chat li").length === 2),
    );
    equal(
        "and who is writing goes on writing",
        await host.page.evaluate(() => [
            document.activeElement.getAttribute("name"),
            document.activeElement.value,
        ]),
        ["say", "I am still wri"],
    );
    if (screenshots) {
        await host.page.screenshot({ path: `${screenshots}/waiting-host.png` });
        await guest.page.screenshot({ path: `${screenshots}/waiting-guest.png` });
    }
    await dealWithForm(host.page, guest.page);
    await letters(host.page, guest.page);
    equal("nothing went wrong in the pages", [...host.problems, ...guest.problems], []);
    for (const { context } of [host, guest]) await context.close();
});

/** What the host touches is the table's at once, for all who look; Deal deals. */
async function dealWithForm(host, guest) {
    await host.click(".rules-card");
    await host.selectOption(".waiting select[name=scoring]", "lowest");
    for (const page of [host, guest])
        check(
            "what the host touches is the table's at once, for all who look",
            (await says(page, ".waiting .rules-line", "Fewest points")) &&
                !(await page.textContent(".round")).includes("A single round ·"),
            await page.textContent(".waiting"),
        );
    check(
        "the card lies turned over for who has not agreed to that",
        await until(guest, () => document.querySelector(".rules-card.turned") !== null),
    );
    equal("and not for who did it", await host.locator(".rules-card.turned").count(), 0);
    await host.selectOption(".waiting select[name=clock]", "0");
    const summary = await host.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return (await (await fetch(`/api/tables/${app.table.id}`)).json()).settings.scoring;
    });
    equal("and in the invitation", summary, "lowest");
    equal("nothing is dealt by a change", await host.locator(".in-hand").count(), 0);
    check(
        "who is asked to agree again reads what is new and what is not any more",
        (await says(guest, ".changed li", "Now: ")) && (await says(guest, ".changed li", "No longer: ")),
        await guest.textContent(".waiting"),
    );
    if (screenshots) await guest.screenshot({ path: `${screenshots}/waiting-changed.png` });
    await guest.click("[data-focus=agree]");
    await host.click("[data-focus=start]:enabled");
    for (const page of [host, guest]) await page.waitForSelector(".in-hand");
    const played = await guest.evaluate(async () => {
        const { app } = await import(`${location.pathname}js/app.js`);
        return [app.table.settings.scoring, app.table.settings.clock];
    });
    equal("Deal deals what is set", played, ["lowest", null]);
}

/** Letters go where somebody writes, and to the table only when nobody does. */
async function letters(host, guest) {
    const state = () =>
        host.evaluate(async () => {
            const { app } = await import(`${location.pathname}js/app.js`);
            return [app.table.n, document.querySelector("#drawer").dataset.part];
        });
    await host.click("[data-do=chat]");
    await host.waitForSelector("input[name=say]:focus");
    const before = await state();
    await host.keyboard.type("d?lm");
    equal(
        "with a keyboard the chat opens ready to write",
        await host.inputValue("#drawer [name=say]"),
        "d?lm",
    );
    await host.focus("#drawer h2");
    await host.keyboard.type("d?lm");
    equal("and no letter reaches the table while it is open", await state(), before);
    await host.keyboard.press("Escape");
    await host.waitForSelector("#drawer", { state: "hidden" });
    await host.keyboard.press("?");
    check("once it is closed they do again", await says(host, "#drawer h2", "Keys"));
    await guest.click("[data-do=chat]");
    await guest.waitForSelector("#drawer h2:focus");
    check("where one touches the keyboard is not forced up", true);
}

/** Chairs and the card that lie on each other or outside. */
const crowding = (page) =>
    page.evaluate(() => {
        const faults = [];
        const { right: wide } = document.documentElement.getBoundingClientRect();
        const boxes = [...document.querySelectorAll(".chairs .figure, .turner")].map((one) => ({
            what: one.closest("li")?.textContent ?? "card",
            ...one.getBoundingClientRect().toJSON(),
        }));
        for (const [index, one] of boxes.entries()) {
            if (one.left < 0 || one.right > wide || one.top < 0) faults.push(`${one.what} is outside`);
            for (const other of boxes.slice(index + 1))
                if (
                    one.left < other.right - 2 &&
                    other.left < one.right - 2 &&
                    one.top < other.bottom - 2 &&
                    other.top < one.bottom - 2
                )
                    faults.push(`${one.what} on ${other.what}`);
        }
        return faults;
    });

await group("waiting chairs", async () => {
    const host = await open({ hasClock: false, locale: "en-GB", path: "#setup=2.classic.seats=10" });
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    const guest = await guestAt(path, "Lola", { size: [360, 640], hasTouch: true, isMobile: true });
    await seatBot(host.page, "expert");
    check(
        "a free chair that is pressed offers bots by how they play",
        await says(host.page, ".chairs small", "Expert"),
        await host.page.textContent(".chairs"),
    );
    await seatBot(host.page);
    await guest.page.click(".chairs .free button");
    await guest.page.waitForSelector("#dialog [data-focus=chair-close]");
    equal(
        "a guest may invite from there, and seats no bots",
        await guest.page.$$eval("#dialog button", (list) => list.map((one) => one.dataset.focus)),
        ["chair-invite", "chair-close"],
    );
    await guest.page.click("[data-focus=chair-close]");
    await guest.page.click(".chairs li:first-child button");
    const face = await guest.page.locator("#dialog [name=face]").nth(7).getAttribute("value");
    await guest.page.check(`#dialog [name=face][value="${face}"]`, { force: true });
    const faces = (page) =>
        page.$$eval(".chairs li:not(.free) .person", (list) =>
            list.map((one) =>
                [...one.querySelectorAll("path, ellipse")].map((part) => part.outerHTML).join(""),
            ),
        );
    const chosen = await guest.page.evaluate(
        (face) => document.querySelector(`#dialog [name=face][value="${face}"] + span .person`).dataset.mood,
        face,
    );
    equal("a face that was chosen is looked at calmly", chosen, "calm");
    check(
        "a face that one chooses is seen by all",
        await until(
            host.page,
            async ([face]) => {
                const { app } = await import(`${location.pathname}js/app.js`);
                return app.table.seats.some((seat) => seat.name === "Lola" && seat.face === Number(face));
            },
            [face],
        ),
    );
    await guest.page.click("[data-focus=chair-close]");
    for (const { page } of [host, guest]) {
        const all = await faces(page);
        equal("no two faces are alike", new Set(all).size, all.length);
    }
    for (const size of [
        [1440, 900],
        [1366, 648],
        [844, 390],
        [390, 844],
        [360, 640],
    ]) {
        await host.page.setViewportSize({ width: size[0], height: size[1] });
        equal(
            `${size.join("x")}: ten chairs stand beside each other around the card`,
            await lasting(crowding, host.page),
            [],
        );
        check(
            `${size.join("x")}: what is to be done is in sight`,
            await until(host.page, () => {
                const { top, bottom } = document.querySelector("[data-focus=start]").getBoundingClientRect();
                return top > 0 && bottom <= innerHeight;
            }),
        );
    }
    equal("axe in the waiting room", await axe(host.page), []);
    equal("nothing went wrong in the pages", [...host.problems, ...guest.problems], []);
    for (const { context } of [host, guest]) await context.close();
});

await group("waiting vote", async () => {
    const host = await open({
        hasClock: false,
        locale: "en-GB",
        path: "#setup=2.classic.jump-in.progressive",
    });
    await host.page.click("[data-do=friends]");
    const { path } = await invitation(host.page);
    const guest = await guestAt(path, "Beto");
    await guest.page.click(".rules-card");
    await guest.page.selectOption(".waiting select[name=scoring]", "quick");
    await guest.page.click(".waiting details button[type=submit]");
    await host.page.waitForSelector(".asked .changed li");
    const lines = await host.page.$$eval(".asked .changed li", (list) => list.map((one) => one.textContent));
    check(
        "what is voted on is what would change, and nothing else",
        lines.some((one) => /^Now: A single round/.test(one)) && !lines.some((one) => /jump/i.test(one)),
        lines,
    );
    await host.page.click("[data-focus=vote-true]");
    check(
        "under a single round nothing says how many points it takes",
        (await says(guest.page, ".rules-card", "A single round")) &&
            !/500/.test(await guest.page.textContent(".waiting .rules-whole > :not(details)")),
        await guest.page.textContent(".waiting"),
    );
    for (const { context } of [host, guest]) await context.close();
});
