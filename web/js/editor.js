// editor.js - an edition of one's own: put together from blocks (blocks.js), typed, pasted or dropped as a file; what is wrong with it while one types,
// what its cards look like, what is other in it; then it is played. The core reads it, so nothing here knows the format
// but the few lines that one starts from.

import { EFFECTS, blocksPart, effectWords, withLines } from "./blocks.js";
import { cardPicture, colorShape, drawDeck, hexColor } from "./cards.js";
import { editionOf, editions, isOwn, readEdition } from "./core.js";
import { differencesPart } from "./differs.js";
import { byId, h, refill } from "./dom.js";
import { dropEdition, keepEdition, keptEditions } from "./own.js";
import { LINES } from "./lines.js";
import { keep, prefs } from "./prefs.js";
import { download } from "./replay.js";
import { both, t } from "./words.js";

/** @typedef {typeof import("./screens.js").app} App */
/** @typedef {import("./core.js").Edition} Edition */

const CHECK_MS = 150;
const TEXT_BYTES_MAX = 8192;
const BLANKS = 3;

/** What one starts from. @param {string} base */
const template = (base) =>
    `edition mine\nlike ${base}\ntitle en "Mine", es "La mía"\nabout en "${t("editor.aboutEn")}",\n      es "${t("editor.aboutEs")}"\n\nhand ${editionOf(base).hand}\n`;

