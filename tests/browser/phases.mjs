// phases.mjs - a table with as many people and cards as one likes, in every phase: for measuring and for
// pictures. The page's own board shows it; only the messages are made here.

const NAMES = [
    "Ana",
    "Maximiliano_de_la_Torre_",
    "Beto",
    "Guadalupe-Esperanza-2026",
    "Carla",
    "Dani",
    "Eva",
    "Íñigo_Ñandú_Ärger",
    "Olga",
    "Zoe",
];

export const PHASES = [
    "turn",
    "wait",
    "color",
    "drawn",
    "pending",
    "challenge",
    "swap",
    "race",
    "stream",
    "follow",
    "swing",
    "asking",
    "count",
    "game",
];

/** Which edition has this phase. */
const EDITION = {
    swap: "classic",
    race: "office",
    stream: "ghostbusters",
    follow: "ghostbusters",
    swing: "spiderman",
};

/** The messages that make a table of 'seats' people, my hand of 'cards' cards, in a phase. */
export function messagesOf(phase, seats, cards) {
    const edition = EDITION[phase] ?? "classic";
    const colors = edition === "office" ? ["p", "g", "b", "y"] : ["r", "g", "b", "y"];
    const faces = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "s"];
    const all = colors.flatMap((color) => faces.map((face) => color + face));
    const hand = Array.from({ length: cards }, (_, index) => all[(index * 7) % all.length]);
    hand[hand.length - 1] = "w";
    const others = Array.from({ length: seats - 1 }, (_, index) => index + 1);
    const names = { red: "red", pink: "pink" };
    const color = edition === "office" ? names.pink : names.red;
    const mine = { must: [0], turn: 0 };
    const now = {
        round: 2,
        phase: "turn",
        ...mine,
        dir: "left",
        top: `${colors[0]}7`,
        color,
        pending: 0,
        counts: [cards, ...others.map((seat) => 1 + ((seat * 5) % 13))],
        pile: 41,
        owes: [],
        dropped: [],
        score: Array.from({ length: seats }, (_, seat) => seat * 37),
        left: null,
        legal: { plays: [hand[0], "w"], verbs: ["draws"] },
    };
    const more = {};
    if (phase === "wait")
        Object.assign(now, { must: [3 % seats], turn: 3 % seats, legal: { catches: others.slice(0, 2) } });
    if (phase === "drawn") Object.assign(now, { phase, legal: { plays: [hand[0]], verbs: ["keeps"] } });
    if (phase === "pending")
        Object.assign(now, { phase, pending: 8, legal: { plays: [hand[0]], verbs: ["takes"] } });
    if (phase === "challenge")
        Object.assign(now, {
            phase: "pending",
            pending: 4,
            top: "w+4",
            legal: { verbs: ["takes", "challenges"] },
        });
    if (phase === "swap") Object.assign(now, { phase, legal: { swaps: others } });
    if (phase === "race") Object.assign(now, { phase, top: "wx", legal: { verbs: ["drops"] } });
    if (phase === "stream") Object.assign(now, { phase, legal: { streams: hand, verbs: ["streams none"] } });
    if (phase === "follow") Object.assign(now, { phase, legal: { follows: [hand[0]] } });
    if (phase === "swing") {
        Object.assign(now, { phase, legal: { swings: others } });
        more.shown = Object.fromEntries(
            others.map((seat) => [seat, all.slice(seat, seat + 1 + ((seat * 5) % 13))]),
        );
    }
    const isEnd = phase === "count" || phase === "game";
    if (isEnd) {
        Object.assign(now, { phase: "over", must: [], legal: {} });
        more.over = {
            round: {
                winner: 2 % seats,
                hands: now.counts.map((count, seat) => (seat === 2 % seats ? [] : all.slice(0, count))),
                points: 179,
            },
            game: phase === "game" ? [0] : null,
        };
    }
    return {
        phase,
        welcome: { t: "welcome", table: "fixture1", seat: 0 },
        table: {
            t: "table",
            n: 5,
            id: "fixture1",
            you: 0,
            stage: isEnd ? (phase === "game" ? "over" : "between") : "playing",
            paused: false,
            host: 0,
            rules: 1,
            settings: { edition, house: [], scoring: "points", seats },
            seats: NAMES.slice(0, seats).map((name, seat) =>
                seat % 3 === 2
                    ? { name, kind: "bot", level: "casual", wins: 0 }
                    : {
                          name,
                          kind: "person",
                          here: seat !== 4,
                          agreed: false,
                          away: seat === 7,
                          wins: 0,
                          ready: false,
                      },
            ),
            commit: "",
            game: 1,
            watchers: 0,
            now,
            hand,
            drawn: phase === "drawn" ? hand[0] : null,
            events: [],
            chat: [],
            asking:
                phase === "asking"
                    ? { what: "take-back", by: 1, seat: null, yes: [1], no: [], until: 0 }
                    : null,
            ...more,
        },
        choosing: phase === "color",
    };
}

