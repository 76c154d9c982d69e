// later.js - the words and the looks that are not needed until cards are in the hand. Every module that is loaded
// when it is wanted imports this one (assemble.py sees to it), so it runs when they are here.

import { fetchLater } from "./words.js";

const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "later.css" });
const looks = new Promise((done) => (sheet.onload = sheet.onerror = done));
document.head.append(sheet);
await Promise.all([fetchLater(), looks]);
