// Where a game begins: what to play, on which board, against whom.

import { backend } from "./backend.js";
import { h, toast, capitalised } from "./dom.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").Seat} Seat */

/** What swap rules mean. @type {Record<string, string>} */
const SWAPS = { "swap-pieces": "The stone changes colour", "swap-sides": "The players change sides", "": "No swap" };

const CLOCKS = [
  ["", "No clock"], ["60+0", "1 minute"], ["180+2", "3 minutes + 2 s"], ["300+3", "5 minutes + 3 s"],
  ["600+5", "10 minutes + 5 s"], ["1800+10", "30 minutes + 10 s"],
];

/** @param {string} value @param {string} label @param {boolean} [selected] */
const option = (value, label, selected = false) => h("option", { value, selected }, label);

/** @param {string} label @param {HTMLElement} control */
function field(label, control) {
  control.id ||= `field-${label.toLowerCase().replace(/\W+/g, "-")}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

/** @param {HTMLElement} main @param {Rules} rules */
export async function showHome(main, rules) {
  document.title = "Spinney";
  const remembered = localStorage.getItem("spinney-game");
  const first = rules.games.find((game) => game.name === remembered) ?? rules.games[0];

  const gameChoice = h("fieldset", { class: "games" }, h("legend", {}, "Game"),
    ...rules.games.map((game) => h("label", { class: "choice" },
      h("input", { type: "radio", name: "game", value: game.name, checked: game === first }),
      h("span", {}, h("strong", {}, game.title), h("small", {}, game.about)))));
  const size = h("select", {});
  const other = h("input", { type: "text", maxlength: 200, autocomplete: "off", spellcheck: "false" });
  const otherField = field("Size or position", other);
  const swap = h("select", {});
  const swapField = field("Swap rule", swap);
  const players = h("select", {},
    option("first", "You move first, the engine second"), option("second", "The engine moves first"),
    option("people", "Two people at this screen"), option("engines", "The engine plays itself"),
    option("analysis", "Nobody: analyse"));
  const level = h("select", {}, ...rules.levels.map(({ number, about }) => option(String(number), `${number}: ${about}`, number === 3)));
  const levelField = field("Level", level);
  const preset = h("select", {});
  const presetField = field("Engine", preset);
  const clock = h("select", {}, ...CLOCKS.map(([value, label]) => option(value, label)));
  const clockField = field("Clock", clock);
  const start = h("button", { type: "submit", class: "primary" }, "Start");

  const chosen = () => {
    const name = /** @type {HTMLInputElement|null} */ (gameChoice.querySelector("input:checked"))?.value;
    return rules.games.find((game) => game.name === name) ?? rules.games[0];
  };
  const onplayers = () => {
    const people = players.value === "people" || players.value === "analysis";
    levelField.hidden = presetField.hidden = people;
    clockField.hidden = players.value === "analysis";
  };
  const onsize = () => { otherField.hidden = size.value !== "other"; };
  const ongame = () => {
    const game = chosen();
    size.replaceChildren(...game.boards.map(({ text, label }) => option(text, label, text === game.usualBoard)), option("other", "Other…"));
    swap.replaceChildren(...game.swaps.map((rule) => option(rule, SWAPS[rule] ?? rule)));
    swapField.hidden = game.swaps.length === 0;
    preset.replaceChildren(...game.presets.map((name) => option(name, name)));
    onsize();
  };
  gameChoice.addEventListener("change", ongame);
  size.addEventListener("change", onsize);
  players.addEventListener("change", onplayers);
  ongame();
  onplayers();

  const form = h("form", { class: "new-game card", "aria-label": "New game" },
    h("h1", {}, "New game"), gameChoice,
    h("div", { class: "fields" }, field("Players", players), levelField, field("Board", size), otherField,
      swapField, clockField, presetField),
    start);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const game = chosen();
    localStorage.setItem("spinney-game", game.name);
    const typed = other.value.trim();
    const board = size.value === "other" ? typed : size.value;
    // Whoever types a whole position means it.
    const whole = size.value === "other" && board.toLowerCase().startsWith(`${game.name} `);
    const position = whole ? board : [game.name, board, swap.value].filter(Boolean).join(" ");
    /** @type {Seat} */
    const person = { kind: "person" };
    /** @type {Seat} */
    const engine = { kind: "engine", preset: preset.value, level: Number(level.value) };
    const seats = { first: [person, engine], second: [engine, person], engines: [engine, engine] }[players.value] ?? [person, person];
    const [seconds, increment] = clock.value.split("+").map(Number);
    const time = clock.value && players.value !== "analysis" ? { seconds, increment } : null;
    start.disabled = true;
    try {
      const begun = await backend.begin({ position, seats, time });
      location.assign(`${backend.address(begun.id)}${players.value === "analysis" ? "#analysis" : ""}`);
    } catch (error) {
      start.disabled = false;
      toast(capitalised(/** @type {Error} */ (error).message), "error");
    }
  });

  const recent = h("section", { class: "card recent", "aria-label": "Recent games", hidden: true }, h("h2", {}, "Recent games"));
  main.replaceChildren(h("div", { class: "home" }, form, recent));
  const games = await backend.games().catch(() => []);
  if (games.length > 0) {
    recent.hidden = false;
    recent.append(h("ul", {}, ...games.map((game) => h("li", {},
      h("a", { href: backend.address(game.id) }, rules.games.find(({ name }) => name === game.game)?.title ?? game.game),
      `${` ${game.size}`.trimEnd()}, ${game.moves} move${game.moves === 1 ? "" : "s"}, `,
      h("time", { datetime: new Date(game.created * 1000).toISOString() }, new Date(game.created * 1000).toLocaleString())))));
  }
}
