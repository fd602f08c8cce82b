// "New type from a picture": an SVG or PNG is checked, stored beside the set, and gets a type.

import type { Context } from "./context";
import { askName, nameFrom } from "./dialogs";
import { element } from "../elements";
import type { Editor } from "./editor";
import type { Notices } from "./notices";
import { endOfMapping } from "./yaml_position";

const ACCEPTED = ".svg,.png,image/svg+xml,image/png";

export class Pictures {
  constructor(
    private readonly context: Context,
    private readonly editor: Editor,
    private readonly notices: Notices,
  ) {}

  /** Lets the user choose a file. */
  choose(): void {
    const input = element("input", { type: "file", accept: ACCEPTED });
    input.addEventListener("change", () => this.#take(input.files));
    input.click();
  }

  /** Takes files that are dropped on an element. */
  acceptDrops(target: HTMLElement): void {
    const carriesFile = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") ?? false;
    target.addEventListener("dragover", (event) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      target.toggleAttribute("data-drop", true);
    });
    target.addEventListener("dragleave", () => target.removeAttribute("data-drop"));
    target.addEventListener("drop", (event) => this.#drop(event, target), { capture: true });
  }

  #drop(event: DragEvent, target: HTMLElement): void {
    target.removeAttribute("data-drop");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    event.stopPropagation(); // or the editor would insert its content
    this.#take(event.dataTransfer.files);
  }

  #take(files: FileList | null): void {
    const file = files?.[0];
    const entry = this.context.workspace.current?.entry;
    if (!file || !entry) return;
    if (entry.shipped || entry.kind !== "set") {
      this.notices.say("A picture needs a set of your own: open one, or duplicate a built-in one.");
      return;
    }
    const use = (name: string): Promise<void> => this.#store(entry.path, name, file);
    const name = nameFrom(file.name.replace(/\.[^.]*$/, ""), "new_type");
    askName({ heading: `New type from ${file.name}`, name, action: "Add type", use });
  }

  async #store(path: string, name: string, file: File): Promise<void> {
    const data = new Uint8Array(await file.arrayBuffer());
    const answer = await this.context.api.picture(path, name, file.name, data);
    const problems = answer.diagnostics.map((problem) => problem.message);
    if (!answer.snippet) throw new Error(problems.join(" "));
    this.#insert(answer.snippet);
    await this.context.workspace.list();
    this.notices.say([`Stored ${answer.path}.`, ...problems].join(" "));
  }

  #insert(snippet: string): void {
    const { text } = this.editor;
    const offset = endOfMapping(text, "types") ?? text.length;
    const lead = offset > 0 && text[offset - 1] !== "\n" ? "\n" : "";
    this.editor.insertLines(offset, `${lead}\n${snippet}`);
  }
}
