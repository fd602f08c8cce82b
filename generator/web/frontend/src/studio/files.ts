// The list of files on the left: the user's own by game, then the built-in ones.

import { button, element, redraw } from "../elements";
import type { FileEntry } from "./api";
import { capitalized } from "./context";
import type { Workspace } from "./workspace";

export class FileList {
  readonly element = element("nav", { class: "file-list", id: "files", "aria-label": "Files" });

  constructor(
    private readonly workspace: Workspace,
    private readonly open: (path: string) => void,
    private readonly create: () => void,
  ) {}

  draw(): void {
    const { files } = this.workspace;
    const own = this.#games(files.filter((file) => !file.shipped));
    const hint = element("p", { class: "quiet" }, "None yet. Make one, or duplicate a built-in one.");
    const link = element("a", { href: "print" }, "Print a game");
    redraw(
      this.element,
      element("div", { class: "program" }, element("strong", {}, "Studio"), link),
      element("h2", {}, "Your sets"),
      button("New set", this.create),
      ...(own.length ? own : [hint]),
      element("h2", {}, "Built-in sets (read-only)"),
      ...this.#games(files.filter((file) => file.shipped)),
    );
  }

  #games(files: readonly FileEntry[]): HTMLElement[] {
    return [...new Set(files.map((file) => file.game))].flatMap((game) => {
      const items = files.filter((file) => file.game === game).map((file) => this.#entry(file));
      return [element("h3", {}, capitalized(game)), element("ul", {}, ...items)];
    });
  }

  #entry({ path, name }: FileEntry): HTMLElement {
    const { current } = this.workspace;
    const mark = this.workspace.hasDraft(path) && element("span", { class: "edited", title: "Not saved" }, "edited");
    const attributes = { title: path, "aria-current": path === current?.entry.path && "true" };
    const entry = button("", () => this.open(path), attributes);
    entry.append(element("span", { class: "name" }, name), mark || "");
    return element("li", {}, entry);
  }
}
