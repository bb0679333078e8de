// Elements without a template language: h('p', { class: 'note' }, 'text').

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Properties that begin with `on` are listeners, `data` and `style` are maps, `true` is an attribute
 * without a value; null, undefined and false leave it out. Styles go through the object model, which the page's
 * content security policy permits; an attribute `style` it does not.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  set(element, properties);
  append(element, children);
  return element;
}

/** @param {HTMLElement | SVGElement} element @param {Record<string, any>} properties */
export function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [key, text] of Object.entries(value)) element.style.setProperty(key, String(text));
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'value' && 'value' in element) /** @type {any} */ (element).value = value;
    else if (name === 'checked' && 'checked' in element) /** @type {any} */ (element).checked = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Node} parent @param {(Child | Child[])[]} children */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Puts new children in the place of the old ones.
 * @param {Element} parent @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Text for screen readers only.
 * @param {string} text
 */
export const hidden = (text) => h('span', { class: 'visually-hidden' }, text);
