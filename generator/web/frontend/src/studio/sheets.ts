// The tab Sheets: one sheet of the open set, drawn again after each change.

import type { Game, Query, Sheet } from "../backend";
import { button, type Choice, element, field, message, redraw, select, setChoices, tick } from "../elements";
import { type Context, currentGame, currentSet, debounced, Panel, recall, remember, type Rolled } from "./context";
import { Preview } from "./preview";
import { isEdited } from "./workspace";
import type { Path } from "./yaml_position";

const TYPING_PAUSE = 300; // milliseconds, for the seed
const SEED_LENGTH = 8;

/** Choices that belong to a game; the others are the same for all games. companion is another set
 * on the same board; "" for none. */
const OF_GAME = ["sheet", "companion", "size", "players"] as const;

type ChoiceName = (typeof OF_GAME)[number] | "paper" | "ink" | "language";

export class Sheets extends Panel {
  readonly id = "sheets";
  readonly label = "Sheets";
  readonly #preview: Preview;
  readonly #controls: Record<ChoiceName, HTMLSelectElement>;
  readonly #seed: HTMLInputElement;
  readonly #state = element("div", { class: "sheet-state", role: "status" });
  readonly #rules = tick("Rules", true, () => this.show());
  readonly #playtested = tick("Playtested", false, () => this.show());
  #request: AbortController | null = null;
  #drawnFor = "";

