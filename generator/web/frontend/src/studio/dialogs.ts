// Dialogs: modal, closed by Escape, focus returns to where it was.

import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { lineNumbers } from "@codemirror/view";
import { EditorView } from "codemirror";

import { button, element, field, message, select } from "../elements";
import type { StudioCatalogue } from "./api";
import { editorLook } from "./editor";
import type { OutsideChange, Version as Kept } from "./workspace";

/** Which version of a file stays: the one in the editor, or the one on disk. */
export type Version = "mine" | "theirs";

export interface NameQuestion {
  heading: string;
  name: string;
  /** The printed title, where there is one. */
  title?: string;
  /** What the button says. */
  action: string;
  /** May refuse the name, with the message of its error. */
  use(name: string, title: string): Promise<void>;
}

const NAME_HELP = "Lowercase letters, digits and _, a letter first.";

/** Asks for a name, and for the title where there is one: the name follows it until it is changed
 * itself. */
export function askName({ ofStudio }: StudioCatalogue, question: NameQuestion): void {
  const dialog = newDialog(question.heading);
  const name = element("input", {
    value: question.name, required: true, spellcheck: "false", autocomplete: "off",
    "aria-describedby": "name-help", pattern: ofStudio.names, title: NAME_HELP,
  });
  let derived = question.name;
  const follow = (): void => {
    if (name.value === derived) name.value = derived = nameFrom(title.value, derived);
  };
  const titleText = { value: question.title ?? "", maxlength: ofStudio.titleLength, autocomplete: "off" };
  const title = element("input", { ...titleText, oninput: follow });
  const refusal = element("p", { class: "refusal", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, question.action);
  const send = (event: Event): void => {
    event.preventDefault();
    const refuse = (error: unknown): void => refusal.replaceChildren(message(error));
    question.use(name.value, title.value.trim()).then(() => dialog.close(), refuse);
  };
  dialog.append(element(
    "form", { onsubmit: send },
    question.title !== undefined && field("Title, as printed", title),
    field("Name", name),
    element("p", { id: "name-help", class: "quiet" }, NAME_HELP),
    refusal,
    element("div", { class: "buttons" }, button("Cancel", () => dialog.close()), submit),
  ));
  dialog.showModal();
  (question.title === undefined ? name : title).select();
}

/** A name as sets have them: lowercase letters, digits and _. */
export function nameFrom(text: string, otherwise: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return words.replace(/^[^a-z]+|_+$/g, "") || otherwise;
}

/** Shows the text in the editor beside the one on disk; closed without a choice, nothing changes. */
export function resolveConflict(mine: string, change: OutsideChange, choose: (version: Version) => void): void {
  const { dialog, show } = comparison(`${change.path} ${change.signature ? "has changed" : "was deleted"} on disk`, mine, "On disk");
  const take = (version: Version): void => {
    dialog.close();
    choose(version);
  };
  show(change.text);
  dialog.append(element(
    "div", { class: "buttons" },
    button("Decide later", () => dialog.close()),
    change.signature !== "" && button("Load from disk", () => take("theirs")),
    button("Save mine", () => take("mine"), { class: "overwrites" }),
  ));
}

/** Shows the text in the editor beside earlier versions, of which one can be taken. */
export function chooseVersion(mine: string, versions: readonly Kept[], take: (version: Kept) => void): void {
  const { dialog, show } = comparison("Versions of this file", mine, "Version");
  const choices = versions.map(({ time, isEdited }, place) => {
    const title = `${new Date(time).toLocaleString("en-GB")}${isEdited ? ", not saved" : ""}`;
    return { name: String(place), title };
  });
  const chosen = (): Kept => versions[Number(choice.value)] as Kept;
  const choice = select("version", choices, "0", () => show(chosen().text));
  const takeChosen = (): void => {
    dialog.close();
    take(chosen());
  };
  show(chosen().text);
  dialog.append(element(
    "div", { class: "buttons" },
    field("Version", choice),
    button("Close", () => dialog.close()),
    button("Take this version", takeChosen, { class: "primary" }),
  ));
}

/** A dialog with the text in the editor beside another one, which `show` draws. */
function comparison(title: string, mine: string, otherTitle: string) {
  const dialog = newDialog(title);
  dialog.classList.add("wide");
  const parent = element("div", { class: "versions" });
  const titles = ["In the editor", otherTitle].map((text) => element("h3", {}, text));
  const side = (doc: string, label: string) => {
    const attributes = EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });
    const look = [editorLook, lineNumbers(), EditorView.lineWrapping];
    return { doc, extensions: [...look, EditorState.readOnly.of(true), attributes] };
  };
  const show = (other: string): void => {
    parent.replaceChildren();
    const [a, b] = [side(mine, "Text in the editor"), side(other, otherTitle)];
    new MergeView({ parent, a, b, collapseUnchanged: { margin: 3 } });
  };
  dialog.append(element("div", { class: "version-titles" }, ...titles), parent);
  dialog.showModal();
  return { dialog, show };
}

function newDialog(title: string): HTMLDialogElement {
  const heading = element("h2", { id: "dialog-title" }, title);
  const attributes = { class: "studio-dialog", "aria-labelledby": "dialog-title" };
  const dialog = element("dialog", { ...attributes, onclose: () => dialog.remove() }, heading);
  (document.querySelector(".studio") ?? document.body).append(dialog);
  return dialog;
}
