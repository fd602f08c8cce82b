// The player's page: settings, a preview of the sheet, and buttons to print it.

import {
  Backend, Catalogue, Files, FilesKind, Game, Making, Progress, Query, QueryError, Sheet,
} from "./backend";
import { address, Choices, fromAddress, isId, keep, keepShown, load, mend, query, shownIds } from "./choices";
import { button, choiceGroup, element, field, message, redraw, select, tick } from "./elements";
import { MakingSettings } from "./making_settings";
import { printPdf, savePdf, saveZip } from "./pdf_output";
import { keepRecent, recentLinks } from "./recent";
import { Viewer } from "./viewer";

interface ReadyMade extends Backend {
  readySheet?(query: Query): Promise<Sheet | null>;
  start?(): void;
}

export class PlayerPage {
  private backend!: ReadyMade;
  private catalogue!: Catalogue;
  private chosen!: Choices;
  private id = ""; // of the sheet that is shown; "" for a new one
  private drawnId = ""; // the ID when the last sheet was drawn
  private seed = "";
  private sheet: Sheet | null = null;
  private viewer: Viewer | null = null;
  private turn = 0;
  private allShown = false; // all sheets that programs picked, if this is none of them
  private drawing: Promise<void> = Promise.resolve();
  private isStarted = false;

  private header = element("header", { class: "page-header" });
  private games = element("form", { class: "settings games" });
  private settings = element("form", { class: "settings" });
  private view = element("div", { class: "viewer" });
  private status = element("p", { class: "status" });
  private bar = element("progress", { class: "progress", max: 1, hidden: true });
  private note = element("p", { class: "note" });
  private actions = element("div", { class: "actions" });
  private about = element("div", { class: "about" });
  private recent = element("details", { class: "recent" });
  private making = new MakingSettings({
    change: (making) => this.changeMaking(making),
    changeUrl: (url) => {
      this.chosen.url = url;
      keep(this.chosen);
    },
    save: (kind) => this.saveFiles(kind),
  });

  /** `studio` is the address of the studio, where there is one. */
  constructor(private root: HTMLElement, private studio = "") {
    this.status.setAttribute("role", "status");
    for (const form of [this.games, this.settings]) {
      form.onsubmit = (event) => event.preventDefault();
    }
  }

  /** Show the page, and the sheet of the address or a new one. */
  async open(backend: ReadyMade): Promise<void> {
    this.backend = backend;
    this.isStarted = !backend.readySheet; // others have nothing to load
    const language = fromAddress(location.hash)?.language ?? localStorage.getItem("language") ?? navigator.language;
    this.catalogue = await this.catalogueOf(language.slice(0, 2));
    this.chosen = load(this.catalogue);
    const remark = this.choose(location.hash);
    const section = element(
      "section", { id: "sheet", class: "sheet" },
      this.view, this.actions, this.bar, this.status, this.note, this.about, this.recent,
    );
    const main = element("main", {}, this.games, section, this.settings);
    this.root.replaceChildren(this.header, main);
    this.viewer = new Viewer(this.view, this.catalogue.words);
    this.write();
    window.addEventListener("hashchange", () => void this.followAddress());
    window.addEventListener("keydown", (event) => this.printByKey(event));
    await this.update(true, remark);
  }

  showProgress: Progress = (stage, share) => {
    this.isStarted ||= stage === "ready";
    this.bar.hidden = stage !== "loading";
    this.bar.value = share;
    const percent = `${Math.round(100 * share)}%`;
    const texts = {
      loading: this.say("loading").replace("{percent}", percent),
      starting: this.say("starting"),
      ready: "",
    };
    if (stage !== "ready" || !this.isBusy) this.status.textContent = texts[stage];
  };

  showOffline(): void {
    void this.drawing.then(() => (this.status.textContent ||= this.say("offline")));
  }

  private get isBusy(): boolean {
    return this.view.classList.contains("busy");
  }

  private async catalogueOf(language: string): Promise<Catalogue> {
    try {
      return await this.backend.catalogue(language);
    } catch {
      return this.backend.catalogue("en");
    }
  }

  private say(word: string): string {
    return this.catalogue.words[word] ?? word;
  }

  private get game(): Game {
    return this.catalogue.games.find((game) => game.name === this.chosen.game) as Game;
  }

