// The tab Legend: every type with its share of the squares, every variant with its odds.

import type { LegendType } from "./api";
import { type Context, currentGame, type Rolled } from "./context";
import { element, message } from "../elements";
import type { Panel } from "./tabs";

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
    const { sets, size, players, language } = this.rolled();
    const rolled = { sets: sets.join(","), size, players: String(players), language };
    const query = { game: game.name, ...rolled };
    try {
      const types = await this.context.api.legend(query);
      if (number === this.#draws) this.#list(types);
    } catch (error) {
      if (number === this.#draws) this.#say(message(error), "refusal");
    }
  }

  #list(types: readonly LegendType[]): void {
    if (!types.length) return this.#say("This game has no types with variants.");
    this.element.replaceChildren(table(types));
  }

  #say(text: string, kind: "quiet" | "refusal" = "quiet"): void {
    this.element.replaceChildren(element("p", { class: kind }, text));
  }
}

function table(types: readonly LegendType[]): HTMLElement {
  const head = element(
    "tr",
    {},
    element("th", { scope: "col", class: "number" }, "Odds"),
    element("th", { scope: "col" }, "Power"),
  );
  return element("table", {}, element("thead", {}, head), ...types.map(typeRows));
}

function typeRows(type: LegendType): HTMLElement {
  const name = [element("strong", {}, type.name), element("small", {}, facts(type))];
  const title = element("th", { colspan: 2, scope: "rowgroup" }, ...name);
  const rows = type.variants.map((variant) =>
    element(
      "tr",
      {},
      element("td", { class: "number" }, `${variant.odds}%`),
      element("td", {}, ...withoutMarkup(variant.text)),
    ),
  );
  return element("tbody", {}, element("tr", { class: "type" }, title), ...rows);
}

function facts(type: LegendType): string {
  const { frequency, presence, squares } = type;
  const parts = [
    `frequency ${frequency}`,
    presence !== null && `on ${presence}% of boards`,
    squares !== null && `${squares} squares`,
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
