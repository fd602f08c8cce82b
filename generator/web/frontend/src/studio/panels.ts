// The tabs beside the editor, but for Sheets: as WAI-ARIA describes them, arrows move, and one tab is
// in the tab order.

import { button, element, field, marked, redraw, select, tick } from "../elements";
import type { Changes as Difference, Diagnostic, Job, LegendType } from "./api";
import { capitalized, debounced, fileName } from "./common";
import { type Context, currentGame, Panel, type Rolled } from "./context";
import type { Editor } from "./editor";
import { describe, helpElement, placeHelp } from "./schema";

export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: HTMLButtonElement[];
  readonly #boxes: HTMLElement[];
  #current = -1;

  constructor(
    label: string, private readonly panels: readonly Panel[], private readonly onchange: (id: string) => void,
  ) {
    this.#tabs = panels.map(({ id, label: title }, index) => {
      const controls = { id: `tab-${id}`, "aria-controls": `panel-${id}` };
      return element("button", { type: "button", role: "tab", ...controls, onclick: () => this.#select(index) }, title);
    });
    this.#boxes = panels.map(({ id, element: content }) => {
      const attributes = { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` };
      return element("div", { ...attributes, tabindex: 0, hidden: true }, content);
    });
    const list = element("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...this.#tabs);
    list.addEventListener("keydown", (event) => this.#move(event));
    this.element = element("div", { class: "tabbed" }, list, ...this.#boxes);
  }

  get current(): Panel | undefined {
    return this.panels[this.#current];
  }

  select(id: string): void {
    const index = Math.max(0, this.panels.findIndex((panel) => panel.id === id));
    if (index !== this.#current) this.#select(index);
  }

  /** Shows a number beside the label of a tab; 0 shows none. */
  setCount(id: string, count: number, kind: "error" | "warning"): void {
    const tab = this.#tabs[this.panels.findIndex((panel) => panel.id === id)];
    tab?.querySelector(".count")?.remove();
    if (count) tab?.append(element("span", { class: `count ${kind}` }, String(count)));
  }

  #select(index: number): void {
    this.#current = index;
    this.#tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    });
    this.#boxes.forEach((box, other) => (box.hidden = other !== index));
    this.onchange(this.panels[index]?.id ?? "");
    this.panels[index]?.show();
  }

  #move(event: KeyboardEvent): void {
    const { length } = this.#tabs;
    const [next, last] = [this.#current + 1, length - 1];
    const targets: Record<string, number> = { ArrowRight: next, ArrowLeft: next + last - 1, Home: 0, End: last };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const target = (targets[event.key] ?? 0) % length;
    this.#select(target);
    this.#tabs[target]?.focus();
  }
}

/** Every type with its share of the squares, every variant with its odds. */
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
    const power = marked(text.replace(/\[([^\]]*)\]/g, "$1"), "**", "strong"); // without [symbols]
    return element("tr", {}, share, element("td", {}, ...power));
  });
  return element("tbody", {}, element("tr", { class: "type" }, title), ...rows);
}

const PAUSE = 600; // milliseconds; a full check takes longer than that of the draft

export class Problems extends Panel {
  readonly id = "problems";
  readonly label = "Problems";

  constructor(
    private readonly context: Context, private readonly goTo: (problem: Diagnostic) => void,
    private readonly listed: (problems: readonly Diagnostic[]) => void,
  ) {
    super();
    this.element.className = "problems";
    const { opened, edited, drafted } = context.workspace;
    const wait = (): void => {
      this.forget();
      if (!this.element.querySelector(".problem")) this.say("Not checked yet."); // a list stays until the next
    };
    opened.listen(() => this.element.replaceChildren());
    opened.listen(() => this.listed([]));
    for (const signal of [opened, edited, drafted]) signal.listen(wait);
    drafted.listen(debounced(PAUSE, () => this.show()));
  }

  show(): void {
    const { api, workspace: { current, onTheWay } } = this.context;
    const path = current?.entry.path;
    if (path && !onTheWay.has(path)) void this.ask(api.problems(path), (problems) => this.#list(problems));
  }

  #list(problems: readonly Diagnostic[]): void {
    this.listed(problems);
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
    const entry = button("", () => this.goTo(problem), { class: "problem" });
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

const NO_HELP = "Put the cursor on a key or a value to see here what it means.";

/** What stands at the cursor, and every key that can stand below it, or else beside it. */
export class Help extends Panel {
  readonly id = "help";
  readonly label = "Help";

  constructor(private readonly editor: Editor) {
    super();
    this.element.className = "help-panel";
  }

  show(): void {
    const { guide, place } = this.editor;
    if (!guide) return this.say("There is help for YAML files.");
    const path = place?.path ?? [];
    const host = guide.keys(path).length ? path : path.slice(0, -1);
    redraw(
      this.element,
      place ? helpElement(path.join(" › "), placeHelp(guide, place)) : element("p", { class: "quiet" }, NO_HELP),
      element("h3", {}, `Keys of ${host.at(-1) ?? "this kind of file"}`),
      ...guide.keys(host).map((key) => helpElement(key.name, describe(key.schemas))),
      element("p", { class: "quiet" }, "The guide is docs/designing.md of the program, all keys are in docs/sets.md."),
    );
  }
}

export class Changes extends Panel {
  readonly id = "changes";
  readonly label = "Changes";

  constructor(private readonly context: Context) {
    super();
    this.element.className = "difference";
  }

  show(): void {
    const path = this.context.workspace.current?.entry.path;
    if (path) void this.ask(this.context.api.changes(path), (difference) => this.#list(difference));
  }

  #list({ lines, rows, error }: Difference): void {
    if (!lines.length) return this.say("Nothing has changed.");
    const words = rows.filter((row) => row.trim()).map(rowInWords);
    const code = element("code", {}, ...lines.map(diffLine));
    this.element.replaceChildren(
      element("div", { class: "words" }, ...words),
      element("p", { class: "refusal", hidden: !error }, error),
      element("pre", { class: "diff", tabindex: 0, "aria-label": "Changed lines" }, code),
    );
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

const TEXTS = {
  statistics: "Rolls the set many times, and reports how often its types and variants appear.",
  playtest: "Programs play the set, and report how it plays. 40 boards show what stands out, and shares of boards to "
    + "within 15 points of 100; 100 boards to within 10. Every figure of the report has its interval.",
};
const ROLLS = [
  { name: "40", title: "40, about a minute on two cores" },
  { name: "100", title: "100, some minutes" },
];

export class Reports extends Panel {
  readonly label: string;
  readonly #start = button("Start", () => this.#run(), { class: "primary" });
  readonly #state = element("div", { class: "job", role: "status" });
  readonly #report = element("div", { class: "report" });
  #compares = false;
  #rolls = "40";
  #shownReport = "";

  constructor(readonly id: Job["kind"], private readonly context: Context, private readonly rolled: () => Rolled) {
    super();
    this.label = capitalized(id);
    const compare = tick("Compare with the saved version", false, (compares) => (this.#compares = compares));
    const rolls = field("Boards", select("rolls", ROLLS, this.#rolls, (value) => (this.#rolls = value)));
    compare.hidden = rolls.hidden = id !== "playtest";
    const settings = element("div", { class: "controls" }, rolls, compare, this.#start);
    this.element.append(element("p", { class: "quiet" }, TEXTS[id]), settings, this.#state, this.#report);
    context.workspace.opened.listen(() => this.#drawJobs([]));
  }

  /** Shows the jobs of the open set: the last one, and the last report. */
  show(): void {
    void this.ask(this.context.api.jobs(), (jobs) => this.#drawJobs(jobs.filter((job) => this.#isShown(job))));
  }

  /** Takes an event of the server about any job. */
  update(job: Job): void {
    if (!this.#isShown(job)) return;
    if (job.state === "running") this.#drawState(job);
    else this.show();
  }

  #isShown(job: Job): boolean {
    const isOfSet = job.sets[0] === this.rolled().sets[0];
    return isOfSet && job.kind === this.id && job.game === currentGame(this.context)?.name;
  }

  #run(): void {
    const game = currentGame(this.context);
    if (!game) return;
    const { sets, size, players } = this.rolled();
    const [compare, rolls] = [this.#compares, Number(this.#rolls)];
    this.#start.disabled = true;
    const job = { kind: this.id, game: game.name, sets, size, players, compare, rolls };
    void this.ask(this.context.api.startJob(job), () => this.show());
  }

  #drawJobs(jobs: readonly Job[]): void {
    this.forget();
    const report = jobs.filter((job) => job.state === "done").at(-1);
    this.#report.toggleAttribute("data-stale", report?.outdated ?? false);
    if (this.#shownReport !== (report?.id ?? "")) {
      this.#shownReport = report?.id ?? "";
      this.#report.replaceChildren(report ? this.#frame(report) : "");
    }
    this.#drawState(jobs.at(-1), report);
  }

  #drawState(job: Job | undefined, report?: Job): void {
    const isRunning = job?.state === "running";
    this.#start.disabled = isRunning;
    if (isRunning) return redraw(this.#state, this.#progress(job));
    redraw(
      this.#state,
      job?.state === "failed" && element("p", { class: "refusal" }, job.error || "It failed."),
      job?.state === "cancelled" && element("p", { class: "quiet" }, "Cancelled."),
      report && this.#aboutReport(report),
    );
  }

  /** A report runs its own script, and reaches nothing of the studio. */
  #frame(job: Job): HTMLElement {
    const src = this.context.api.reportAddress(job.id);
    return element("iframe", { sandbox: "allow-scripts", src, title: `Report: ${this.label}` });
  }

  #aboutReport(job: Job): HTMLElement {
    const address = { href: this.context.api.reportAddress(job.id), download: `${this.id}.html` };
    const save = button("Download report", () => element("a", address).click());
    const age = job.outdated && element("span", { class: "age" }, "The report is from before this edit.");
    return element("div", { class: "controls" }, save, age);
  }

  #progress(job: Job): HTMLElement {
    const bar = element("progress", { max: 1, value: job.share, "aria-label": job.phase });
    const share = `${job.phase}, ${Math.round(job.share * 100)}%`;
    const cancel = button("Cancel", () => void this.context.api.cancelJob(job.id));
    return element("div", { class: "job-progress" }, element("span", {}, share), bar, cancel);
  }

  protected override refuse(text: string): void {
    this.#start.disabled = false;
    this.say(text, "refusal", this.#state);
  }
}
