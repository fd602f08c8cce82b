// What stands around the editor: files, its toolbar, the bar about changes outside, messages.

import { button, element, message, redraw } from "../elements";
import type { FileEntry, OpenFile } from "./api";
import { capitalized, fileName, recall, remember } from "./common";
import type { Version } from "./dialogs";
import { isEdited, type OutsideChange, type Workspace } from "./workspace";

/** The files on the left: the user's own by game, then the built-in ones. */
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
    redraw(
      this.element,
      element("div", { class: "program" }, element("strong", {}, "Studio"), element("a", { href: "print" }, "Print a game")),
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
    const mark = this.workspace.drafts.has(path) && element("span", { class: "edited", title: "Not saved" }, "edited");
    const attributes = { title: path, "aria-current": path === current?.entry.path && "true" };
    const entry = button("", () => this.open(path), attributes);
    entry.append(element("span", { class: "name" }, name), mark || "");
    return element("li", {}, entry);
  }
}

const BUTTONS = {
  save: ["Save", { class: "primary", title: "Ctrl-S" }],
  duplicate: ["Duplicate", { "aria-label": "Duplicate this set" }],
  picture: ["Type from picture…", { title: "A new type, also from a picture that is dropped on the editor" }],
  zip: ["Download zip", {}],
  versions: ["Versions", {}],
  discard: ["Discard changes", {}],
  rename: ["Rename", {}],
  remove: ["Delete", { class: "overwrites" }],
} as const;

type Action = keyof typeof BUTTONS;

/** The file's name and state, and what can be done with it. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #title = element("h1", {}, "Studio");
  readonly #state = element("span", { class: "file-state", role: "status" });
  readonly #buttons = new Map<Action, HTMLButtonElement>();

  constructor(actions: Record<Action, () => void>) {
    const make = (...names: Action[]): HTMLElement => {
      const made = names.map((name) => button(BUTTONS[name][0], actions[name], BUTTONS[name][1]));
      names.forEach((name, place) => this.#buttons.set(name, made[place] as HTMLButtonElement));
      return element("div", { class: "buttons" }, ...made);
    };
    this.element = element(
      "header", { class: "toolbar" },
      element("div", { class: "file-title" }, this.#title, this.#state),
      make("save", "duplicate", "picture", "zip"),
      element("details", {}, element("summary", {}, "More"), make("versions", "discard", "rename", "remove")),
    );
  }

  draw(file: OpenFile, change?: OutsideChange | null): void {
    const { path, shipped, kind } = file.entry;
    const edited = isEdited(file);
    this.#title.textContent = fileName(path);
    this.#title.title = path;
    const onDisk = change ? (change.signature ? "Changed on disk" : "Deleted on disk") : "Saved";
    this.#state.textContent = shipped ? "Built-in, read-only" : edited ? "Not saved" : onDisk;
    this.#state.classList.toggle("edited", edited || !!change);
    this.#buttons.get("duplicate")?.classList.toggle("primary", shipped);
    for (const [action, control] of this.#buttons) {
      const ofSet = ["duplicate", "picture", "zip", "rename"].includes(action);
      const ofEdit = action === "save" || action === "discard";
      control.disabled = (shipped && action !== "duplicate") || (ofSet && kind !== "set") || (ofEdit && !edited);
    }
  }
}

const STEPS = {
  duplicate: "Duplicate a built-in set.",
  change: "Change a number in your copy.",
  marked: "See on the sheet what it changed: it is coloured for a moment.",
  playtest: "In the tab Playtest, let programs play it for a minute.",
};

/** What somebody tries who is here for the first time, until it is put away. */
export class FirstSteps {
  readonly element = element("section", { class: "first-steps", "aria-label": "First steps" });
  readonly #done = recall<string[]>("steps", recall("file", "") ? ["closed"] : []);

  done(step: keyof typeof STEPS | "closed"): void {
    if (this.#done.includes(step)) return;
    this.#done.push(step);
    this.draw();
  }

  draw(): void {
    remember("steps", this.#done);
    this.element.hidden = this.#done.includes("closed");
    const next = Object.keys(STEPS).find((step) => !this.#done.includes(step));
    const items = Object.entries(STEPS).map(([step, text]) => {
      const sign = step === next ? "→" : this.#done.includes(step) ? "✓" : "○";
      return element("li", { "aria-current": step === next && "step" }, element("span", {}, sign), text);
    });
    const close = button("Close", () => this.done("closed"), { title: "For good" });
    redraw(this.element, element("h2", {}, next ? "First steps" : "You know your way"), close, element("ol", {}, ...items));
  }
}

/** A bar above the text when the open file is another on disk: offers, and changes nothing itself. */
export function outsideBar(
  workspace: Workspace, compare: (change: OutsideChange) => void,
  choose: (change: OutsideChange, version: Version) => void,
): HTMLElement {
  const bar = element("div", { class: "outside", role: "alert", hidden: true });
  workspace.outside.listen((change) => {
    bar.hidden = !change;
    if (!change) return;
    const { current } = workspace;
    const isDeleted = !change.signature;
    redraw(
      bar,
      element("span", {}, `${fileName(change.path)} ${isDeleted ? "was deleted" : "has changed"} on disk.`),
      !isDeleted && button("Compare", () => compare(change)),
      !isDeleted && button("Load from disk", () => choose(change, "theirs")),
      (isDeleted || (current && isEdited(current))) &&
        button("Save mine", () => choose(change, "mine"), { class: "overwrites" }),
    );
  });
  return bar;
}

/** Messages at the foot of the page, read aloud by screen readers. */
export class Notices {
  readonly element = element("div", { class: "notices", role: "status", "aria-live": "polite" });

  say(text: string, seconds = 6): void {
    const notice = this.#add(text, "notice");
    setTimeout(() => notice.remove(), 1000 * seconds);
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
