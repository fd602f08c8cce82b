// Where in a YAML file the cursor is: the path of keys and indices, and whether a key or a value
// stands there.

import { parser } from "@lezer/yaml";
import type { SyntaxNode, Tree } from "@lezer/common";

export type Path = readonly (string | number)[];

export interface Place {
  path: Path;
  role: "key" | "value";
  /** The text of the key or value, without quotes. */
  text: string;
  from: number;
  to: number;
}

export interface Cursor {
  /** The path of the collection that the key is in, or of the value. */
  path: Path;
  role: "key" | "value";
  /** Where the word before the cursor starts. */
  from: number;
  inFlow: boolean;
  /** Keys that the mapping has already. */
  siblings: ReadonlySet<string>;
}

const SCALARS = new Set(["Literal", "QuotedLiteral"]);
const PLACEHOLDER = "cursor__";

/** The key or value at an offset; null between them. */
export function placeAt(text: string, offset: number): Place | null {
  const scalar = scalarAt(parser.parse(text), offset);
  return scalar && { ...place(scalar, text), from: scalar.from, to: scalar.to };
}

/** What could be written at the offset; null in comments and texts of several lines. */
export function cursorAt(text: string, offset: number): Cursor | null {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const from = offset - (/[\w-]*$/.exec(line)?.[0].length ?? 0);
  const to = offset + (/^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  if (/(^|\s)#/.test(line)) return null;
  const isValue = /:[ \t]+$/.test(text.slice(0, from));
  const hasColon = /^[ \t]*:/.test(text.slice(to));
  const colon = isValue || hasColon ? "" : ": ";
  const rest = /^.*/.exec(text.slice(to))?.[0] ?? ""; // of the line
  const word = PLACEHOLDER + colon + missingBrackets(line, rest);
  const probe = text.slice(0, from) + word + text.slice(to);
  const scalar = scalarAt(parser.parse(probe), from + 1);
  if (!scalar || probe.slice(scalar.from, scalar.to) !== PLACEHOLDER) return null;
  const { path, role } = place(scalar, probe);
  const isKey = role === "key";
  const siblings = isKey ? siblingKeys(scalar, probe) : new Set<string>();
  return { path: isKey ? path.slice(0, -1) : path, role, from, inFlow: isInFlow(scalar), siblings };
}

/** What closes the brackets that are opened before and not closed after; or the rest of the file
 * would count as inside them. */
function missingBrackets(before: string, after: string): string {
  const missing: string[] = [];
  for (const character of before + after) {
    if (character === "{") missing.unshift("}");
    else if (character === "[") missing.unshift("]");
    else if (character === missing[0]) missing.shift();
  }
  return missing.join("");
}

function scalarAt(tree: Tree, offset: number): SyntaxNode | null {
  for (const side of [1, -1] as const) {
    const node = tree.resolveInner(offset, side);
    if (SCALARS.has(node.name)) return node;
  }
  return null;
}

function place(scalar: SyntaxNode, text: string): Omit<Place, "from" | "to"> {
  const role = scalar.parent?.name === "Key" ? "key" : "value";
  return { path: pathOf(scalar, text), role, text: unquoted(scalar, text) };
}

function pathOf(start: SyntaxNode, text: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (let node: SyntaxNode | null = start; node; node = node.parent) {
    if (node.name === "Pair") path.unshift(keyOf(node, text));
    else if (node.name === "Item") path.unshift(indexOf(node));
  }
  return path;
}

function keyOf(pair: SyntaxNode, text: string): string {
  const scalar = pair.getChild("Key")?.firstChild;
  return scalar ? unquoted(scalar, text) : "";
}

function indexOf(item: SyntaxNode): number {
  const items = item.parent?.getChildren("Item") ?? [];
  return items.findIndex(({ from }) => from === item.from);
}

function siblingKeys(scalar: SyntaxNode, text: string): Set<string> {
  const mapping = scalar.parent?.parent?.parent;
  const keys = mapping?.getChildren("Pair").map((pair) => keyOf(pair, text)) ?? [];
  return new Set(keys.filter((key) => key !== PLACEHOLDER));
}

function isInFlow(start: SyntaxNode): boolean {
  for (let node: SyntaxNode | null = start; node; node = node.parent) {
    if (node.name === "FlowMapping" || node.name === "FlowSequence") return true;
  }
  return false;
}

function unquoted(scalar: SyntaxNode, text: string): string {
  const raw = text.slice(scalar.from, scalar.to);
  return scalar.name === "QuotedLiteral" ? raw.slice(1, -1) : raw.trim();
}

/** The offset behind the last line of a top-level mapping; null if there is none of that name. */
export function endOfMapping(text: string, key: string): number | null {
  const mapping = parser.parse(text).topNode.getChild("Document")?.getChild("BlockMapping");
  const pair = mapping?.getChildren("Pair").find((child) => keyOf(child, text) === key);
  if (!pair) return null;
  const lineEnd = text.indexOf("\n", pair.to - 1);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}
