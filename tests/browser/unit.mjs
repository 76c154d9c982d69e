// unit.mjs - the parts of the page that need no browser: unit.mjs PAGE PROGRAM ROOT
//
// PAGE is the folder of the assembled page, PROGRAM the native program: what both say is compared. Prints TAP.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, done, equal } from "./tap.mjs";

const [page, program, root] = process.argv.slice(2);
// The sources, and the sentences that the build makes of lang/.
const source = mkdtempSync(join(tmpdir(), "penultima-page-"));
cpSync(join(root, "web"), source, { recursive: true });
cpSync(join(page, "..", "lang", "catalogue.js"), join(source, "js", "catalogue.js"));
process.on("exit", () => rmSync(source, { recursive: true }));
const core = await import(join(source, "js/core.js"));
const { fillIn, has, t, takeLanguage } = await import(join(source, "js/words.js"));
const { LANGUAGES } = await import(join(source, "js/catalogue.js"));
const { qrCode, correction } = await import(join(source, "js/qr.js"));
const { rulesOf } = await import(join(source, "js/rules.js"));
const { inForce, replay, startRecords } = await import(join(source, "js/records.js"));
await core.start(readFileSync(join(page, "penultima.wasm")));
const { startSeal } = await import(join(source, "js/seal.js"));
await startRecords(() => readFileSync(join(page, "records.wasm")));
await startSeal(() => readFileSync(join(page, "seal.wasm")));
const saidIn = (name) => JSON.parse(readFileSync(join(page, "words", `${name}.json`), "utf8"));
const said = Object.fromEntries(
    Object.keys(LANGUAGES).map((id) => [id, [saidIn(id), saidIn(`${id}.later`)]]),
);
for (const [id, parts] of Object.entries(said)) takeLanguage(id, ...parts);

// ---- seats ----
{
    const { heldSeat, keepSeat } = await import(join(source, "js/held.js"));
    keepSeat("mine", "aa", 0);
    keepSeat("mine", "aa", 0, true);
    for (let n = 0; n < 80; n++) keepSeat(`sent${n}`, "bb", 0, true);
    equal("however many seats links bring, one that was taken here stays", heldSeat("mine")?.token, "aa");
    check("and the newest of theirs", heldSeat("sent79") && !heldSeat("sent0"));
    keepSeat("sent79", "cc", 1);
    for (let n = 0; n < 80; n++) keepSeat(`later${n}`, "bb", 0, true);
    equal("one that was taken anew there is one's own", heldSeat("sent79")?.token, "cc");
}

