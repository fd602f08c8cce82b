// A bar above the text when the open file is another on disk: offers, and changes nothing itself.

import { button, element } from "../elements";
import { type Choice, loadButton, saveMineButton } from "./dialogs";
import { fileName } from "./files";
import { isEdited, type OutsideChange, type Workspace } from "./workspace";

export class OutsideBar {
  readonly element = element("div", { class: "outside", role: "alert", hidden: true });

  constructor(
    private readonly workspace: Workspace,
    private readonly compare: (change: OutsideChange) => void,
    private readonly choose: (change: OutsideChange, choice: Choice) => void,
  ) {
    workspace.outside.listen((change) => this.#draw(change));
  }

  #draw(change: OutsideChange | null): void {
    this.element.hidden = !change;
    if (change) this.element.replaceChildren(...this.#offer(change));
  }

  #offer(change: OutsideChange): HTMLElement[] {
    const { current } = this.workspace;
    const name = fileName(change.path);
    const what = change.text === null ? "was deleted" : "has changed";
    const text = element("span", {}, `${name} ${what} on disk.`);
    const save = saveMineButton(() => this.choose(change, "mine"));
    if (change.text === null) return [text, save];
    const load = loadButton(() => this.choose(change, "theirs"));
    const compare = button("Compare", () => this.compare(change));
    return current && isEdited(current) ? [text, compare, load, save] : [text, compare, load];
  }
}
