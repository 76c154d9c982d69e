// sounds.js - what the table sounds like: paper, wood, glass, a guitar in the next room. Everything is made here, by
// rule, in layers and with chance in every one, so that no card sounds like the one before. It plays into any context:
// the speakers, or the memory of a test that measures it.
//
// One motif of five notes belongs to the house (MOTIF). UNO begins it, who wins hears all of it, who loses hears it
// from above (voices.js).

import { MOTIF, SOUNDS } from "./voices.js";

/** How loud a bus is to be, 0 to 1, and what that is as a gain at MIDDLE. */
const MIDDLE = 0.7;
const ROOM_GAIN = 0.05;
const MUSIC_GAIN = 0.5;
/** A peak is bent from here on, and never reaches 1. */
const KNEE = 0.7;
const ROOM_SECONDS = 6;
const ECHO_SECONDS = 0.9;
const NOISE_SECONDS = 1.5;
const STRING_SECONDS = 1.6;
/** While something is said with sound, what lies below steps back. */
const DUCKED = 0.25;
const DUCK_SECONDS = 0.9;
/** What the music goes round: chords from low to high, of the same scale. */
const CHORDS = [
    [110, 220, 261.63, 329.63],
    [98, 196, 246.94, 293.66],
    [87.31, 174.61, 220, 261.63],
    [82.41, 164.81, 207.65, 246.94],
];
/** Beats in a bar, and how long one lasts in a quiet game and in a tight one. */
const BEATS = 6;
const BEAT_SECONDS = [0.46, 0.33];

/** What a voice is given. @typedef {{at: number, to: AudioNode, chance: (amount: number) => number}} Cue */

export class Studio {
    /** @param {BaseAudioContext} context @param {() => number} [random] */
    constructor(context, random = Math.random) {
        this.context = context;
        this.random = random;
        const bend = context.createWaveShaper();
        bend.curve = curve();
        bend.connect(context.destination);
        const half = context.createGain();
        half.gain.value = 0.5;
        half.connect(bend);
        const bus = (/** @type {number} */ value, /** @type {AudioNode} */ to) => {
            const gain = context.createGain();
            gain.gain.value = value;
            gain.connect(to);
            return gain;
        };
        this.effects = bus(1, half);
        this.below = bus(1, half);
        this.roomBus = bus(0, this.below);
        this.musicBus = bus(0, this.below);
        this.far = bus(1, this.effects);
        /** @type {AudioBuffer | null} */
        this.noise = null;
        /** plucked strings, by their frequency @type {Map<number, AudioBuffer>} */
        this.strings = new Map();
        /** @type {ConvolverNode | null} */
        this.wall = null;
        /** @type {AudioBufferSourceNode | null} */
        this.roomTone = null;
        this.musicTimer = 0;
        this.beat = 0;
        this.nextBeat = 0;
        /** how tight the game is, 0 to 1 */
        this.tension = 0;
    }

    /** Half as much or as much again: around 1. @param {number} amount */
    chance(amount) {
        return 1 + (this.random() * 2 - 1) * amount;
    }

    /** The wall at the other end of the room; built when something first reaches it. */
    get echo() {
        if (this.wall) return this.wall;
        const { context } = this;
        const length = Math.ceil(context.sampleRate * ECHO_SECONDS);
        const buffer = context.createBuffer(2, length, context.sampleRate);
        for (const side of [0, 1]) {
            const samples = buffer.getChannelData(side);
            let soft = 0;
            for (let i = 0; i < length; i++) {
                soft += ((this.random() * 2 - 1) * (1 - i / length) ** 3.2 - soft) * 0.35;
                samples[i] = soft;
            }
        }
        const wall = (this.wall = context.createConvolver());
        wall.buffer = buffer;
        wall.connect(this.far);
        return wall;
    }

    /** Sets the three sliders. @param {{effects?: number, room?: number, music?: number}} levels */
    setLevels({ effects = MIDDLE, room = 0.35, music = 0 }) {
        const loud = (/** @type {number} */ level) => (level / MIDDLE) ** 2;
        const now = this.context.currentTime;
        const set = (/** @type {GainNode} */ bus, /** @type {number} */ value) =>
            bus.gain.setTargetAtTime(value, now, 0.05);
        set(this.effects, loud(effects));
        set(this.roomBus, loud(room) * ROOM_GAIN);
        set(this.musicBus, loud(music) * MUSIC_GAIN);
        if (room > 0) this.openRoom();
        else this.closeRoom();
        if (music > 0) this.startMusic();
        else this.stopMusic();
    }

