// unit.mjs - the parts of the page that need no browser: unit.mjs PAGE PROGRAM ROOT
//
// PAGE is the folder of the assembled page, PROGRAM the native program: what both say is compared. Prints TAP.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, done, equal } from "./tap.mjs";

const [page, program, root] = process.argv.slice(2);
const core = await import(join(page, "js/core.js"));
const { fillIn, WORDS } = await import(join(page, "js/words.js"));
const { qrCode, correction } = await import(join(page, "js/qr.js"));
const { rulesOf } = await import(join(page, "js/rules.js"));
await core.start(readFileSync(join(page, "penultima.wasm")));

// ---- words ----
{
    const names = (text) => [...text.matchAll(/\{(\w+)[|}]/g)].map((one) => one[1]).sort();
    const wrong = Object.entries(WORDS).filter(([, pair]) => pair.length !== 2 || pair.some((text) => !text.trim())
        || JSON.stringify([...new Set(names(pair[0]))]) !== JSON.stringify([...new Set(names(pair[1]))]));
    equal("every text is there in Spanish and English, with the same gaps", wrong, []);
    const used = new Set();
    for (const file of readdirSync(join(page, "js")).filter((name) => name.endsWith(".js")))
        for (const [, key] of readFileSync(join(page, "js", file), "utf8").matchAll(/\bt\("([^"]+)"/g)) used.add(key);
    equal("every text that is asked for is there", [...used].filter((key) => !WORDS[key]), []);
    equal("plurals", [fillIn("{n} {n|carta|cartas}", { n: 1 }), fillIn("{n} {n|carta|cartas}", { n: 3 })], ["1 carta", "3 cartas"]);
}

// ---- the core ----
{
    const list = readFileSync(join(root, "include/penultima/event.h"), "utf8");
    const wanted = [...list.slice(list.indexOf("#define PEN_EVENT_LIST"), list.indexOf("enum pen_event_type")).matchAll(/X\(([A-Z_]+)\)/g)]
        .map((one) => one[1].toLowerCase().replaceAll("_", "-"));
    equal("the page numbers events as the core does", core.EVENTS, ["", ...wanted]);
    equal("the page knows the editions of the program", core.editions.map((one) => one.id), JSON.parse(execFileSync(program, ["editions", "--json"], { encoding: "utf8" })).map((one) => one.id));
    for (const edition of core.editions) {
        const steps = [...new Set(edition.faces.flatMap((face) => face.play.map((step) => step.do)))];
        equal(`${edition.id}: every step of a card can be explained`, steps.filter((step) => !WORDS[`step.${step}`]), []);
        const rules = rulesOf(edition).flatMap((chapter) => chapter.rules);
        const known = readFileSync(join(root, "docs/RULES.md"), "utf8");
        equal(`${edition.id}: its rules have names of docs/RULES.md`, rules.filter((rule) => !known.includes(`### ${rule.id} `)).map((rule) => rule.id), []);
    }
}

// ---- records: in the page and by the program ----
{
    const cases = join(root, "tests/cases");
    const files = readdirSync(cases).filter((name) => name.endsWith(".mesa"));
    const wrong = [];
    for (const file of files) {
        const text = readFileSync(join(cases, file), "utf8");
        const { status, problems } = core.replay(text, "en");
        if (status !== 0) wrong.push(`${file}: ${status} ${JSON.stringify(problems)}`);
    }
    check(`${files.length} cases replay in the page`, files.length > 100 && wrong.length === 0, wrong.slice(0, 5));
    const folder = mkdtempSync(join(tmpdir(), "penultima-"));
    for (const edition of core.editions) {
        const file = join(folder, `${edition.id}.mesa`);
        const record = execFileSync(program, ["record", "--edition", edition.id, "--players", "4", "--seed", "7"], { encoding: "utf8" });
        writeFileSync(file, record);
        const shown = execFileSync(program, ["replay", "--show", "--lang", "es", file], { encoding: "utf8" });
        const { status, moments } = core.replay(record, "es");
        const told = moments.flatMap((moment) => core.sentences(edition, moments[0].names, moment.events, 0, "es")
            .filter((one) => moment.events[one.at].e !== "turn")).map((one) => one.text);
        equal(`${edition.id}: a record replays in the page`, status, 0);
        // The program also writes headings and hands; between them its lines are just these.
        const lines = shown.split("\n").filter((line) => told.includes(line));
        check(`${edition.id}: the page tells it in the words of the program`, told.length > 20 && JSON.stringify(lines) === JSON.stringify(told), told.find((one, at) => one !== lines[at]) ?? "");
        const end = moments[moments.length - 1];
        equal(`${edition.id}: cards are neither lost nor made`, end.hands.map((hand) => hand.length), end.now.counts);
    }
    rmSync(folder, { recursive: true });
    const { status, problems } = core.replay("edition: classic\nplayers: Ana\n", "es");
    check("a bad record is refused with its line", status === 2 && problems[0]?.line > 0, problems);
}

// ---- QR ----
{
    // The example of the standard's annex: 16 data codewords of version 1-M and their correction.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    equal("the correction of the standard's example", correction(data, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
    const code = qrCode("http://192.168.1.20:7373/#k7m2p9x4");
    equal("the size follows from the length", [code.length, qrCode("hola").length, qrCode("x".repeat(150)).length], [29, 21, 49]);
    const eye = [0, 1, 2, 3, 4, 5, 6].map((i) => code[0][i] && code[i][0] && code[6][i] && code[3][3]);
    check("the corners are where readers look for them", eye.every(Boolean) && !code[1][1] && code[code.length - 7][0] && !code[7][3], code.length);
    equal("too long a text is an error", (() => { try { qrCode("x".repeat(400)); return "code"; } catch { return "error"; } })(), "error");
}

done();
