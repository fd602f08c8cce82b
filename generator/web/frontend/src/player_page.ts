// The player's page: settings, a preview of the sheet, and buttons to print it.

import {
  Backend, Catalogue, Files, FilesKind, Game, OwnSet, Progress, Query, QueryError, Sheet,
} from "./backend";
import { address, Choices, fromAddress, isId, keep, keepShown, load, mend, query, shownIds } from "./choices";
import { afterClick, button, choiceGroup, download, element, field, input, message, redraw, select, tick } from "./elements";
import { MakingSettings } from "./making_settings";
import { OwnSets } from "./own_sets";
import { pdfOf, printPdf } from "./pdf_output";
import { keepRecent, recentLinks } from "./recent";
import { drawnPages, opened, Viewer } from "./viewer";

const stay = (event: Event): void => event.preventDefault();

export class PlayerPage {
  private backend!: Backend;
  private catalogue!: Catalogue;
  private chosen!: Choices;
  private id = ""; // of the sheet that is shown; "" for a new one
  private drawnId = ""; // the ID when the last sheet was drawn
  private seed = "";
  private sheet: Sheet | null = null;
  private viewer: Viewer | null = null;
  private turn = 0;
  private drawing: Promise<void> = Promise.resolve();
  private isStarted = false;
  private ownSets: OwnSets | null = null;

  private header = element("header", { class: "page-header" });
  private games = element("form", { class: "settings games", onsubmit: stay });
  private settings = element("form", { class: "settings", onsubmit: stay });
  private view = element("div", { class: "viewer" });
  private status = element("p", { class: "status", role: "status" });
  private reading = element("p", { role: "status" }); // what is said of the rules
  private bar = element("progress", { class: "progress", max: 1, hidden: true });
  private note = element("p", { class: "note" });
  private actions = element("div", { class: "actions" });
  private about = element("div", { class: "about" });
  private recent = element("details", { class: "recent" });
  private making = new MakingSettings(
    (making) => this.change(this.chosen, { making }),
    (kind) => this.saveFiles(kind),
  );

  /** `studio` is the address of the studio, where there is one. */
  constructor(private root: HTMLElement, private studio = "") {}

  /** Show the page, and the sheet of the address or a new one. */
  async open(backend: Backend): Promise<void> {
    this.backend = backend;
    this.isStarted = !backend.readySheet; // others have nothing to load
    if (backend.openSets) this.ownSets = new OwnSets(backend, (shown) => this.takeSets(shown));
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
    const text = stage === "ready" ? "" : this.say(stage).replace("{percent}", `${Math.round(100 * share)}%`);
    const isBusy = this.view.classList.contains("busy");
    if (text || !isBusy) this.status.textContent = text;
    if (text) this.reading.textContent = text;
  };

  showBroken = (error: Error) => this.drawing.then(() => this.fail(error));
  showOffline = () => this.drawing.then(() => (this.status.textContent ||= this.say("offline")));

  private async catalogueOf(language: string): Promise<Catalogue> {
    const catalogue = await this.backend.catalogue(language).catch(() => this.backend.catalogue("en"));
    this.ownSets?.addTo(catalogue);
    return catalogue;
  }

  /** Offer other sets of the visitor's own, and show one of them. */
  private async takeSets(shown?: OwnSet): Promise<void> {
    this.catalogue = await this.catalogueOf(this.catalogue.language);
    if (shown) this.chosen.game = shown.game;
    if (shown) this.own.sets = shown.sets;
    mend(this.chosen, this.catalogue);
    this.surprise();
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
    const { id = "", seed = "", language, sets, size, players, sheet, ...others } = fromAddress(hash) ?? {};
    this.id = this.seed = "";
    if (!this.catalogue.games.some((each) => each.name === others.game)) return "bad_link";
    Object.assign(this.chosen, others);
    Object.assign(this.own, { sets, size, players, sheet: sheet ?? this.own.sheet });
    const isMended = mend(this.chosen, this.catalogue) || (language && language !== this.catalogue.language);
    const form = [others.game, this.own.size, this.own.sets.join("+"), this.own.players].join(".");
    if (id.startsWith(`${form}.`)) this.id = id;
    this.seed = seed;
    return isMended ? "mended" : "";
  }

