// terminal.mjs - somebody at a terminal beside the browser; the variable PENULTIMA names the program.

import { spawn } from "node:child_process";

/** Somebody at a terminal, who always takes the first choice. */
export function terminal(link, name) {
    const process_ = spawn(process.env.PENULTIMA, [
        "join",
        link,
        "--name",
        name,
        "--plain",
        "--no-color",
        "--lang",
        "en",
    ]);
    let text = "";
    let answered = 0;
    let timer;
    // A question may come in pieces: it is answered when nothing more follows.
    const answer = () => {
        if (!/^\s+1 /m.test(text.slice(answered))) return;
        answered = text.length;
        if (process_.stdin.writable) process_.stdin.write("1\n");
    };
    process_.stdout.on("data", (bytes) => {
        text += bytes;
        clearTimeout(timer);
        timer = setTimeout(answer, 20);
    });
    process_.stdin.on("error", () => {});
    const sees = async (wanted) => {
        for (let i = 0; i < 600 && !wanted.test(text); i++)
            await new Promise((later) => setTimeout(later, 100));
        return wanted.test(text);
    };
    return { process: process_, sees, said: () => text };
}
