// The tab Sheets: one sheet of the open set, drawn again after each change.

import type { Choice, Game, Query, Sheet } from "../backend";
import { type Context, currentGame, currentSet, type Rolled } from "./context";
import { button, element, field, message, type Option, select, setOptions } from "../elements";
import { Preview } from "./preview";
import { debounced } from "./signal";
import type { Panel } from "./tabs";

const TYPING_PAUSE = 300; // milliseconds, for the seed
const SEED_LENGTH = 8;

interface Choices {
  sheet: string;
  /** Another set on the same board; "" for none. */
  companion: string;
  size: string;
  players: string;
  language: string;
  paper: string;
  ink: string;
  seed: string;
}

type ChoiceName = keyof Choices;

const ALL_SHEETS = { value: "", label: "Everything of the game" };

/** Choices that belong to a game; the others are the same for all games. */
const OF_GAME: readonly ChoiceName[] = ["sheet", "companion", "size", "players"];

export class Sheets implements Panel {
  readonly id = "sheets";
  readonly label = "Sheets";
  readonly element: HTMLElement;
  readonly preview: Preview;
  readonly #controls: Record<Exclude<ChoiceName, "seed">, HTMLSelectElement>;
  readonly #seed = element("input", { spellcheck: "false", size: SEED_LENGTH, autocomplete: "off" });
  readonly #playtest = element("input", { type: "checkbox", onchange: () => void this.draw() });
  readonly #rules = element("input", { type: "checkbox", checked: true, onchange: () => void this.draw() });
  readonly #state = element("div", { class: "sheet-state", role: "status" });
  #choices: Choices;
  #request: AbortController | null = null;
  #drawnFor = "";

