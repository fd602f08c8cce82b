// The tab Sheets: one sheet of the open set, drawn again after each change; what has changed is marked.

import pixelmatch from "pixelmatch";

import type { Game, Query, Sheet } from "../backend";
import { button, type Choice, element, field, message, redraw, select, setChoices, tick } from "../elements";
import { Viewer } from "../viewer";
import { debounced, recall, remember } from "./common";
import { type Context, currentGame, currentSet, Panel, type Rolled } from "./context";
import { isEdited } from "./workspace";
import type { Path } from "./yaml_position";

const TYPING_PAUSE = 300; // milliseconds, for the seed
const SEED_LENGTH = 8;

/** companion is another set on the same board; "" for none. */
type ChoiceName = "sheet" | "companion" | "size" | "players" | "paper" | "ink" | "language";

export class Sheets extends Panel {
  readonly id = "sheets";
  readonly label = "Sheets";
  readonly #preview: Preview;
  readonly #controls: Record<ChoiceName, HTMLSelectElement>;
  readonly #seed: HTMLInputElement;
  readonly #state = element("div", { class: "sheet-state", role: "status" });
  readonly #offer = element("p", { class: "offer" });
  readonly #rules = tick("Rules", true, () => this.show());
  readonly #playtested = tick("Playtested", false, () => this.show());
  #request: AbortController | null = null;
  #drawnFor = "";

  /** `edited` says where the cursor is. */
  constructor(private readonly context: Context, private readonly edited: () => Path) {
    super();
    const { languages, language, options, seedLength } = context.catalogue;
    const { paper, ink } = options;
    const make = (name: ChoiceName, choices: readonly Choice[] = [], usual = "") =>
      select(name, choices, recall(`sheets.${name}`, usual), (value) => this.#choose(`sheets.${name}`, value));
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
    this.#preview = new Preview(context);
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
    this.#seed.disabled = sheet.remark === "fixed";
    // The seed is always sent, so it is no news that it changes nothing.
    const news = sheet.warnings.filter((warning) => !warning.startsWith("--seed"));
    const warnings = news.map((warning) => element("li", {}, warning));
    redraw(
      this.#state,
      sheet.id !== "" && element("p", { class: "game-id" }, sheet.id),
      warnings.length > 0 && element("ul", { class: "warnings" }, ...warnings),
      this.#offer, // stays as it is until it is known anew, or the sheet would jump
    );
    await this.#offerBoard(sheet.id, request);
  }

  /** Offers another board where the drawn one has nothing of the type, or the power, that is edited. */
  async #offerBoard(id: string, request: AbortController): Promise<void> {
    const { api, workspace: { current } } = this.context;
    const [section, type, powers, number] = this.edited();
    const isOfType = current && isEdited(current) && section === "types" && typeof type === "string";
    const power = powers === "powers" && typeof number === "number" ? number : null;
    const seed = id && isOfType ? await api.boardWith(id, current.entry.name, type, power, request.signal) : "";
    const show = (): void => {
      boxOf(this.#playtested).checked = false; // or programs choose another roll
      this.#seed.value = seed ?? "";
      this.#choose("sheets.seed", this.#seed.value);
    };
    const offer = seed === null ? "Nor do 2,000 others." : button("Show a board with it", show);
    this.#offer.replaceChildren(...(seed === "" ? [] : ["This board does not have what you edit. ", offer]));
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
      const remembered = recall(`sheets.${name}`, usual);
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
}

function boxOf(label: HTMLLabelElement): HTMLInputElement {
  return label.control as HTMLInputElement;
}

function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}

const VIEWS = [
  { name: "none", title: "As printed" },
  { name: "grayscale(1)", title: "Grey" }, // luminance of BT.709, on values, as a printer sees it
  { name: "url(#view-deuteranopia)", title: "Deuteranopia (no green)" },
  { name: "url(#view-protanopia)", title: "Protanopia (no red)" },
];

/** Rows of feColorMatrix: red, green, blue, alpha, constant. Deuteranopia and protanopia: Machado,
 * Oliveira and Fernandes 2009, severity 1.0, on linear light. */
const FILTERS = `
  <filter id="view-deuteranopia" color-interpolation-filters="linearRGB"><feColorMatrix values="
    0.367322 0.860646 -0.227968 0 0  0.280085 0.672501 0.047413 0 0  -0.01182 0.04294 0.968881 0 0  0 0 0 1 0"/></filter>
  <filter id="view-protanopia" color-interpolation-filters="linearRGB"><feColorMatrix values="
    0.152286 1.052583 -0.204868 0 0  0.114503 0.786281 0.099216 0 0  -0.003882 -0.048116 1.051998 0 0  0 0 0 1 0"/></filter>`;

class Preview {
  readonly element: HTMLElement;
  readonly view: HTMLElement;
  readonly #host = element("div", { class: "preview" });
  readonly #viewer: Viewer;
  /** The last picture of each page, by its number. */
  readonly #pictures = new Map<number, ImageData>();

  constructor(private readonly context: Context) {
    this.#viewer = new Viewer(this.#host, context.catalogue.words);
    this.#viewer.zoom = recall("zoom", 1);
    this.#viewer.onDrawn = (canvas, page) => this.#compare(canvas, page);
    const choice = select("view", VIEWS, recall("filter", "none"), (view) => this.#setView(view));
    this.view = field("View", choice);
    const filters = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    filters.setAttribute("class", "filters"); // it has to be in the page for them to work
    filters.setAttribute("aria-hidden", "true");
    filters.innerHTML = FILTERS;
    this.element = element("div", { class: "preview-box" }, filters, this.#host);
    this.#setView(choice.value);
  }

  /** Draws a PDF; if it is a `revision` of the last one, what has changed is marked for a moment. */
  async show(pdf: Uint8Array, revision: boolean): Promise<void> {
    if (!revision) this.#pictures.clear();
    await this.#viewer.show((...view) => this.context.api.draw(pdf, ...view), true);
  }

  #compare(canvas: HTMLCanvasElement, page: number): void {
    remember("zoom", this.#viewer.zoom);
    const before = this.#pictures.get(page);
    const after = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
    if (!after) return;
    this.#pictures.set(page, after);
    if (before?.width === after.width && before.height === after.height) mark(canvas, before, after);
  }

  #setView(view: string): void {
    remember("filter", view);
    this.#host.style.setProperty("--view", view);
  }
}

/** Colours what has changed on a page. */
function mark(canvas: HTMLCanvasElement, before: ImageData, after: ImageData): void {
  const { width, height } = canvas;
  const changes = new ImageData(width, height);
  const options = { threshold: 0, includeAA: true, diffMask: true }; // PDFium draws alike every time
  if (!pixelmatch(before.data, after.data, changes.data, width, height, options)) return;
  const style = canvas.getAttribute("style"); // it lies on the page, as large
  const onanimationend = (): void => marks.remove();
  const attributes = { class: "marks", "aria-hidden": "true", style, width, height, onanimationend };
  const marks = element("canvas", attributes);
  marks.getContext("2d")?.putImageData(changes, 0, 0);
  canvas.after(marks);
  canvas.dispatchEvent(new Event("marked", { bubbles: true }));
}
