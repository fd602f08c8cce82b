// What the panels of the studio share.

import type { Catalogue, Game } from "../backend";
import type { StudioApi } from "./api";
import type { Memory } from "./memory";
import type { Workspace } from "./workspace";

export interface Context {
  api: StudioApi;
  catalogue: Catalogue;
  memory: Memory;
  workspace: Workspace;
}

/** The game of the open file. */
export function currentGame(context: Context): Game | undefined {
  const name = context.workspace.current?.entry.game;
  return context.catalogue.games.find((game) => game.name === name);
}

/** The sets that are drawn with the open file: itself, or the usual ones for other files. */
export function currentSets(context: Context): string[] {
  const entry = context.workspace.current?.entry;
  if (entry?.kind === "set") return [entry.name];
  return currentGame(context)?.defaultSets ?? [];
}
