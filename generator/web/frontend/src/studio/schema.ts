// What the JSON Schema of the open file says: which keys and values a path can have, and what they
// mean; completion and help in the editor.

import {
  type Completion, type CompletionContext, type CompletionResult, pickedCompletion, startCompletion,
} from "@codemirror/autocomplete";
import { type EditorView, hoverTooltip } from "@codemirror/view";

import { element, marked } from "../elements";
import { type Cursor, cursorAt, type Path, type Place, placeAt } from "./yaml_position";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  enumDescriptions?: string[];
  examples?: unknown[];
  default?: unknown;
  required?: string[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema | boolean>;
  patternProperties?: Record<string, Schema | boolean>;
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean | (Schema | boolean)[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface KeyHelp {
  name: string;
  required: boolean;
  /** All that the value may be. */
  schemas: Schema[];
}

type ValueHelp = Record<"text" | "description", string>;

export class SchemaGuide {
  constructor(private readonly root: Schema) {}

  /** All that may stand at a path; nothing if the schema does not know it. */
  at(path: Path): Schema[] {
    let schemas = this.#alternatives(this.root);
    for (const step of path) {
      schemas = schemas.flatMap((schema) => this.#child(schema, step));
    }
    return [...new Set(schemas)];
  }

  /** The keys of the mapping at a path that the schema names. */
  keys(path: Path): KeyHelp[] {
    const keys = new Map<string, KeyHelp>();
    for (const schema of this.at(path)) {
      for (const name of Object.keys(schema.properties ?? {})) {
        const required = schema.required?.includes(name) ?? false;
        keys.set(name, { name, required, schemas: this.at([...path, name]) });
      }
    }
    return [...keys.values()];
  }

  /** The values at a path that the schema names. */
  values(path: Path): ValueHelp[] {
    const values = this.at(path).flatMap(valuesOf);
    return [...new Map(values.map((value) => [value.text, value])).values()];
  }

  #child(schema: Schema, step: string | number): Schema[] {
    const { items } = schema;
    const item = Array.isArray(items) ? items[Number(step)] : items;
    const children = typeof step === "number" ? schemasOnly([item]) : valuesOfKey(schema, step);
    return children.flatMap((child) => this.#alternatives(child));
  }

  /** The schema and everything it refers to or offers a choice of. */
  #alternatives(schema: Schema, seen: ReadonlySet<Schema> = new Set()): Schema[] {
    if (seen.has(schema)) return [];
    const path = new Set(seen).add(schema);
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const target = this.root.$defs?.[schema.$ref?.replace("#/$defs/", "") ?? ""];
    if (target) branches.push(target);
    return [schema, ...branches.flatMap((branch) => this.#alternatives(branch, path))];
  }
}

/** What schemas of one place say: the first description, the limits, the default. */
export function describe(schemas: readonly Schema[]): string {
  const description = schemas.find((schema) => schema.description)?.description ?? "";
  return [description, ...new Set(schemas.flatMap(limits))].filter(Boolean).join("\n");
}

function valuesOfKey(schema: Schema, key: string): Schema[] {
  const named = schema.properties?.[key];
  if (named !== undefined) return schemasOnly([named]);
  const patterns = Object.entries(schema.patternProperties ?? {});
  const fitting = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(key));
  if (fitting.length) return schemasOnly(fitting.map(([, child]) => child));
  return schemasOnly([schema.additionalProperties]);
}

function schemasOnly(schemas: (Schema | boolean | undefined)[]): Schema[] {
  return schemas.filter((schema): schema is Schema => typeof schema === "object");
}

function valuesOf({ type, enum: values = [], enumDescriptions, examples = [], ...rest }: Schema): ValueHelp[] {
  const help = (value: unknown, description = ""): ValueHelp => ({ text: String(value), description });
  return [
    ...values.map((value, index) => help(value, enumDescriptions?.[index])),
    ...("const" in rest ? [help(rest.const)] : []),
    ...([type].flat().includes("boolean") ? [help(true), help(false)] : []),
    ...examples.filter((value) => typeof value !== "object").map((value) => help(value, "For example")),
  ];
}

function limits({ minimum, maximum, default: usual = null }: Schema): string[] {
  const [hasLeast, hasMost] = [minimum !== undefined, maximum !== undefined];
  return [
    hasLeast && hasMost && `From ${minimum} to ${maximum}.`,
    hasLeast && !hasMost && `At least ${minimum}.`,
    !hasLeast && hasMost && `At most ${maximum}.`,
    usual !== null && `If left out: ${JSON.stringify(usual)}.`,
  ].filter((line) => line !== false);
}

export type GuideSource = () => SchemaGuide | null;

/** Keys and values that the schema allows at the cursor. */
export function schemaCompletion(guide: GuideSource) {
  return (context: CompletionContext): CompletionResult | null => {
    const schema = guide();
    const cursor = schema && cursorAt(context.state.doc.toString(), context.pos);
    if (!schema || !cursor) return null;
    if (!context.explicit && !isInvited(context, cursor)) return null;
    const options = completions(schema, cursor);
    return options.length ? { from: cursor.from, options, validFor: /^[\w-]*$/ } : null;
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
    info: () => helpElement(value.text, describe(schema.at(cursor.path))),
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
    boost: key.required ? 2 : 0,
    info: () => helpElement(key.name, describe(key.schemas)),
    apply: (view, completion, from, to) => insertKey(view, completion, from, to, key, cursor),
  };
}

/** Writes the key with its colon, and what opens its value: a line of its own for collections. */
function insertKey(
  view: EditorView, completion: Completion, from: number, to: number, key: KeyHelp, cursor: Cursor,
): void {
  const hasColon = /^[ \t]*:/.test(view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
  const opening = hasColon ? "" : valueOpening(key, cursor, cursor.from - view.state.doc.lineAt(cursor.from).from);
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
  const types = key.schemas.flatMap((schema) => schema.type ?? (schema.enum || "const" in schema ? "string" : []));
  const isCollection = types.length > 0 && types.every((type) => type === "array" || type === "object");
  if (cursor.inFlow || !isCollection) return ": ";
  return types.includes("array") ? `:${indent}- ` : `:${indent}`;
}

export function placeHelp(schema: SchemaGuide, place: Place): string {
  const description = describe(schema.at(place.path));
  if (place.role === "key") return description;
  const value = schema.values(place.path).find((known) => known.text === place.text);
  return [value?.description, description].filter(Boolean).join("\n");
}

export function helpElement(title: string, help: string): HTMLElement {
  const paragraphs = help.split(/\n+/).map((line) => element("p", {}, ...marked(line, "`", "code")));
  return element("div", { class: "help" }, element("strong", {}, title), ...paragraphs);
}
