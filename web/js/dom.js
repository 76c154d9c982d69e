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
