// How sheets are made: backs, cutting, and the files that machines and others read.

import type { Catalogue, Choice, Files, FilesKind, Game, Making } from "./backend";
import { type Choices, USUAL_MAKING, unusual, usableOptions } from "./choices";
import { button, element, field, message, select } from "./elements";

/** What numbers can be, as the generator says: mm, and how many times larger. */
const LIMITS: Record<string, { min: number; max: number; step: number }> = {
  gap: { min: 0, max: 50, step: 0.25 },
  thickness: { min: 0.05, max: 5, step: 0.05 },
  overlap: { min: 3, max: 100, step: 1 },
  scale: { min: 1, max: 10, step: 0.1 },
};
const NUMBERS = Object.keys(LIMITS);
const LARGE_PAPERS = ["a3", "a2"]; // from others, tiles are of use only for something larger
const USUAL_SCALE = "1.4"; // as from A4 to A3

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
  private choices!: Choices;

  constructor(private calls: MakingCalls) {}

  /** The section with what a sheet can use; null if that is nothing. */
  section(catalogue: Catalogue, game: Game, sheet: string, choices: Choices): HTMLElement | null {
    const usable = usableOptions(game, sheet, choices.making);
    const kinds = game.files[sheet] ?? [];
    if (!usable.length && !kinds.length) return null;
    this.catalogue = catalogue;
    this.choices = choices;
    this.details.open ||= usable.some((name) => name in choices.making);
    this.forget();
    const files = kinds.map((kind) => this.files(kind));
    const contents = element("div", {}, ...this.fields(usable), ...files, this.news);
    this.details.replaceChildren(this.summary(usable, kinds), contents);
    return this.details;
  }

  /** Say no more of files of another sheet. */
  forget(): void {
    this.news.replaceChildren();
  }

  /** The name of the section, and what is in it in a few words. */
  private summary(usable: string[], kinds: FilesKind[]): HTMLElement {
    const names = [...usable.filter((name) => !NUMBERS.includes(name)), ...kinds.map((kind) => `${kind}_files`)];
    const labels = names.map((name) => this.say(name).replace(/ \(.*\)$/, ""));
    return element("summary", {}, this.say("making"), element("small", {}, labels.join(" · ")));
  }

  private say(word: string): string {
    return this.catalogue.words[word] ?? word;
  }

  private fields(usable: string[]): HTMLElement[] {
    const { backs, marks, tiles } = this.catalogue;
    const offered: Record<string, Choice[]> = { backs, marks, tile: tiles };
    return usable.map((name) => {
      const choices = offered[name];
      const label = field(this.say(name), choices ? this.choice(name, choices) : this.number(name));
      if (name === "tile") label.append(element("small", {}, this.say("tile_hint")));
      return label;
    });
  }

  private value(name: string): string {
    return this.choices.making[name] || (USUAL_MAKING[name] ?? "");
  }

  private choice(name: string, offered: Choice[]): HTMLSelectElement {
    const options = offered.map((choice) => ({ value: choice.name, label: choice.title }));
    const control = select(options, this.value(name), (value) => this.change(name, value));
    control.name = name;
    return control;
  }

  private number(name: string): HTMLInputElement {
    const input = element("input", { type: "number", name, value: this.value(name), ...LIMITS[name] });
    input.inputMode = "decimal";
    input.onchange = () => this.change(name, input.value.trim());
    return input;
  }

  private change(name: string, value: string): void {
    const { making, paper } = this.choices;
    const isEnlarged = name === "tile" && !making.tile && !LARGE_PAPERS.includes(paper);
    const scale: Making = isEnlarged ? { scale: making.scale ?? USUAL_SCALE } : {};
    this.calls.change(unusual({ ...making, ...scale, [name]: value }));
  }

  /** A button that saves files, and what they are for. */
  private files(kind: FilesKind): HTMLElement {
    const save = button(this.say(`${kind}_files`), () => void this.save(kind, save), { class: `${kind}-files` });
    const hint = element("small", {}, this.say(`${kind}_hint`));
    return element("div", { class: "files" }, ...(kind === "table" ? [this.urlField()] : []), save, hint);
  }

  private urlField(): HTMLElement {
    const input = element("input", { type: "text", name: "url", value: this.choices.url, spellcheck: "false" });
    input.autocomplete = "off";
    input.onchange = () => this.calls.changeUrl(input.value.trim());
    const label = field(this.say("url"), input);
    label.append(element("small", {}, this.say("url_hint")));
    return label;
  }

  private async save(kind: FilesKind, source: HTMLButtonElement): Promise<void> {
    source.disabled = true;
    // Once the page shows another sheet, these news are no longer on it.
    const news = element("div", {}, element("small", {}, this.say("saving")));
    this.news.replaceChildren(news);
    try {
      const { command } = await this.calls.save(kind);
      const label = element("small", {}, `${this.say("files_command")}:`);
      news.replaceChildren(label, element("code", {}, command));
    } catch (error) {
      const failed = element("strong", {}, `${this.say("failed")}: `);
      news.replaceChildren(failed, message(error));
    }
    source.disabled = false;
  }
}
