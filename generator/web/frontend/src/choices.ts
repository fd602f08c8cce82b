// What the user has chosen: kept for the next visit, and written into the address.

import type { Catalogue, Game, Making, Query } from "./backend";

/** The options of making, with their usual values. */
export const USUAL_MAKING: Making = {
  backs: "duplex", marks: "usual", gap: "0", thickness: "0.3", tile: "", overlap: "10", scale: "1",
};

const KEY = "board-generator";
const LETTER_COUNTRIES = /-(US|CA|MX|PH|CL|CO|VE|GT|CR|PA|DO)$/;

/** Of each game its own choices, and how sheets look. */
export interface Choices {
  game: string;
  games: Record<string, { sets: string[]; size: string; players: number; sheet: string }>;
  paper: string;
  ink: string;
  rules: boolean;
  making: Making;
  /** Where the pictures of virtual tables will be. */
  url: string;
}

export function load(catalogue: Catalogue): Choices {
  const usual: Choices = {
    game: catalogue.games[0]?.name ?? "",
    games: {},
    paper: LETTER_COUNTRIES.test(navigator.language) ? "letter" : "a4",
    ink: "full",
    rules: true,
    making: {},
    url: "",
  };
  let stored: Partial<Choices> = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Storage may be forbidden or damaged: the usual choices do.
  }
  const choices = { ...usual, ...stored };
  for (const game of catalogue.games) choices.games[game.name] = checked(game, choices);
  if (!catalogue.games.some((game) => game.name === choices.game)) choices.game = usual.game;
  if (!catalogue.papers.some((paper) => paper.name === choices.paper)) choices.paper = usual.paper;
  if (!catalogue.inks.some((ink) => ink.name === choices.ink)) choices.ink = usual.ink;
  return choices;
}

export function keep(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Without storage the choices last as long as the page.
  }
}

/** A game's choices, the usual ones in place of what it does not have any more. */
function checked(game: Game, choices: Choices): Choices["games"][string] {
  const { sets = [], size, players, sheet } = choices.games[game.name] ?? {};
  const known = sets.filter((name) => game.sets.some((set) => set.name === name));
  const sheets = ["", ...game.sheets.map((each) => each.name)];
  return {
    sets: known.length ? known : game.defaultSets,
    size: game.sizes.some((each) => each.name === size) ? (size as string) : game.defaultSize,
    players: game.players.includes(players as number) ? (players as number) : game.defaultPlayers,
    sheet: sheet !== undefined && sheets.includes(sheet) ? sheet : firstSheet(game),
  };
}

/** What is printed first: a bundle is one PDF, of others the main sheet is enough. */
function firstSheet(game: Game): string {
  return game.isBundle ? "" : game.firstSheet;
}

/** What is chosen of a game, with as much of the making as its sheet can use. */
export function query(choices: Choices, game: Game, language: string): Query {
  const { paper, ink, rules } = choices;
  const own = choices.games[game.name];
  if (!own) throw new Error(`no choices for ${game.name}`);
  const usable = usableOptions(game, own.sheet, choices.making);
  const making = unusual(Object.fromEntries(usable.map((name) => [name, choices.making[name] ?? ""])));
  return { game: game.name, ...own, id: "", seed: "", paper, ink, language, rules, making };
}

/** The options that a sheet can use; those of tiles only if there are any. */
export function usableOptions(game: Game, sheet: string, making: Making): string[] {
  const ofTiles = ["overlap", "scale"];
  return (game.making[sheet] ?? []).filter((name) => making.tile || !ofTiles.includes(name));
}

/** What of a making is not the usual. */
export function unusual(making: Making): Making {
  const entries = Object.entries(making);
  return Object.fromEntries(entries.filter(([name, value]) => value && value !== USUAL_MAKING[name]));
}

/** The address that brings the same sheet again. */
export function address(of: Query): string {
  const { id, game, sets, size, players, sheet, paper, ink, language, rules, making } = of;
  const roll: Record<string, string> = id ? { id } : { game, sets: sets.join("+"), size, players: String(players) };
  const parts = new URLSearchParams({ ...roll, sheet, paper, ink, language, ...making });
  if (!rules) parts.set("rules", "no");
  return `#${parts.toString().replaceAll("%2B", "+")}`;
}

/** What an address asks for; null if it names no game. */
export function fromAddress(hash: string): Partial<Query> | null {
  const parts = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const id = parts.get("id") ?? "";
  const fields = ["game", "size", "sets", "players"];
  const idParts = id.split(".");
  const [game, size, sets, players] = fields.map((name, place) => parts.get(name) ?? idParts[place]);
  if (!game || !size || !sets || !players) return null;
  const result: Partial<Query> = { id, game, size, rules: parts.get("rules") !== "no" };
  Object.assign(result, { sets: sets.split("+"), players: Number(players) });
  for (const name of ["sheet", "paper", "ink", "language"] as const) {
    const value = parts.get(name);
    if (value !== null) result[name] = value;
  }
  const names = Object.keys(USUAL_MAKING);
  result.making = unusual(Object.fromEntries(names.map((name) => [name, parts.get(name) ?? ""])));
  return result;
}
