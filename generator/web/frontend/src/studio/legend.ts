// The tab Legend: every type with its share of the squares, every variant with its odds.

import { element } from "../elements";
import type { LegendType } from "./api";
import { type Context, currentGame, Panel, type Rolled } from "./context";

export class Legend extends Panel {
  readonly id = "legend";
  readonly label = "Legend";

  /** `rolled` says what the sheets are drawn for. */
  constructor(private readonly context: Context, private readonly rolled: () => Rolled) {
    super();
    this.element.className = "legend";
  }

  show(): void {
    const game = currentGame(this.context);
    if (!game) return;
    const { sets, size, language } = this.rolled();
    const query = { game: game.name, sets: sets.join(","), size, language };
    void this.ask(this.context.api.legend(query), (types) => {
      if (types.length) this.element.replaceChildren(table(types));
      else this.say("This game has no types with variants.");
    });
  }
}

function table(types: readonly LegendType[]): HTMLElement {
  const odds = element("th", { scope: "col", class: "number" }, "Odds");
  const head = element("tr", {}, odds, element("th", { scope: "col" }, "Power"));
  return element("table", {}, element("thead", {}, head), ...types.map(typeRows));
}

function typeRows(type: LegendType): HTMLElement {
  const { frequency, presence, squares } = type;
  const facts = [
    `frequency ${frequency}`,
    presence !== null && `on ${presence}% of boards`,
    squares !== null && `${squares} squares`,
  ].filter(Boolean).join(", ");
  const name = [element("strong", {}, type.name), element("small", {}, facts)];
  const title = element("th", { colspan: 2, scope: "rowgroup" }, ...name);
  const rows = type.variants.map(({ odds, text }) => {
    const share = element("td", { class: "number" }, `${odds}%`);
    return element("tr", {}, share, element("td", {}, ...withoutMarkup(text)));
  });
  return element("tbody", {}, element("tr", { class: "type" }, title), ...rows);
}

/** Printed texts mark **what is bold** and [symbols]. */
function withoutMarkup(text: string): (Node | string)[] {
  const parts = text.replace(/\[([^\]]*)\]/g, "$1").split("**");
  return parts.map((part, index) => (index % 2 ? element("strong", {}, part) : part));
}
