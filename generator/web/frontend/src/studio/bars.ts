// What stands around the editor: its toolbar, the bar about changes outside, messages, and the
// switch between parts of the studio on narrow screens.

import { button, element, message, redraw } from "../elements";
import { fileName, recall, remember } from "./context";
import { loadButton, saveMineButton, type Version } from "./dialogs";
import { isEdited, type OpenFile, type OutsideChange, type Workspace } from "./workspace";

export interface ToolbarActions {
  save(): void;
  duplicate(): void;
  picture(): void;
  zip(): void;
}

/** The file's name and state, and what can be done with it. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #title = element("h1", {}, "Studio");
  readonly #state = element("span", { class: "file-state", role: "status" });
  readonly #save: HTMLButtonElement;
  readonly #duplicate: HTMLButtonElement;
  readonly #others: HTMLButtonElement[];

  constructor(actions: ToolbarActions) {
    const pictureHelp = "A new type from a picture, which can also be dropped on the editor";
    this.#save = button("Save", actions.save, { class: "primary", title: "Ctrl-S" });
    this.#duplicate = button("Duplicate", actions.duplicate, { "aria-label": "Duplicate this set" });
    this.#others = [
      button("Type from picture…", actions.picture, { title: pictureHelp }),
      button("Download zip", actions.zip),
    ];
    this.element = element(
      "header", { class: "toolbar" },
      element("div", { class: "file-title" }, this.#title, this.#state),
      element("div", { class: "buttons" }, this.#save, this.#duplicate, ...this.#others),
    );
  }

  draw(file: OpenFile): void {
    const { path, shipped, kind } = file.entry;
    const edited = isEdited(file);
    this.#title.textContent = fileName(path);
    this.#title.title = path;
    this.#state.textContent = shipped ? "Built-in, read-only" : edited ? "Not saved" : "Saved";
    this.#state.classList.toggle("edited", edited);
    this.#save.disabled = shipped || !edited;
    this.#duplicate.classList.toggle("primary", shipped);
    this.#duplicate.disabled = kind !== "set";
    for (const other of this.#others) other.disabled = shipped || kind !== "set";
  }
}

/** A bar above the text when the open file is another on disk: offers, and changes nothing itself. */
export function outsideBar(
  workspace: Workspace,
  compare: (change: OutsideChange) => void,
  choose: (change: OutsideChange, version: Version) => void,
): HTMLElement {
  const bar = element("div", { class: "outside", role: "alert", hidden: true });
  workspace.outside.listen((change) => {
    bar.hidden = !change;
    if (!change) return;
    const { current } = workspace;
    const isDeleted = change.text === null;
    redraw(
      bar,
      element("span", {}, `${fileName(change.path)} ${isDeleted ? "was deleted" : "has changed"} on disk.`),
      !isDeleted && button("Compare", () => compare(change)),
      !isDeleted && loadButton(() => choose(change, "theirs")),
      (isDeleted || (current && isEdited(current))) && saveMineButton(() => choose(change, "mine")),
    );
  });
  return bar;
}

/** Messages at the foot of the page, read aloud by screen readers. */
export class Notices {
  readonly element = element("div", { class: "notices", role: "status", "aria-live": "polite" });

  say(text: string): void {
    const notice = this.#add(text, "notice");
    setTimeout(() => notice.remove(), 6000);
  }

  /** A mistake stays until it is put away. */
  fail(error: unknown): void {
    if (error instanceof DOMException && error.name === "AbortError") return;
    const text = message(error);
    const same = [...this.element.children].some((notice) => notice.textContent?.startsWith(text));
    if (!same) this.#add(text, "notice error");
  }

  #add(text: string, kind: string): HTMLElement {
    const close = button("Close", () => notice.remove(), { class: "plain" });
    const notice = element("div", { class: kind }, element("span", {}, text), close);
    this.element.append(notice);
    return notice;
  }
}

export type View = "files" | "editor" | "results";

/** On narrow screens one part of the studio is shown at a time; this switches between them. */
export class ViewSwitch {
  readonly element = element("nav", { class: "view-switch", "aria-label": "Parts of the studio" });

  constructor(private readonly root: HTMLElement) {
    const views = { files: "Files", editor: "Editor", results: "Results" };
    for (const [view, label] of Object.entries(views)) {
      this.element.append(button(label, () => this.show(view as View), { name: view }));
    }
    this.show(recall<View>("shown", "editor"));
  }

  show(view: View): void {
    this.root.dataset.shown = view;
    for (const control of this.element.querySelectorAll("button")) {
      control.setAttribute("aria-pressed", String(control.name === view));
    }
    remember("shown", view);
  }
}
