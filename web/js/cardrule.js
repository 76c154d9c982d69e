// cardrule.js - the rule of one card, asked at the table: what it does in this edition with these house rules, what it
// counts, and why it cannot be played now. Only who asks sees it; the game goes on behind it.

import { cardPicture } from "./cards.js";
import { byId, h, refill } from "./dom.js";
import { cardWords } from "./explain.js";
import { asRead } from "./signs.js";
import { houseSentence, ruleOf } from "./house.js";
import { cardName } from "./prompt.js";
import { houseText } from "./rulecards.js";
import { linesOf, rulePicture } from "./rulepics.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./core.js").Face} Face */

/** Which cards a line of a house rule is about. @type {[RegExp, (face: Face, n: string) => boolean][]} */
const ABOUT = [
    [/^also (\d+)/, (face, n) => face.number === Number(n)],
    [/^(?:answers|stacked|last draw|finish without draw|jump not)/, (face) => draws(face)],
    [/^skip hands/, (face) => !face.wild && face.play.every(({ do: step }) => step === "skip next")],
    [/^reverse sends/, (face) => !face.wild && face.play.some(({ do: step }) => step === "reverse")],
    [/^challenges/, (face) => face.guard > 0],
    [/^finish without wild/, (face) => face.wild],
    [/^finish with number/, () => true],
    [/^several/, (face) => face.number !== null],
    [/^swap with/, (face) => face.play.some(({ do: step }) => step === "swap hands")],
    [/^jump/, (face) => !face.wild],
];

/** @param {Face} face */
const draws = (face) => face.play.some(({ do: step }) => step === "draw next");

/** @param {string} name of a house rule @param {Face} face */
function concerns(name, face) {
    const { rule } = ruleOf(name);
    if (!rule) return false;
    return linesOf(houseText(rule)).some((line) =>
        ABOUT.some(([says, is]) => {
            const found = says.exec(line);
            return found && (face.play.length || face.number !== null) && is(face, found[1] ?? "");
        }),
    );
}

/** @param {Board} board @param {string} card */
export function showCardRule(board, card) {
    const { edition, table } = board;
    const info = edition.cards[card];
    if (!info) return;
    const face = edition.faces[info.face];
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const name = cardName(edition, card);
    const house = (table.settings?.house ?? []).filter((/** @type {string} */ one) => concerns(one, face));
    const copies = face.copies * (face.wild ? 1 : edition.colors.length);
    refill(
        dialog,
        h(
            "div.card-rule",
            null,
            h("div.card-rule-picture", null, cardPicture(edition, card)),
            h(
                "div",
                null,
                h("h2", { tabindex: -1 }, name),
                h("p", null, cardWords(board, card).slice(name.length + 2)),
                h("p.quiet-text", null, t("cardCopies", { n: copies })),
            ),
        ),
        house.length
            ? h(
                  "section",
                  null,
                  h("h3", null, t("cardHouse")),
                  h(
                      "ul.card-house",
                      null,
                      house.map((/** @type {string} */ one) => {
                          const { rule, number } = ruleOf(one);
                          return h(
                              "li",
                              null,
                              rule
                                  ? h("span.house-picture", null, rulePicture(houseText(rule), number))
                                  : null,
                              h("span", null, houseSentence(one)),
                          );
                      }),
                  ),
              )
            : null,
        h("div.row", null, h("button.main", { type: "button", onclick: () => dialog.close() }, t("close"))),
    );
    if (!dialog.open) dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector("h2"))?.focus();
}

/** One card of every sort, to ask about. @param {Board} board */
export function askPart(board) {
    const { edition } = board;
    const codes = Object.keys(edition.cards);
    return h(
        "section",
        null,
        h("h3", null, t("cardRule")),
        h(
            "div.card-asks",
            null,
            edition.faces.map((_, index) => {
                const all = codes.filter((code) => edition.cards[code].face === index);
                const code = all[index % all.length];
                return h(
                    "button.card-ask",
                    {
                        type: "button",
                        "data-focus": `ask-${code}`,
                        "aria-label": t("cardAsk", { card: asRead(edition, cardName(edition, code)) }),
                        onclick: () => showCardRule(board, code),
                    },
                    cardPicture(edition, code),
                );
            }),
        ),
    );
}
