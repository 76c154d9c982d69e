// rules.js - the rules of an edition in a few pages of our own words, each with its name in docs/RULES.md.
// Which of them hold, and with what numbers, is read off the edition.

/** @typedef {import("./core.js").Edition} Edition */
/** @typedef {{id: string, es: string, en: string, if?: (edition: Edition) => unknown}} Rule */

/** @param {Edition} edition @param {string} step */
const does = (edition, step) => edition.faces.some((face) => face.play.some((one) => one.do === step));
/** @param {Edition} edition */
const piles = (edition) => edition.faces.some((face) => face.answers);

/** @type {{es: string, en: string, rules: Rule[]}[]} */
const CHAPTERS = [
    {
        es: "El turno",
        en: "A turn",
        rules: [
            {
                id: "T1",
                es: "Pon una carta que coincida con la de arriba en color, número o símbolo. Un comodín va siempre, y después cuenta el color que se pidió.",
                en: "Lay a card that shares colour, number or symbol with the one on top. A wild always goes, and then the colour that was named counts.",
            },
            {
                id: "T2",
                es: "Si no pones ninguna, roba una. Si la robada sirve, puedes jugarla en el acto; las que ya tenías, no.",
                en: "If you lay none, draw one. If the drawn card fits you may play it at once; those you had before have to wait.",
            },
            {
                id: "T3",
                es: "Nadie está obligado a jugar: se puede robar aunque tengas carta.",
                en: "Nobody has to play: you may draw even if you could lay a card.",
            },
            {
                id: "T4",
                es: "La robada que sirve se puede guardar.",
                en: "A drawn card that fits may be kept.",
                if: (e) => !e.mustPlayDrawn,
            },
            {
                id: "T4",
                es: "La robada que sirve hay que jugarla si antes no tenías nada que jugar.",
                en: "A drawn card that fits must be played if you had nothing playable before.",
                if: (e) => e.mustPlayDrawn,
            },
        ],
    },
    {
        es: "Cartas con efecto",
        en: "Action cards",
        rules: [
            {
                id: "A1",
                es: "Toma dos: el siguiente toma dos cartas y pierde el turno.",
                en: "Draw Two: the next player draws two and loses the turn.",
            },
            {
                id: "A2",
                es: "Reversa: se juega en sentido contrario. Entre dos, vale como un salto (O2).",
                en: "Reverse: play runs the other way. Between two players it works as a Skip (O2).",
            },
            {
                id: "A3",
                es: "Salto: el siguiente pierde el turno.",
                en: "Skip: the next player loses the turn.",
            },
            {
                id: "A4",
                es: "Comodín: pide el color que quieras, también el que ya está en juego.",
                en: "Wild: name any colour, even the one in play.",
            },
            {
                id: "A5",
                es: "Comodín Toma cuatro: pide color, y el siguiente toma cuatro y pierde el turno.",
                en: "Wild Draw Four: name a colour; the next player draws four and loses the turn.",
            },
            {
                id: "A6",
                es: "Es honrado si no te queda ninguna carta del color en juego. Si no, es un engaño: se puede jugar, pero te pueden desafiar.",
                en: "It is honest if you have no card left in the colour in play. Otherwise it is a bluff: you may lay it, and may be challenged.",
                if: (e) => !e.faces.some((face) => face.guard & 2),
            },
            {
                id: "A6",
                es: "Es honrado si no te queda ni una carta del color en juego ni otro comodín. Si no, es un engaño.",
                en: "It is honest if you have neither the colour in play nor another wild left. Otherwise it is a bluff.",
                if: (e) => e.faces.some((face) => face.guard & 2),
            },
            {
                id: "A7",
                es: "Solo quien tendría que tomar puede desafiar, y ve la mano. Si era un engaño, toma las cuatro quien la jugó y el otro sigue; si no, el que desafió toma seis.",
                en: "Only the player who would draw may challenge, and sees the hand. A bluffer draws the four and the challenger goes on; otherwise the challenger draws six.",
            },
            {
                id: "C1",
                es: "Chili: se pide color y todos sueltan las cartas. El último toma dos; luego cada cual recoge las suyas.",
                en: "Chili: a colour is named and everybody drops their cards. The last one draws two; then hands are taken up again.",
                if: (e) => does(e, "race drop"),
            },
            {
                id: "G1",
                es: "Rayos: se pide color y todos toman una carta. Quien los cruzó pone la carta que quiera (G2); los demás siguen su color o toman dos (G3). Luego vale el color pedido (G4).",
                en: "Streams: a colour is named and everybody draws one. The thrower lays any card (G2); the others follow its colour or draw two (G3). Then the named colour counts (G4).",
                if: (e) => does(e, "others follow or draw"),
            },
            {
                id: "W1",
                es: "Balanceo: se pide color y los demás enseñan su mano. Eliges a quién saltar entre quienes tienen ese color (W2).",
                en: "Swing: a colour is named and the others show their hands. You pick whom to skip among those who hold it (W2).",
                if: (e) => does(e, "skip chosen"),
            },
            {
                id: "K1",
                es: "Las de tomar se acumulan: a un Toma dos se responde con Toma dos o Toma cuatro; a un Toma cuatro, solo con otro. El que no responde carga con todas.",
                en: "Draws pile up: a Draw Two is answered with a Draw Two or a Wild Draw Four, a Wild Draw Four only with another. Who does not answer takes them all.",
                if: piles,
            },
        ],
    },
    {
        es: "UNO",
        en: "UNO",
        rules: [
            {
                id: "U1",
                es: "Al quedarte con una carta tienes que decir UNO, con la carta o enseguida. Si otro lo nota antes, tomas dos.",
                en: "When one card is left you must say UNO, with the card or right after it. If somebody notices first, you draw two.",
            },
            {
                id: "U2",
                es: "Te pueden descubrir hasta que el siguiente empiece su turno.",
                en: "You can be caught until the next player begins a turn.",
                if: (e) => !e.untilSaid,
            },
            {
                id: "U2",
                es: "Te pueden descubrir mientras tengas una carta y no lo hayas dicho.",
                en: "You can be caught as long as you hold one card and have not said it.",
                if: (e) => e.untilSaid,
            },
        ],
    },
    {
        es: "Castigos",
        en: "Penalties",
        rules: [
            {
                id: "P3",
                es: "Una carta que no va, o fuera de turno, vuelve a la mano: tomas dos y pierdes un turno.",
                en: "A card that does not fit, or out of turn, goes back: you draw two and lose a turn.",
                if: (e) => e.misplay,
            },
            {
                id: "P2",
                es: "Aconsejar a otro cuesta dos cartas, si más de la mitad de los rivales lo señala en ese turno (O15).",
                en: "Giving advice costs two cards, if more than half of the opponents point it out in that turn (O15).",
                if: (e) => e.advice,
            },
            {
                id: "T1",
                es: "Lo que no se puede hacer, no se hace: la mesa lo rechaza y dice por qué.",
                en: "What is not allowed is refused, with the reason.",
                if: (e) => !e.misplay,
            },
        ],
    },
    {
        es: "Reglas de la casa",
        en: "House rules",
        rules: [
            {
                id: "K2",
                es: "Progresiva: a una de tomar se responde con otra igual, y se suman; el último carga con todo, o desafía (K3).",
                en: "Progressive: a draw card is answered with its like, and they add up; the last takes all, or challenges (K3).",
            },
            {
                id: "H2",
                es: "Siete-0: con un 0 todas las manos pasan al siguiente; con un 7 cambias la tuya con quien elijas.",
                en: "Seven-0: with a 0 all hands move on; with a 7 you swap yours with whom you pick.",
            },
            {
                id: "H3",
                es: "Descarte inmediato: con la gemela de la carta de arriba entras aunque no te toque, y se sigue desde ti. Si tiene efecto, solo vale la segunda (H4).",
                en: "Jump-in: with the twin of the top card you come in at any time, and play goes on from you. Of two action cards only the second works (H4).",
            },
        ],
    },
    {
        es: "Final y puntos",
        en: "End and points",
        rules: [
            {
                id: "E1",
                es: "La ronda acaba cuando alguien pone su última carta.",
                en: "The round ends when somebody lays the last card of a hand.",
            },
            {
                id: "E2",
                es: "Si la última es de tomar, el siguiente todavía toma.",
                en: "If the last card is a draw card, the next player still draws.",
                if: (e) => e.lastDraw,
            },
            {
                id: "N1",
                es: "Los números valen lo que dicen; los símbolos, 20; los comodines, 50.",
                en: "Numbers count themselves, symbols 20, wilds 50.",
            },
            {
                id: "N2",
                es: "Por puntos: quien gana la ronda suma las cartas de los demás, y la partida es de quien llega a la meta.",
                en: "By points: the winner of the round collects the others' cards; who reaches the target wins.",
            },
            {
                id: "N3",
                es: "Menos puntos: cada cual suma lo suyo, y cuando alguien llega a la meta gana quien tenga menos.",
                en: "Fewest points: everybody is charged with their own; when one reaches the target, the smallest total wins.",
            },
            {
                id: "N4",
                es: "Una sola ronda: gana quien se queda sin cartas.",
                en: "A single round: going out wins.",
            },
        ],
    },
];

/** The rules that hold in an edition. @param {Edition} edition */
export const rulesOf = (edition) =>
    CHAPTERS.map((chapter) => ({
        ...chapter,
        rules: chapter.rules.filter((rule) => !rule.if || rule.if(edition)),
    })).filter((chapter) => chapter.rules.length);