  /** `edited` says where the cursor is. */
  constructor(private readonly context: Context, private readonly edited: () => Path) {
    super();
    const { languages, language, options, words, seedLength } = context.catalogue;
    const { paper, ink } = options;
    const make = (name: ChoiceName, choices: readonly Choice[] = [], usual = "") =>
      select(name, choices, recall(`sheets.${name}`, usual), (value) => this.#choose(this.#key(name), value));
    this.#controls = {
      sheet: make("sheet"), companion: make("companion"), size: make("size"), players: make("players"),
      language: make("language", languages, language),
      paper: make("paper", paper?.choices, paper?.usual), ink: make("ink", ink?.choices, ink?.usual),
    };
    const value = recall("sheets.seed", randomSeed());
    remember("sheets.seed", value);
    const oninput = debounced(TYPING_PAUSE, () => this.#choose("sheets.seed", this.#seed.value));
    this.#seed = element("input", {
      value, size: SEED_LENGTH, maxlength: seedLength, autocomplete: "off", spellcheck: "false", oninput,
    });
    this.#preview = new Preview(words);
    this.element.className = "sheets";
    this.element.append(this.#settings(), this.#aboutSheet(), this.#preview.element);
    context.workspace.opened.listen(() => this.#openGame());
  }

  #settings(): HTMLElement {
    const { sheet, companion, size, players } = this.#controls;
    const labelled = { Sheet: sheet, "Together with": companion, Size: size, Players: players };
    const fields = Object.entries(labelled).map(([label, control]) => field(label, control));
    const renew = (): void => {
      this.#seed.value = randomSeed();
      this.#choose("sheets.seed", this.#seed.value);
    };
    const seed = element("div", { class: "seed" }, field("Seed", this.#seed), button("New seed", renew));
    return element("div", { class: "controls" }, ...fields, seed);
  }

  /** What is seldom changed leaves its place to the sheet. */
  #aboutSheet(): HTMLElement {
    const { language, paper, ink } = this.#controls;
    const fields = [field("Paper", paper), field("Ink", ink), field("Language", language), this.#preview.view];
    const more = element("details", {}, element("summary", {}, "More"), element("div", { class: "controls" }, ...fields));
    return element("div", { class: "about-sheet" }, this.#rules, this.#playtested, more, this.#state);
  }

  /** What is rolled, for the other tabs. */
  get rolled(): Rolled {
    const { size, players, language, companion } = this.#controls;
    const own = currentSet(this.context);
    const usual = currentGame(this.context)?.defaultSets ?? [];
    const sets = own === undefined ? usual : [own, companion.value].filter(Boolean);
    return { sets, size: size.value, players: Number(players.value), language: language.value };
  }

  show(): void {
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const game = currentGame(this.context);
    if (!game) return;
    const { sheet, paper, ink } = this.#controls;
    const looks = { paper: paper.value, ink: ink.value, seed: this.#seed.value, rules: boxOf(this.#rules).checked };
    const query: Query = { ...looks, ...this.rolled, game: game.name, sheet: sheet.value, id: "", making: {} };
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.element.toggleAttribute("data-busy", true);
    try {
      const made = await this.context.api.sheet(query, boxOf(this.#playtested).checked, request.signal);
      await this.#showSheet(made, JSON.stringify(query), request);
    } catch (error) {
      if (!request.signal.aborted) this.refuse(message(error));
    }
    if (this.#request === request) this.element.toggleAttribute("data-busy", false);
  }

  async #showSheet(sheet: Sheet, drawnFor: string, request: AbortController): Promise<void> {
    await this.#preview.show(sheet.pdf, drawnFor === this.#drawnFor);
    if (this.#request !== request) return; // a later sheet is on its way
    this.#drawnFor = drawnFor;
    this.element.removeAttribute("data-stale");
    this.#seed.disabled = !sheet.isRandom;
    // The seed is always sent, so it is no news that it changes nothing.
    const news = sheet.warnings.filter((warning) => !warning.startsWith("--seed"));
    const warnings = news.map((warning) => element("li", {}, warning));
    redraw(
      this.#state,
      sheet.id !== "" && element("p", { class: "game-id" }, sheet.id),
      warnings.length > 0 && element("ul", { class: "warnings" }, ...warnings),
    );
    if (sheet.id) await this.#offerBoard(sheet.id, request);
  }

  /** Offers another board where the drawn one has nothing of the type, or the power, that is edited. */
  async #offerBoard(id: string, request: AbortController): Promise<void> {
    const { current } = this.context.workspace;
    const [section, type, powers, number] = this.edited();
    if (!current || !isEdited(current) || section !== "types" || typeof type !== "string") return;
    const power = powers === "powers" && typeof number === "number" ? number : null;
    const seed = await this.context.api.boardWith(id, current.entry.name, type, power, request.signal);
    if (seed === "" || this.#request !== request) return;
    const what = power === null ? `no ${type}` : `no ${type} with this power`;
    const show = (): void => {
      boxOf(this.#playtested).checked = false; // or programs choose another roll
      this.#seed.value = seed ?? "";
      this.#choose("sheets.seed", this.#seed.value);
    };
    const offer = seed === null ? " Nor has any of 2,000 boards." : button("Show a board with it", show);
    this.#state.append(element("p", { class: "offer" }, `This board has ${what}. `, offer));
  }

  protected override refuse(text: string): void {
    this.element.setAttribute("data-stale", "");
    const before = this.#drawnFor && "The sheet below is from before this mistake. ";
    this.say(`${before}${text}`, "refusal", this.#state);
  }

  #choose(key: string, value: string): void {
    remember(key, value);
    this.show();
  }

  /** Another game has other sheets, sizes and players. */
  #openGame(): void {
    const game = currentGame(this.context);
    if (!game) return;
    const players = game.players.map((count) => ({ name: String(count), title: String(count) }));
    const choices = [
      ["sheet", [...game.sheets, { name: "", title: "Everything of the game" }], game.firstSheet],
      ["companion", this.#companions(game), ""],
      ["size", game.sizes, game.defaultSize],
      ["players", players, String(game.defaultPlayers)],
    ] as const;
    for (const [name, offered, usual] of choices) {
      const remembered = recall(this.#key(name), usual);
      const isOffered = offered.some((choice) => choice.name === remembered);
      setChoices(this.#controls[name], offered, isOffered ? remembered : usual);
    }
  }

  #companions(game: Game): Choice[] {
    const own = currentSet(this.context);
    const sets = this.context.workspace.files.filter((file) => file.kind === "set" && file.game === game.name);
    const names = game.singleSet ? [] : [...new Set(sets.map((set) => set.name))].filter((name) => name !== own);
    this.#controls.companion.closest("label")?.toggleAttribute("hidden", !names.length);
    return [{ name: "", title: "Nothing" }, ...names.map((name) => ({ name, title: name }))];
  }

  #key(name: ChoiceName): string {
    const game = currentGame(this.context)?.name ?? "";
    return (OF_GAME as readonly string[]).includes(name) ? `sheets.${game}.${name}` : `sheets.${name}`;
  }
}

function boxOf(label: HTMLLabelElement): HTMLInputElement {
  return label.control as HTMLInputElement;
}

function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}
