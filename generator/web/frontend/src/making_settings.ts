// How sheets are made: backs, cutting, and the files that machines and others read.

import type { Catalogue, Files, FilesKind, Game, Making } from "./backend";
import { type Choices, keep, unusual, usableOptions } from "./choices";
import { button, element, field, input, message, redraw, select } from "./elements";

const LARGE_PAPERS = ["a3", "a2"]; // from others, tiles are of use only for something larger
const USUAL_SCALE = "1.4"; // as from A4 to A3

export class MakingSettings {
  private details = element("details", { class: "making" });
  private news = element("div", { class: "files-news", role: "status" });
  private catalogue!: Catalogue;
  private choices!: Choices;

  /** `take` gets all options that are not the usual, `saved` saves files of the sheet that is shown. */
  constructor(private take: (making: Making) => void, private saved: (kind: FilesKind) => Promise<Files>) {}

  /** The section with what a sheet can use; null if that is nothing. */
  section(catalogue: Catalogue, game: Game, sheet: string, choices: Choices): HTMLElement | null {
    const usable = usableOptions(catalogue, game, sheet, choices.making);
    const kinds = game.files[sheet] ?? [];
    if (!usable.length && !kinds.length) return null;
    this.catalogue = catalogue;
    this.choices = choices;
    this.details.open ||= usable.some((name) => name in choices.making);
    // What is in it, in a few words: the names of all but numbers.
    const named = usable.filter((name) => !catalogue.options[name]?.limits);
    const titles = [...named, ...kinds.map((kind) => `${kind}_files`)].map((name) => this.say(name));
    const about = titles.map((title) => title.replace(/ \(.*\)$/, "")).join(" · ");
    const summary = element("summary", {}, this.say("making"), element("small", {}, about));
    const fields = usable.map((name) => this.option(name));
    redraw(this.details, summary, element("div", {}, ...fields, ...kinds.map((kind) => this.files(kind)), this.news));
    return this.details;
  }

  /** Say no more of files of another sheet. */
  forget(): void {
    this.news.replaceChildren();
  }

  private say(word: string): string {
    return this.catalogue.words[word] ?? word;
  }

  private option(name: string): HTMLElement {
    const { usual = "", choices = [], limits } = this.catalogue.options[name] ?? {};
    const value = this.choices.making[name] || usual;
    const change = (to: string) => this.change(name, to);
    const control = choices.length ? select(name, choices, value, change) : input(name, value, change);
    if (limits) Object.assign(control, limits, { type: "number", inputMode: "decimal" });
    return field(this.say(name), control, name === "tile" ? this.say("tile_hint") : "");
  }

  private change(name: string, value: string): void {
    const { making, paper } = this.choices;
    const isEnlarged = name === "tile" && !making.tile && !LARGE_PAPERS.includes(paper);
    const scale: Making = isEnlarged ? { scale: making.scale ?? USUAL_SCALE } : {};
    this.take(unusual(this.catalogue, { ...making, ...scale, [name]: value }));
  }

  /** A button that saves files, and what they are for. */
  private files(kind: FilesKind): HTMLElement {
    const save = button(this.say(`${kind}_files`), () => void this.save(kind, save), { class: `${kind}-files` });
    const url = kind === "table" && field(
      this.say("url"), input("url", this.choices.url, (url) => keep(Object.assign(this.choices, { url }))),
      this.say("url_hint"),
    );
    return element("div", { class: "files" }, url, save, element("small", {}, this.say(`${kind}_hint`)));
  }

  private async save(kind: FilesKind, source: HTMLButtonElement): Promise<void> {
    source.disabled = true;
    // Once the page shows another sheet, these news are no longer on it.
    const news = element("div", {}, element("small", {}, this.say("saving")));
    this.news.replaceChildren(news);
    try {
      const { command } = await this.saved(kind);
      const label = element("small", {}, `${this.say("files_command")}:`);
      news.replaceChildren(label, element("code", {}, command));
    } catch (error) {
      news.replaceChildren(element("strong", {}, `${this.say("failed")}: `), message(error));
    }
    source.disabled = false;
  }
}
