// The tab Changes: the open file against the saved one.

import type { Changes as Difference } from "./api";
import type { Context } from "./context";
import { button, element, message } from "../elements";
import { capitalized } from "./files";
import type { Panel } from "./tabs";

const HEADINGS: Record<string, string> = { texts: "Printed texts", keys: "Values" };

export class Changes implements Panel {
  readonly id = "changes";
  readonly label = "Changes";
  readonly element: HTMLElement;
  readonly #result = element("div", { class: "difference" });
  #draws = 0;

  constructor(private readonly context: Context) {
    const compare = button("Compare", () => this.show());
    this.element = element("div", {}, element("div", { class: "controls" }, compare), this.#result);
    context.workspace.opened.listen(() => this.#clear());
  }

  show(): void {
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const file = this.context.workspace.current;
    if (!file) return;
    this.#draws += 1;
    const number = this.#draws;
    try {
      const difference = await this.context.api.changes(file.entry.path);
      if (number === this.#draws) this.#list(difference);
    } catch (error) {
      if (number === this.#draws) this.#say(message(error), "refusal");
    }
  }

  #list(difference: Difference): void {
    if (!difference.lines.length) return this.#say("Nothing has changed.");
    const rows = difference.rows.filter((row) => row.trim());
    const report = rows.length > 0 && element("div", { class: "words" }, ...rows.map(rowInWords));
    const reason = difference.error !== "" && element("p", { class: "refusal" }, difference.error);
    const code = element("code", {}, ...difference.lines.map(diffLine));
    const lines = element("pre", { class: "diff", tabindex: 0, "aria-label": "Changed lines" }, code);
    this.#result.replaceChildren(...[report, reason, lines].filter((part) => part !== false));
  }

  #say(text: string, kind: "quiet" | "refusal" = "quiet"): void {
    this.#result.replaceChildren(element("p", { class: kind }, text));
  }

  /** What was said of another file is gone, and an answer about it that is still to come. */
  #clear(): void {
    this.#draws += 1;
    this.#result.replaceChildren();
  }
}

/** A row as the command `diff` prints it: headings end with a colon, texts have their language in
 * front, and what belongs to a row stands deeper. */
function rowInWords(row: string): HTMLElement {
  const heading = /^(\w+):$/.exec(row)?.[1];
  if (heading) return element("h3", {}, HEADINGS[heading] ?? capitalized(heading));
  const text = /^ {4}(\w+) ([-+]) (.*)$/.exec(row);
  if (!text) return element("p", {}, capitalized(row.trim()).replaceAll(" -> ", " → "));
  const [, language, sign, words] = text;
  const tag = sign === "+" ? "ins" : "del";
  return element("p", { class: "text" }, `${language} `, element(tag, {}, words));
}

function diffLine(line: string): HTMLElement {
  const kinds: Record<string, string> = { "+": "added", "-": "removed", "@": "place" };
  const isFileName = line.startsWith("+++") || line.startsWith("---");
  const kind = isFileName ? "place" : (kinds[line.charAt(0)] ?? "");
  return element("span", { class: kind }, `${line.replace(/\n$/, "")}\n`);
}
