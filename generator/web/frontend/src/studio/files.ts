// The list of files on the left: the user's own by game, then the built-in ones.

import type { FileEntry } from "./api";
import { element } from "../elements";

export interface FileListState {
  files: readonly FileEntry[];
  current: string;
  isEdited(path: string): boolean;
}

export class FileList {
  readonly element = element("nav", { class: "file-list", "aria-label": "Files" });

  constructor(private readonly open: (path: string) => void) {}

  draw(state: FileListState): void {
    const own = state.files.filter((file) => !file.shipped);
    const shipped = state.files.filter((file) => file.shipped);
    const hint = "None yet. Open a built-in set and choose Duplicate.";
    this.element.replaceChildren(
      programTitle(),
      ...this.#section("Your sets", own, state, hint),
      ...this.#section("Built-in sets (read-only)", shipped, state, ""),
    );
  }

  #section(
    title: string,
    files: readonly FileEntry[],
    state: FileListState,
    hint: string,
  ): HTMLElement[] {
    const heading = element("h2", {}, title);
    if (!files.length) return [heading, element("p", { class: "quiet" }, hint)];
    const games = [...new Set(files.map((file) => file.game))];
    return [heading, ...games.flatMap((game) => this.#game(game, files, state))];
  }

  #game(game: string, files: readonly FileEntry[], state: FileListState): HTMLElement[] {
    const items = files
      .filter((file) => file.game === game && !isBitmap(file.path))
      .map((file) => element("li", {}, this.#entry(file, state)));
    return [element("h3", {}, capitalized(game)), element("ul", {}, ...items)];
  }

  #entry(file: FileEntry, state: FileListState): HTMLElement {
    const edited = state.isEdited(file.path);
    const mark = edited && element("span", { class: "edited", title: "Not saved" }, "edited");
    const attributes = {
      type: "button",
      title: file.path,
      "aria-current": file.path === state.current && "true",
      onclick: () => this.open(file.path),
    };
    const label = file.kind === "art" ? fileName(file.path) : file.name;
    return element("button", attributes, element("span", { class: "name" }, label), mark);
  }
}

function programTitle(): HTMLElement {
  const link = element("a", { href: "print" }, "Print a game");
  return element("div", { class: "program" }, element("strong", {}, "Studio"), link);
}

/** The editor has texts only. */
function isBitmap(path: string): boolean {
  return /\.(png|jpe?g)$/.test(path);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
