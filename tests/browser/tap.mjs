// tap.mjs - tests that print TAP, as tests/support/tap.py does it: check(name, isGood, details).

let count = 0;
let failed = 0;

export function check(name, isGood, ...details) {
    count++;
    console.log(`${isGood ? "ok" : "not ok"} ${count} - ${name}`);
    if (isGood) return true;
    failed++;
    console.error(`not ok: ${name}`);
    for (const detail of details)
        for (const line of String(
            typeof detail === "string" ? detail : JSON.stringify(detail, null, 1),
        ).split("\n"))
            console.error(`    ${line}`);
    return false;
}

export const equal = (name, got, wanted) =>
    check(
        name,
        JSON.stringify(got) === JSON.stringify(wanted),
        `got    ${JSON.stringify(got)}`,
        `wanted ${JSON.stringify(wanted)}`,
    );

export function done() {
    console.log(`1..${count}`);
    process.exit(failed ? 1 : 0);
}
