// sounds.mjs - every sound of the table, played into memory and measured: how loud, how high its peak, how long, and
// how far from each other. With PENULTIMA_SCREENSHOTS also a picture of each one's spectrum, to be looked at.

import { writeFileSync } from "node:fs";
import { check, equal } from "./tap.mjs";
import { group, open, screenshots } from "./stage.mjs";

/** In the page: plays one sound into memory. Bands are an octave wide or less, frames 23 ms. */
async function measureIn({ name, count, seed, isWave }) {
    const { Studio } = await import(`${location.pathname}js/sounds.js`);
    const { SOUNDS } = await import(`${location.pathname}js/voices.js`);
    if (!name) return Object.keys(SOUNDS);
    let state = seed;
    const random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 4294967296;
    };
    const rate = 44100;
    const context = new OfflineAudioContext(2, rate * 3.2, rate);
    new Studio(context, random).play(name, { at: 0.02, count });
    const buffer = await context.startRendering();
    const [left, right] = [buffer.getChannelData(0), buffer.getChannelData(1)];
    const mono = left.map((one, index) => (one + right[index]) / 2);
    let peak = 0;
    let offset = 0;
    for (let i = 0; i < left.length; i++) {
        peak = Math.max(peak, Math.abs(left[i]), Math.abs(right[i]));
        offset += mono[i];
    }
    const level = (from, length) => {
        let sum = 0;
        for (let i = from; i < Math.min(mono.length, from + length); i++) sum += mono[i] ** 2;
        return Math.sqrt(sum / length);
    };
    let loudest = 0;
    let end = 0;
    const part = 2 * Math.round(rate * 0.025);
    for (let at = 0; at + part < mono.length; at += part / 2) {
        const now = level(at, part);
        loudest = Math.max(loudest, now);
        if (now > 0.0006) end = (at + part) / rate;
    }
    // What the ear has of it: the loudness in bands, one after the other.
    const frame = 1024;
    const edges = [60, 120, 240, 420, 700, 1100, 1700, 2600, 4000, 6200, 9500, 14000];
    const frames = [];
    for (let at = 0; at + frame < Math.min(mono.length, rate * 1.6); at += frame) {
        const bands = edges.map(() => 0);
        for (let band = 0; band < edges.length; band++) {
            // Three places in each band are enough to tell sounds apart.
            for (const times of [1, 1.16, 1.33]) {
                const turn = (2 * Math.PI * edges[band] * times) / rate;
                let re = 0;
                let im = 0;
                for (let i = 0; i < frame; i++) {
                    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / frame);
                    re += mono[at + i] * window * Math.cos(turn * i);
                    im += mono[at + i] * window * Math.sin(turn * i);
                }
                bands[band] += (re * re + im * im) / frame ** 2;
            }
        }
        frames.push(bands.map((one) => Math.max(0, 10 * Math.log10(one + 1e-9) + 85)));
    }
    const db = (value) => 20 * Math.log10(value + 1e-9);
    return {
        name,
        peak: db(peak),
        loud: db(loudest),
        seconds: end,
        offset: Math.abs(offset / mono.length),
        frames,
        ...(isWave ? { wave: [...mono.subarray(0, rate / 2)] } : {}),
    };
}

/** How different two sounds are: the mean distance of their bands in decibels. */
function distance(one, other) {
    const length = Math.max(one.frames.length, other.frames.length);
    let sum = 0;
    let heard = 0;
    for (let i = 0; i < length; i++)
        (one.frames[i] ?? []).forEach((value, band) => {
            const twin = other.frames[i]?.[band] ?? 0;
            if (Math.max(value, twin) < 20) return;
            sum += Math.abs(value - twin);
            heard++;
        });
    return sum / Math.max(1, heard);
}

