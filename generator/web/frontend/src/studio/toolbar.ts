// The bar above the editor: the file's name and state, and what can be done with it.

import { button, element } from "../elements";
import type { FileEntry } from "./api";
import { isEdited, type OpenFile } from "./workspace";

export interface ToolbarActions {
  save(): void;
  duplicate(): void;
  picture(): void;
  zip(): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly #title = element("h1", {}, "Studio");
  readonly #state = element("span", { class: "file-state", role: "status" });
  readonly #save: HTMLButtonElement;
  readonly #duplicate: HTMLButtonElement;
  readonly #picture: HTMLButtonElement;
  readonly #zip: HTMLButtonElement;

  constructor(actions: ToolbarActions) {
    this.#save = button("Save", actions.save, { class: "primary", title: "Ctrl-S" });
    this.#duplicate = button("Duplicate", actions.duplicate, { "aria-label": "Duplicate this set" });
    this.#picture = button("New type", actions.picture, {
      "aria-label": "New type from a picture",
      title: "From an SVG or PNG, which can also be dropped on the editor",
    });
    this.#zip = button("Download", actions.zip, { "aria-label": "Download set as zip" });
    const actionsBox = [this.#duplicate, this.#picture, this.#zip, this.#save];
    this.element = element(
      "header",
      { class: "toolbar" },
      element("div", { class: "file-title" }, this.#title, this.#state),
      element("div", { class: "buttons" }, ...actionsBox),
    );
  }

  draw(file: OpenFile): void {
    const { entry } = file;
    const edited = isEdited(file);
    this.#title.textContent = titleOf(entry);
    this.#state.textContent = entry.shipped ? "Shipped, read only" : edited ? "Not saved" : "Saved";
    this.#state.classList.toggle("edited", edited);
    this.#save.disabled = entry.shipped || !edited;
    this.#duplicate.classList.toggle("primary", entry.shipped);
    this.#duplicate.disabled = entry.kind !== "set";
    this.#picture.disabled = entry.shipped || entry.kind !== "set";
    this.#zip.disabled = entry.shipped || entry.kind !== "set";
  }
}

function titleOf(entry: FileEntry): string {
  return entry.path.replace(/^shipped\//, "");
}
