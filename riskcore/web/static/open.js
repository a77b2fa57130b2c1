// Opening what somebody brings along: a position, which goes on here, or a game out of a save, a log or a scenario file.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";

const PART = 40000; // characters of a message

/** @param {import("./link.js").Link} link */
export function openGame(link) {
  let brought = ""; // of a file, which may be too long to be shown
  const text = h("textarea", { rows: 8, "aria-label": "What to open", placeholder: "Paste it here, or drop a file.", oninput: () => changed("") });
  const file = h("input", { type: "file", "aria-label": "A file", accept: ".json,.jsonl,.toml,.txt", onchange: () => file.files[0] && take(file.files[0]) });
  const choice = h("p", {});
  const verdict = h("p", { class: "verdict", role: "status" }, "A position goes on here, as a branch. Anything else becomes a game of its own.");
  const button = h("button", { type: "button", class: "move", onclick: () => go() }, "Open");
  const sheet = h("div", { class: "sheet" }, h("p", {}, file), text, choice);
  sheet.addEventListener("dragover", (/** @type {DragEvent} */ event) => event.preventDefault());
  sheet.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    take(dropped);
  });
  const dialog = openDialog("Open", sheet, h("footer", {}, verdict, button));

  /** @param {string} read */
  function changed(read) {
    brought = read;
    fill(choice);
  }

  /** @param {File} from */
  async function take(from) {
    changed(await from.text());
    text.value = "";
    verdict.textContent = `${from.name}: ${brought.length.toLocaleString("en")} characters`;
  }

  async function go() {
    const all = (brought || text.value).trim();
    const select = choice.querySelector("select");
    let start = 0;
    for (; all.length - start > PART; start += PART) {
      const answer = await link.ask("part", { text: all.slice(start, start + PART) });
      if (answer.error) return (verdict.textContent = answer.error);
    }
    const answer = await link.ask("open", { text: all.slice(start), which: select ? Number(select.value) : null });
    if (answer.error) verdict.textContent = answer.error;
    else if (answer.choices) {
      fill(choice, h("label", { for: "which" }, "Which? "), h("select", { id: "which" }, ...answer.choices.map((/** @type {string} */ name, /** @type {number} */ number) => h("option", { value: number }, name))));
      verdict.textContent = `There are ${answer.choices.length} games in it.`;
    } else {
      dialog.close();
      if (answer.token) location.hash = answer.token;
    }
  }
}
