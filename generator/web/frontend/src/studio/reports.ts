// The tabs Statistics and Playtest: a study in the background, and its report.

import { button, element, field, redraw, select, tick } from "../elements";
import type { Job, ListedJob } from "./api";
import { type Context, currentGame, Panel, type Rolled } from "./context";

const TEXTS = {
  statistics: ["Statistics", "Rolls the set many times, and reports how often its types and variants appear."],
  playtest: ["Playtest", "Programs play the set, and report how it plays. 40 boards show what stands out, shares of boards \
to within 15 points of 100; 100 boards to within 10. Each figure of the report has its interval."],
} as const;
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
    const [label, about] = TEXTS[id];
    this.label = label;
    const compare = tick("Compare with the saved version", false, (compares) => (this.#compares = compares));
    const rolls = field("Boards", select("rolls", ROLLS, this.#rolls, (value) => (this.#rolls = value)));
    compare.hidden = rolls.hidden = id !== "playtest";
    const settings = element("div", { class: "controls" }, rolls, compare, this.#start);
    this.element.append(element("p", { class: "quiet" }, about), settings, this.#state, this.#report);
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
    const request = { kind: this.id, game: game.name, sets, size, players, compare: this.#compares, rolls: Number(this.#rolls) };
    this.#start.disabled = true;
    void this.ask(this.context.api.startJob(request), () => this.show());
  }

  #drawJobs(jobs: readonly ListedJob[]): void {
    this.forget();
    const report = jobs.filter((job) => job.state === "done").at(-1);
    this.#report.toggleAttribute("data-stale", report?.outdated ?? false);
    if (this.#shownReport !== (report?.id ?? "")) {
      this.#shownReport = report?.id ?? "";
      this.#report.replaceChildren(report ? this.#frame(report) : "");
    }
    this.#drawState(jobs.at(-1), report);
  }

  #drawState(job: Job | undefined, report?: ListedJob): void {
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

  #aboutReport(job: ListedJob): HTMLElement {
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
