// Completion and help in the editor, from the JSON Schema of the open file.

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { type EditorView, hoverTooltip } from "@codemirror/view";

import { element } from "../elements";
import { describe, hasScalar, hasType, type KeyHelp, type SchemaGuide } from "./schema";
import { type Cursor, cursorAt, type Place, placeAt } from "./yaml_position";

const REQUIRED_BOOST = 2;
const CONTINUES = /^[\w-]*$/;

export type GuideSource = () => SchemaGuide | null;

/** Keys and values that the schema allows at the cursor. */
export function schemaCompletion(guide: GuideSource) {
  return (context: CompletionContext): CompletionResult | null => {
    const schema = guide();
    const cursor = schema && cursorAt(context.state.doc.toString(), context.pos);
    if (!schema || !cursor) return null;
    if (!context.explicit && !isInvited(context, cursor)) return null;
    const options = completions(schema, cursor);
    return options.length ? { from: cursor.from, options, validFor: CONTINUES } : null;
  };
}

/** Help for the key or value under the pointer. */
export function schemaHover(guide: GuideSource) {
  return hoverTooltip((view, offset) => {
    const place = placeAt(view.state.doc.toString(), offset);
    const schema = guide();
    const help = schema && place ? placeHelp(schema, place) : "";
    if (!place || !help) return null;
    const dom = (): HTMLElement => helpElement(place.text, help);
    return { pos: place.from, end: place.to, above: true, create: () => ({ dom: dom() }) };
  });
}

/** After a letter, or where a value is to follow; not in every empty line. */
function isInvited(context: CompletionContext, cursor: Cursor): boolean {
  return cursor.from < context.pos || context.matchBefore(/(:|-|[{,[])[ \t]+$/) !== null;
}

function completions(schema: SchemaGuide, cursor: Cursor): Completion[] {
  const values = schema.values(cursor.path).map((value): Completion => ({
    label: value.text,
    detail: value.description,
    type: "enum",
    info: () => helpElement(value.text, schema.description(cursor.path)),
  }));
  if (cursor.role === "value") return values;
  const keys = schema.keys(cursor.path).filter((key) => !cursor.siblings.has(key.name));
  return [...keys.map((key) => keyCompletion(key, cursor)), ...values];
}

function keyCompletion(key: KeyHelp, cursor: Cursor): Completion {
  return {
    label: key.name,
    detail: key.required ? "required" : "",
    type: "property",
    boost: key.required ? REQUIRED_BOOST : 0,
    info: () => helpElement(key.name, describe(key.schemas)),
    apply: (view, completion, from, to) => insertKey(view, completion, from, to, key, cursor),
  };
}

/** Writes the key with its colon, and what opens its value: a line of its own for collections. */
function insertKey(
  view: EditorView,
  completion: Completion,
  from: number,
  to: number,
  key: KeyHelp,
  cursor: Cursor,
): void {
  const hasColon = /^[ \t]*:/.test(view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
  const opening = hasColon ? "" : valueOpening(key, cursor, columnOf(view, cursor.from));
  const insert = key.name + opening;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
  });
  if (!hasColon) startCompletion(view);
}

function valueOpening(key: KeyHelp, cursor: Cursor, column: number): string {
  const indent = `\n${" ".repeat(column + 2)}`;
  if (cursor.inFlow || hasScalar(key.schemas)) return ": ";
  if (hasType(key.schemas, "array")) return `:${indent}- `;
  return hasType(key.schemas, "object") ? `:${indent}` : ": ";
}

function columnOf(view: EditorView, offset: number): number {
  return offset - view.state.doc.lineAt(offset).from;
}

function placeHelp(schema: SchemaGuide, place: Place): string {
  const description = schema.description(place.path);
  if (place.role === "key") return description;
  const value = schema.values(place.path).find((known) => known.text === place.text);
  return [value?.description, description].filter(Boolean).join("\n");
}

function helpElement(title: string, help: string): HTMLElement {
  const paragraphs = help.split(/\n+/).map((line) => element("p", {}, ...withCode(line)));
  return element("div", { class: "help" }, element("strong", {}, title), ...paragraphs);
}

/** Texts in back quotes as code. */
function withCode(line: string): (Node | string)[] {
  return line
    .split("`")
    .map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
