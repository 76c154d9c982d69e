// later.js - the words that are not needed until cards are in the hand. Every module that is loaded when it is
// wanted imports this one (assemble.py sees to it), so it runs when they are here.

import { fetchLater } from "./words.js";

await fetchLater();