  constructor(private readonly context: Context) {
    this.preview = new Preview(context.memory, context.catalogue.words);
    this.#choices = this.#remembered();
    this.#controls = this.#selects();
    this.#seed.value = this.#choices.seed;
    this.#seed.addEventListener("input", debounced(TYPING_PAUSE, () => this.#choose("seed", this.#seed.value)));
    const rules = element("label", { class: "tick" }, this.#rules, "Rules");
    const playtest = element("label", { class: "tick" }, this.#playtest, "Playtested");
    this.element = element(
      "div",
      { class: "sheets" },
      this.#settings(),
      element("div", { class: "about-sheet" }, rules, playtest, this.#more(), this.#state),
      this.preview.element,
    );
    context.workspace.opened.listen(() => this.#openGame());
  }

  show(): void {
    void this.draw();
  }

  /** What is rolled, for the other tabs. */
  get rolled(): Rolled {
    const { size, players, language, companion } = this.#choices;
    const own = currentSet(this.context);
    const usual = currentGame(this.context)?.defaultSets ?? [];
    const sets = own === undefined ? usual : [own, companion].filter(Boolean);
    return { sets, size, players: Number(players), language };
  }

  async draw(): Promise<void> {
    const query = this.#query();
    if (!query) return;
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.element.toggleAttribute("data-busy", true);
    try {
      await this.#show(await this.context.api.sheet(query, this.#playtest.checked, request.signal), JSON.stringify(query));
    } catch (error) {
      if (!request.signal.aborted) this.#refuse(error);
    }
    if (this.#request === request) this.element.toggleAttribute("data-busy", false);
  }

  async #show(sheet: Sheet, drawnFor: string): Promise<void> {
    await this.preview.show(sheet.pdf, drawnFor === this.#drawnFor);
    this.#drawnFor = drawnFor;
    this.element.removeAttribute("data-stale");
    this.#seed.disabled = !sheet.isRandom;
    // The seed is always sent, so it is no news that it changes nothing.
    const news = sheet.warnings.filter((warning) => !warning.startsWith("--seed"));
    const warnings = news.map((warning) => element("li", {}, warning));
    const id = sheet.id && element("p", { class: "game-id" }, sheet.id);
    const list = warnings.length > 0 && element("ul", { class: "warnings" }, ...warnings);
    this.#state.replaceChildren(...[id, list].filter((part) => part instanceof Node));
  }

  #refuse(error: unknown): void {
    this.element.setAttribute("data-stale", "");
    const before = this.#drawnFor && "The sheet below is from before this mistake. ";
    this.#state.replaceChildren(element("p", { class: "refusal" }, `${before}${message(error)}`));
  }

  #query(): Query | null {
    const game = currentGame(this.context);
    if (!game) return null;
    const { sheet, paper, ink, seed } = this.#choices;
    const looks = { sheet, paper, ink, seed, rules: this.#rules.checked };
    return { ...looks, ...this.rolled, game: game.name, id: "", making: {} };
  }

  #settings(): HTMLElement {
    const { sheet, companion, size, players } = this.#controls;
    const fields = [
      field("Sheet", sheet),
      field("Together with", companion),
      field("Size", size),
      field("Players", players),
    ];
    const newSeed = button("New seed", () => this.#newSeed());
    const seed = element("div", { class: "seed" }, field("Seed", this.#seed), newSeed);
    return element("div", { class: "controls" }, ...fields, seed);
  }

  /** What is seldom changed leaves its place to the sheet. */
  #more(): HTMLElement {
    const { language, paper, ink } = this.#controls;
    const fields = [field("Paper", paper), field("Ink", ink), field("Language", language)];
    const controls = element("div", { class: "controls" }, ...fields, this.preview.view);
    return element("details", {}, element("summary", {}, "More"), controls);
  }

  #selects(): Record<Exclude<ChoiceName, "seed">, HTMLSelectElement> {
    const { languages, papers, inks } = this.context.catalogue;
    const make = (name: ChoiceName, choices: readonly Choice[] = []) =>
      select(options(choices), this.#choices[name], (value) => this.#choose(name, value));
    return {
      sheet: make("sheet"),
      companion: make("companion"),
      size: make("size"),
      players: make("players"),
      language: make("language", languages),
      paper: make("paper", papers),
      ink: make("ink", inks),
    };
  }

  #choose(name: ChoiceName, value: string): void {
    this.#choices[name] = value;
    this.context.memory.write(this.#key(name), value);
    void this.draw();
  }

  #newSeed(): void {
    this.#seed.value = randomSeed();
    this.#choose("seed", this.#seed.value);
  }

  /** Another game has other sheets, sizes and players. */
  #openGame(): void {
    const game = currentGame(this.context);
    if (!game) return;
    const players = game.players.map((count) => ({ value: String(count), label: String(count) }));
    const choices = [
      ["sheet", [...options(game.sheets), ALL_SHEETS], game.firstSheet],
      ["companion", this.#companions(game), ""],
      ["size", options(game.sizes), game.defaultSize],
      ["players", players, String(game.defaultPlayers)],
    ] as const;
    for (const [name, offered, usual] of choices) {
      const remembered = this.context.memory.read(this.#key(name), usual);
      const isOffered = offered.some((option) => option.value === remembered);
      this.#choices[name] = isOffered ? remembered : usual;
      setOptions(this.#controls[name], offered, this.#choices[name]);
    }
  }

  #companions(game: Game): Option[] {
    const own = currentSet(this.context);
    const sets = this.context.workspace.files.filter((file) => file.kind === "set");
    const names = new Set(sets.filter((set) => set.game === game.name).map((set) => set.name));
    names.delete(own ?? "");
    const others = game.singleSet ? [] : [...names];
    const box = this.#controls.companion.closest("label");
    box?.toggleAttribute("hidden", !others.length);
    const choices = others.map((name) => ({ value: name, label: name }));
    return [{ value: "", label: "Nothing" }, ...choices];
  }

  #key(name: ChoiceName): string {
    const game = currentGame(this.context)?.name ?? "";
    return OF_GAME.includes(name) ? `sheets.${game}.${name}` : `sheets.${name}`;
  }

  #remembered(): Choices {
    const { language, papers, inks } = this.context.catalogue;
    const read = (name: string, usual: string): string =>
      this.context.memory.read(`sheets.${name}`, usual);
    const choices = {
      sheet: "",
      companion: "",
      size: "",
      players: "",
      language: read("language", language),
      paper: read("paper", papers[0]?.name ?? "a4"),
      ink: read("ink", inks[0]?.name ?? "full"),
      seed: read("seed", randomSeed()),
    };
    this.context.memory.write("sheets.seed", choices.seed);
    return choices;
  }
}

function options(choices: readonly Choice[]): Option[] {
  return choices.map((choice) => ({ value: choice.name, label: choice.title || choice.name }));
}

function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}