// ---- words ----
{
    const keys = (id) => said[id].flatMap((part) => Object.keys(part.page)).sort();
    for (const id of Object.keys(LANGUAGES))
        equal(`every text is there in ${LANGUAGES[id].name}`, keys(id), keys("en"));
    const used = new Set();
    for (const file of readdirSync(join(source, "js")).filter((name) => name.endsWith(".js")))
        for (const [, key] of readFileSync(join(source, "js", file), "utf8").matchAll(/\bt\("([^"]+)"/g))
            used.add(key);
    equal(
        "every text that is asked for is there",
        [...used].filter((key) => !has(key)),
        [],
    );
    equal(
        "plurals",
        [fillIn("{n} {n|carta|cartas}", { n: 1 }), fillIn("{n} {n|carta|cartas}", { n: 3 })],
        ["1 carta", "3 cartas"],
    );
}

// ---- the form of a table, made from the list of settings ----
{
    const { plainRows } = await import(join(source, "js/settings.js"));
    const asked = plainRows().flatMap(({ key, sort, words }) => [
        `setting.${key}`,
        ...(sort === "word" ? words.map((word) => `setting.${key}.${word}`) : []),
    ]);
    check("settings have fields of their own accord", asked.includes("setting.late.mean"), asked);
    equal(
        "every setting and what it can be has its words: page.setting.KEY in lang/",
        asked.filter((key) => !has(key)),
        [],
    );
}

// ---- what is offered to whom ----
{
    const { promptOf } = await import(join(source, "js/prompt.js"));
    const { Table } = await import(join(source, "js/table.js"));
    const edition = core.editionOf("clasico");
    const at = (me, now) =>
        Object.assign(new Table(), {
            me,
            stage: "playing",
            seats: ["Ana", "Beto", "Carla"].map((name) => ({ name, kind: "person" })),
            now: { must: [now.turn], owes: [], ...now },
        });
    const offered = (table) => promptOf(table, edition, null, null).options.map((one) => one.act ?? one.run);
    equal(
        "a card that is to be picked is asked for by its phase",
        promptOf(at(0, { phase: "follow", turn: 0, legal: { follows: ["r5"] } }), edition, null, null).text,
        t("do.follow"),
    );
    const turn = { phase: "turn", turn: 0, legal: { plays: ["r5"], jumps: ["r5"], verbs: ["draws"] } };
    equal("jumping in on the own turn is offered apart from the play", offered(at(0, turn)), [
        "draws",
        "jump",
    ]);
    const four = { phase: "pending", turn: 1, thrower: 0, pending: 4, legal: { verbs: ["challenges"] } };
    equal("who is not the target may challenge where the edition has it", offered(at(2, four)), [
        "challenges",
    ]);
    const silent = { ...four, legal: {} };
    equal("and is not asked where it has not", offered(at(2, silent)), []);
}

// ---- what the page's code must not do ----
{
    const files = [
        ...readdirSync(join(source, "js")).map((name) => join("js", name)),
        ...readdirSync(join(source, "style")).map((name) => join("style", name)),
        "index.html",
        "sw.js",
        "analyst.js",
    ];
    const forbidden = [
        [/\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b/, "text becomes markup"],
        [/\beval\(|new Function\(/, "text becomes code"],
        [/setAttribute\("style"|<[^>]+ style=|<[^>]+ on\w+=/, "the policy forbids it"],
        [/https?:\/\/(?!www\.w3\.org\/2000\/svg|\$\{)/, "nothing comes from elsewhere"],
        [/\bconsole\.|\bdebugger\b/, "left over"],
    ];
    const found = files.flatMap((name) => {
        const text = readFileSync(join(source, name), "utf8");
        return forbidden.filter(([pattern]) => pattern.test(text)).map(([, why]) => `${name}: ${why}`);
    });
    equal("the page's code does nothing it must not", found, []);
}

// ---- the core ----
{
    const list = readFileSync(join(root, "include/penultima/event.h"), "utf8");
    const wanted = [
        ...list
            .slice(list.indexOf("#define PEN_EVENT_LIST"), list.indexOf("enum pen_event_type"))
            .matchAll(/X\(([A-Z_]+),/g),
    ].map((one) => one[1].toLowerCase().replaceAll("_", "-"));
    equal("the page numbers events as the core does", core.EVENTS, ["", ...wanted]);
    equal(
        "the page knows the editions of the program",
        core.editions.map((one) => one.id),
        JSON.parse(execFileSync(program, ["editions", "--json"], { encoding: "utf8" })).map((one) => one.id),
    );
    for (const edition of core.editions) {
        const steps = [...new Set(edition.faces.flatMap((face) => face.play.map((step) => step.do)))];
        equal(
            `${edition.id}: every step of a card can be explained`,
            steps.filter((step) => !has(`step.${step}`)),
            [],
        );
        const rules = rulesOf(edition).flatMap((chapter) => chapter.rules);
        const told = inForce(edition.id, ["jump-in"], "es");
        equal(
            `${edition.id}: what it decides for itself is said`,
            told.map(({ id, text }) => id.length > 1 && text.endsWith(".")),
            told.map(() => true),
        );
        check(
            `${edition.id}: so is a house rule`,
            told.some(({ id, text }) => id === "H3, H20" && /idéntica|gemela|misma/.test(text)),
            JSON.stringify(told),
        );
        const known = readFileSync(join(root, "docs/RULES.md"), "utf8");
        equal(
            `${edition.id}: its rules have names of docs/RULES.md`,
            [...rules, ...told]
                .flatMap((rule) => rule.id.split(", "))
                .filter((id) => !known.includes(`### ${id} `)),
            [],
        );
    }
}

{
    const { actionWords } = await import(join(source, "js/prompt.js"));
    const verbs = readFileSync(join(root, "include/penultima/action.h"), "utf8");
    const wrong = [];
    for (const [, verb] of verbs.matchAll(/X\([A-Z_]+, "(\w+)"\)/g)) {
        const actions = [`${verb} r7`, `${verb} w blue`, `${verb} w blue uno`, `${verb} Ana`, verb];
        for (const action of actions) {
            try {
                if (/[{}]/.test(actionWords(core.editions[0], action))) wrong.push(action);
            } catch (error) {
                if (/^(plays|jumps|streams)/.test(action) || !action.includes(" w "))
                    wrong.push(`${action}: ${error.message}`);
            }
        }
    }
    equal("every action has words", wrong, []);
}

// ---- why a card cannot be played: asked of the core ----
{
    const table = (edition, now, more = {}) => ({
        me: 0,
        hand: ["y1", "r1", "g+2"],
        events: [],
        drawn: null,
        settings: { edition, house: [], ...more },
        now: { counts: [2, 2, 2], turn: 0, phase: "turn", top: "r5", color: "red", pending: 0, ...now },
    });
    const why = (one, card) => core.refusalOf(one, core.editionOf(one.settings.edition), card)?.rule ?? null;
    equal(
        "the reasons are the core's",
        [
            why(table("classic", {}), "y1"),
            why(table("classic", {}), "r1"),
            why(table("classic", { turn: 1 }), "r1"),
            why(table("classic", { phase: "pending", top: "r+2", pending: 2 }), "r1") !== null,
            why(
                table("classic", { phase: "pending", top: "r+2", pending: 2 }, { house: ["progressive"] }),
                "g+2",
            ),
            why(table("cumulative", {}), "y1"),
            why(table("classic", { phase: "over" }), "r1") !== null,
        ],
        ["T1", null, "T1", true, null, "T1", true],
    );
}

// ---- what the page offers, and what its table does ----
await (await import("./promises.mjs")).keepsPromises(core, source, { check, equal });

// ---- records: in the page and by the program ----
{
    const cases = join(root, "tests/cases");
    const files = readdirSync(cases).filter((name) => name.endsWith(".mesa"));
    const wrong = [];
    for (const file of files) {
        const text = readFileSync(join(cases, file), "utf8");
        const { status, problems } = replay(text, "en");
        if (status !== 0) wrong.push(`${file}: ${status} ${JSON.stringify(problems)}`);
    }
    check(
        `${files.length} cases replay in the page`,
        files.length > 100 && wrong.length === 0,
        wrong.slice(0, 5),
    );
    // RULES H17, H21: what is said depends on the house rules of the table.
    const told = (event, house) =>
        core.sentences(core.editions[0], ["Ana", "Beto"], [event], 1, "es", null, house)[0].text;
    const nothing = { e: "drew-nothing", seat: 0, count: 2 };
    equal(
        "a full hand is told as one, an empty pile as one",
        [told(nothing, ["limit=10"]), told(nothing, []), told(nothing, ["limit-10"])],
        [
            "La mano está llena, o no queda nada: a Ana le faltan dos cartas",
            "No queda nada que robar: a Ana le faltan dos cartas",
            "La mano está llena, o no queda nada: a Ana le faltan dos cartas",
        ],
    );
    const wrongly = { e: "misplayed", seat: 0, card: "r7", count: 2 };
    equal(
        "a wrong card that costs no turn is told so",
        [told(wrongly, ["misplay-cards"]), told(wrongly, [])].map((text) => /conserva el turno/.test(text)),
        [true, false],
    );
    const folder = mkdtempSync(join(tmpdir(), "penultima-"));
    for (const edition of core.editions) {
        const file = join(folder, `${edition.id}.mesa`);
        const record = execFileSync(
            program,
            ["record", "--edition", edition.id, "--players", "4", "--seed", "5"],
            { encoding: "utf8" },
        );
        writeFileSync(file, record);
        const shown = execFileSync(program, ["replay", "--show", "--lang", "es", file], { encoding: "utf8" });
        const { status, moments } = replay(record, "es");
        const told = moments
            .flatMap((moment) =>
                core
                    .sentences(edition, moments[0].names, moment.events, 0, "es")
                    .filter((one) => moment.events[one.at].e !== "turn"),
            )
            .map((one) => one.text);
        equal(`${edition.id}: a record replays in the page`, status, 0);
        // The program also writes headings and hands; between them its lines are just these.
        const lines = shown.split("\n").filter((line) => told.includes(line));
        check(
            `${edition.id}: the page tells it in the words of the program`,
            told.length > 20 && JSON.stringify(lines) === JSON.stringify(told),
            told.find((one, at) => one !== lines[at]) ?? "",
        );
        const end = moments[moments.length - 1];
        equal(
            `${edition.id}: cards are neither lost nor made`,
            end.hands.map((hand) => hand.length),
            end.now.counts,
        );
    }
    rmSync(folder, { recursive: true });
    const { status, problems } = replay("edition: classic\nplayers: Ana\n", "es");
    check("a bad record is refused with its line", status === 2 && problems[0]?.line > 0, problems);
}

// ---- colours ----
{
    const css = readFileSync(join(source, "style", "colours.css"), "utf8");
    const suits = Object.fromEntries(
        [...css.matchAll(/\.suit-(\w+) \{ --suit: (#\w{6}); --on-suit: (#\w{3,6}); \}/g)].map((one) => [
            one[1],
            one.slice(2),
        ]),
    );
    const rgb = (hex) => {
        const long = hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join("")}` : hex;
        return [1, 3, 5].map((at) => {
            const value = parseInt(long.slice(at, at + 2), 16) / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
    };
    const light = (color) => 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
    const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const poor = Object.entries(suits).filter(([, [suit, on]]) => contrast(rgb(suit), rgb(on)) < 4.5);
    equal("what is written on a colour can be read", poor, []);
    // How eyes without one kind of cone see linear RGB (Machado, Oliveira and Fernandes 2009).
    const eyes = {
        usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
        deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
        tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
    };
    const lab = (color) => {
        const xyz = [
            (0.4124 * color[0] + 0.3576 * color[1] + 0.1805 * color[2]) / 0.9505,
            light(color),
            (0.0193 * color[0] + 0.1192 * color[1] + 0.9505 * color[2]) / 1.089,
        ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * Math.max(0, value) + 16 / 116));
        return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
    };
    for (const edition of core.editions) {
        const close = [];
        for (const [eye, matrix] of Object.entries(eyes)) {
            const seen = edition.colors.map((color) => {
                const value = rgb(
                    color.rgb === undefined
                        ? suits[color.id][0]
                        : `#${color.rgb.toString(16).padStart(6, "0")}`,
                );
                return lab(
                    [0, 3, 6].map((row) =>
                        Math.min(
                            1,
                            Math.max(
                                0,
                                matrix[row] * value[0] +
                                    matrix[row + 1] * value[1] +
                                    matrix[row + 2] * value[2],
                            ),
                        ),
                    ),
                );
            });
            seen.forEach((one, i) =>
                seen.slice(i + 1).forEach((other, j) => {
                    const apart = Math.hypot(...one.map((value, axis) => value - other[axis]));
                    if (apart < 15)
                        close.push(
                            `${eye}: ${edition.colors[i].id} and ${edition.colors[i + 1 + j].id}: ${apart.toFixed(1)}`,
                        );
                }),
            );
        }
        equal(`${edition.id}: the colours are told apart by all eyes`, close, []);
        equal(
            `${edition.id}: so are the shapes`,
            new Set(edition.colors.map((color) => color.shape)).size,
            edition.colors.length,
        );
    }
}

// ---- QR ----
{
    // The example of the standard's annex: 16 data codewords of version 1-M and their correction.
    const data = [
        0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
    ];
    equal(
        "the correction of the standard's example",
        correction(data, 10),
        [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55],
    );
    const code = qrCode("http://192.168.1.20:7373/#k7m2p9x4");
    equal(
        "the size follows from the length",
        [code.length, qrCode("hola").length, qrCode("x".repeat(150)).length],
        [29, 21, 49],
    );
    const eye = [0, 1, 2, 3, 4, 5, 6].map((i) => code[0][i] && code[i][0] && code[6][i] && code[3][3]);
    check(
        "the corners are where readers look for them",
        eye.every(Boolean) && !code[1][1] && code[code.length - 7][0] && !code[7][3],
        code.length,
    );
    equal(
        "too long a text is an error",
        (() => {
            try {
                qrCode("x".repeat(400));
                return "code";
            } catch {
                return "error";
            }
        })(),
        "error",
    );
}

// ---- refusals ----
{
    const refused = { key: "table.bad-name", args: { n: 24 }, text: "as the server says it" };
    for (const lang of ["en", "es"])
        equal(
            `a refusal is said from its key and arguments: ${lang}`,
            core.toldIn(refused, lang).includes("24 bytes") && core.toldIn(refused, lang) !== refused.text,
            true,
        );
    equal(
        "what this core has no words for comes as the server says it",
        core.toldIn({ ...refused, key: "table.of-a-newer-server" }, "es"),
        refused.text,
    );
    equal("and what lacks its arguments", core.toldIn({ ...refused, args: {} }, "es"), refused.text);
}

// ---- a table that has lost what came last ----
{
    const { Table } = await import(join(source, "js/table.js"));
    const { Proof } = await import(join(source, "js/proof.js"));
    const table = new Table();
    table.take({ t: "table", n: 9, id: "k7m2p9x4", game: 2, now: { round: 3 } });
    check("one that comes with the same number has lost nothing", !table.isOlder({ t: "table", n: 9 }));
    check("one with a lower number has", table.isOlder({ t: "table", n: 8 }));
    check("and one that says so", table.isOlder({ t: "table", n: 12, back: 7 }));
    table.take({ t: "table", n: 12, back: 7, id: "k7m2p9x4", game: 2, now: { round: 2 } });
    check("it is told once", !table.isOlder({ t: "table", n: 13, back: 7 }));
    const proof = new Proof(table, () => {});
    proof.seat = "5".repeat(64);
    proof.store({
        seed: "",
        game: 2,
        text: "#! dealt 2 r1\n#! score 2 5 0\n#! dealt 3 r2\n#! score 1 0 7\n",
    });
    proof.goBack();
    equal(
        "what was seen of the lost moves is not held against the house",
        proof.kept?.text,
        "#! dealt 2 r1\n#! score 1 0 7\n",
    );
    proof.store({ seed: "", game: 3, text: "#! about\n" });
    proof.goBack();
    equal("a game that has not begun any more is agreed on again", proof.kept, undefined);
}

// ---- what a round was about ----
{
    const { decider, truths } = await import(join(source, "js/truth.js"));
    const deal = [0, 1, 2].map((seat) => ({ e: "dealt", seat, count: 7 }));
    const turns = (rounds) =>
        Array.from({ length: 3 * rounds }, (_, index) => ({ e: "turn", seat: index % 3 }));
    const story = (events, more = {}) =>
        truths({
            events,
            me: 0,
            winner: 1,
            ranks: [1, 2, 0],
            mine: [],
            worth: (card) => (card.startsWith("w") ? 50 : 5),
            nameOf: (seat) => ["Ana", "Beto", "Carla"][seat],
            cardOf: (card) => card,
            colorOf: (id) => id,
            ...more,
        }).map(({ key, values }) => [key, ...Object.values(values)].join(" "));
    const holds = story([...deal, ...turns(6), { e: "played", seat: 0, card: "w+4", color: "red" }]);
    check("who holds a +4 for long is told so", holds.includes("held w+4 5"), holds);
    const stuck = story([...deal, ...turns(6)], { mine: ["w", "r3"] });
    equal("who never gets to play it, too", stuck[0], "stuck w 6");
    equal("a card of the last turn is not told", story([...deal, ...turns(1)], { mine: ["w"] }), [
        "quick Beto 1",
    ]);
    const drawn = Array.from({ length: 11 }, () => ({ e: "drew", seat: 2, count: 1 }));
    check(
        "who drew many and came second",
        story([...deal, ...turns(9), ...drawn]).includes("drewSecond Carla 11"),
        story([...deal, ...turns(9), ...drawn]),
    );
    equal(
        "a catch of mine comes first",
        story([...deal, ...drawn, { e: "caught", seat: 0, to: 2, count: 2 }])[0],
        "caughtMine Carla",
    );
    equal(
        "who doubts an honest card doubts for nothing",
        story([...deal, { e: "challenged", seat: 0, to: 1 }, { e: "innocent", seat: 1, to: 0, count: 6 }])[0],
        "doubtedMine Beto",
    );
    const four = { e: "played", seat: 1, card: "w+4", color: "blue" };
    const late = [...turns(4), four, { e: "pending", seat: 2, count: 4 }, { e: "took", seat: 2, count: 4 }];
    const moment = decider([...late, { e: "played", seat: 1, card: "g7" }], 1);
    equal(
        "the moment that decided it: who, whom, with what",
        [moment.actor, moment.victim, moment.card, moment.color, moment.count],
        [1, 2, "w+4", "blue", 4],
    );
    const mild = decider([...turns(2), { e: "played", seat: 1, card: "g7" }], 1);
    equal("without one it is the last card", [mild.actor, mild.victim, mild.card], [1, null, "g7"]);
    equal("and nothing where nothing was laid", decider(turns(1), 1), null);
}

done();
