// play.mjs - plays with the installed package: play.mjs SAMPLE...
//
// Prints TAP. Whoever plays picks what the rules allow by a fixed order, so that every run is the same.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
    bots,
    edition,
    editions,
    Game,
    houseRules,
    languages,
    open,
    readEdition,
    Refused,
    replay,
    verify,
} from "penultima";

let count = 0;
let failed = 0;
function check(name, isGood, ...details) {
    console.log(`${isGood ? "ok" : "not ok"} ${++count} - ${name}`);
    if (isGood) return;
    failed++;
    console.error(`not ok: ${name}`, ...details);
}

/** Plays to the end of the game, as hints say or whatever is allowed; returns how many actions that took. */
function play(game, byHints = false) {
    let actions = 0;
    while (!game.isOver) {
        if (game.stage === "between") {
            game.next();
            continue;
        }
        const [seat] = game.must;
        const legal = game.legal(seat);
        game.apply(seat, byHints ? game.hint(seat) : legal[actions % legal.length]);
        actions++;
        if (actions > 3000) throw new Error("this game does not end");
    }
    return actions;
}

await open();
check(
    "there are editions, house rules, bots and languages",
    editions().length >= 7 && houseRules().length > 30 && bots().length === 9 && "ar" in languages,
);
for (const id of editions()) {
    const options = {
        edition: id,
        people: ["Ana", "Beto"],
        bots: ["rule", "rank"],
        seed: 7,
        scoring: "quick",
    };
    const game = await Game.open(options);
    const actions = play(game);
    const record = game.record();
    const { status, moments } = replay(record);
    check(
        `a game of ${id} is played, and its record replayed`,
        actions > 5 && status === 0 && moments.length > actions,
        status,
        record,
    );
    check("its deal follows from its seed", verify(record).status === 0, verify(record));
    const again = await Game.open(options);
    play(again);
    check("the same seed and the same actions give the same game", again.record() === record);
}
{
    const game = await Game.open({
        house: ["seven-0", "uno=3"],
        people: ["Ana", "Beto", "Carla"],
        seed: 3,
        scoring: "points",
        target: 100,
    });
    const seen = game.view(1);
    check(
        "a seat sees its own cards and how many the others have",
        seen.hand.length === 7 && seen.now.counts.length === 3 && seen.you === 1,
    );
    check("and theirs nowhere", !JSON.stringify(game.view(1)).includes(JSON.stringify(game.view(2).hand)));
    check(
        "what it may do begins with a verb",
        game.legal(game.must[0]).every((one) => /^(plays|draws)/.test(one)),
        game.legal(game.must[0]),
    );
    check(
        "who is not asked may not play",
        game.legal((game.must[0] + 1) % 3).every((one) => !/^(plays|draws)/.test(one)),
    );
    let no = null;
    try {
        game.apply((game.must[0] + 1) % 3, "draws");
    } catch (problem) {
        no = problem;
    }
    check(
        "a refusal names its rule",
        no instanceof Refused && /^[A-Z]\d+/.test(no.rule) && no.message.length > 10,
        no,
    );
    check(
        "a hint is legal",
        game.legal(game.must[0]).includes(game.hint(game.must[0]).replace(/ uno$/, "")),
        game.hint(game.must[0]),
    );
    play(game, true);
    check(
        "several rounds are played to the target",
        Math.max(...game.score) >= 100 && replay(game.record()).status === 0,
        game.score,
    );
}
{
    const game = await Game.open({ people: ["Ana"], bots: ["master"], seed: 5, scoring: "quick" });
    play(game);
    check("the one who has learned plays, too", game.isOver);
}
{
    const text = "edition mine\n" + (await ownText());
    const id = readEdition(text);
    const game = await Game.open({ edition: id, people: ["Ana"], bots: ["rule"], seed: 2, scoring: "quick" });
    play(game);
    check(
        "an edition of one's own is played, and its record replayed",
        replay(game.record()).status === 0,
        game.record(),
    );
    let where = "";
    try {
        readEdition("edition broken\ncolors: 1\n");
    } catch (problem) {
        where = problem.message;
    }
    check("what is wrong in one is told with its line", /^\d+:\d+: .{5}/.test(where), where);
}
for (const wrong of [{ edition: "nope" }, { house: ["nope"] }, { bots: ["nope"] }, { people: ["Ana"] }]) {
    let no = null;
    await Game.open(wrong).catch((problem) => (no = problem));
    check(`${JSON.stringify(wrong)} is no game`, no !== null);
}
for (const sample of process.argv.slice(2)) {
    const { status, problems, moments } = replay(readFileSync(sample, "utf8"));
    check(`${basename(sample)} is replayed`, status === 0 && moments.length > 0, problems);
}
await open("es");
check(
    "another language is spoken from then on",
    edition("classic").title !== "" &&
        houseRules()[0].about !== "" &&
        languages.es.toLowerCase() === "español",
);
let said = "";
try {
    const game = await Game.open({ people: ["Ana", "Beto"], seed: 1 });
    game.apply((game.must[0] + 1) % 2, "draws");
} catch (problem) {
    said = problem.message;
}
check("refusals are told in it", /turno|toca/.test(said), said);

/** The classic edition under another name, as it would be written by hand. */
async function ownText() {
    const { wholeText } = await import("penultima/core.js");
    return wholeText("classic").replace(/^edition .*\n/m, "");
}

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
