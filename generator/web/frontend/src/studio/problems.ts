// The tab Problems: everything that validate says of the open file; a click goes to the line.

import { button, element, redraw } from "../elements";
import type { Diagnostic } from "./api";
import { type Context, debounced, fileName, Panel } from "./context";

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