  private async followAddress(): Promise<void> {
    if (this.sheet && location.hash === address(this.shownQuery())) return;
    const { language = "" } = fromAddress(location.hash) ?? {};
    const isOther = language !== this.catalogue.language;
    const isKnown = this.catalogue.languages.some(({ name }) => name === language);
    if (isOther && isKnown) this.catalogue = await this.catalogueOf(language);
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
    if (!request.id && !request.seed) request.shown = shownIds();
    keep(this.chosen);
    this.making.forget();
    this.setBusy(true);
    try {
      const ready = await this.backend.readySheet?.(request);
      const sheet = ready ?? (await this.backend.sheet(request));
      if (turn !== this.turn) return;
      this.sheet = sheet;
      this.id = sheet.id || this.id;
      if (sheet.playtested) keepShown(sheet.id);
      const isSame = request.id !== "" && request.id === this.drawnId;
      await this.viewer?.show(opened(sheet.pdf), isSame);
      if (turn !== this.turn) return;
      // "Back" brings the sheet before, unless this one takes its place.
      const isInPlace = isOfAddress || this.id === this.drawnId;
      history[isInPlace ? "replaceState" : "pushState"](null, "", address(this.shownQuery()));
      if (sheet.id && !isSame && this.viewer) keepRecent(sheet.id, location.hash, this.viewer.canvas);
      this.drawnId = this.id;
      this.setBusy(false);
      this.writeAbout();
      if (remark) this.note.prepend(`${this.say(remark)} `);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private setBusy(busy: boolean): void {
    this.view.classList.remove("failed");
    this.view.classList.toggle("busy", busy);
    this.view.setAttribute("aria-busy", String(busy));
    if (this.isStarted) this.status.textContent = busy ? this.say("drawing") : "";
    if (!busy) return;
    if (this.note.contains(document.activeElement)) this.focusSheet();
    this.note.replaceChildren();
  }

  /** Say what went wrong. A sheet that is shown stays, if its visitor could not help it. */
  private fail(error: unknown): void {
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
  }

  /** A button that leads to a sheet again. */
  private wayOut(isUsers: boolean): HTMLButtonElement {
    if (!isUsers) return button(this.say("retry"), () => {
      this.backend.start?.();
      void this.update();
    });
    if (!Object.keys(this.shownQuery().making).length) return button(this.say("new"), this.surprise);
    return button(this.say("reset"), () => this.change(this.chosen, { making: {} }));
  }

  /** What is wrong, in the visitor's language where it is usual. */
  private explained(error: QueryError): string {
    if (error.kind === "GameIdError") return this.say("old_link");
    if (error.kind === "SeedError") return this.say("bad_seed").replace("{most}", `${this.catalogue.seedLength}`);
    return error.message;
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
    const skip = (event: Event): void => (stay(event), this.focusSheet());
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
    this.catalogue = await this.catalogueOf(code);
    localStorage.setItem("language", code);
    this.write();
    await this.update();
  }

  private writeSettings(): void {
    const { game, own, chosen, catalogue } = this;
    const take = ([name = ""]: string[]): void => {
      this.seed = "";
      this.change(chosen, { game: name }, true);
    };
    redraw(
      this.games, choiceGroup(this.say("game"), "game", catalogue.games, [game.name], take),
      button(this.say("how_to_play"), () => void this.readRules()),
    );
    const sheets = [{ name: "", title: this.say("everything") }, ...game.sheets];
    const counts = game.players.map((count) => ({ name: String(count), title: String(count) }));
    const isForSome = counts.length > 1;
    const looks = (["ink", "paper"] as const).map((name) =>
      field(this.say(name), select(name, catalogue.options[name]?.choices ?? [], chosen[name], (value) =>
        this.change(chosen, { [name]: value }))));
    redraw(
      this.settings,
      element("h2", { class: "hidden" }, this.say("settings")),
      field(this.say("sheet"), select("sheet", sheets, own.sheet, (sheet) => this.change(own, { sheet }))),
      isForSome && choiceGroup(this.say("players"), "players", counts, [String(own.players)], ([count]) =>
        this.change(own, { players: Number(count) }, true)),
      game.sizes.length > 1 && choiceGroup(
        this.say(isForSome ? "size" : "form"), "size", game.sizes, [own.size], ([size = ""]) =>
          this.change(own, { size }, true)),
      game.sets.length > 1 && choiceGroup(
        this.say(game.singleSet ? "set" : "sets"), "sets", game.sets,
        game.singleSet ? own.sets.slice(0, 1) : own.sets, (sets) => this.change(own, { sets }, true),
        game.singleSet ? "" : this.say("one_set")),
      this.ownSets?.section(game.name, catalogue.language),
      element("div", { class: "pair" }, ...looks),
      game.sheetsWithRules.includes(own.sheet) && tick(this.say("rules"), chosen.rules, (rules) =>
        this.change(chosen, { rules }), "check"),
      this.isRolled && this.isRandom && this.seedField(),
      this.making.section(catalogue, game, own.sheet, chosen),
    );
  }

  /** Show the rules of the chosen game, for reading, on pages that a phone is wide enough for. */
  private async readRules(): Promise<void> {
    const close = button(this.say("close"), () => dialog.close(), { class: "primary" });
    const properties = { class: "reading", "aria-label": this.say("how_to_play"), onclose: () => dialog.remove() };
    const dialog: HTMLDialogElement = element("dialog", properties, close, this.reading);
    document.body.append(dialog);
    dialog.showModal();
    this.reading.textContent ||= this.say("drawing");
    try {
      const looks = { sheet: "reading", paper: "letter", ink: "full", making: {}, id: "", seed: "" };
      const { pdf } = await this.backend.sheet({ ...this.shownQuery(), ...looks });
      dialog.append(...(await drawnPages(pdf)));
      this.reading.textContent = "";
    } catch (error) {
      this.reading.textContent = message(error);
    }
  }

  private seedField(): HTMLElement {
    const take = (seed: string): void => {
      if (isId(seed)) location.hash = `id=${encodeURIComponent(seed)}`;
      else this.change(this, { seed }, true);
    };
    return field(this.say("seed"), input("seed", this.seed, take), this.say("seed_hint"));
  }

  /** Whether the chosen sheet depends on a seed. */
  private get isRolled(): boolean {
    return !this.game.unrolledSheets.includes(this.own.sheet);
  }

  /** Whether the chosen sets have anything random. */
  private get isRandom(): boolean {
    return this.game.sets.some((set) => set.isRandom && this.own.sets.includes(set.name));
  }

  /** Draw what is chosen anew; `isOfRoll` says that it is another sheet then. Other options may be of
   * use for it. */
  private change(choices: object, change: object, isOfRoll = false): void {
    Object.assign(choices, change);
    if (isOfRoll) this.id = "";
    afterClick(() => this.writeSettings());
    void this.update();
  }

  private surprise = (): void => this.change(this, { seed: "" }, true); // another sheet

  /** The buttons, and what is to be said of the sheet. */
  private writeAbout(): void {
    const { sheet } = this;
    const disabled = !sheet;
    redraw(
      this.actions,
      this.isRolled && this.isRandom && button(this.say("new"), this.surprise, { class: "new" }),
      button(this.say("print"), () => this.whenDrawn(printPdf), { class: "primary", disabled }),
      button(this.say("download"), () => this.whenDrawn((drawn) => download(pdfOf(drawn), drawn.fileName)), { class: "download", disabled }),
      button(this.say("link"), () => this.whenDrawn(() => void this.copyLink()), { disabled }),
    );
    redraw(this.recent, element("summary", {}, this.say("recent")), recentLinks());
    if (!sheet) return this.about.replaceChildren();
    const isRemarked = this.isRolled && sheet.remark;
    const note = isRemarked ? this.say(sheet.remark).replace("{games}", String(sheet.playtested)) : "";
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
    download(new Blob([files.zip.slice()], { type: "application/zip" }), files.fileName);
    return files;
  }

  /** The browser may refuse: then the link is there to be copied by hand. */
  private async copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.status.textContent = this.say("copied");
    } catch {
      this.note.textContent = `${this.say("copy_this")} ${location.href}`;
    }
  }

  /** Ctrl-P is for the sheet: the page is of no use on paper. */
  private printByKey(event: KeyboardEvent): void {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p";
    if (!isPrint || !this.sheet || this.view.classList.contains("failed")) return;
    event.preventDefault();
    this.whenDrawn(printPdf);
  }

  /** Act on the sheet that is chosen, once it is drawn. */
  private whenDrawn(act: (sheet: Sheet) => void): void {
    void this.drawing.then(() => this.sheet && !this.view.classList.contains("failed") && act(this.sheet));
  }
}
