// How sheets are made: backs, cutting, and the files that machines and others read.

import type { Catalogue, Choice, Files, FilesKind, Making } from "./backend";
import { USUAL_MAKING, unusual } from "./choices";
import { button, element, field, message, select } from "./elements";

const MAX_GAP = 50; // mm, as the generator says

export interface MakingCalls {
  /** Called with all that is not the usual. */
  change(making: Making): void;
  /** Saves files of the sheet that is shown. */
  save(kind: FilesKind): Promise<Files>;
}

export class MakingSettings {
  private details = element("details", { class: "making" });
  private news = element("div", { class: "files-news", role: "status" });
  private catalogue!: Catalogue;
  private chosen: Making = {};

  constructor(private calls: MakingCalls) {}

  /** The section with the options that a sheet can use; null if there are none. */
  section(catalogue: Catalogue, usable: string[], chosen: Making): HTMLElement | null {
    this.catalogue = catalogue;
    this.chosen = chosen;
    const fields = this.fields(usable);
    const files = usable.includes("marks") ? this.files() : [];
    if (!fields.length && !files.length) return null;
    this.details.open ||= usable.some((name) => name in unusual(chosen));
    this.news.replaceChildren();
    const labels = [...usable.map((name) => this.say(name)), ...(files.length ? [this.say("cut_files")] : [])];
    const summary = element("summary", {}, this.say("making"), element("small", {}, labels.join(" · ")));
    this.details.replaceChildren(summary, element("div", {}, ...fields, ...files));
    return this.details;
  }

  private say(word: string): string {
    return this.catalogue.words[word] ?? word;
  }

  private fields(usable: string[]): HTMLElement[] {
    const { backs, marks } = this.catalogue;
    const controls: Record<string, () => HTMLElement> = {
      backs: () => field(this.say("backs"), this.choice("backs", backs)),
      marks: () => field(this.say("marks"), this.choice("marks", marks)),
      gap: () => field(this.say("gap"), this.number("gap", { min: 0, max: MAX_GAP, step: 0.25 })),
    };
    return usable.flatMap((name) => controls[name]?.() ?? []);
  }

  private value(name: string): string {
    return this.chosen[name] || (USUAL_MAKING[name] ?? "");
  }

  private choice(name: string, offered: Choice[]): HTMLSelectElement {
    const options = offered.map((choice) => ({ value: choice.name, label: choice.title }));
    const control = select(options, this.value(name), (value) => this.change(name, value));
    control.name = name;
    return control;
  }

  private number(name: string, limits: { min: number; max: number; step: number }): HTMLInputElement {
    const input = element("input", { type: "number", name, value: this.value(name), ...limits });
    input.inputMode = "decimal";
    input.onchange = () => this.change(name, input.value.trim());
    return input;
  }

  private change(name: string, value: string): void {
    this.chosen = unusual({ ...this.chosen, [name]: value });
    this.news.replaceChildren();
    this.calls.change(this.chosen);
  }

  private files(): HTMLElement[] {
    const cut = button(this.say("cut_files"), () => void this.save("cut", cut), { class: "cut-files" });
    return [element("div", { class: "files" }, cut, element("small", {}, this.say("cut_hint"))), this.news];
  }

  private async save(kind: FilesKind, source: HTMLButtonElement): Promise<void> {
    source.disabled = true;
    this.news.replaceChildren(element("small", {}, this.say("saving")));
    try {
      const { command } = await this.calls.save(kind);
      const label = element("small", {}, `${this.say("files_command")}:`);
      this.news.replaceChildren(label, element("code", {}, command));
    } catch (error) {
      const failed = element("strong", {}, `${this.say("failed")}: `);
      this.news.replaceChildren(failed, message(error));
    }
    source.disabled = false;
  }
}
