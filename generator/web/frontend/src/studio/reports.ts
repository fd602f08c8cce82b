// The tabs Statistics and Playtest: a study in the background, and its report.

import type { ListedJob, StudioApi } from "./api";
import type { Job } from "./server_events";
import { type Context, currentGame, type Rolled } from "./context";
import { button, download, element, message } from "../elements";
import type { Panel } from "./tabs";

type Kind = Job["kind"];

const TEXTS: Record<Kind, { label: string; about: string }> = {
  statistics: {
    label: "Statistics",
    about: "Rolls the set many times, and reports how often its types and variants appear.",
  },
  playtest: {
    label: "Playtest",
    about: "Programs play the set on many boards, and report how it plays. This takes minutes.",
  },
};

export class Reports implements Panel {
  readonly id: Kind;
  readonly label: string;
  readonly element: HTMLElement;
  readonly #compare = element("input", { type: "checkbox" });
  readonly #start = button("Start", () => void this.#run(), { class: "primary" });
  readonly #state = element("div", { class: "job", role: "status" });
  readonly #report = element("div", { class: "report" });
  #shownReport = "";
  #looks = 0;

  constructor(
    kind: Kind,
    private readonly context: Context,
    private readonly rolled: () => Rolled,
  ) {
    this.id = kind;
    this.label = TEXTS[kind].label;
    const compare = element("label", { class: "tick" }, this.#compare, "Compare with the saved version");
    compare.hidden = kind !== "playtest";
    const settings = element("div", { class: "controls" }, compare, this.#start);
    const about = element("p", { class: "quiet" }, TEXTS[kind].about);
    this.element = element("div", {}, about, settings, this.#state, this.#report);
    context.workspace.opened.listen(() => this.#drawJobs([]));
  }

  show(): void {
    void this.#look();
  }

  /** Takes an event of the server about any job. */
  update(job: Job): void {
    if (!this.#isShown(job)) return;
    if (job.state === "running") this.#drawState(job);
    else void this.#look();
  }

  /** Shows the jobs of the open set: the last one, and the last report. */
  async #look(): Promise<void> {
    this.#looks += 1;
    const number = this.#looks;
    try {
      const jobs = await this.context.api.jobs();
      if (number === this.#looks) this.#drawJobs(jobs.filter((job) => this.#isShown(job)));
    } catch (error) {
      if (number === this.#looks) this.#refuse(message(error));
    }
  }

  #isShown(job: Job): boolean {
    const isOfSet = job.sets[0] === this.rolled().sets[0];
    return isOfSet && job.kind === this.id && job.game === currentGame(this.context)?.name;
  }

  async #run(): Promise<void> {
    const game = currentGame(this.context);
    if (!game) return;
    const { sets, size, players } = this.rolled();
    const compare = this.#compare.checked;
    const request = { kind: this.id, game: game.name, sets, size, players, compare };
    this.#start.disabled = true;
    try {
      await this.context.api.startJob(request);
      await this.#look();
    } catch (error) {
      this.#start.disabled = false;
      this.#refuse(message(error));
    }
  }

  #drawJobs(jobs: readonly ListedJob[]): void {
    this.#looks += 1; // an earlier look that is still under way is of no use
    const report = jobs.filter((job) => job.state === "done").at(-1);
    this.#drawReport(report);
    this.#drawState(jobs.at(-1), report);
  }

  #drawState(job: Job | undefined, report?: ListedJob): void {
    this.#start.disabled = job?.state === "running";
    if (job?.state === "running") this.#state.replaceChildren(progress(job, this.context.api));
    else if (job?.state === "failed") this.#refuse(job.error || "It failed.");
    else if (job?.state === "cancelled") this.#state.replaceChildren(element("p", { class: "quiet" }, "Cancelled."));
    else this.#state.replaceChildren();
    if (report && job?.state !== "running") this.#state.append(this.#aboutReport(report));
  }

  #drawReport(job: ListedJob | undefined): void {
    this.#report.toggleAttribute("data-stale", job?.outdated ?? false);
    if (this.#shownReport === (job?.id ?? "")) return;
    this.#shownReport = job?.id ?? "";
    this.#report.replaceChildren(job ? frame(this.context.api.reportAddress(job.id), this.label) : "");
  }

  #aboutReport(job: ListedJob): HTMLElement {
    const save = button("Download report", () => void this.#download(job));
    const age = job.outdated && element("span", { class: "age" }, "The report is from before this edit.");
    return element("div", { class: "controls" }, save, age);
  }

  async #download(job: Job): Promise<void> {
    const report = await this.context.api.report(job.id);
    download(new Blob([report], { type: "text/html" }), `${this.id}.html`);
  }

  #refuse(text: string): void {
    this.#state.replaceChildren(element("p", { class: "refusal" }, text));
  }
}

/** A report runs its own script, and reaches nothing of the studio. */
function frame(src: string, label: string): HTMLElement {
  return element("iframe", { sandbox: "allow-scripts", src, title: `Report: ${label}` });
}

function progress(job: Job, api: StudioApi): HTMLElement {
  const bar = element("progress", { max: 1, value: job.share, "aria-label": job.phase });
  const share = `${job.phase}, ${Math.round(job.share * 100)}%`;
  const cancel = button("Cancel", () => void api.cancelJob(job.id));
  return element("div", { class: "job-progress" }, element("span", {}, share), bar, cancel);
}
