// differs.js - what is other at a table than on its sheet, what is other in an edition of somebody's own, and what is in force at a table, in the core's words.

import { editionOf } from "./core.js";
import { h, refill } from "./dom.js";
import { agreement } from "./house.js";
import { differences, hasRecords, inForce, startRecords } from "./records.js";
import { both, lang, t } from "./words.js";

/** What is other in an edition of somebody's own, and a word of warning where rounds do not end. @param {string} id */
export function differencesPart(id) {
    const box = h("div.differences");
    if (hasRecords()) fill(box, id);
    else void startRecords().then(() => fill(box, id));
    return box;
}

/** @param {HTMLElement} box @param {string} id */
function fill(box, id) {
    const { from, rounds, endless, lines } = differences(id, lang);
    refill(
        box,
        h(
            "h3",
            null,
            lines.length
                ? t("editor.differs", { title: both(editionOf(from).title) })
                : t("editor.same", { title: both(editionOf(from).title) }),
        ),
        h(
            "ul",
            null,
            lines.map((line) => h("li", null, line)),
        ),
        4 * endless > rounds
            ? h("p.wrong", { role: "alert" }, t("editor.endless", { n: endless, rounds }))
            : null,
    );
}

/** What an edition and house rules decide. @param {string} id @param {string[]} [house] */
export function inForcePart(id, house = []) {
    const box = h("div.in-force");
    const tell = () =>
        refill(
            box,
            h("h3", null, t("chapter.own")),
            h(
                "dl",
                null,
                inForce(id, house, lang).flatMap((rule) => [
                    h("dt", null, rule.id),
                    h("dd", null, rule.text),
                ]),
            ),
        );
    if (hasRecords()) tell();
    else void startRecords().then(tell);
    return box;
}

/** What is played otherwise than the sheet has it, as a list. @param {any} settings */
export function agreementPart(settings) {
    const found = agreement(settings);
    const element = h("div.differs");
    refill(
        element,
        h("p.quiet-text", null, t(found.length ? "differs" : "bySheet")),
        found.length
            ? h(
                  "ul",
                  null,
                  found.map((sentence) => h("li", null, sentence)),
              )
            : null,
    );
    return element;
}
