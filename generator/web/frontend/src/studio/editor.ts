// The editor of one file at a time. Each file keeps its undo history while the page is open.

import { autocompletion } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { syntaxHighlighting } from "@codemirror/language";
import { diff } from "@codemirror/merge";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";

import type { Diagnostic } from "./api";
import { schemaCompletion, schemaHover, type SchemaGuide } from "./schema";
import { type Place, placeAt } from "./yaml_position";

/** Its colours are in studio.css. */
export const editorLook = syntaxHighlighting(classHighlighter);

export class Editor {
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  /** Whether the text is marked with errors; otherwise at most with warnings. */
  hasErrors = false;
  #path = "";
  guide: SchemaGuide | null = null;

  constructor(host: HTMLElement, private readonly edited: (text: string) => void, private readonly save: () => void) {
    this.#view = new EditorView({ parent: host });
    this.#view.setState(EditorState.create({ extensions: [editorLook, EditorState.readOnly.of(true)] }));
  }

  /** Shows a file. Its history of edits is kept where the text is still the same. */
  open(path: string, text: string, isReadOnly: boolean): void {
    if (this.#path) this.#states.set(this.#path, this.#view.state);
    const known = this.#states.get(path);
    const isSame = known?.doc.toString() === text;
    this.#path = path;
    this.hasErrors = false;
    this.#view.setState(isSame && known ? known : this.#newState(path, text, isReadOnly));
  }

  /** Replaces the text by that of elsewhere; undo brings the old one back. */
  replace(text: string): void {
    const unix = this.#view.state.toText(text).toString();
    const changes = diff(this.text, unix).map(({ fromA: from, toA: to, fromB, toB }) => {
      return { from, to, insert: unix.slice(fromB, toB) }; // so that the cursor stays
    });
    if (changes.length) this.#view.dispatch({ changes });
  }

  /** Inserts lines before the line that the offset is in, and shows them. */
  insertLines(offset: number, lines: string): void {
    const insert = lines.endsWith("\n") ? lines : `${lines}\n`;
    this.#view.dispatch({ changes: { from: offset, insert }, selection: { anchor: offset }, scrollIntoView: true });
    this.#view.focus();
  }

  setDiagnostics(diagnostics: readonly Diagnostic[]): void {
    const { doc } = this.#view.state;
    const marks = diagnostics.map((diagnostic) => markOf(diagnostic, doc));
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
    this.hasErrors = marks.some((mark) => mark.severity === "error");
  }

  goTo(line: number, column: number): void {
    const anchor = offsetOf(this.#view.state.doc, line, column);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }

  /** The key or value at the cursor. */
  get place(): Place | null {
    return placeAt(this.text, this.#view.state.selection.main.head);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  #newState(path: string, doc: string, isReadOnly: boolean): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (this.save(), true) }, indentWithTab]),
        basicSetup,
        editorLook,
        lintGutter(),
        ...(path.endsWith(".yaml") ? this.#yamlSupport() : []),
        EditorState.readOnly.of(isReadOnly), // still focusable, to be read by keyboard
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, "aria-describedby": "keys", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.edited(update.state.doc.toString());
        }),
      ],
    });
  }

  #yamlSupport(): Extension[] {
    const guide = (): SchemaGuide | null => this.guide;
    const completion = autocompletion({ override: [schemaCompletion(guide)], icons: false });
    return [yaml(), completion, schemaHover(guide)];
  }
}

function markOf(diagnostic: Diagnostic, doc: Text): Mark {
  const { line, column, end, key, severity, message } = diagnostic;
  const from = offsetOf(doc, line, column);
  const to = end ? offsetOf(doc, end.line, end.column) : doc.lineAt(from).to;
  return { from, to: Math.max(from, to), severity, message: [key, message].filter(Boolean).join(": ") };
}

/** Lines and columns count from 1; 0 stands for the whole file. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}