/** A picture of a spectrum as text that a browser shows: brighter is louder. */
function spectrum({ name, frames, peak, loud, seconds }) {
    const cells = frames.flatMap((bands, x) =>
        bands.map(
            (value, y) =>
                `<rect x="${x * 6}" y="${(11 - y) * 12}" width="6" height="12" fill="hsl(${40 - value / 3} 90% ${Math.min(75, value)}%)"/>`,
        ),
    );
    return `<figure><svg width="420" height="144" style="background:#000">${cells.join("")}</svg><figcaption>${name}: peak ${peak.toFixed(1)}, loud ${loud.toFixed(1)}, ${seconds.toFixed(2)} s</figcaption></figure>`;
}

await group("sounds", async () => {
    const { context, page, problems } = await open({ hasClock: false });
    const names = await page.evaluate(measureIn, {});
    check("there are sounds", names.length >= 20, names);
    const made = [];
    for (const name of names) made.push(await page.evaluate(measureIn, { name, count: 4, seed: 11 }));
    if (screenshots) {
        writeFileSync(
            `${screenshots}/sounds.html`,
            `<body style="display:flex;flex-wrap:wrap;font:14px sans-serif">${made.map(spectrum).join("")}</body>`,
        );
        for (const { name, peak, loud, seconds } of made)
            console.log(
                `# ${name}: peak ${peak.toFixed(1)} dBFS, loudest 50 ms ${loud.toFixed(1)}, ${seconds.toFixed(2)} s`,
            );
    }
    const told = (list) =>
        list.map(({ name, peak, loud }) => `${name} ${peak.toFixed(1)} ${loud.toFixed(1)}`);
    // Nothing is cut off: what is bent from 0.7 on ends below 1.
    equal("no sound clips", told(made.filter(({ peak }) => peak > -0.4)), []);
    equal("each can be heard", told(made.filter(({ loud }) => loud < -34)), []);
    equal("none is much louder than another", told(made.filter(({ loud }) => loud > -11)), []);
    equal("none is long", told(made.filter(({ seconds }) => seconds > 3)), []);
    equal("none pushes the speaker to one side", told(made.filter(({ offset }) => offset > 0.002)), []);
    const near = made.flatMap((one, index) =>
        made.slice(index + 1).flatMap((other) => {
            const apart = distance(one, other);
            return apart < 6 ? [`${one.name} and ${other.name}: ${apart.toFixed(1)} dB`] : [];
        }),
    );
    equal("each pair of sounds is apart", near, []);
    // Of what is heard all evening no two are the same.
    for (const name of ["card", "tick", "draw"]) {
        const waves = [];
        for (const seed of [1, 2, 3])
            waves.push((await page.evaluate(measureIn, { name, count: 1, seed, isWave: true })).wave);
        const alike = (a, b) => {
            let [ab, aa, bb] = [0, 0, 0];
            for (let i = 0; i < a.length; i++) {
                ab += a[i] * b[i];
                aa += a[i] * a[i];
                bb += b[i] * b[i];
            }
            return ab / Math.sqrt(aa * bb);
        };
        const most = Math.max(
            alike(waves[0], waves[1]),
            alike(waves[1], waves[2]),
            alike(waves[0], waves[2]),
        );
        check(`no two of ${name} are alike: ${most.toFixed(2)}`, most < 0.9);
    }
    // The room is far below what happens in it; music is off until somebody wants it.
    const room = await page.evaluate(async () => {
        const { Studio } = await import(`${location.pathname}js/sounds.js`);
        const level = async (levels) => {
            const context = new OfflineAudioContext(2, 44100 * 4, 44100);
            const studio = new Studio(context);
            studio.setLevels(levels);
            studio.stopMusic();
            const samples = (await context.startRendering()).getChannelData(0).subarray(44100);
            return 10 * Math.log10(samples.reduce((sum, one) => sum + one * one, 0) / samples.length + 1e-12);
        };
        return { usual: await level({}), loud: await level({ room: 1 }), none: await level({ room: 0 }) };
    });
    check(
        `the room is heard and stays in the background: ${room.usual.toFixed(1)} dB`,
        room.usual > -66 && room.usual < -42,
        room,
    );
    check("its slider turns it up, and off", room.loud > room.usual + 6 && room.none < -100, room);
    equal("nothing went wrong", problems, []);
    await context.close();
});
