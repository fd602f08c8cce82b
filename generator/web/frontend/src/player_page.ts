// The player's page: settings, a preview of the sheet, and buttons to print it.

import {
  Backend, Catalogue, Files, FilesKind, Game, Making, Progress, Query, QueryError, Sheet,
} from "./backend";
import { address, Choices, fromAddress, keep, load, query } from "./choices";
import { button, choices, element, field, select, severalChoices } from "./elements";
import { MakingSettings } from "./making_settings";
import { printPdf, savePdf, saveZip } from "./pdf_output";
import { Viewer } from "./viewer";

interface ReadyMade extends Backend {
  readySheet?(query: Query): Promise<Sheet | null>;
}

export class PlayerPage {
  private backend!: ReadyMade;
  private catalogue!: Catalogue;
  private chosen!: Choices;
  private id = ""; // of the sheet that is shown; "" for a new one
  private seed = "";
  private sheet: Sheet | null = null;
  private viewer: Viewer | null = null;
  private turn = 0;
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
    const request = fromAddress(location.hash);
    const isBadLink = !request && location.hash.includes("id=");
    const language = request?.language ?? localStorage.getItem("language") ?? navigator.language;
    this.catalogue = await this.catalogueOf(language.slice(0, 2));
    this.chosen = load(this.catalogue);
    if (request) this.choose(request);
    const section = element(
      "section", { id: "sheet", class: "sheet" },
      this.view, this.actions, this.bar, this.status, this.note, this.about,
    );
    const main = element("main", {}, this.games, section, this.settings);
    this.root.replaceChildren(this.header, main);
    this.viewer = new Viewer(this.view, this.catalogue.words);
    this.write();
    window.addEventListener("hashchange", () => this.followAddress());
    await this.update();
    if (isBadLink) this.note.prepend(`${this.say("bad_link")} `);
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
    if (!this.isBusy) this.status.textContent = this.say("offline");
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

