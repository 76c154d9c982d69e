// voices.js - the sounds of the table by their names: what each is made of, as sounds.js makes it.

/** @typedef {import("./sounds.js").Studio} Studio */
/** @typedef {import("./sounds.js").Cue} Cue */

/** E F G sharp B E: a cadence from the south, as frequencies. */
export const MOTIF = [329.63, 349.23, 415.3, 493.88, 659.26];
const [E, F, G_SHARP, B, HIGH_E] = MOTIF;
/**
 * By name: how it is played, how much of it comes back from the wall, whether it says something.
 * @type {Record<string, {play: (studio: Studio, cue: Cue, count: number) => void, far?: number, isSaid?: boolean}>}
 */
export const SOUNDS = {
    card: {
        play(s, cue) {
            s.slide(cue, 0, 0.045, 0.16);
            s.slap(cue, 0.03 * cue.chance(0.2), 0.5 * cue.chance(0.12));
        },
    },
    tick: { play: (s, cue) => s.slap(cue, 0, 0.26 * cue.chance(0.2), 0.45), far: 0.06 },
    draw: {
        play(s, cue) {
            s.slide(cue, 0, 0.13 * cue.chance(0.15), 0.5);
            s.breath(cue, { after: 0.13, rise: 0.001, fall: 0.04, hz: 2600, level: 0.3 });
        },
        far: 0.07,
    },
    shuffle: {
        play(s, cue) {
            let at = 0;
            for (let i = 0; i < 20; i++) {
                s.breath(cue, {
                    after: at,
                    rise: 0.001,
                    fall: 0.022,
                    hz: 2300 + i * 70,
                    q: 1.2,
                    level: 0.4 + i * 0.01,
                });
                at += (0.042 - i * 0.0012) * cue.chance(0.25);
            }
            s.breath(cue, { after: at, rise: 0.09, fall: 0.16, hz: 1100, toHz: 2600, level: 0.42 });
            s.slap(cue, at + 0.27, 0.34, 0.8);
        },
    },
    /** Whole fans that travel. */
    swap: {
        play(s, cue) {
            s.breath(cue, { rise: 0.2, fall: 0.26, hz: 700, toHz: 2400, q: 0.6, level: 0.55 });
            for (let i = 0; i < 7; i++)
                s.breath(cue, { after: 0.05 + i * 0.045, fall: 0.03, hz: 3000, level: 0.2 });
            s.slap(cue, 0.43, 0.4, 0.9);
        },
        far: 0.2,
    },
    turn: {
        play(s, cue) {
            s.pluck(cue, 0, B, 0.34);
            s.pluck(cue, 0.13, HIGH_E, 0.38);
            s.glass(cue, 0.13, HIGH_E * 2, 0.5, 0.06);
        },
        far: 0.3,
    },
    uno: {
        play(s, cue) {
            [E, G_SHARP, B].forEach((hz, i) => s.pluck(cue, i * 0.055, hz, 0.34));
            s.pluck(cue, 0.19, HIGH_E, 0.5);
            s.pluck(cue, 0.2, E / 2, 0.3);
            s.glass(cue, 0.19, HIGH_E * 2, 0.9, 0.16);
        },
        far: 0.4,
        isSaid: true,
    },
    /** The lamp swings over: its chain, a gasp, two steps down. */
    caught: {
        play(s, cue) {
            s.breath(cue, { rise: 0.16, fall: 0.14, hz: 500, toHz: 1700, q: 2, level: 0.4 });
            s.wood(cue, 0.16, 520, 0.2);
            s.pluck(cue, 0.2, F, 0.42);
            s.pluck(cue, 0.2, F / 2, 0.32);
            s.pluck(cue, 0.4, E, 0.42);
            s.pluck(cue, 0.4, E / 2, 0.4);
            s.knock(cue, 0.4, 0.3, 1.3);
        },
        far: 0.35,
        isSaid: true,
    },
    /** Somebody has forgotten it: the room draws in its breath. */
    breath: {
        play(s, cue) {
            s.breath(cue, { rise: 0.42, fall: 0.1, hz: 480, toHz: 1500, q: 1.3, level: 0.34 });
            for (const at of [0.5, 0.68])
                s.pitch(cue, { after: at, rise: 0.01, fall: 0.16, hz: 74, toHz: 48, level: 0.42 });
        },
        far: 0.3,
        isSaid: true,
    },
    /** Cards that wait for somebody: a pile of plates, one more each time. */
    plates: {
        play(s, cue, count) {
            const much = Math.min(6, 2 + Math.floor(count / 2));
            for (let i = 0; i < much; i++) {
                s.glass(cue, i * 0.075, 1240 + i * 118, 0.16, 0.34);
                s.breath(cue, { after: i * 0.075, rise: 0.001, fall: 0.03, hz: 4200, q: 2, level: 0.2 });
            }
            s.knock(cue, 0, 0.36, 1.1);
        },
        far: 0.16,
    },
    /** A heavy card: the table jumps and what stands on it trembles. */
    thud: {
        play(s, cue, count) {
            const size = count > 2 ? 1.6 : 1.2;
            s.slap(cue, 0, 0.5, 1.2);
            s.pitch(cue, { fall: 0.26 * size, hz: 96 / size, toHz: 40, level: 0.62 });
            s.breath(cue, { fall: 0.12, hz: 260, type: "lowpass", level: 0.55 });
            for (let i = 0; i < count + 1; i++)
                s.glass(cue, 0.05 + i * 0.043 * cue.chance(0.4), 2300 + i * 260, 0.12, 0.07);
        },
        far: 0.22,
        isSaid: true,
    },
    /** Cards that pour. */
    penalty: {
        play(s, cue, count) {
            const many = Math.max(2, Math.min(10, count));
            for (let i = 0; i < many; i++) s.slide(cue, i * 0.06 * cue.chance(0.2), 0.06, 0.36);
            s.pluck(cue, 0.02, F / 2, 0.3);
            s.pluck(cue, many * 0.06, E / 2, 0.36);
            s.knock(cue, many * 0.06, 0.34, 1.2);
        },
        far: 0.18,
    },
    /** A bar falls. */
    skip: {
        play(s, cue) {
            s.breath(cue, { rise: 0.07, fall: 0.06, hz: 2600, toHz: 700, q: 1.1, level: 0.34 });
            s.wood(cue, 0.11, 410, 0.42);
            s.wood(cue, 0.2, 330, 0.26);
            s.knock(cue, 0.11, 0.26);
        },
        far: 0.14,
    },
    /** The ring turns over. */
    reverse: {
        play(s, cue) {
            s.breath(cue, { rise: 0.16, fall: 0.02, hz: 600, toHz: 2500, q: 2.4, level: 0.75 });
            s.breath(cue, { after: 0.17, rise: 0.02, fall: 0.2, hz: 2500, toHz: 500, q: 2.4, level: 0.75 });
            for (const [i, hz] of [620, 780, 980, 780, 620].entries()) s.wood(cue, i * 0.07, hz, 0.16);
        },
        far: 0.16,
    },
    /** A wild opens; 'count' is the colour, and each has its own end. */
    color: {
        play(s, cue, count) {
            [E, G_SHARP, B, HIGH_E].forEach((hz, i) => s.pluck(cue, i * 0.04, hz * 2, 0.16));
            const hz = MOTIF[count % MOTIF.length] * 2;
            s.glass(cue, 0.19, hz, 0.8, 0.26);
            s.pluck(cue, 0.19, hz / 2, 0.3);
        },
        far: 0.45,
    },
    stamp: {
        play(s, cue) {
            s.breath(cue, { rise: 0.05, fall: 0.02, hz: 900, level: 0.2 });
            s.pitch(cue, { after: 0.07, fall: 0.15, hz: 120, toHz: 52, level: 0.62 });
            s.breath(cue, { after: 0.07, fall: 0.07, hz: 800, type: "lowpass", level: 0.5 });
            s.breath(cue, { after: 0.075, fall: 0.16, hz: 2900, q: 0.5, level: 0.22 });
        },
        far: 0.28,
        isSaid: true,
    },
    jump: {
        play(s, cue) {
            s.breath(cue, { rise: 0.09, fall: 0.05, hz: 800, toHz: 4200, q: 1.2, level: 0.5 });
            s.slap(cue, 0.12, 0.6, 1);
            s.wood(cue, 0.13, 1180, 0.2);
        },
        far: 0.2,
    },
    /** Castanets. */
    race: {
        play(s, cue) {
            for (let i = 0; i < 11; i++)
                s.wood(
                    cue,
                    (i * 0.055 - i * i * 0.0012) * cue.chance(0.04),
                    i % 2 ? 1320 : 1180,
                    0.2 + i * 0.016,
                );
            s.wood(cue, 0.56, 1250, 0.42);
        },
        far: 0.2,
        isSaid: true,
    },
    /** Two streams that cross. */
    rays: {
        play(s, cue) {
            for (const hz of [82, 83.5, 165.4])
                s.pitch(cue, { rise: 0.12, fall: 0.5, hz, toHz: hz * 1.12, level: 0.12, type: "sawtooth" });
            for (let i = 0; i < 9; i++)
                s.breath(cue, {
                    after: 0.05 + i * 0.055 * cue.chance(0.3),
                    rise: 0.001,
                    fall: 0.02,
                    hz: 5200,
                    q: 3,
                    level: 0.3,
                });
        },
        far: 0.25,
    },
    /** Glasses that meet. */
    clink: {
        play(s, cue) {
            for (const [at, hz] of [
                [0, 1960],
                [0.028, 2380],
                [0.07, 2093],
                [0.12, 2637],
            ])
                s.glass(cue, at, hz, 0.9, 0.3);
        },
        far: 0.35,
    },
    /** A hand is laid open. */
    open: {
        play(s, cue, count) {
            for (let i = 0; i < Math.min(8, 2 + count); i++)
                s.breath(cue, {
                    after: i * 0.032,
                    rise: 0.001,
                    fall: 0.028,
                    hz: 1900 + i * 90,
                    q: 1,
                    level: 0.5,
                });
        },
    },
    /** One more is counted. */
    count: { play: (s, cue) => s.wood(cue, 0, 880, 0.12), far: 0.05 },
    /** The motif, and its last note a chord. */
    win: {
        play(s, cue) {
            MOTIF.forEach((hz, i) => s.pluck(cue, i * 0.13, hz, 0.36));
            [E / 2, B / 2, E, G_SHARP, B, HIGH_E].forEach((hz, i) =>
                s.pluck(cue, 0.78 + i * 0.018, hz, 0.27),
            );
            s.glass(cue, 0.78, HIGH_E * 2, 1.2, 0.1);
        },
        far: 0.5,
        isSaid: true,
    },
    /** From above, and softly; it ends open, because the next one is yours. */
    lose: {
        play(s, cue) {
            [HIGH_E, B, G_SHARP, F].forEach((hz, i) => s.pluck(cue, i * 0.2, hz, 0.26));
            [E / 2, B / 2, E].forEach((hz, i) => s.pluck(cue, 0.86 + i * 0.03, hz, 0.24));
        },
        far: 0.5,
        isSaid: true,
    },
};