    silence() {
        this.closeRoom();
        this.stopMusic();
    }

    /**
     * @param {string} name of SOUNDS
     * @param {{at?: number, pan?: number, count?: number}} [how] when, from where (-1 to 1), how many of it
     */
    play(name, { at = 0, pan = 0, count = 1 } = {}) {
        const sound = SOUNDS[name];
        if (!sound) return;
        const { context } = this;
        const place = context.createStereoPanner();
        place.pan.value = Math.max(-0.8, Math.min(0.8, pan));
        place.connect(this.effects);
        const send = context.createGain();
        send.gain.value = sound.far ?? 0.12;
        place.connect(send).connect(this.echo);
        sound.play(
            this,
            { at: context.currentTime + at, to: place, chance: (amount) => this.chance(amount) },
            count,
        );
        if (sound.isSaid) this.duck(context.currentTime + at);
    }

    /** @param {number} at */
    duck(at) {
        const { gain } = this.below;
        gain.cancelScheduledValues(at);
        gain.setTargetAtTime(DUCKED, at, 0.04);
        gain.setTargetAtTime(1, at + DUCK_SECONDS, 0.35);
    }

    // ---- what sounds are made of ----

    /** A gain that rises and falls. @param {AudioNode} to @param {number} at @param {number} rise @param {number} fall @param {number} level */
    shape(to, at, rise, fall, level) {
        const node = this.context.createGain();
        node.gain.setValueAtTime(0, at);
        node.gain.linearRampToValueAtTime(level, at + rise);
        node.gain.exponentialRampToValueAtTime(level * 0.001, at + rise + fall);
        node.gain.setValueAtTime(0, at + rise + fall + 0.001);
        node.connect(to);
        return node;
    }

    /** Air, paper, cloth: noise through a filter that may move.
     * @param {Cue} cue @param {{after?: number, rise?: number, fall: number, hz: number, toHz?: number, q?: number, level: number,
     *   type?: BiquadFilterType}} how */
    breath(
        { at, to, chance },
        { after = 0, rise = 0.002, fall, hz, toHz = hz, q = 0.8, level, type = "bandpass" },
    ) {
        const { context } = this;
        const start = at + after;
        const filter = context.createBiquadFilter();
        filter.type = type;
        filter.Q.value = q;
        const off = chance(0.08);
        filter.frequency.setValueAtTime(hz * off, start);
        filter.frequency.exponentialRampToValueAtTime(toHz * off, start + rise + fall);
        filter.connect(this.shape(to, start, rise, fall * chance(0.12), level * chance(0.14)));
        const source = context.createBufferSource();
        source.buffer = this.hiss();
        source.connect(filter);
        source.start(start, this.random() * (NOISE_SECONDS - 0.9), rise + fall * 1.2 + 0.02);
    }

    /** One pitch that may fall. @param {Cue} cue @param {{after?: number, rise?: number, fall: number, hz: number, toHz?: number, level: number, type?: OscillatorType}} how */
    pitch({ at, to }, { after = 0, rise = 0.002, fall, hz, toHz = hz, level, type = "sine" }) {
        const start = at + after;
        const wave = this.context.createOscillator();
        wave.type = type;
        wave.frequency.setValueAtTime(hz, start);
        if (toHz !== hz) wave.frequency.exponentialRampToValueAtTime(toHz, start + rise + fall);
        wave.connect(this.shape(to, start, rise, fall, level));
        wave.start(start);
        wave.stop(start + rise + fall + 0.02);
    }

    /** The table answers a knock. @param {Cue} cue @param {number} after @param {number} level @param {number} [size] */
    knock(cue, after, level, size = 1) {
        const hz = 150 * cue.chance(0.08) * (1 / size);
        this.pitch(cue, { after, fall: 0.085 * size, hz, toHz: hz * 0.55, level });
        this.breath(cue, {
            after,
            fall: 0.05 * size,
            hz: 340 / size,
            q: 0.7,
            level: level * 0.9,
            type: "lowpass",
        });
        this.breath(cue, { after, fall: 0.03, hz: 950, q: 1.4, level: level * 0.5 });
    }