  /** Take over what an address asks for, as far as it exists. */
  private choose(request: Partial<Query>): void {
    const { game, sets, size, players, sheet, paper, ink, rules, making, id } = request;
    const known = this.catalogue.games.find((each) => each.name === game);
    if (!known) return;
    this.chosen.game = known.name;
    const own = { sets, size, players, sheet };
    Object.assign(this.own, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)));
    Object.assign(this.chosen, { paper: paper ?? this.chosen.paper, ink: ink ?? this.chosen.ink });
    if (rules !== undefined) this.chosen.rules = rules;
    if (making) this.chosen.making = making;
    this.id = id ?? "";
  }

  private followAddress(): void {
    const request = fromAddress(location.hash);
    if (!request || (this.sheet && location.hash === address(this.shownQuery()))) return;
    this.choose(request);
    this.write();
    void this.update();
  }

  private shownQuery(): Query {
    const current = query(this.chosen, this.game, this.catalogue.language);
    return { ...current, id: this.id, seed: this.id ? "" : this.seed };
  }

  /** Draw what is chosen. */
  private update(): Promise<void> {
    this.drawing = this.draw();
    return this.drawing;
  }

  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const request = this.shownQuery();
    keep(this.chosen);
    this.making.forget();
    this.setBusy(true);
    try {
      const ready = await this.backend.readySheet?.(request);
      const sheet = ready ?? (await this.backend.sheet(request));
      if (turn !== this.turn) return;
      this.sheet = sheet;
      this.id = sheet.id || this.id;
      await this.viewer?.show(sheet.pdf, request.id !== "");
      history.replaceState(null, "", address(this.shownQuery()));
      this.setBusy(false);
      this.writeAbout();
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private setBusy(busy: boolean): void {
    this.view.classList.remove("failed");
    this.view.classList.toggle("busy", busy);
    this.view.setAttribute("aria-busy", String(busy));
    if (busy && this.isStarted) this.status.textContent = this.say("drawing");
    if (!busy && this.isStarted) this.status.textContent = "";
    if (busy) this.note.replaceChildren();
  }

  private fail(error: unknown): void {
    this.setBusy(false);
    const message = error instanceof Error ? error.message : String(error);
    const isUsers = error instanceof QueryError;
    const text = isUsers ? this.explained(error) : `${message}. ${this.say("unsupported")}`;
    this.view.classList.add("failed");
    this.actions.replaceChildren();
    this.about.replaceChildren();
    this.bar.hidden = true;
    this.status.textContent = "";
    this.note.replaceChildren(
      element("strong", {}, `${this.say("failed")}: `), text, " ", this.wayOut(isUsers),
    );
  }

  /** A button that leads to a sheet again. */
  private wayOut(isUsers: boolean): HTMLButtonElement {
    if (!isUsers) return button(this.say("retry"), () => void this.update());
    if (!Object.keys(this.shownQuery().making).length) return button(this.say("new"), () => this.surprise());
    return button(this.say("reset"), () => {
      this.chosen.making = {};
      this.writeSettings();
      void this.update();
    });
  }

  /** What is wrong, in the visitor's language where it is usual. */
  private explained(error: QueryError): string {
    if (error.kind === "GameIdError") return this.say("old_link");
    if (error.kind === "SeedError") return this.say("bad_seed");
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
    const languages = this.catalogue.languages.map(({ name, title }) => ({ value: name, label: title }));
    const list = field(this.say("language"), select(languages, this.catalogue.language, (code) =>
      void this.changeLanguage(code)));
    this.header.replaceChildren(
      element("a", { class: "skip", href: "#sheet", onclick: (event: Event) => {
        event.preventDefault();
        (this.view.querySelector("[tabindex]") as HTMLElement | null)?.focus();
      } }, this.say("skip")),
      element("div", {}, element("h1", {}, this.say("title")), element("p", {}, this.say("lead"))),
      ...(this.studio ? [element("a", { href: this.studio }, this.say("studio"))] : []),
      list,
    );
  }

  private async changeLanguage(code: string): Promise<void> {
    this.catalogue = await this.backend.catalogue(code);
    localStorage.setItem("language", code);
    this.write();
    await this.update();
  }

  private writeSettings(): void {
    const { game, own, chosen } = this;
    const titled = (of: { name: string; title: string; about: string }[]) =>
      of.map(({ name, title, about }) => ({ value: name, label: title, about }));
    const sheets = [{ value: "", label: this.say("everything") }, ...titled(game.sheets)];
    const setChoice = game.singleSet
      ? choices(this.say("set"), "sets", titled(game.sets), own.sets[0] ?? "", (name) =>
          this.changeRoll({ sets: [name] }))
      : severalChoices(this.say("sets"), "sets", titled(game.sets), own.sets, this.say("one_set"),
          (sets) => this.changeRoll({ sets }));
    this.games.replaceChildren(
      choices(this.say("game"), "game", titled(this.catalogue.games), game.name, (name) =>
        this.changeGame(name)),
    );
    const parts: HTMLElement[] = [
      element("h2", { class: "hidden" }, this.say("settings")),
      field(this.say("sheet"), select(sheets, own.sheet, (sheet) => this.changeSheet(sheet))),
    ];
    if (game.players.length > 1) {
      const counts = game.players.map((count) => ({ value: String(count), label: String(count) }));
      parts.push(choices(this.say("players"), "players", counts, String(own.players), (count) =>
        this.changeRoll({ players: Number(count) })));
    }
    if (game.sizes.length > 1) {
      const label = this.say(game.players.length > 1 ? "size" : "form"); // of a game for two
      parts.push(choices(label, "size", titled(game.sizes), own.size, (size) =>
        this.changeRoll({ size })));
    }
    if (game.sets.length > 1) parts.push(setChoice);
    const looks = [
      field(this.say("ink"), select(titled(this.catalogue.inks), chosen.ink, (ink) =>
        this.changeLook({ ink }))),
      field(this.say("paper"), select(titled(this.catalogue.papers), chosen.paper, (paper) =>
        this.changeLook({ paper }))),
    ];
    parts.push(element("div", { class: "pair" }, ...looks));
    if (game.sheetsWithRules.includes(own.sheet)) parts.push(this.rulesBox());
    const isRolled = !game.unrolledSheets.includes(own.sheet);
    if (isRolled && this.isRandom) parts.push(this.seedField());
    const making = this.making.section(this.catalogue, game, own.sheet, chosen);
    if (making) parts.push(making);
    this.settings.replaceChildren(...parts);
  }

  private rulesBox(): HTMLElement {
    const box = element("input", { type: "checkbox", checked: this.chosen.rules });
    box.onchange = () => this.changeLook({ rules: box.checked });
    return element("label", { class: "check" }, box, this.say("rules"));
  }

  private seedField(): HTMLElement {
    const input = element("input", { type: "text", value: this.seed, maxlength: 64, name: "seed" });
    input.autocomplete = "off";
    input.onchange = () => {
      this.seed = input.value.trim();
      this.renew();
    };
    const hint = element("small", {}, this.say("seed_hint"));
    return element("label", { class: "seed" }, element("span", {}, this.say("seed")), input, hint);
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
    (this.games.querySelector(`input[name="game"][value="${name}"]`) as HTMLElement).focus();
    void this.update();
  }

  private changeRoll(change: Partial<Choices["games"][string]>): void {
    const wasRandom = this.isRandom;
    Object.assign(this.own, change);
    this.id = "";
    if (wasRandom !== this.isRandom) {
      const focused = document.activeElement as HTMLInputElement | null;
      this.writeSettings();
      const selector = `input[name="${focused?.name}"][value="${focused?.value}"]`;
      (this.settings.querySelector(selector) as HTMLElement | null)?.focus();
    }
    void this.update();
  }

  private changeSheet(sheet: string): void {
    this.own.sheet = sheet;
    this.writeSettings();
    (this.settings.querySelector(".field select") as HTMLElement).focus();
    void this.update();
  }

  /** Draw a sheet that is made otherwise. Other options may be of use now. */
  private changeMaking(making: Making): void {
    const focused = document.activeElement as HTMLInputElement | null;
    this.chosen.making = making;
    this.writeSettings();
    (this.settings.querySelector(`.making [name="${focused?.name}"]`) as HTMLElement | null)?.focus();
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
    const isRolled = !this.game.unrolledSheets.includes(this.own.sheet);
    const renew = button(this.say("new"), () => this.surprise(), { class: "new" });
    this.actions.replaceChildren(
      ...(isRolled && this.isRandom ? [renew] : []),
      button(this.say("print"), () => sheet && printPdf(sheet), { class: "primary", disabled }),
      button(this.say("download"), () => sheet && savePdf(sheet), { class: "download", disabled }),
      button(this.say("link"), () => void this.copyLink(), { disabled }),
    );
    this.about.replaceChildren();
    if (!sheet) return;
    const note = isRolled ? this.noteOn(sheet) : "";
    this.note.textContent = `${note} ${this.say("actual_size")}`.trim();
    this.about.append(
      element("details", {},
        element("summary", {}, this.say("details")),
        element("p", {}, `${this.say("game_id")}: `, element("span", { class: "id" }, sheet.id)),
        element("p", {}, `${this.say("command")}:`),
        element("code", {}, sheet.command)),
    );
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
    return this.say(sheet.playtested ? "vetted" : "first");
  }

  private async copyLink(): Promise<void> {
    await navigator.clipboard.writeText(location.href);
    this.status.textContent = this.say("copied");
  }
}
