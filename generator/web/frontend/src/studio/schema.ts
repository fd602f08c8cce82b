// Questions to a JSON Schema: which keys and values a path can have, and what they mean.

import type { Path } from "./yaml_position";

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

export interface ValueHelp {
  text: string;
  description: string;
}

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

  /** What a key or a value means, in sentences. */
  description(path: Path): string {
    return describe(this.at(path));
  }

  #child(schema: Schema, step: string | number): Schema[] {
    const children = typeof step === "number" ? itemsOf(schema, step) : valuesOfKey(schema, step);
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

export function hasType(schemas: readonly Schema[], type: "object" | "array"): boolean {
  return schemas.some((schema) => [schema.type].flat().includes(type));
}

/** Whether a value of one line can stand there. */
export function hasScalar(schemas: readonly Schema[]): boolean {
  const types = schemas.flatMap((schema) => schema.type ?? []);
  const isScalar = (type: string): boolean => type !== "object" && type !== "array";
  return types.some(isScalar) || schemas.some((schema) => schema.enum ?? "const" in schema);
}

function valuesOfKey(schema: Schema, key: string): Schema[] {
  const named = schema.properties?.[key];
  if (named !== undefined) return schemasOnly([named]);
  const patterns = Object.entries(schema.patternProperties ?? {});
  const fitting = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(key));
  if (fitting.length) return schemasOnly(fitting.map(([, child]) => child));
  return schemasOnly([schema.additionalProperties]);
}

function itemsOf(schema: Schema, index: number): Schema[] {
  if (Array.isArray(schema.items)) return schemasOnly([schema.items[index]]);
  return schemasOnly([schema.items]);
}

function schemasOnly(schemas: (Schema | boolean | undefined)[]): Schema[] {
  return schemas.filter((schema): schema is Schema => typeof schema === "object");
}

function valuesOf(schema: Schema): ValueHelp[] {
  const descriptions = schema.enumDescriptions ?? [];
  const values = (schema.enum ?? []).map((value, index) => ({
    text: String(value),
    description: descriptions[index] ?? "",
  }));
  if ("const" in schema) values.push({ text: String(schema.const), description: "" });
  if ([schema.type].flat().includes("boolean")) {
    values.push({ text: "true", description: "" }, { text: "false", description: "" });
  }
  const examples = (schema.examples ?? []).filter((value) => typeof value !== "object");
  return [...values, ...examples.map((value) => ({ text: String(value), description: "For example" }))];
}

function limits(schema: Schema): string[] {
  const { minimum, maximum } = schema;
  const lines: string[] = [];
  if (minimum !== undefined && maximum !== undefined) lines.push(`From ${minimum} to ${maximum}.`);
  else if (minimum !== undefined) lines.push(`At least ${minimum}.`);
  else if (maximum !== undefined) lines.push(`At most ${maximum}.`);
  if (schema.default !== undefined && schema.default !== null) {
    lines.push(`If left out: ${JSON.stringify(schema.default)}.`);
  }
  return lines;
}
