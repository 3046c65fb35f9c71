// Small words for making elements.

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, attributes);
  element.append(...present(children));
  return element;
}

/** @param {(Node|string|null|undefined|false)[]} children @returns {(Node|string)[]} */
function present(children) {
  return /** @type {(Node|string)[]} */ (children.filter((child) => child || child === ""));
}

/** @param {Element} element @param {Record<string, any>} attributes */
function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
}

/**
 * Says something in passing.
 * @param {string} text
 * @param {"news"|"error"} [kind]
 */
export function toast(text, kind = "news") {
  const note = h("div", { class: `toast ${kind}` }, text);
  byId("toasts").append(note);
  setTimeout(() => note.remove(), kind === "error" ? 7000 : 3500);
}

/** @param {number} rate 0 to 1 */
export function percent(rate) {
  return `${Math.round(100 * rate)}%`;
}

/** @param {number} count */
export function short(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)}M`;
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A dialog that closes by its button, by Escape and by a click beside it.
 * @param {string} title
 * @param {...(Node|string|null|false)} content
 */
export function dialog(title, ...content) {
  const close = h("button", { type: "button", class: "close", "aria-label": "Close" }, "✕");
  const box = h("dialog", { "aria-labelledby": "dialog-title" },
    h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), close), ...content);
  close.addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

// Boards are shown many times a second: only what differs is written.

/** @param {Element} element @param {string} value */
export function setClass(element, value) {
  setAttribute(element, "class", value);
}

/** @param {Element} element @param {string} name @param {string} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {Element} element @param {string} value */
export function setText(element, value) {
  if (element.textContent !== value) element.textContent = value;
}
