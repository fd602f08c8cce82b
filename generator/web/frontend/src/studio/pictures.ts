// "New type from a picture": it is checked, stored beside the set, and gets a type.

import { element } from "../elements";
import type { Context } from "./context";
import { askName, nameFrom } from "./dialogs";
import type { Editor } from "./editor";
import { endOfMapping } from "./yaml_position";

export class Pictures {
  constructor(
    private readonly context: Context, private readonly editor: Editor, private readonly say: (text: string) => void,
  ) {}

  /** Lets the user choose a file. */
  choose(): void {
    const accept = this.context.catalogue.ofStudio.pictures.join();
    const input = element("input", { type: "file", accept, onchange: () => this.#take(input.files) });
    input.click();
  }

  /** Takes files that are dropped on an element. */
  acceptDrops(target: HTMLElement): void {
    target.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      target.toggleAttribute("data-drop", true);
    });
    target.addEventListener("dragleave", () => target.removeAttribute("data-drop"));
    target.addEventListener("drop", (event) => {
      target.removeAttribute("data-drop");
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopPropagation(); // or the editor would insert its content
      this.#take(event.dataTransfer.files);
    }, { capture: true });
  }

  #take(files: FileList | null): void {
    const file = files?.[0];
    const entry = this.context.workspace.current?.entry;
    if (!file || !entry) return;
    if (entry.shipped || entry.kind !== "set") {
      return this.say("A picture needs a set of your own: open one, or duplicate a built-in one.");
    }
    const use = (name: string): Promise<void> => this.#store(entry.path, name, file);
    const name = nameFrom(file.name.replace(/\.[^.]*$/, ""), "new_type");
    askName(this.context.catalogue, { heading: `New type from ${file.name}`, name, action: "Add type", use });
  }

  async #store(path: string, name: string, file: File): Promise<void> {
    const data = new Uint8Array(await file.arrayBuffer());
    const answer = await this.context.api.picture(path, name, file.name, data);
    const problems = answer.diagnostics.map((problem) => problem.message);
    if (!answer.snippet) throw new Error(problems.join(" "));
    const { text } = this.editor;
    const offset = endOfMapping(text, "types") ?? text.length;
    const lead = offset > 0 && text[offset - 1] !== "\n" ? "\n" : "";
    this.editor.insertLines(offset, `${lead}\n${answer.snippet}`);
    await this.context.workspace.list();
    this.say([`Stored ${answer.path}.`, ...problems].join(" "));
  }
}
