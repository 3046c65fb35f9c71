// Games in and out: paste, drop, save, share.

import { backend, isAlone } from "./backend.js";
import { h, dialog, toast, capitalised } from "./dom.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Rules} Rules */

/** Starts a game from a record and goes there. @param {string} text */
export async function bring(text) {
  if (!text.trim()) throw new Error("there is nothing to read");
  const game = await backend.begin({ record: text });
  location.assign(`${backend.address(game.id)}#analysis`);
}

/** @param {unknown} error */
const complain = (error) => toast(capitalised(/** @type {Error} */ (error).message), "error");

/** @param {Rules|null} rules what can be played here, where that is known */
export function importDialog(rules) {
  const known = (rules?.games ?? []).map(({ title, recordFormats }) => `${title} (${recordFormats.join(", ")})`).join("; ");
  const positions = (rules?.games ?? []).flatMap(({ positionFormat }) => positionFormat ? [`.${positionFormat}`] : []);
  const text = h("textarea", { id: "import-text", rows: 8, spellcheck: "false", placeholder: "(;FF[4]…" });
  const file = h("input", { type: "file", id: "import-file", accept: [".sgf", ".txt", ".hsgf", "text/plain", ...positions].join(",") });
  file.addEventListener("change", async () => { text.value = (await file.files?.[0]?.text()) ?? text.value; });
  const form = h("form", {}, h("p", {}, "Paste a record of a game or a link to its board; choose a file, or drop one anywhere on the page."),
    known ? h("p", { class: "soft" }, known) : null,
    h("label", { for: "import-text" }, "Record"), text,
    h("label", { for: "import-file" }, "File"), file,
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Open")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    bring(text.value).catch(complain);
  });
  dialog("Import a game", form);
  text.focus();
}

/** Files and links may be dropped anywhere; records may be pasted. */
export function listenForRecords() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text) bring(text).catch(complain);
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain").trim();
    if (text && /^(\(;|https?:\/\/\S+#\S+$|\d+[gsbw]\s|Game: )/.test(text)) bring(text).catch(complain);
  });
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    const area = h("textarea", { readonly: true, rows: 4, "aria-label": "Text to copy" }, text);
    dialog("Copy this", area);
    area.select();
  }
}

/** The bytes of a text, squeezed and made fit for an address. @param {string} text */
async function squeezed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} code */
async function unsqueezed(code) {
  const letters = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  // A small link can unfold to anything: stop where no record goes on.
  while (text.length < 4e6) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  throw new Error("the link holds too much");
}

/** Opens the game that this page's address carries, if it carries one. */
export async function openLink() {
  const code = location.hash.match(/^#record=([\w-]+)$/)?.[1];
  if (!code) return false;
  let text = "";
  try {
    text = await unsqueezed(code);
    const game = await backend.begin({ record: text });
    location.replace(`${backend.address(game.id)}#analysis`);
    return true;
  } catch (error) {
    complain(text ? error : new Error("the link is damaged"));
    return false;
  }
}

/** @param {Game} game */
export function exportDialog(game) {
  const { id, game: name } = game.snapshot;
  const { recordFormats: formats, positionFormat } = game.rules;
  /** @param {string} label @param {() => Promise<void>} act */
  const button = (label, act) => h("button", { type: "button", onclick: () => act().catch(complain) }, label);
  const picture = () => backend.picture(id, game.cursor);
  const position = () => backend.position(id, game.cursor);
  const saved = `${name}-${id}`;
  dialog("Export and share",
    h("h3", {}, "Links"),
    h("div", { class: "row" },
      // A game that only this browser has is of no use to others by its name.
      backend.place === "server" ? button("Copy link to this game", () => copy(new URL(backend.address(id), location.href).href)) : null,
      button("Copy link that carries the game", async () => copy(`${new URL(isAlone ? "." : "/", location.href).href}#record=${await squeezed(await backend.record(id, formats[0]))}`))),
    h("h3", {}, "Record"),
    h("div", { class: "row" }, ...formats.flatMap((format) => [
      button(`Copy ${format.toUpperCase()}`, async () => copy(await backend.record(id, format))),
      button(`Save ${format.toUpperCase()}`, async () => save(new Blob([await backend.record(id, format)], { type: "text/plain" }), `${saved}.${format === "sgf" ? "sgf" : "txt"}`)),
    ])),
    ...(positionFormat ? [
      h("h3", {}, "Position"),
      h("div", { class: "row" },
        button(`Copy ${positionFormat.toUpperCase()}`, async () => copy(await position())),
        button(`Save ${positionFormat.toUpperCase()}`, async () => save(new Blob([await position()], { type: "text/plain" }), `${saved}.${positionFormat}`))),
    ] : []),
    h("h3", {}, "Picture of the position"),
    h("div", { class: "row" },
      button("Save SVG", async () => save(new Blob([await picture()], { type: "image/svg+xml" }), `${saved}.svg`)),
      button("Save PNG", async () => save(await png(await picture()), `${saved}.png`))));
}

/** A drawing as dots, two for each of its units. @param {string} text */
async function png(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((/** @type {(blob: Blob) => void} */ resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture cannot be drawn"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
