// The tab Legend: every type with its share of the squares, every variant with its odds.

import type { LegendType } from "./api";
import { type Context, currentGame, currentSets } from "./context";
import { element, message } from "./dom";
import type { Panel } from "./tabs";

export interface Rolled {
  size: string;
  players: number;
  language: string;
}

export class Legend implements Panel {
  readonly id = "legend";
  readonly label = "Legend";
  readonly element = element("div", { class: "legend" });
  #draws = 0;

  constructor(
    private readonly context: Context,
    /** What the sheets are drawn for. */
    private readonly rolled: () => Rolled,
  ) {}

  show(): void {
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const game = currentGame(this.context);
    if (!game) return;
    this.#draws += 1;
    const number = this.#draws;
    const { size, players, language } = this.rolled();
    const sets = currentSets(this.context).join(",");
    const query = { game: game.name, sets, size, players: String(players), language };
    try {
      const types = await this.context.api.legend(query);
      if (number === this.#draws) this.#list(types);
    } catch (error) {
      if (number === this.#draws) this.#say(message(error));
    }
  }

  #list(types: readonly LegendType[]): void {
    if (!types.length) return this.#say("This game has no types with variants.");
    this.element.replaceChildren(...types.map(typeSection));
  }

  #say(text: string): void {
    this.element.replaceChildren(element("p", { class: "quiet" }, text));
  }
}

function typeSection(type: LegendType): HTMLElement {
  const rows = type.variants.map((variant) =>
    element(
      "tr",
      {},
      element("td", { class: "number" }, `${variant.odds}%`),
      element("td", {}, ...withoutMarkup(variant.text)),
    ),
  );
  const head = element(
    "tr",
    {},
    element("th", { scope: "col", class: "number" }, "Odds"),
    element("th", { scope: "col" }, "Power"),
  );
  const caption = element("caption", {}, element("strong", {}, type.name), facts(type));
  return element("table", {}, caption, element("thead", {}, head), element("tbody", {}, ...rows));
}

function facts(type: LegendType): string {
  const { frequency, presence, squares, set } = type;
  const parts = [
    `frequency ${frequency}`,
    presence !== null && `on ${presence}% of boards`,
    squares !== null && `${squares} squares in the mean`,
    `set ${set}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** Printed texts mark **what is bold** and [symbols]. */
function withoutMarkup(text: string): (Node | string)[] {
  const plain = text.replace(/\[([^\]]*)\]/g, "$1");
  return plain
    .split("**")
    .map((part, index) => (index % 2 ? element("strong", {}, part) : part));
}