  private get own(): Choices["games"][string] {
    return this.chosen.games[this.chosen.game] as Choices["games"][string];
  }

  /** Take over what an address asks for, as far as it exists; what is to be said of the rest. */
  private choose(hash: string): string {
    if (!/id=|game=/.test(hash)) return "";
    const request = fromAddress(hash) ?? {};
    const { game, sets, size, players, sheet, paper, ink, language, rules, making, id = "", seed = "" } = request;
    this.id = this.seed = "";
    if (!this.catalogue.games.some((each) => each.name === game)) return "bad_link";
    Object.assign(this.chosen, given({ game, paper, ink, rules, making }));
    Object.assign(this.own, given({ sets, size, players, sheet }));
    const isMended = mend(this.chosen, this.catalogue) || (language && language !== this.catalogue.language);
    const form = [game, this.own.size, this.own.sets.join("+"), this.own.players].join(".");
    if (id.startsWith(`${form}.`)) this.id = id;
    this.seed = seed;
    return isMended ? "mended" : "";
  }

  private async followAddress(): Promise<void> {
    if (this.sheet && location.hash === address(this.shownQuery())) return;
    const language = fromAddress(location.hash)?.language ?? "";
    const isOther = language !== this.catalogue.language;
    if (isOther && this.catalogue.languages.some(({ name }) => name === language)) {
      this.catalogue = await this.catalogueOf(language);
    }
    const remark = this.choose(location.hash);
    this.write();
    void this.update(true, remark);
  }

  private shownQuery(): Query {
    const current = query(this.chosen, this.game, this.catalogue);
    return { ...current, id: this.id, seed: this.id ? "" : this.seed };
  }

  /** Draw what is chosen, or what the address asks for, and say a word more of it. */
  private update(isOfAddress = false, remark = ""): Promise<void> {
    this.drawing = this.draw(isOfAddress, remark);
    return this.drawing;
  }

