// The tab Changes: the open file against the saved one.

import { button, element } from "../elements";
import type { Changes as Difference } from "./api";
import { capitalized, type Context, Panel } from "./context";

const HEADINGS: Record<string, string> = { texts: "Printed texts", keys: "Values" };

export class Changes extends Panel {
  readonly id = "changes";
  readonly label = "Changes";
  readonly #result = element("div", { class: "difference" });

  constructor(private readonly context: Context) {
    super();
    const compare = button("Compare", () => this.show());
    this.element.append(element("div", { class: "controls" }, compare), this.#result);
    context.workspace.opened.listen(() => {
      this.forget();
      this.#result.replaceChildren();
    });
  }

  show(): void {
    const path = this.context.workspace.current?.entry.path;
    if (path) void this.ask(this.context.api.changes(path), (difference) => this.#list(difference));
  }

  #list({ lines, rows, error }: Difference): void {
    if (!lines.length) return this.say("Nothing has changed.");
    const words = rows.filter((row) => row.trim()).map(rowInWords);
    const code = element("code", {}, ...lines.map(diffLine));
    this.#result.replaceChildren(
      element("div", { class: "words" }, ...words),
      element("p", { class: "refusal", hidden: !error }, error),
      element("pre", { class: "diff", tabindex: 0, "aria-label": "Changed lines" }, code),
    );
  }

  protected override say(text: string, kind: "quiet" | "refusal" = "quiet"): void {
    super.say(text, kind, this.#result);
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
  const kind = /^(\+\+\+|---)/.test(line) ? "place" : (kinds[line.charAt(0)] ?? "");
  return element("span", { class: kind }, `${line.replace(/\n$/, "")}\n`);
}