    /** A card comes down: its edge, its face, the table below. @param {Cue} cue @param {number} after @param {number} level @param {number} [weight] */
    slap(cue, after, level, weight = 1) {
        this.breath(cue, {
            after,
            rise: 0.001,
            fall: 0.03,
            hz: 5200,
            q: 0.6,
            level: level * 0.55,
            type: "highpass",
        });
        this.breath(cue, { after: after + 0.002, fall: 0.055, hz: 2100, toHz: 1300, q: 0.9, level });
        this.knock(cue, after + 0.003, level * 0.75 * weight, 0.75 + 0.35 * weight);
    }

    /** Paper over paper. @param {Cue} cue @param {number} after @param {number} seconds @param {number} level */
    slide(cue, after, seconds, level) {
        this.breath(cue, {
            after,
            rise: seconds * 0.55,
            fall: seconds * 0.5,
            hz: 1500,
            toHz: 3600,
            q: 0.7,
            level,
        });
        this.breath(cue, {
            after: after + seconds * 0.2,
            rise: seconds * 0.3,
            fall: seconds * 0.4,
            hz: 6800,
            q: 0.5,
            level: level * 0.3,
        });
    }

    /** A short piece of hard wood. @param {Cue} cue @param {number} after @param {number} hz @param {number} level */
    wood(cue, after, hz, level) {
        const pitch = hz * cue.chance(0.015);
        for (const [times, fall, part] of [
            [1, 0.12, 1],
            [2.76, 0.06, 0.5],
            [5.4, 0.03, 0.25],
        ])
            this.pitch(cue, { after, rise: 0.001, fall, hz: pitch * times, level: level * part });
        this.breath(cue, { after, rise: 0.001, fall: 0.012, hz: 3200, level: level * 0.8 });
    }

    /** A glass that rings. @param {Cue} cue @param {number} after @param {number} hz @param {number} seconds @param {number} level */
    glass(cue, after, hz, seconds, level) {
        const pitch = hz * cue.chance(0.006);
        for (const [times, fall, part] of [
            [1, 1, 1],
            [1.003, 0.9, 0.6],
            [2.32, 0.6, 0.55],
            [4.25, 0.3, 0.3],
            [6.63, 0.14, 0.18],
        ])
            if (pitch * times < 16000)
                this.pitch(cue, {
                    after,
                    rise: 0.001,
                    fall: seconds * fall,
                    hz: pitch * times,
                    level: level * part * 0.5,
                });
    }

    /** A nylon string. @param {Cue} cue @param {number} after @param {number} hz @param {number} level */
    pluck(cue, after, hz, level) {
        const source = this.context.createBufferSource();
        const gain = this.context.createGain();
        const buffer = this.string(hz);
        source.buffer = buffer;
        source.playbackRate.value =
            (hz / (this.context.sampleRate / Math.round(this.context.sampleRate / hz))) * cue.chance(0.0015);
        gain.gain.value = level * cue.chance(0.1);
        source.connect(gain).connect(cue.to);
        source.start(cue.at + after);
    }

    /** A string is a delay that loses a little at every turn; made once for each pitch. @param {number} hz */
    string(hz) {
        const { sampleRate } = this.context;
        const made = this.strings.get(hz);
        if (made) return made;
        const period = Math.round(sampleRate / hz);
        const length = Math.ceil(sampleRate * STRING_SECONDS);
        const buffer = this.context.createBuffer(1, length, sampleRate);
        const samples = buffer.getChannelData(0);
        let soft = 0;
        for (let i = 0; i < period; i++) {
            // Plucked with the thumb, not with a nail.
            soft += (this.random() * 2 - 1 - soft) * 0.45;
            samples[i] = soft;
        }
        // What pushes to one side would stay for as long as the string sounds.
        const mean = samples.subarray(0, period).reduce((sum, one) => sum + one, 0) / period;
        for (let i = 0; i < period; i++) samples[i] -= mean;
        const keep = 0.9965 - hz * 0.0000035;
        for (let i = period + 1; i < length; i++)
            samples[i] = (samples[i - period] + samples[i - period - 1]) * 0.5 * keep;
        let most = 0;
        for (const one of samples) most = Math.max(most, Math.abs(one));
        for (let i = 0; i < length; i++) samples[i] *= Math.min(1, (length - i) / 2000) / most;
        this.strings.set(hz, buffer);
        return buffer;
    }

