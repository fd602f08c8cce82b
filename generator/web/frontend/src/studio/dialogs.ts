// Dialogs: modal, closed by Escape, focus returns to where it was.

import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "codemirror";

import { button, element, field, message } from "../elements";
import { editorLook } from "./editor_look";
import type { OutsideChange } from "./workspace";

const NAME = "[a-z][a-z0-9_]{0,39}";
const NAME_HELP = "Small letters, digits and _, a letter first.";

/** Asks for a name; `use` may refuse it, with the message of its error. */
export function askName(
  title: string,
  proposal: string,
  action: string,
  use: (name: string) => Promise<void>,
): void {
  const dialog = newDialog(title);
  const input = nameInput(proposal);
  const help = element("p", { id: "name-help", class: "quiet" }, NAME_HELP);
  const refusal = element("p", { class: "refusal", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, action);
  const buttons = element("div", { class: "buttons" }, cancelButton("Cancel", dialog), submit);
  const form = element("form", {}, field("Name", input), help, refusal, buttons);
  const refuse = (error: unknown): void => refusal.replaceChildren(message(error));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    use(input.value).then(() => dialog.close(), refuse);
  });
  dialog.append(form);
  dialog.showModal();
  input.select();
}

/** Shows the text in the editor beside the one on disk; closed without a choice, nothing changes. */
export function resolveConflict(
  mine: string,
  change: OutsideChange,
  choose: (choice: "mine" | "theirs") => void,
): void {
  const dialog = newDialog(`${change.path} has changed on disk`);
  dialog.classList.add("wide");
  const take = (choice: "mine" | "theirs") => () => {
    dialog.close();
    choose(choice);
  };
  const titles = [element("h3", {}, "In the editor"), element("h3", {}, "On disk")];
  const buttons = [
    cancelButton("Decide later", dialog),
    change.text !== null && button("Take the version on disk", take("theirs")),
    button("Keep mine and save it", take("mine"), { class: "primary" }),
  ];
  dialog.append(
    element("div", { class: "version-titles" }, ...titles),
    comparison(mine, change.text ?? ""),
    element("div", { class: "buttons" }, ...buttons),
  );
  dialog.showModal();
}

function nameInput(proposal: string): HTMLInputElement {
  return element("input", {
    value: proposal,
    pattern: NAME,
    required: true,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "name-help",
  });
}

function cancelButton(label: string, dialog: HTMLDialogElement): HTMLButtonElement {
  return button(label, () => dialog.close());
}

function comparison(mine: string, theirs: string): HTMLElement {
  const parent = element("div", { class: "versions" });
  const extensions = (label: string) => [
    editorLook,
    EditorState.readOnly.of(true),
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
