// Dialogs: modal, closed by Escape, focus returns to where it was.

import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { lineNumbers } from "@codemirror/view";
import { EditorView } from "codemirror";

import { button, element, field, message } from "../elements";
import { editorLook } from "./editor_look";
import type { OutsideChange } from "./workspace";

/** Which version of a file stays: the one in the editor, or the one on disk. */
export type Choice = "mine" | "theirs";

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

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_TITLE = 60; // characters
const NAME_HELP = "Lowercase letters, digits and _, a letter first.";

/** Asks for a name, and for the title that it comes from where there is one. */
export function askName(question: NameQuestion): void {
  const dialog = newDialog(question.heading);
  const name = nameInput(question.name);
  const title = titleInput(question.title ?? "", name);
  const help = element("p", { id: "name-help", class: "quiet" }, NAME_HELP);
  const refusal = element("p", { class: "refusal", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, question.action);
  const buttons = element("div", { class: "buttons" }, cancelButton("Cancel", dialog), submit);
  const titleField = question.title !== undefined && field("Title, as printed", title);
  const form = element("form", {}, titleField, field("Name", name), help, refusal, buttons);
  const refuse = (error: unknown): void => refusal.replaceChildren(message(error));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    question.use(name.value, title.value.trim()).then(() => dialog.close(), refuse);
  });
  dialog.append(form);
  dialog.showModal();
  (question.title === undefined ? name : title).select();
}

/** Shows the text in the editor beside the one on disk; closed without a choice, nothing changes. */
export function resolveConflict(
  mine: string,
  change: OutsideChange,
  choose: (choice: Choice) => void,
): void {
  const dialog = newDialog(`${change.path} has changed on disk`);
  dialog.classList.add("wide");
  const take = (choice: Choice): void => {
    dialog.close();
    choose(choice);
  };
  const titles = [element("h3", {}, "In the editor"), element("h3", {}, "On disk")];
  const buttons = [
    cancelButton("Decide later", dialog),
    change.text !== null && loadButton(() => take("theirs")),
    saveMineButton(() => take("mine")),
  ];
  dialog.append(
    element("div", { class: "version-titles" }, ...titles),
    comparison(mine, change.text ?? ""),
    element("div", { class: "buttons" }, ...buttons),
  );
  dialog.showModal();
}

export function loadButton(load: () => void): HTMLButtonElement {
  return button("Load from disk", load);
}

/** Marked, because it overwrites what another program wrote. */
export function saveMineButton(save: () => void): HTMLButtonElement {
  return button("Save mine", save, { class: "overwrites" });
}

function nameInput(proposal: string): HTMLInputElement {
  const input = element("input", {
    value: proposal,
    required: true,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "name-help",
  });
  // Own words, in place of the browser's on a pattern.
  const check = (): void => input.setCustomValidity(NAME.test(input.value) ? "" : NAME_HELP);
  input.addEventListener("input", check);
  return input;
}

/** The name follows the title until it is changed itself. */
function titleInput(proposal: string, name: HTMLInputElement): HTMLInputElement {
  const input = element("input", { value: proposal, maxlength: MAX_TITLE, autocomplete: "off" });
  let derived = name.value;
  input.addEventListener("input", () => {
    if (name.value !== derived) return;
    name.value = derived = nameFrom(input.value, derived);
    name.setCustomValidity("");
  });
  return input;
}

/** A name as sets have them: lowercase letters, digits and _. */
export function nameFrom(text: string, otherwise: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return words.replace(/^[^a-z]+|_+$/g, "").slice(0, 40) || otherwise;
}

function cancelButton(label: string, dialog: HTMLDialogElement): HTMLButtonElement {
  return button(label, () => dialog.close());
}

function comparison(mine: string, theirs: string): HTMLElement {
  const parent = element("div", { class: "versions" });
  const extensions = (label: string) => [
    editorLook,
    EditorState.readOnly.of(true),
    lineNumbers(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
  new MergeView({
    parent,
    a: { doc: mine, extensions: extensions("Text in the editor") },
    b: { doc: theirs, extensions: extensions("Text on disk") },
    collapseUnchanged: { margin: 3 },
  });
  return parent;
}

function newDialog(title: string): HTMLDialogElement {
  const heading = element("h2", { id: "dialog-title" }, title);
  const dialog = element("dialog", { class: "studio-dialog", "aria-labelledby": "dialog-title" }, heading);
  dialog.addEventListener("close", () => dialog.remove());
  (document.querySelector(".studio") ?? document.body).append(dialog);
  return dialog;
}
