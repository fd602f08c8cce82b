// The editor of one file at a time. Each file keeps its undo history while the page is open.

import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";

import type { Diagnostic } from "./api";
import { schemaCompletion, schemaHover } from "./completion";
import type { SchemaGuide } from "./schema";

/** The colours of the page, so that light and dark are one set of rules. */
const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code-font)", fontSize: "13.5px", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--surface)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--studio-active-line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--studio-selection)" },
  ".cm-selectionMatch, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--studio-selection)" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--studio-shadow)",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--accent-ink)", backgroundColor: "var(--accent)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--ground)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-textfield, .cm-button": {
    color: "var(--ink)",
    background: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-foldPlaceholder": { color: "var(--muted)", background: "none", borderColor: "var(--line)" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--studio-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--studio-string)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--muted)" },
]);

export const editorLook = [theme, syntaxHighlighting(highlight)];

export interface EditorEvents {
  edited(text: string): void;
  save(): void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #states = new Map<string, EditorState>();
  /** Whether the text is marked with errors; otherwise at most with warnings. */
  hasErrors = false;
  #path = "";
  #guide: SchemaGuide | null = null;

  constructor(host: HTMLElement, private readonly events: EditorEvents) {
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
    const { doc } = this.#view.state;
    if (doc.toString() === text) return;
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }

  /** Inserts lines before the line that the offset is in, and shows them. */
  insertLines(offset: number, lines: string): void {
    const insert = lines.endsWith("\n") ? lines : `${lines}\n`;
    this.#view.dispatch({ changes: { from: offset, insert }, selection: { anchor: offset }, scrollIntoView: true });
    this.#view.focus();
  }

  setGuide(guide: SchemaGuide | null): void {
    this.#guide = guide;
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

  get text(): string {
    return this.#view.state.doc.toString();
  }

  #newState(path: string, doc: string, isReadOnly: boolean): EditorState {
    const save = (): boolean => {
      this.events.save();
      return true;
    };
    return EditorState.create({
      doc,
      extensions: [
        keymap.of([{ key: "Mod-s", preventDefault: true, run: save }]),
        basicSetup,
        editorLook,
        lintGutter(),
        ...(isYaml(path) ? this.#yamlSupport() : []),
        EditorState.readOnly.of(isReadOnly), // still focusable, to be read by keyboard
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.events.edited(update.state.doc.toString());
        }),
      ],
    });
  }

  #yamlSupport(): Extension[] {
    const guide = (): SchemaGuide | null => this.#guide;
    const completion = autocompletion({ override: [schemaCompletion(guide)], icons: false });
    return [yaml(), completion, schemaHover(guide)];
  }
}

export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
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
