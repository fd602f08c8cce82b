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

/** The set that is drawn: the open one, or the one that was open before a picture of it. */
export function currentSet(context: Context): string | undefined {
  const { current, lastSet } = context.workspace;
  return lastSet && lastSet.game === current?.entry.game ? lastSet.name : undefined;
}

/** What is drawn and reported: chosen in the tab Sheets, used by all. */
export interface Rolled {
  sets: string[];
  size: string;
  players: number;
  language: string;
}
