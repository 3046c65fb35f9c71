// The page begins here.

import { backend, choose, isAlone } from "./backend.js";
import { byId, dialog, h, toast } from "./dom.js";
import { exportDialog, importDialog, listenForRecords, openLink } from "./exchange.js";
import { showHome } from "./home.js";
import { applyTheme, prefer, preferences } from "./preferences.js";
import { SURFACES } from "./surfaces.js";
import { showTable } from "./table.js";

applyTheme();
const main = byId("main");
/** @type {import("./table.js").Table|null} */
let table = null;
/** What can be played here, once the server has told it. @type {import("./types.js").Rules|null} */
let rules = null;

/**
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} choices
 * @param {(value: string) => void} onchange
 */
function choice(label, value, choices, onchange) {
  const id = `setting-${label.toLowerCase().replace(/\W+/g, "-")}`;
  const select = h("select", { id }, ...choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  select.addEventListener("change", () => onchange(select.value));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

/** @param {string} label @param {"coordinates"|"numbers"|"patterns"|"watch"} name */
function check(label, name) {
  const box = h("input", { type: "checkbox", checked: preferences[name] });
  box.addEventListener("change", () => prefer({ [name]: box.checked }));
  return h("label", { class: "check" }, box, " ", label);
}

function settingsDialog() {
  dialog("Settings",
    choice("Colours", preferences.theme, [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]],
      (theme) => prefer({ theme: /** @type {"auto"|"light"|"dark"} */ (theme) })),
    choice("Confirm moves", preferences.confirm, [["auto", "On touch screens"], ["on", "Always"], ["off", "Never"]],
      (confirm) => prefer({ confirm: /** @type {"auto"|"on"|"off"} */ (confirm) })),
    isAlone ? null : choice("Engine", preferences.engine, [["auto", "The server's, or this browser's without one"], ["here", "This browser's"], ["server", "The server's"]],
      (engine) => { prefer({ engine: /** @type {"auto"|"here"|"server"} */ (engine) }); location.assign("/"); }),
    check("Coordinates", "coordinates"), check("Move numbers on stones", "numbers"), check("Patterns on the links of tiles", "patterns"),
    check("Show what the engine thinks about its move", "watch"));
}

function helpDialog() {
  const keys = [
    ["← →", "one move back, forward"], ["↑ ↓", "to the previous, next variation"], ["Home End", "to the start, the end of the line"],
    ["arrows on the board", "to the next cell; Enter plays there"], ["b", "to the board"], ["a", "analysis on or off"], ["h", "hint"],
    ["u, y", "take a move back, make it again"], ["s", "swap, where it is allowed"], ["t", "turn the board"], ["?", "this help"], ["Esc", "close, or drop what is picked"],
  ];
  const boards = Object.entries(SURFACES).map(([kind, { help }]) => {
    const games = rules?.games.filter(({ display }) => display.board === kind).map(({ title }) => title).join(", ");
    keys.push(...help.keys.map(([key, what]) => [key, games ? `${games}: ${what}` : what]));
    return h("li", {}, games ? h("strong", {}, `${games}: `) : null, help.how);
  });
  dialog("Help",
    h("ul", {}, ...boards),
    h("p", {}, `In the game, the engine answers when it is its turn; anywhere else in the list of moves you explore, and nothing is lost. Every move is kept, ${backend.place === "here" ? "in this browser" : "on the server's disk"}; the address of this page leads back to the game.`),
    h("table", {}, h("tbody", {}, ...keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what))))),
    h("p", {}, "Black stones are dark with an orange rim, white ones light with a blue rim. On cells, the engine writes its win rate in percent and, below, how often it tried the move. In the list, ? marks a move that gave away 10 percent or more, ?? one that gave away 25."));
}

byId("import-button").addEventListener("click", () => importDialog(rules));
byId("settings-button").addEventListener("click", settingsDialog);
byId("help-button").addEventListener("click", helpDialog);
addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") helpDialog();
  else table?.onkey(event);
});
listenForRecords();

try {
  rules = await choose();
  const id = backend.current();
  if (id) {
    table = showTable(main, id, rules);
    const exportButton = byId("export-button");
    exportButton.hidden = false;
    exportButton.addEventListener("click", () => { if (table?.game) exportDialog(table.game); });
  } else if (!(await openLink())) {
    await showHome(main, rules);
    addEventListener("hashchange", openLink);
  }
} catch (error) {
  toast(`${isAlone ? "The engine cannot start" : "The server does not answer"}: ${/** @type {Error} */ (error).message}`, "error");
}
// A page without a server keeps itself, so that it is there without a network.
if (isAlone) navigator.serviceWorker?.register("./service-worker.js").catch(() => {});
