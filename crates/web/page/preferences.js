// What whoever looks at the page likes, kept in the browser.

/** @typedef {{theme: "auto"|"light"|"dark", confirm: "auto"|"on"|"off", engine: "auto"|"here"|"server", coordinates: boolean, numbers: boolean, patterns: boolean, watch: boolean, turn: Record<string, number>}} Preferences */

const KEY = "spinney-preferences";

/** @type {Preferences} */
const usual = { theme: "auto", confirm: "auto", engine: "auto", coordinates: true, numbers: false, patterns: false, watch: true, turn: {} };

/** @returns {Preferences} */
function read() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

export const preferences = read();

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  Object.assign(preferences, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage they last as long as the page.
  }
  applyTheme();
  dispatchEvent(new Event("preferences"));
}

export function applyTheme() {
  document.documentElement.toggleAttribute("data-patterns", preferences.patterns);
  if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = preferences.theme;
}

/** Whether a tap only points at a cell, and a second one plays there. */
export function confirms() {
  if (preferences.confirm !== "auto") return preferences.confirm === "on";
  return matchMedia("(pointer: coarse)").matches;
}
