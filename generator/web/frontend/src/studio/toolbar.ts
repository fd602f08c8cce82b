// The bar above the editor: the file's name and state, and what can be done with it.

import { button, element } from "../elements";
import { fileName } from "./files";
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
    this.#picture = button("Type from picture…", actions.picture, {
      title: "A new type from an SVG, PNG or JPEG, which can also be dropped on the editor",
    });
    this.#zip = button("Download zip", actions.zip);
    const actionsBox = [this.#save, this.#duplicate, this.#picture, this.#zip];
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
    this.#title.textContent = fileName(entry.path);
    this.#title.title = entry.path;
    this.#state.textContent = entry.shipped ? "Built-in, read-only" : edited ? "Not saved" : "Saved";
    this.#state.classList.toggle("edited", edited);
    this.#save.disabled = entry.shipped || !edited;
    this.#duplicate.classList.toggle("primary", entry.shipped);
    this.#duplicate.disabled = entry.kind !== "set";
    this.#picture.disabled = entry.shipped || entry.kind !== "set";
    this.#zip.disabled = entry.shipped || entry.kind !== "set";
  }
}
