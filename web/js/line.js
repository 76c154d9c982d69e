// line.js - what is played, in one line: made from the settings of a table as the protocol has them and from nothing
// else, on the first page, in the waiting room and wherever rules are named.

import { editionAt } from "./core.js";
import { houseTitle } from "./house.js";
import { shownName } from "./table.js";
import { both, t } from "./words.js";

/** A clock as forms write it: seconds, or days with a d. @param {any} clock */
export const clockKey = (clock) => (clock?.days ? `${clock.days}d` : String(clock?.move ?? 0));

/** @param {string} key */
export const clockWords = (key) =>
    key === "0"
        ? t("noClock")
        : key.endsWith("d")
          ? t("clockDays", { n: parseInt(key, 10) })
          : t("clockSeconds", { n: Number(key) });

/** The parts of that line. @param {any} settings @param {(string | false)[]} [company] who plays, where no people are
 * waited for: then there is no clock */
export function rulesWords(settings, company) {
    const edition = editionAt(settings);
    const hasPrice =
        (!company || settings.misplays) && editionAt({ ...settings, misplays: undefined }).misplay;
    return [
        both(edition.title),
        ...(company ?? []),
        ...(settings.house ?? []).map(houseTitle),
        edition.scoring === "quick" ? t("scoring.quick") : t("toTarget", { n: edition.target }),
        edition.scoring === "lowest" && t("scoring.lowest"),
        settings.teams &&
            t(settings.partners === "open" ? "teams.open" : "teams.hidden", { n: settings.teams }),
        settings.dealer && t("dealerIs", { who: shownName(settings.dealer) }),
        settings.reverse_with_two === "turn" && t("reverse.turn"),
        hasPrice && t(settings.misplays === "refused" ? "misplays.refused" : "misplays.edition"),
        settings.talk === "phrases" && t("phrasesOnly.line"),
        settings.share === "cc0" && t("shareGames.line"),
        !company && clockWords(clockKey(settings.clock)),
    ].filter((one) => typeof one === "string" && one !== "");
}

/** @param {any} settings @param {(string | false)[]} [company] */
export const rulesLine = (settings, company) => rulesWords(settings, company).join(" · ");

/** What differs from the printed sheet, in one sentence. @param {any} settings */
export function differsLine(settings) {
    const sheet = rulesWords({ edition: settings.edition }, []);
    const other = rulesWords(settings, []).filter((one) => !sheet.includes(one));
    return other.length ? t("differsLine", { what: other.join(" · ") }) : t("bySheet");
}