/** Shows such a table in the page. */
export async function showPhase(page, phase, seats, cards) {
    await page.evaluate(
        async (fixture) => {
            const { app, Table, playTable } = await import(`${location.pathname}js/app.js`);
            const table = new Table();
            table.source = { send() {}, close() {} };
            playTable(table);
            table.take(fixture.welcome);
            table.take(fixture.table);
            if (fixture.choosing) {
                app.board.choosing = { verb: "plays", card: "w" };
                app.board.draw();
            }
            // The count and questions are loaded when they are needed.
            const last = fixture.table.over
                ? ".counted"
                : fixture.table.asking
                  ? ".asking p"
                  : fixture.table.shown
                    ? ".peek-hand"
                    : ".table";
            for (let i = 0; i < 1000 && !document.querySelector(last); i++)
                await new Promise((later) => setTimeout(later, 20));
            await new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(later)));
        },
        messagesOf(phase, seats, cards),
    );
}

/** What covers something else, or is cut by the edge of the window. */
export const overlaps = (page) =>
    page.evaluate(() => {
        const faults = [];
        const wide = document.documentElement.clientWidth;
        const high = document.documentElement.clientHeight;
        const isCounting = Boolean(document.querySelector(".counting"));
        const boxes = [];
        const add = (query, name, group) => {
            for (const one of document.querySelectorAll(query)) {
                if (!one.checkVisibility({ visibilityProperty: true })) continue;
                const { left, top, right, bottom } = one.getBoundingClientRect();
                if (right - left < 1 || bottom - top < 1) continue;
                const label = `${name} ${(one.textContent ?? "").trim().slice(0, 12)}`;
                boxes.push({
                    left,
                    top,
                    right,
                    bottom,
                    name: label,
                    group: group?.(one) ?? label + boxes.length,
                    one,
                });
            }
        };
        const seat = (one) => `seat ${one.closest(".seat").dataset.seat}`;
        add(".top", "the bar", () => "top");
        if (!isCounting) {
            add(".seat .face", "face", seat);
            add(".seat .count", "count", seat);
            add(".seat .name span", "name", seat);
            add(".seat .pending:not([hidden])", "sum", seat);
            add(".seat .catch", "catch", seat);
            add(".piles .pile", "draw pile");
            add(".piles .discard", "discards");
            add(".in-play", "colour in play");
            add(".me", "my seat");
            add(".ask", "question");
            add(".bar .answer", "answer");
            add(".seat .pick", "pick", seat);
            add(".uno", "UNO");
            add(".in-hand", "card", () => "hand");
            add(".peek-hand", "shown hand");
            add(".asking p, .asking button", "asked");
        } else {
            add(".over h2", "end", () => "head");
            add(".over .go-on-row button", "go on");
        }
        for (const box of boxes) {
            if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1)
                faults.push(
                    `${box.name} leaves the window (${[box.left, box.top, box.right, box.bottom].map(Math.round)})`,
                );
            const { one } = box;
            if (one.scrollWidth > one.clientWidth + 1 && one.matches(".answer, .in-play, .ask"))
                faults.push(`${box.name} is cut`);
            if (one.matches(".name span") && one.scrollHeight > one.clientHeight + 2)
                faults.push(`${box.name} is cut`);
        }
        boxes.forEach((a, index) =>
            boxes.slice(index + 1).forEach((b) => {
                if (a.group === b.group) return;
                const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (x > 2 && y > 2)
                    faults.push(`${a.name} and ${b.name} overlap by ${Math.round(x)}x${Math.round(y)}`);
            }),
        );
        // Shown hands must be readable at once, all of them.
        const peek = document.querySelector(".peek:not([hidden])");
        if (peek && peek.scrollHeight > peek.clientHeight + 2)
            faults.push("not all shown hands are in sight");
        if (document.documentElement.scrollWidth > wide) faults.push("the page scrolls sideways");
        return faults;
    });
