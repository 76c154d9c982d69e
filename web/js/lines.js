// lines.js - examples in the words of edition files, for the editor. docs/EDITIONS.md has all of them.

/** Lines of the format, by what they are about (editor.word.KEY): a press puts them into the text. */
export const LINES = {
    players: "players 2 to 6",
    hand: "hand 5",
    target: "target 200",
    scoring: "scoring lowest",
    draw: "draw until one fits",
    drawn: "drawn must be played",
    answers: "answers any draw card",
    uno: "uno caught until said, draws 4",
    finish: "finish with number",
    limit: "limit 15 cards",
    without: "without r",
    play: "play +2 draw next 3, skip next",
    symbol: 'symbol x 2 of each color, 20 points, en "Everybody", es "Todos"\nplay x everyone draws 1',
    wild: 'wild wx 2 cards, 40 points, en "Swap", es "Trueque"\nplay wx name color, swap hands\nopen wx name color',
};
