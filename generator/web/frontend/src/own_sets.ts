// Sets of the visitor's own: opened from a file, in this browser until they are taken away.

import type { Backend, Catalogue, OwnSet, Words } from "./backend";
import { button, element, message } from "./elements";
import { recall, remember } from "./storage";

const KEY = "board-generator.sets";

export class OwnSets {
  private sets = recall<Record<string, OwnSet>>(KEY, {}); // by their folders
  private words: Words = {};
  private news = element("div", { class: "own-news", role: "status" });

  /** `changed` is told when they are other ones, and which is to be shown. */
  constructor(private backend: Backend, private changed: (shown?: OwnSet) => Promise<void>) {
    window.addEventListener("dragover", (event) => event.preventDefault()); // else the browser opens it
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.open(event.dataTransfer?.files);
    });
  }

  /** Put them among the sets of their games. */
  addTo({ games, language, words }: Catalogue): void {
    for (const { game, name, titles, isRandom } of Object.values(this.sets)) {
      const set = { name, title: titles[language] ?? name, about: words.own_set, isRandom };
      games.find((each) => each.name === game)?.sets.push(set);
    }
    this.words = words;
  }

  /** Where a file is opened, and the sets of a game are taken away. */
  section(game: string, language: string): HTMLElement {
    const { words } = this;
    const pick = element("input", { type: "file", accept: ".zip,.yaml" });
    pick.onchange = () => void this.open(pick.files);
    const own = Object.entries(this.sets).filter(([, set]) => set.game === game);
    return element(
      "div", { class: "own-sets" },
      button(words.open ?? "", () => pick.click()), element("small", {}, words.open_hint), this.news,
      ...own.map(([folder, { name, titles }]) =>
        button((words.forget ?? "").replace("{set}", titles[language] ?? name), () => this.forget(folder))),
    );
  }

  /** Open the first of some files. */
  private async open(files?: FileList | null): Promise<void> {
    if (!files?.[0]) return;
    this.news.textContent = this.words.opening ?? "";
    try {
      const opened = await this.backend.openSets?.(files[0]) ?? {};
      this.news.textContent = "";
      await this.keep({ ...recall(KEY, this.sets), ...opened }, Object.values(opened)[0]);
    } catch (error) {
      const mistakes = message(error).split("\n").map((mistake) => element("li", {}, mistake));
      this.news.replaceChildren(element("strong", {}, `${this.words.failed}:`), element("ul", {}, ...mistakes));
    }
  }

  private async forget(folder: string): Promise<void> {
    await this.backend.forgetSet?.(folder);
    const { [folder]: forgotten, ...others } = recall(KEY, this.sets); // other tabs may have some
    await this.keep(others);
  }

  private keep(sets: Record<string, OwnSet>, shown?: OwnSet): Promise<void> {
    this.sets = sets; // also where nothing can be stored
    remember(KEY, sets);
    return this.changed(shown);
  }
}
