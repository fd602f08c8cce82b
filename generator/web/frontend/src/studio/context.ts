// What the panels of the studio share: what is open, what is drawn, how questions are answered.

import type { Game } from "../backend";
import { element, message } from "../elements";
import type { StudioApi, StudioCatalogue } from "./api";
import type { Workspace } from "./workspace";

export interface Context {
  api: StudioApi;
  catalogue: StudioCatalogue;
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

/** A tab's panel, whose answers come from the server: one to an older question is not drawn. */
export abstract class Panel {
  abstract readonly id: string;
  abstract readonly label: string;
  readonly element = element("div");
  #questions = 0;

  /** The panel has become visible, or what it shows has changed. */
  abstract show(): void;

  protected async ask<T>(question: Promise<T>, draw: (answer: T) => void): Promise<void> {
    this.#questions += 1;
    const number = this.#questions;
    try {
      const answer = await question;
      if (number === this.#questions) draw(answer);
    } catch (error) {
      if (number === this.#questions) this.refuse(message(error));
    }
  }

  /** The answer to come, if any, is of no use any more. */
  protected forget(): void {
    this.#questions += 1;
  }

  protected refuse(text: string): void {
    this.say(text, "refusal");
  }

  protected say(text: string, kind: "quiet" | "refusal" = "quiet", host: HTMLElement = this.element): void {
    host.replaceChildren(element("p", { class: kind }, text));
  }
}