/** A name as the format takes it. @param {string} name */
const tidy = (name) =>
    name
        .replace(/["\p{Cc}]/gu, "")
        .trim()
        .slice(0, 30);

/** The text of the boxed deck with these blanks. @param {{name: string, effect: string}[]} blanks */
function boxedText(blanks) {
    const lines = blanks.map(({ name, effect }, index) => {
        const code = index ? `wb${index + 1}` : "wb";
        const called = tidy(name) || `${index + 1}`;
        const steps = effect ? `name color, ${effect}` : "name color";
        return `wild ${code}  1 cards, 40 points, en "${called}", es "${called}"\nplay ${code}  ${steps}\nopen ${code}  name color\n`;
    });
    return `edition boxed-own\nlike boxed\ntitle en "Boxed, our way", es "De caja, a nuestro modo"\n\n${lines.join("\n")}`;
}

/** The screen: a text, what the core says about it, and what it can be used for. */
class Editor {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** the edition as it can be played, or null @type {Edition | null} */
        this.good = null;
        this.timer = 0;
        const base = prefs.draft?.base ?? "classic";
        this.base = isOwn(base) ? "classic" : base;
        this.area = /** @type {HTMLTextAreaElement} */ (
            h("textarea", {
                name: "text",
                rows: 16,
                spellcheck: "false",
                autocapitalize: "off",
                autocomplete: "off",
                "aria-describedby": "edition-state",
                oninput: () => this.later(),
            })
        );
        this.area.value = prefs.draft?.text ?? template(this.base);
        this.state = h("p.edition-state", { id: "edition-state", role: "status" });
        this.preview = h("section.panel.preview");
        this.blocks = h("section.panel.blocks-panel");
        this.actions = h("div.row.edition-actions");
    }

    later() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.check(), CHECK_MS);
    }

    /** @param {string} text */
    write(text) {
        this.area.value = text;
        this.check();
        this.area.focus();
    }

    /** @param {File | undefined} file */
    async open(file) {
        if (!file) return;
        if (file.size > TEXT_BYTES_MAX) this.app.notify(t("editor.long"));
        else this.write(await file.text());
    }

    check() {
        clearTimeout(this.timer);
        const text = this.area.value;
        keep({ draft: { text, base: this.base } });
        const isLong = new TextEncoder().encode(text).length > TEXT_BYTES_MAX;
        const found = isLong ? null : readEdition(text, this.base);
        this.good = found && "id" in found ? found : null;
        if (!found) refill(this.state, t("editor.long"));
        else if ("id" in found) this.showGood(found);
        else this.showProblem(found);
        this.state.classList.toggle("is-wrong", !this.good);
        this.area.setAttribute("aria-invalid", String(!this.good));
        this.drawPreview();
        this.drawActions();
        if (this.good) this.drawBlocks(this.good);
    }

    /** Those of the last text that could be played. @param {Edition} edition */
    drawBlocks(edition) {
        refill(
            this.blocks,
            blocksPart(edition, editionOf(this.base), (change, focus) => {
                const text = change(this.area.value);
                const found = readEdition(text, this.base);
                if (!("id" in found)) return this.app.notify(both(found.problem));
                this.area.value = text;
                this.check();
                const wanted = `[data-block="${CSS.escape(focus)}"]`;
                /** @type {HTMLElement | null} */ (this.blocks.querySelector(wanted))?.focus({
                    preventScroll: true,
                });
            }),
        );
        this.blocks.dataset.edition = edition.id;
    }

    /** @param {Edition} edition */
    showGood(edition) {
        const count = edition.faces.reduce(
            (sum, face) => sum + face.copies * (face.wild ? 1 : edition.colors.length),
            0,
        );
        refill(this.state, t("editor.good", { title: both(edition.title), n: count }));
    }

    /** @param {import("./core.js").Problem} problem */
    showProblem({ line, column, problem }) {
        const there = () => {
            const lines = this.area.value.split("\n");
            const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
            const at = before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
            this.area.focus();
            this.area.setSelectionRange(at, at + 1);
        };
        refill(
            this.state,
            h(
                "button.quiet",
                { type: "button", onclick: there, "aria-label": t("editor.goThere", { line, column }) },
                t("editor.at", { line, column }),
            ),
            " ",
            both(problem),
        );
    }

    drawPreview() {
        const head = h("h2", null, t("editor.preview"));
        if (!this.good) return refill(this.preview, head, h("p.quiet-text", null, t("editor.none")));
        drawDeck(this.good);
        this.preview.dataset.edition = this.good.id;
        refill(this.preview, head, ...previewParts(this.good));
    }

    drawActions() {
        const edition = this.good;
        const isKept = keptEditions().some((one) => one.id === edition?.id);
        /** @param {string} tag @param {string} name @param {string} label @param {(edition: Edition) => unknown} run */
        const action = (tag, name, label, run) =>
            h(
                tag,
                {
                    type: "button",
                    "data-do": name,
                    disabled: !edition,
                    onclick: () => edition && void run(edition),
                },
                label,
            );
        refill(
            this.actions,
            action("button.main", "play", t("editor.play"), (one) => this.play(one)),
            action("button", "table", t("openTable"), (one) => this.openTable(one)),
            action("button", "keep", t(isKept ? "editor.drop" : "editor.keep"), (one) => {
                if (isKept) dropEdition(one.id);
                else keepEdition(one.id, this.area.value, this.base);
                this.app.notify(t(isKept ? "editor.dropped" : "editor.kept"));
                this.drawActions();
            }),
            action("button", "file", t("editor.download"), () => download(this.area.value, "mine.edition")),
        );
    }

    /** @param {Edition} edition */
    async play(edition) {
        keepEdition(edition.id, this.area.value, this.base);
        const choice = this.app.setup();
        const count = Math.max(edition.seatsMin - 1, Math.min(choice.bots.length, edition.seatsMax - 1));
        const bots = Array.from({ length: count }, (_, index) => choice.bots[index] ?? choice.bots[0]);
        const { playAlone } = await import("./playing.js");
        playAlone({ ...choice, edition: edition.id, bots, target: 0, dealer: "" });
    }

    /** @param {Edition} edition */
    async openTable(edition) {
        keepEdition(edition.id, this.area.value, this.base);
        (await import("./friends.js")).createNow(this.app, { edition: edition.id });
    }

    redraw() {
        const file = /** @type {HTMLInputElement} */ (
            h("input", {
                type: "file",
                hidden: true,
                accept: ".edition,.house,text/plain",
                onchange: () => void this.open(file.files?.[0]),
            })
        );
        const drop = {
            ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
            ondrop: (/** @type {DragEvent} */ event) => {
                event.preventDefault();
                void this.open(event.dataTransfer?.files[0]);
            },
        };
        const openFile = h("button", { type: "button", onclick: () => file.click() }, t("editor.file"));
        const from = fromField(this.base, (id, text) => {
            this.base = isOwn(id) ? this.base : id;
            this.write(text ?? template(id));
        });
        refill(
            byId("screen"),
            h(
                "div.page.editor",
                drop,
                h(
                    "div.editor-column",
                    null,
                    h(
                        "section.panel",
                        null,
                        h("h1", null, t("editor.title")),
                        h("div.from", null, from, openFile, file),
                        this.state,
                        this.actions,
                    ),
                    this.blocks,
                ),
                h(
                    "div.editor-column",
                    null,
                    h(
                        "section.panel",
                        null,
                        h("label.field", null, h("span", null, t("editor.text")), this.area),
                        h("p.quiet-text", null, t("editor.help")),
                        wordsBox((lines) => this.write(withLines(this.area.value, lines))),
                        blanksBox((text) => this.write(text)),
                    ),
                    this.preview,
                ),
                h("button.quiet", { type: "button", onclick: () => this.app.home() }, t("back")),
            ),
        );
        this.check();
    }
}

