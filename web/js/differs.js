// differs.js - what is other in an edition of somebody's own, in the core's words.

import { differences, editionOf } from "./core.js";
import { h } from "./dom.js";
import { both, lang, t } from "./words.js";

/** What is other in an edition of somebody's own, and a word of warning where rounds do not end. @param {string} id */
export function differencesPart(id) {
    const { from, rounds, endless, lines } = differences(id, lang);
    return h(
        "div.differences",
        null,
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
