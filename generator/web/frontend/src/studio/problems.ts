// The tab Problems: everything that validate says of the open file; a click goes to the line.

import type { Diagnostic } from "./api";
import type { Context } from "./context";
import { button, element, message } from "../elements";
import { fileName } from "./files";
import { debounced } from "./signal";
import type { Panel } from "./tabs";

const PAUSE = 600; // milliseconds; a full check takes longer than that of the draft

export interface ProblemEvents {
  goTo(problem: Diagnostic): void;
  listed(problems: readonly Diagnostic[]): void;
}

export class Problems implements Panel {
  readonly id = "problems";
  readonly label = "Problems";
  readonly element = element("div", { class: "problems" });
  readonly #checkSoon = debounced(PAUSE, () => void this.#check());
  #checks = 0;

  constructor(
    private readonly context: Context,
    private readonly events: ProblemEvents,
  ) {
    context.workspace.drafted.listen(() => this.#checkSoon());
  }

  show(): void {
    void this.#check();
  }

  async #check(): Promise<void> {
    const file = this.context.workspace.current;
    if (!file) return;
    this.#checks += 1;
    const number = this.#checks;
    try {
      const problems = await this.context.api.problems(file.entry.path);
      if (number === this.#checks) this.#draw(problems);
    } catch (error) {
      if (number === this.#checks) this.#say(message(error));
    }
  }

  #draw(problems: readonly Diagnostic[]): void {
    this.events.listed(problems);
    if (!problems.length) return this.#say("No problems. Everything in this file is understood.");
    const items = problems.map((problem) => element("li", {}, this.#entry(problem)));
    this.element.replaceChildren(
      element("p", { class: "quiet" }, summary(problems)),
      isUnreadable(problems) ? element("p", { class: "quiet" }, "Broken YAML hides other mistakes.") : "",
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

  #say(text: string): void {
    this.element.replaceChildren(element("p", { class: "quiet" }, text));
  }
}

function summary(problems: readonly Diagnostic[]): string {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.length - errors;
  return [counted(errors, "error"), counted(warnings, "warning")].filter(Boolean).join(", ");
}

/** The rest of the check needs a text that YAML can read. */
function isUnreadable(problems: readonly Diagnostic[]): boolean {
  return problems.some((problem) => problem.code === "yaml" && problem.severity === "error");
}

function counted(count: number, noun: string): string {
  return count ? `${count} ${noun}${count === 1 ? "" : "s"}` : "";
}