  private async draw(isOfAddress: boolean, remark: string): Promise<void> {
    const turn = ++this.turn;
    const request = this.shownQuery();
    const isPicked = !request.id && !request.seed;
    if (isPicked) request.shown = shownIds();
    keep(this.chosen);
    this.making.forget();
    this.setBusy(true);
    try {
      const ready = await this.backend.readySheet?.(request);
      const sheet = ready ?? (await this.backend.sheet(request));
      if (turn !== this.turn) return;
      this.sheet = sheet;
      this.id = sheet.id || this.id;
      this.allShown = isPicked && !!request.shown?.some((id) => isOfCase(id, sheet.id));
      if (sheet.playtested) keepShown(sheet.id);
      const isSame = request.id !== "" && request.id === this.drawnId;
      await this.viewer?.show(sheet.pdf, isSame);
      if (turn !== this.turn) return;
      this.writeAddress(isOfAddress || this.id === this.drawnId);
      if (sheet.id && !isSame && this.viewer) keepRecent(sheet.id, location.hash, this.viewer.canvas);
      this.drawnId = this.id;
      this.setBusy(false);
      this.writeAbout();
      if (remark) this.note.prepend(`${this.say(remark)} `);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** "Back" brings the sheet before, unless this one takes its place. */
  private writeAddress(isInPlace: boolean): void {
    const written = address(this.shownQuery());
    if (isInPlace) history.replaceState(null, "", written);
    else history.pushState(null, "", written);
  }

  private setBusy(busy: boolean): void {
    this.view.classList.remove("failed");
    this.view.classList.toggle("busy", busy);
    this.view.setAttribute("aria-busy", String(busy));
    if (busy && this.isStarted) this.status.textContent = this.say("drawing");
    if (!busy && this.isStarted) this.status.textContent = "";
    if (!busy) return;
    if (this.note.contains(document.activeElement)) this.focusSheet();
    this.note.replaceChildren();
  }

  /** Say what went wrong. A sheet that is shown stays, if its visitor could not help it. */
  fail = (error: unknown): void => {
    this.setBusy(false);
    const isUsers = error instanceof QueryError;
    const text = isUsers ? this.explained(error) : `${this.say("stopped")} (${message(error)})`;
    if (isUsers || !this.sheet) {
      this.view.classList.add("failed");
      this.actions.replaceChildren();
      this.about.replaceChildren();
    }
    this.bar.hidden = true;
    this.status.textContent = "";
    this.note.replaceChildren(
      element("strong", {}, `${this.say("failed")}: `), text, " ", this.wayOut(isUsers),
    );
  };

  /** A button that leads to a sheet again. */
  private wayOut(isUsers: boolean): HTMLButtonElement {
    if (!isUsers) return button(this.say("retry"), () => this.retry());
    if (!Object.keys(this.shownQuery().making).length) return button(this.say("new"), () => this.surprise());
    return button(this.say("reset"), () => {
      this.chosen.making = {};
      this.writeSettings();
      void this.update();
    });
  }

  private retry(): void {
    this.backend.start?.();
    void this.update();
  }

  /** What is wrong, in the visitor's language where it is usual. */
  private explained(error: QueryError): string {
    if (error.kind === "GameIdError") return this.say("old_link");
    if (error.kind === "SeedError") return this.say("bad_seed").replace("{most}", `${this.catalogue.seedLength}`);
    return error.message;
  }

  /** A sheet of the same choices, of the seed if there is one. */
  private renew(): void {
    this.id = "";
    void this.update();
  }

  private surprise(): void {
    this.seed = "";
    this.writeSettings();
    this.renew();
  }

  /** Write all texts and controls. */
  private write(): void {
    document.documentElement.lang = this.catalogue.language;
    document.title = this.say("title");
    this.viewer?.rename(this.catalogue.words);
    this.writeHeader();
    this.writeSettings();
    this.writeAbout();
  }

  private writeHeader(): void {
    const { languages, language } = this.catalogue;
    const control = select("language", languages, language, (code) => void this.changeLanguage(code));
    const skip = (event: Event): void => {
      event.preventDefault();
      this.focusSheet();
    };
    redraw(
      this.header,
      element("a", { class: "skip", href: "#sheet", onclick: skip }, this.say("skip")),
      element("div", {}, element("h1", {}, this.say("title")), element("p", {}, this.say("lead"))),
      this.studio && element("a", { href: this.studio }, this.say("studio")),
      field(this.say("language"), control),
    );
  }

  private focusSheet(): void {
    this.view.querySelector<HTMLElement>("[tabindex]")?.focus();
  }

  private async changeLanguage(code: string): Promise<void> {
    this.catalogue = await this.backend.catalogue(code);
    localStorage.setItem("language", code);
    this.write();
    await this.update();
  }

  private writeSettings(): void {
    const { game, own, chosen, catalogue } = this;
    redraw(this.games, choiceGroup(this.say("game"), "game", catalogue.games, [game.name], ([name = ""]) =>
      this.changeGame(name)));
    const sheets = [{ name: "", title: this.say("everything") }, ...game.sheets];
    const counts = game.players.map((count) => ({ name: String(count), title: String(count) }));
    const isForSome = counts.length > 1;
    const looks = (["ink", "paper"] as const).map((name) =>
      field(this.say(name), select(name, catalogue.options[name]?.choices ?? [], chosen[name], (value) =>
        this.changeLook({ [name]: value }))));
    redraw(
      this.settings,
      element("h2", { class: "hidden" }, this.say("settings")),
      field(this.say("sheet"), select("sheet", sheets, own.sheet, (sheet) => this.changeSheet(sheet))),
      isForSome && choiceGroup(this.say("players"), "players", counts, [String(own.players)], ([count]) =>
        this.changeRoll({ players: Number(count) })),
      game.sizes.length > 1 && choiceGroup(
        this.say(isForSome ? "size" : "form"), "size", game.sizes, [own.size], ([size = ""]) =>
          this.changeRoll({ size })),
      game.sets.length > 1 && choiceGroup(
        this.say(game.singleSet ? "set" : "sets"), "sets", game.sets,
        game.singleSet ? own.sets.slice(0, 1) : own.sets, (sets) => this.changeRoll({ sets }),
        game.singleSet ? "" : this.say("one_set")),
      element("div", { class: "pair" }, ...looks),
      game.sheetsWithRules.includes(own.sheet) && tick(this.say("rules"), chosen.rules, (rules) =>
        this.changeLook({ rules }), "check"),
      this.isRolled && this.isRandom && this.seedField(),
      this.making.section(catalogue, game, own.sheet, chosen),
    );
  }

  private seedField(): HTMLElement {
    const input = element("input", {
      type: "text", value: this.seed, name: "seed", autocomplete: "off",
      onchange: () => {
        if (isId(input.value)) return void (location.hash = `id=${encodeURIComponent(input.value)}`);
        this.seed = input.value.trim();
        this.renew();
      },
    });
    const hint = element("small", {}, this.say("seed_hint"));
    return element("label", { class: "seed" }, element("span", {}, this.say("seed")), input, hint);
  }

  /** Whether the chosen sheet depends on a seed. */
  private get isRolled(): boolean {
    return !this.game.unrolledSheets.includes(this.own.sheet);
  }

  /** Whether the chosen sets have anything random. */
  private get isRandom(): boolean {
    return this.game.sets.some((set) => set.isRandom && this.own.sets.includes(set.name));
  }

  private changeGame(name: string): void {
    this.chosen.game = name;
    this.seed = "";
    this.id = "";
    this.writeSettings();
    void this.update();
  }

  private changeRoll(change: Partial<Choices["games"][string]>): void {
    const wasRandom = this.isRandom;
    Object.assign(this.own, change);
    this.id = "";
    if (wasRandom !== this.isRandom) this.writeSettings();
    void this.update();
  }

  private changeSheet(sheet: string): void {
    this.own.sheet = sheet;
    this.writeSettings();
    void this.update();
  }

  /** Draw a sheet that is made otherwise. Other options may be of use now. */
  private changeMaking(making: Making): void {
    this.chosen.making = making;
    this.writeSettings();
    void this.update();
  }

  private changeLook(change: Partial<Choices>): void {
    Object.assign(this.chosen, change);
    void this.update();
  }

  /** The buttons, and what is to be said of the sheet. */
  private writeAbout(): void {
    const { sheet } = this;
    const disabled = !sheet;
    redraw(
      this.actions,
      this.isRolled && this.isRandom && button(this.say("new"), () => this.surprise(), { class: "new" }),
      button(this.say("print"), () => sheet && printPdf(sheet), { class: "primary", disabled }),
      button(this.say("download"), () => sheet && savePdf(sheet), { class: "download", disabled }),
      button(this.say("link"), () => void this.copyLink(), { disabled }),
    );
    redraw(this.recent, element("summary", {}, this.say("recent")), recentLinks());
    if (!sheet) return this.about.replaceChildren();
    const note = this.isRolled ? this.noteOn(sheet) : "";
    const sides = this.say(sheet.isTwoSided ? "two_sides" : "one_side").replace("{count}", `${sheet.paper}`);
    this.note.textContent = `${note} ${sheet.paper ? sides : ""} ${this.say("actual_size")}`.trim();
    redraw(this.about, element(
      "details", {},
      element("summary", {}, this.say("details")),
      element("p", {}, `${this.say("game_id")}: `, element("span", { class: "id" }, sheet.id)),
      element("p", {}, `${this.say("command")}:`),
      element("code", {}, sheet.command),
    ));
  }

  /** Save files of the sheet that is shown, once it is: before, its seed may not be known. Throws
   * what is wrong. */
  private async saveFiles(kind: FilesKind): Promise<Files> {
    await this.drawing;
    const files = await this.backend.files(this.shownQuery(), kind, this.chosen.url);
    saveZip(files);
    return files;
  }

  private noteOn(sheet: Sheet): string {
    if (sheet.playtested === null) return sheet.isRandom ? "" : this.say("fixed");
    const word = sheet.playtested ? "vetted" : this.allShown ? "all_shown" : "first";
    return this.say(word).replace("{games}", String(sheet.playtested));
  }

  /** The browser may refuse: then the link is there to be copied by hand. */
  private async copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.status.textContent = this.say("copied");
    } catch {
      const link = element("input", { type: "text", readonly: true, value: location.href });
      this.status.replaceChildren(element("label", {}, this.say("copy_this"), link));
      link.select();
    }
  }

  /** Ctrl-P is for the sheet: the page is of no use on paper. */
  private printByKey(event: KeyboardEvent): void {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p";
    if (!isPrint || !this.sheet || this.view.classList.contains("failed")) return;
    event.preventDefault();
    printPdf(this.sheet);
  }
}

/** Without what is undefined. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Whether two IDs are of the same game, size, sets and number of players. */
function isOfCase(one: string, other: string): boolean {
  const [first, second] = [one, other].map((id) => id.split(".").slice(0, 4).join("."));
  return first === second;
}
