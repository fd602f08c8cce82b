// The tabs Statistics and Playtest: a study in the background, and its report.

import type { Job, StudioApi } from "./api";
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
  #job: Job | null = null;
  #shownReport = "";

  constructor(
    kind: Kind,
    private readonly context: Context,
    private readonly rolled: () => Rolled,
  ) {
    this.id = kind;
    this.label = TEXTS[kind].label;
    const compare = element("label", { class: "tick" }, this.#compare, "Before and after the edit");
    const settings = element("div", { class: "controls" }, compare, this.#start);
    const about = element("p", { class: "quiet" }, TEXTS[kind].about);
    this.element = element("div", {}, about, settings, this.#state, this.#report);
  }

  show(): void {
    void this.#findJob();
  }

  /** Takes an event of the server about any job. */
  update(job: Job): void {
    if (job.kind !== this.id || (this.#job && this.#job.id !== job.id)) return;
    this.#draw(job);
  }

  /** The job of an earlier visit goes on, or has a report. */
  async #findJob(): Promise<void> {
    try {
      const jobs = (await this.context.api.jobs()).filter((job) => job.kind === this.id);
      const latest = jobs.at(-1);
      if (latest) this.#draw(latest);
    } catch (error) {
      this.#say(message(error));
    }
  }

  async #run(): Promise<void> {
    const game = currentGame(this.context);
    if (!game) return;
    const { sets, size, players } = this.rolled();
    const compare = this.#compare.checked;
    const request = { kind: this.id, game: game.name, sets, size, players, compare };
    this.#start.disabled = true;
    try {
      const id = await this.context.api.startJob(request);
      this.#job = null;
      this.#draw({ id, kind: this.id, phase: "starting", share: 0, state: "running", error: "" });
    } catch (error) {
      this.#start.disabled = false;
      this.#say(message(error));
    }
  }

  #draw(job: Job): void {
    this.#job = job;
    this.#start.disabled = job.state === "running";
    if (job.state === "running") this.#state.replaceChildren(progress(job, this.context.api));
    else if (job.state === "done") this.#showReport(job);
    else this.#say(job.state === "failed" ? job.error || "It failed." : "Cancelled.");
  }

  #showReport(job: Job): void {
    if (this.#shownReport === job.id) return;
    this.#shownReport = job.id;
    const { api } = this.context;
    const save = button("Download report", () => void this.#download(job));
    this.#state.replaceChildren(save);
    this.#report.replaceChildren(frame(api.reportAddress(job.id), this.label));
  }

  async #download(job: Job): Promise<void> {
    const report = await this.context.api.report(job.id);
    download(new Blob([report], { type: "text/html" }), `${this.id}.html`);
  }

  #say(text: string): void {
    this.#state.replaceChildren(element("p", { class: "quiet" }, text));
  }
}

/** A report runs its own charts, and reaches nothing of the studio. */
function frame(src: string, label: string): HTMLElement {
  return element("iframe", { sandbox: "allow-scripts", src, title: `Report: ${label}` });
}

function progress(job: Job, api: StudioApi): HTMLElement {
  const bar = element("progress", { max: 1, value: job.share, "aria-label": job.phase });
  const share = `${job.phase}, ${Math.round(job.share * 100)}%`;
  const cancel = button("Cancel", () => void api.cancelJob(job.id));
  return element("div", { class: "job-progress" }, element("span", {}, share), bar, cancel);
}
