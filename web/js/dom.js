// dom.js - elements in one line. Knows nothing of the game.
//
// Attributes named "on..." are listeners, the others are set as they are; null and false leave an
// attribute or a child out. Nothing here makes HTML out of text, so a name can never become markup.

/** @typedef {Node | string | number | null | false | undefined} Child */

/**
 * @param {Element} element
 * @param {Record<string, any> | null} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children.flat()) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * An HTML element.
 * @param {string} tag a name, with classes behind dots: "div.bar.wide"
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = null, ...children) {
    const [name, ...classes] = tag.split(".");
    const element = document.createElement(name);
    if (classes.length) element.className = classes.join(" ");
    fill(element, attributes, children);
    return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = null, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    fill(element, attributes, children);
    return element;
}

/**
 * The element with this id; it must be there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`no element ${id}`);
    return element;
}

/**
 * Gives an element these children instead of those it has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
    element.replaceChildren();
    fill(element, null, children);
}

/** @type {WeakMap<Element, Map<string, HTMLElement>>} */
const children = new WeakMap();

/**
 * Gives an element one child per item and keeps those it has: an element stays the same as long as its key
 * is there, so that a press that began on it ends on it. 'update' is called for all.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, index: number) => string} keyOf
 * @param {(item: T) => HTMLElement} make
 * @param {(element: HTMLElement, item: T, index: number) => void} update
 */
export function keyed(parent, items, keyOf, make, update) {
    const had = children.get(parent) ?? new Map();
    /** @type {Map<string, HTMLElement>} */
    const has = new Map();
    items.forEach((item, index) => {
        const key = keyOf(item, index);
        has.set(key, had.get(key) ?? make(item));
    });
    for (const [key, element] of had) if (!has.has(key)) element.remove();
    let next = parent.firstElementChild;
    [...has.values()].forEach((element, index) => {
        if (element === next) next = element.nextElementSibling;
        else parent.insertBefore(element, next);
        update(element, items[index], index);
    });
    children.set(parent, has);
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const due = [];
channel.port1.onmessage = () => due.shift()?.();

/** Does something right after this, but not in one piece with it: what is on the screen goes first. @param {() => void} run */
export function soon(run) {
    due.push(run);
    channel.port2.postMessage(0);
}

/** Lets the browser breathe: what comes after it is a task of its own. @returns {Promise<void>} */
export const pause = () => new Promise((done) => soon(done));

/**
 * Does these one after the other, a few in a task; what they have changed is laid out in between.
 * @param {Element} place @param {(() => void)[]} jobs @param {number} atOnce
 */
export function piecemeal(place, jobs, atOnce) {
    for (const run of jobs.slice(0, atOnce)) run();
    const rest = jobs.slice(atOnce);
    if (!rest.length) return;
    soon(() => {
        place.getBoundingClientRect();
        piecemeal(place, rest, atOnce);
    });
}

/** Writes a text where it is not there already. @param {Element} element @param {string | number} text */
export function write(element, text) {
    if (element.textContent !== String(text)) element.textContent = String(text);
}

/**
 * Sets or takes away attributes, where they are not so already: an element is styled anew whenever it is told to be
 * hidden, also if it was.
 * @param {Element} element
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 */
export function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) element.removeAttribute(name);
        else if (element.getAttribute(name) !== String(value === true ? "" : value))
            element.setAttribute(name, value === true ? "" : String(value));
    }
}

/** What a key is called: small letters, and on a keyboard of another script the Latin letter or digit at that place.
 * @param {KeyboardEvent} event */
export function keyOf(event) {
    if (event.key.length > 1) return event.key;
    const place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code);
    return (
        place && /[^\0-~]/.test(event.key) && /[\p{L}\p{N}]/u.test(event.key) ? place[1] : event.key
    ).toLowerCase();
}
