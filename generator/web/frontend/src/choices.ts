// What the user has chosen: kept for the next visit, and written into the address.

import type { Catalogue, Game, Making, Option, Query } from "./backend";
import { recall, remember } from "./storage";

const KEY = "board-generator";
const SHOWN = "board-generator.shown";
const MOST_SHOWN = 2000;
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

function usual({ games, options }: Catalogue): Choices {
  return {
    game: games[0]?.name ?? "",
    games: {},
    paper: LETTER_COUNTRIES.test(navigator.language) ? "letter" : "a4",
    ink: options.ink?.usual ?? "",
    rules: true,
    making: {},
    url: "",
  };
}

export function load(catalogue: Catalogue): Choices {
  const choices = { ...usual(catalogue), ...recall<Partial<Choices>>(KEY, {}) };
  mend(choices, catalogue);
  return choices;
}

/** Put the usual in place of what does not exist; whether there was anything. */
export function mend(choices: Choices, catalogue: Catalogue): boolean {
  const { games, options } = catalogue;
  const before = JSON.stringify(choices);
  for (const game of games) choices.games[game.name] = checked(game, choices);
  if (!isAmong(games, choices.game)) choices.game = usual(catalogue).game;
  for (const name of ["paper", "ink"] as const) {
    if (!isAmong(options[name]?.choices ?? [], choices[name])) choices[name] = usual(catalogue)[name];
  }
  const making = Object.entries(choices.making).filter(([name, value]) => isPossible(options[name], value));
  choices.making = Object.fromEntries(making);
  return JSON.stringify(choices) !== before;
}

export function keep(choices: Choices): void {
  remember(KEY, choices);
}

/** The IDs of the sheets that programs had picked and that this browser has shown, the last first. */
export function shownIds(): string[] {
  return recall<string[]>(SHOWN, []);
}

export function keepShown(id: string): void {
  remember(SHOWN, [id, ...shownIds().filter((each) => each !== id)].slice(0, MOST_SHOWN));
}

function isAmong(choices: readonly { name: string }[], name: string | undefined): boolean {
  return choices.some((choice) => choice.name === name);
}

function isPossible(option: Option | undefined, value: string): boolean {
  if (!option?.limits) return isAmong(option?.choices ?? [], value);
  return value !== "" && Number(value) >= option.limits.min && Number(value) <= option.limits.max;
}

/** A game's choices, the usual ones in place of what it does not have any more. A bundle is one PDF
 * at first, of others the main sheet is enough. */
function checked(game: Game, choices: Choices): Choices["games"][string] {
  const { sets = [], size, players, sheet } = choices.games[game.name] ?? {};
  const known = [...new Set(sets)].filter((name) => isAmong(game.sets, name)).slice(0, game.singleSet ? 1 : undefined);
  return {
    sets: known.length ? known : game.defaultSets,
    size: isAmong(game.sizes, size) ? (size as string) : game.defaultSize,
    players: game.players.includes(players as number) ? (players as number) : game.defaultPlayers,
    sheet: sheet === "" || isAmong(game.sheets, sheet) ? (sheet as string) : game.isBundle ? "" : game.firstSheet,
  };
}

/** What is chosen of a game, with as much of the making as its sheet can use. */
export function query(choices: Choices, game: Game, catalogue: Catalogue): Query {
  const { paper, ink, rules } = choices;
  const own = choices.games[game.name];
  if (!own) throw new Error(`no choices for ${game.name}`);
  const usable = usableOptions(catalogue, game, own.sheet, choices.making);
  const making = unusual(catalogue, Object.fromEntries(usable.map((name) => [name, choices.making[name] ?? ""])));
  const looks = { paper, ink, language: catalogue.language, rules, making };
  return { game: game.name, ...own, id: "", seed: "", ...looks };
}

/** The options of making that a sheet can use, without those that need another one. */
export function usableOptions({ options }: Catalogue, game: Game, sheet: string, making: Making): string[] {
  return (game.making[sheet] ?? []).filter((name) => {
    const needed = options[name]?.needs ?? "";
    return !(needed in options) || making[needed];
  });
}

/** What of a making is not the usual. */
export function unusual({ options }: Catalogue, making: Making): Making {
  const entries = Object.entries(making);
  return Object.fromEntries(entries.filter(([name, value]) => value && value !== options[name]?.usual));
}

/** The address that brings the same sheet again. */
export function address(of: Query): string {
  const { id, game, sets, size, players, sheet, paper, ink, language, rules, making } = of;
  const roll: Record<string, string> = id ? { id } : { game, sets: sets.join("+"), size, players: String(players) };
  const parts = new URLSearchParams({ ...roll, sheet, paper, ink, language, ...making });
  if (!rules) parts.set("rules", "no");
  return `#${parts.toString().replaceAll("%2B", "+")}`;
}

/** Whether a text has the form of an ID, as generator/core/game_id.py has it. */
export function isId(text: string): boolean {
  return /^[a-z]+\.\w+\.[\w+]+\.\d+\.[^.]+\.\d+(-\w{4})+$/i.test(text.replace(/\s/g, ""));
}

/** What an address asks for; all else in it is an option of making. Null if it names no game. What
 * an ID says goes before all else; without anything else in it, all else stays as it is. */
export function fromAddress(hash: string): Partial<Query> | null {
  const parts = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const { id: written = "", seed = "", rules = "", ...rest } = Object.fromEntries(parts);
  const id = written.replace(/\s/g, "").toLowerCase();
  const [game, size, sets, players] = ["game", "size", "sets", "players"].map((name, place) => {
    const value = id ? id.split(".")[place] : rest[name];
    delete rest[name];
    return value;
  });
  if (!game || !size || !sets || !players) return null;
  const roll = { id, seed, game, size, sets: sets.split("+"), players: Number(players) };
  if (id && !Object.keys(rest).length) return roll;
  const { sheet, paper, ink, language, ...making } = rest;
  const looks = Object.entries({ sheet, paper, ink, language }).filter(([, value]) => value !== undefined);
  return { ...roll, rules: rules !== "no", making, ...Object.fromEntries(looks) };
}