    hiss() {
        if (this.noise) return this.noise;
        const { context } = this;
        const length = Math.ceil(context.sampleRate * NOISE_SECONDS);
        this.noise = context.createBuffer(1, length, context.sampleRate);
        const samples = this.noise.getChannelData(0);
        for (let i = 0; i < length; i++) samples[i] = this.random() * 2 - 1;
        return this.noise;
    }

    // ---- what lies below ----

    /** A room in which people are: low air, and now and then something far away that is not quite a voice. */
    openRoom() {
        if (this.roomTone) return;
        const { context } = this;
        const length = Math.ceil(context.sampleRate * ROOM_SECONDS);
        const buffer = context.createBuffer(2, length, context.sampleRate);
        for (const side of [0, 1]) {
            const samples = buffer.getChannelData(side);
            let low = 0;
            let voice = 0;
            for (let i = 0; i < length; i++) {
                const white = this.random() * 2 - 1;
                low += (white - low) * 0.012;
                voice += (white - voice) * 0.07;
                // Both sides swell and fall in whole turns: the end meets the beginning.
                const turn = (i / length) * 2 * Math.PI;
                const swell = 0.5 + 0.3 * Math.sin(turn * 5 + side) + 0.2 * Math.sin(turn * 13 + 2 * side);
                const edge = Math.min(1, i / 4000, (length - i) / 4000);
                samples[i] = (low * 3 + (voice - low) * 0.5 * swell) * (0.4 + 0.6 * edge);
            }
        }
        const source = context.createBufferSource();
        source.buffer = buffer;
        source.loop = true;
        source.connect(this.roomBus);
        source.start();
        this.roomTone = source;
    }

    closeRoom() {
        this.roomTone?.stop();
        this.roomTone = null;
    }

    /** How tight the game is: somebody is down to two. @param {number} tension 0 to 1 */
    follow(tension) {
        this.tension = tension;
    }

    startMusic() {
        if (this.musicTimer) return;
        this.nextBeat = this.context.currentTime + 0.2;
        const go = () => {
            // A page that nobody sees makes no music, and does not catch up on it.
            this.nextBeat = Math.max(this.nextBeat, this.context.currentTime);
            while (this.nextBeat < this.context.currentTime + 0.6) {
                this.playBeat(this.nextBeat);
                this.nextBeat += BEAT_SECONDS[0] + (BEAT_SECONDS[1] - BEAT_SECONDS[0]) * this.tension;
            }
        };
        this.musicTimer = Number(setInterval(go, 250));
        go();
    }

    stopMusic() {
        clearInterval(this.musicTimer);
        this.musicTimer = 0;
    }

    /** Low on the first beat, and above it what chance gives: more of it when the game is tight. @param {number} at */
    playBeat(at) {
        const place = this.beat % BEATS;
        const chord = CHORDS[Math.floor(this.beat / BEATS) % CHORDS.length];
        this.beat++;
        /** @type {Cue} */
        const cue = { at, to: this.musicBus, chance: (amount) => this.chance(amount) };
        if (place === 0) this.pluck(cue, 0, chord[0], 0.5);
        else if (this.random() < 0.3 + 0.4 * this.tension)
            this.pluck(cue, 0, chord[1 + Math.floor(this.random() * 3)], 0.28);
        if (place === 3 && this.random() < 0.25)
            this.pluck(cue, 0.02, MOTIF[Math.floor(this.random() * 5)], 0.22);
    }
}

/** Straight up to the knee, then ever flatter. */
function curve() {
    const points = new Float32Array(1025);
    for (let i = 0; i < points.length; i++) {
        // It is asked for half of what comes: up to 2 there is a point of the curve.
        const x = (i / 512 - 1) * 2;
        const over = Math.max(0, Math.abs(x) - KNEE);
        points[i] = Math.sign(x) * (Math.min(Math.abs(x), KNEE) + 0.26 * Math.tanh(over / 0.26));
    }
    return points;
}
