// How sheets are made: backs, cutting, and the files that machines and others read.

import type { Catalogue, Choice, Files, FilesKind, Game, Making } from "./backend";
import { type Choices, USUAL_MAKING, unusual } from "./choices";
import { button, element, field, message, select } from "./elements";

const MAX_GAP = 50; // mm, as the generator says

export interface MakingCalls {
  /** Called with all options that are not the usual. */
  change(making: Making): void;
  /** Called with where the pictures of a virtual table will be. */
  changeUrl(url: string): void;
  /** Saves files of the sheet that is shown. */
  save(kind: FilesKind): Promise<Files>;
}

export class MakingSettings {
  private details = element("details", { class: "making" });
  private news = element("div", { class: "files-news", role: "status" });
  private catalogue!: Catalogue;
  private chosen: Making = {};
  private url = "";

  constructor(private calls: MakingCalls) {}

  /** The section with what a sheet can use; null if that is nothing. */
  section(catalogue: Catalogue, game: Game, sheet: string, { making, url }: Choices): HTMLElement | null {
    const usable = game.making[sheet] ?? [];
    const kinds = game.files[sheet] ?? [];
    if (!usable.length && !kinds.length) return null;
    this.catalogue = catalogue;
    this.chosen = making;
    this.url = url;
    this.details.open ||= usable.some((name) => name in making);
    this.news.replaceChildren();
    const labels = [...usable, ...kinds.map((kind) => `${kind}_files`)].map((word) => this.say(word));
    const summary = element("summary", {}, this.say("making"), element("small", {}, labels.join(" · ")));
    const files = kinds.map((kind) => this.files(kind));
    this.details.replaceChildren(summary, element("div", {}, ...this.fields(usable), ...files, this.news));
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

  /** A button that saves files, and what they are for. */
  private files(kind: FilesKind): HTMLElement {
    const save = button(this.say(`${kind}_files`), () => void this.save(kind, save), { class: `${kind}-files` });
    const hint = element("small", {}, this.say(`${kind}_hint`));
    return element("div", { class: "files" }, ...(kind === "table" ? [this.urlField()] : []), save, hint);
  }

  private urlField(): HTMLElement {
    const input = element("input", { type: "text", name: "url", value: this.url, spellcheck: "false" });
    input.autocomplete = "off";
    input.onchange = () => this.calls.changeUrl(input.value.trim());
    const label = field(this.say("url"), input);
    label.append(element("small", {}, this.say("url_hint")));
    return label;
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
