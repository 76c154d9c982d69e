// tap.mjs - tests that print TAP, as tests/support/tap.py does it: check(name, isGood, details).

let count = 0;
let failed = 0;
/** What the tests of the attempt now under way said; null where they are told at once. */
let held = null;

function tell({ name, isGood, details }) {
    count++;
    console.log(`${isGood ? "ok" : "not ok"} ${count} - ${name}`);
    if (isGood) return;
    failed++;
    console.error(`not ok: ${name}`);
    for (const detail of details)
        for (const line of String(
            typeof detail === "string" ? detail : JSON.stringify(detail, null, 1),
        ).split("\n"))
            console.error(`    ${line}`);
}

export function check(name, isGood, ...details) {
    const one = { name, isGood: Boolean(isGood), details };
    if (held) held.push(one);
    else tell(one);
    return one.isGood;
}

export const equal = (name, got, wanted) =>
    check(
        name,
        JSON.stringify(got) === JSON.stringify(wanted),
        `got    ${JSON.stringify(got)}`,
        `wanted ${JSON.stringify(wanted)}`,
    );

/**
 * Runs tests that belong together. What fails is tried once more from the start: a browser on a machine with other
 * work stumbles now and then, and a fault of ours fails twice. What failed only once is told and counts as good.
 */
export async function attempt(name, run) {
    for (const isLast of [false, true]) {
        held = [];
        try {
            await run();
        } catch (error) {
            check(name, false, error.stack ?? String(error));
        }
        const told = held;
        held = null;
        const bad = told.filter((one) => !one.isGood);
        if (isLast || !bad.length) {
            told.forEach(tell);
            return;
        }
        for (const { name: what, details } of bad)
            console.log(`# unsteady: ${name}: ${what}: ${JSON.stringify(details).slice(0, 2000)}`);
    }
}

export function done() {
    console.log(`1..${count}`);
    process.exit(failed ? 1 : 0);
}