/** @param {App} app */
export function showEditor(app) {
    const editor = new Editor(app);
    app.go({
        title: () => t("editor.title"),
        close: () => clearTimeout(editor.timer),
        redraw: () => editor.redraw(),
    });
}

/** What one starts from: a known edition, or one that was kept. @param {string} base @param {(id: string, text?: string) => void} choose */
function fromField(base, choose) {
    const kept = keptEditions();
    return h(
        "label.field",
        null,
        h("span", null, t("editor.from")),
        h(
            "select",
            {
                onchange: (/** @type {Event} */ event) => {
                    const id = /** @type {HTMLSelectElement} */ (event.target).value;
                    choose(id, kept.find((one) => one.id === id)?.text);
                },
            },
            editions.map((one) => h("option", { value: one.id, selected: one.id === base }, both(one.title))),
        ),
    );
}

/** Which words there are, with an example each. @param {(lines: string) => void} add */
const wordsBox = (add) =>
    h(
        "details.words",
        null,
        h("summary", null, t("editor.words")),
        h("p.quiet-text", null, t("editor.wordsHelp")),
        h(
            "ul",
            null,
            Object.entries(LINES).map(([key, lines]) =>
                h(
                    "li",
                    null,
                    h(
                        "button.word",
                        { type: "button", "data-word": key, onclick: () => add(lines) },
                        h("span", null, t(`editor.word.${key}`)),
                        h("code", null, lines),
                    ),
                ),
            ),
        ),
    );

/** The blank wilds of the boxed deck: what stands on them, and what they do. @param {(text: string) => void} write */
function blanksBox(write) {
    const rows = Array.from({ length: BLANKS }, (_, index) => ({
        name: /** @type {HTMLInputElement} */ (
            h("input", { maxlength: 30, "aria-label": t("editor.blankName", { n: index + 1 }) })
        ),
        effect: /** @type {HTMLSelectElement} */ (
            h(
                "select",
                { "aria-label": t("editor.blankEffect", { n: index + 1 }) },
                EFFECTS.map((effect, place) =>
                    h("option", { value: effect, selected: place === index + 1 }, effectWords(effect)),
                ),
            )
        ),
    }));
    return h(
        "details.blanks",
        null,
        h("summary", null, t("editor.blanks")),
        rows.map(({ name, effect }, index) =>
            h("div.blank", null, h("b", null, `${index + 1}`), name, effect),
        ),
        h(
            "button",
            {
                type: "button",
                onclick: () =>
                    write(
                        boxedText(
                            rows.map(({ name, effect }) => ({ name: name.value, effect: effect.value })),
                        ),
                    ),
            },
            t("editor.blanksWrite"),
        ),
    );
}

/** Colours with their shapes and RGB, a card of every face, and what is other. @param {Edition} edition */
function previewParts(edition) {
    const codes = Object.entries(edition.cards);
    const cardOf = (/** @type {number} */ face) => {
        const mine = codes.filter(([, card]) => card.face === face);
        return mine[face % mine.length][0];
    };
    return [
        h("p", null, h("b", null, both(edition.title)), " — ", both(edition.about)),
        h(
            "ul.swatches",
            null,
            edition.colors.map((color, index) =>
                h(
                    "li",
                    null,
                    colorShape(edition, index),
                    h("span", null, both(color.name)),
                    h("code", null, color.rgb === undefined ? t("editor.anyColor") : hexColor(color.rgb)),
                ),
            ),
        ),
        h(
            "ul.faces-list",
            null,
            edition.faces.map((face, index) =>
                h(
                    "li",
                    null,
                    cardPicture(edition, cardOf(index)),
                    h("span", null, both(face.name) || face.code, h("small", null, `×${face.copies}`)),
                ),
            ),
        ),
        differencesPart(edition.id),
    ];
}
