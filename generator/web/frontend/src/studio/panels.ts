// The tabs Legend (every type with its share of the squares, every variant with its odds), Problems
// (everything that validate says of the open file), and Changes (the open file against the saved one).

import { button, element, redraw } from "../elements";
import type { Changes as Difference, Diagnostic, LegendType } from "./api";
import { capitalized, type Context, currentGame, debounced, fileName, Panel, type Rolled } from "./context";

export class Legend extends Panel {
  readonly id = "legend";
  readonly label = "Legend";

  /** `rolled` says what the sheets are drawn for. */
  constructor(private readonly context: Context, private readonly rolled: () => Rolled) {
    super();
    this.element.className = "legend";
  }

  show(): void {
    const game = currentGame(this.context);
    if (!game) return;
    const { sets, size, language } = this.rolled();
    const query = { game: game.name, sets: sets.join(","), size, language };
    void this.ask(this.context.api.legend(query), (types) => {
      if (types.length) this.element.replaceChildren(table(types));
      else this.say("This game has no types with variants.");
    });
  }
}

function table(types: readonly LegendType[]): HTMLElement {
  const odds = element("th", { scope: "col", class: "number" }, "Odds");
  const head = element("tr", {}, odds, element("th", { scope: "col" }, "Power"));
  return element("table", {}, element("thead", {}, head), ...types.map(typeRows));
}

function typeRows(type: LegendType): HTMLElement {
  const { frequency, presence, squares } = type;
  const facts = [
    `frequency ${frequency}`,
    presence !== null && `on ${presence}% of boards`,
    squares !== null && `${squares} squares`,
  ].filter(Boolean).join(", ");
  const name = [element("strong", {}, type.name), element("small", {}, facts)];
  const title = element("th", { colspan: 2, scope: "rowgroup" }, ...name);
  const rows = type.variants.map(({ odds, text }) => {
    const share = element("td", { class: "number" }, `${odds}%`);
    return element("tr", {}, share, element("td", {}, ...withoutMarkup(text)));
  });
  return element("tbody", {}, element("tr", { class: "type" }, title), ...rows);
}

/** Printed texts mark **what is bold** and [symbols]. */
function withoutMarkup(text: string): (Node | string)[] {
  const parts = text.replace(/\[([^\]]*)\]/g, "$1").split("**");
  return parts.map((part, index) => (index % 2 ? element("strong", {}, part) : part));
}

const PAUSE = 600; // milliseconds; a full check takes longer than that of the draft

export interface ProblemEvents {
  goTo(problem: Diagnostic): void;
  listed(problems: readonly Diagnostic[]): void;
}

export class Problems extends Panel {
  readonly id = "problems";
  readonly label = "Problems";

  constructor(private readonly context: Context, private readonly events: ProblemEvents) {
    super();
    this.element.className = "problems";
    context.workspace.drafted.listen(debounced(PAUSE, () => this.show()));
  }

  show(): void {
    const path = this.context.workspace.current?.entry.path;
    if (path) void this.ask(this.context.api.problems(path), (problems) => this.#list(problems));
  }

  #list(problems: readonly Diagnostic[]): void {
    this.events.listed(problems);
    if (!problems.length) return this.say("No problems. Everything in this file is understood.");
    const errors = problems.filter((problem) => problem.severity === "error");
    const counts = [counted(errors.length, "error"), counted(problems.length - errors.length, "warning")];
    const isUnreadable = errors.some((problem) => problem.code === "yaml");
    const items = problems.map((problem) => element("li", {}, this.#entry(problem)));
    redraw(
      this.element,
      element("p", { class: "quiet" }, counts.filter(Boolean).join(", ")),
      isUnreadable && element("p", { class: "quiet" }, "Broken YAML hides other mistakes."),
      element("ul", { class: "problem-list" }, ...items),
    );
  }

  #entry(problem: Diagnostic): HTMLElement {
    const place = problem.line ? `Line ${problem.line}` : fileName(problem.file);
    const entry = button("", () => this.events.goTo(problem), { class: "problem" });
    entry.append(
      element("span", { class: `severity ${problem.severity}` }, problem.severity),
      element("span", { class: "place" }, [place, problem.key].filter(Boolean).join(", ")),
      element("span", { class: "text" }, problem.message),
    );
    return entry;
  }
}

function counted(count: number, noun: string): string {
  return count ? `${count} ${noun}${count === 1 ? "" : "s"}` : "";
}

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
