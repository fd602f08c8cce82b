// What the page asks of the generator. generator/web/backend.py explains queries and answers.

import type { Choice } from "./elements";

export interface Game extends Choice {
  sets: (Choice & { isRandom: boolean })[];
  defaultSets: string[];
  singleSet: boolean;
  sizes: Choice[];
  defaultSize: string;
  players: number[];
  defaultPlayers: number;
  sheets: Choice[];
  firstSheet: string;
  /** Whether all sheets of the game belong together. */
  isBundle: boolean;
  /** Those that are the same for every seed. */
  unrolledSheets: string[];
  sheetsWithRules: string[];
  /** The options of making that each sheet can use; "" is all sheets. */
  making: Record<string, string[]>;
  /** What is saved beside the PDF of each sheet. */
  files: Record<string, FilesKind[]>;
}

/** How a sheet can look: one of some choices, or a number within limits. */
export interface Option {
  usual: string;
  choices: Choice[];
  limits: { min: number; max: number; step: number } | null;
  /** The option without which it has no effect; "" for none. */
  needs: string;
}

export type Words = Record<string, string>;

export interface Catalogue {
  language: string;
  words: Words;
  languages: Choice[];
  options: Record<string, Option>;
  seedLength: number;
  games: Game[];
}

export interface Query {
  game: string;
  sheet: string;
  sets: string[];
  size: string;
  players: number;
  id: string;
  seed: string;
  paper: string;
  ink: string;
  language: string;
  rules: boolean;
  making: Making;
  /** IDs of sheets of which none is picked again. */
  shown?: string[];
}

/** How sheets are made, by the names of options; only what is not the usual. */
export type Making = Record<string, string>;

export interface Facts {
  id: string;
  fileName: string;
  command: string;
  warnings: string[];
  /** In how many games. */
  playtested: number;
  /** The word for how the sheet came about. */
  remark: string;
  /** Sheets of it; 0 where that is not said. */
  paper: number;
  isTwoSided?: boolean;
}

export type Sheet = Facts & { pdf: Uint8Array };

/** What is saved beside a PDF, as a ZIP. */
export type FilesKind = "cut" | "pieces" | "table";

export interface Files {
  fileName: string;
  command: string;
  zip: Uint8Array;
}

/** How far the generator has been loaded, from 0 to 1; then it starts. */
export type Progress = (stage: "loading" | "starting" | "ready", share: number) => void;

export interface Backend {
  catalogue(language: string): Promise<Catalogue>;
  sheet(query: Query): Promise<Sheet>;
  /** `url` is where the pictures of a virtual table will be. */
  files(query: Query, kind: FilesKind, url: string): Promise<Files>;
  /** A ready-made sheet, null if there is none; what begins anew after a failure. */
  readySheet?(query: Query): Promise<Sheet | null>;
  start?(): void;
  /** The sets of a file that the visitor opens, by their folders; they are kept until one is forgotten. */
  openSets?(file: File): Promise<Record<string, OwnSet>>;
  forgetSet?(folder: string): Promise<unknown>;
}

/** A set of the visitor's own, its titles by language, and the sets that it is printed with. */
export interface OwnSet {
  game: string;
  name: string;
  titles: Record<string, string>;
  isRandom: boolean;
  sets: string[];
}

/** What the user can mend: the generator's own message, and the class of its error. */
export class QueryError extends Error {
  constructor(message: string, readonly kind = "") {
    super(message);
  }
}
