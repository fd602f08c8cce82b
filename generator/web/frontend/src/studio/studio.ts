// The studio: files on the left, the editor in the middle, what becomes of the set on the right.

import type { Diagnostic, StudioApi } from "./api";
import { ConflictError, StudioError } from "./api";
import { Changes } from "./changes";
import type { Context, Rolled } from "./context";
import { askName, type Choice, resolveConflict } from "./dialogs";
import { download, element, message } from "../elements";
import { Editor, isYaml } from "./editor";
import { capitalized, FileList, fileName } from "./files";
import { Legend } from "./legend";
import { Memory } from "./memory";
import { Notices } from "./notices";
import { OutsideBar } from "./outside_bar";
import { Pictures } from "./pictures";
import { Problems } from "./problems";
import { Reports } from "./reports";
import { type Schema, SchemaGuide } from "./schema";
import type { ServerEvent } from "./server_events";
import { Sheets } from "./sheets";
import { Tabs } from "./tabs";
import { Toolbar } from "./toolbar";
import { type View, ViewSwitch } from "./view_switch";
import { type OpenFile, type OutsideChange, Workspace } from "./workspace";

/** Fills the element with the studio. */
export function openStudio(root: HTMLElement, api: StudioApi): void {
  const start = async (): Promise<void> => {
    const [catalogue] = await Promise.all([api.catalogue("en"), loadStyles()]);
    const memory = new Memory();
    const workspace = new Workspace(api, memory);
    await new Studio(root, { api, catalogue, memory, workspace }).start();
  };
  start().catch((error: unknown) => root.append(element("p", { role: "alert" }, message(error))));
}

/** The player's page does without these. */
function loadStyles(): Promise<void> {
  const link = element("link", { rel: "stylesheet", href: "studio.css" });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error("studio.css could not be loaded.")));
    document.head.append(link);
  });
}

class Studio {
  readonly #notices = new Notices();
  readonly #editorHost = element("div", { class: "editor" });
  readonly #editor: Editor;
  readonly #files: FileList;
  readonly #toolbar: Toolbar;
  readonly #views: ViewSwitch;
  readonly #reports: Reports[];
  readonly #tabs: Tabs;
  #isConnected = true;

  constructor(
    private readonly root: HTMLElement,
    private readonly context: Context,
  ) {
    const { memory, workspace } = context;
    this.#editor = new Editor(this.#editorHost, {
      edited: (text) => workspace.edit(text),
      save: () => void this.#save(),
    });
    this.#files = new FileList((path) => void this.#open(path));
    const remember = (view: View): void => memory.write("shown", view);
    this.#views = new ViewSwitch(root, memory.read<View>("shown", "editor"), remember);
    this.#toolbar = this.#newToolbar();
    const sheets = new Sheets(context);
    const rolled = (): Rolled => sheets.rolled;
    this.#reports = [
      new Reports("statistics", context, rolled),
      new Reports("playtest", context, rolled),
    ];
    this.#tabs = this.#newTabs(sheets, new Legend(context, rolled));
    this.#build();
  }

  #newToolbar(): Toolbar {
    const pictures = new Pictures(this.context, this.#editor, this.#notices);
    pictures.acceptDrops(this.#editorHost);
    return new Toolbar({
      save: () => void this.#save(),
      duplicate: () => this.#duplicate(),
      picture: () => pictures.choose(),
      zip: () => void this.#zip(),
    });
  }

  async start(): Promise<void> {
    const { api, catalogue, memory, workspace } = this.context;
    this.#follow();
    addEventListener("pagehide", () => workspace.leave());
    await workspace.start(catalogue.games[0]?.name ?? "");
    this.#tabs.select(memory.read("tab", "sheets"));
    api.listen(
      (event) => void this.#onEvent(event),
      (isOpen, error) => this.#onConnection(isOpen, error),
    );
  }

  #newTabs(sheets: Sheets, legend: Legend): Tabs {
    const { context } = this;
    const problems = new Problems(context, {
      goTo: (problem) => void this.#goTo(problem),
      listed: (list) => this.#showProblems(list),
    });
    const panels = [sheets, legend, problems, ...this.#reports, new Changes(context)];
    return new Tabs("Results", panels, (id) => context.memory.write("tab", id));
  }

  #build(): void {
    const outside = new OutsideBar(
      this.context.workspace,
      (change) => this.#compare(change),
      (change, choice) => void this.#settle(change, choice),
    );
    const middle = element(
      "section",
      { class: "middle", "aria-label": "Editor" },
      this.#toolbar.element,
      outside.element,
      this.#editorHost,
    );
    const right = element("section", { class: "right", "aria-label": "Results" }, this.#tabs.element);
    document.title = "Studio";
    this.root.classList.add("studio");
    this.root.replaceChildren(
      this.#views.element,
      this.#files.element,
      element("main", {}, middle, right),
      this.#notices.element,
    );
  }

  /** What happens in the workspace is shown in the parts of the page. */
  #follow(): void {
    const { workspace } = this.context;
    workspace.opened.listen((file) => this.#show(file));
    workspace.edited.listen((file) => this.#drawState(file));
    workspace.saved.listen((file) => {
      this.#editor.replace(file.text);
      this.#drawState(file);
    });
    workspace.listed.listen(() => this.#listFiles());
    workspace.diagnosed.listen((mistakes) => {
      // Warnings stay until the full check has looked at the new text.
      if (mistakes.length || this.#editor.hasErrors) this.#editor.setDiagnostics(mistakes);
    });
    workspace.drafted.listen(() => this.#tabs.current?.show());
    workspace.failed.listen((error) => this.#notices.fail(error));
  }

  #show(file: OpenFile): void {
    this.#editor.open(file.entry.path, file.text, file.entry.shipped);
    this.#drawState(file);
    void this.#loadSchema(file);
  }

  async #loadSchema(file: OpenFile): Promise<void> {
    this.#editor.setGuide(null);
    if (!isYaml(file.entry.path)) return;
    try {
      const schema = (await this.context.api.schema(file.entry.path)) as Schema;
      if (this.context.workspace.current === file) this.#editor.setGuide(new SchemaGuide(schema));
    } catch (error) {
      this.#notices.fail(error);
    }
  }

  #drawState(file: OpenFile): void {
    this.#toolbar.draw(file);
    this.#listFiles();
  }

  #listFiles(): void {
    const { workspace } = this.context;
    this.#files.draw({
      files: workspace.files,
      current: workspace.current?.entry.path ?? "",
      isEdited: (path) => workspace.hasDraft(path),
    });
  }

  async #open(path: string): Promise<void> {
    this.#views.show("editor");
    await this.#try(() => this.context.workspace.open(path));
  }

  #showProblems(problems: readonly Diagnostic[]): void {
    const path = this.context.workspace.current?.entry.path;
    this.#editor.setDiagnostics(problems.filter((problem) => problem.file === path));
    const hasErrors = problems.some((problem) => problem.severity === "error");
    this.#tabs.setCount("problems", problems.length, hasErrors ? "error" : "warning");
  }

  async #goTo(problem: Diagnostic): Promise<void> {
    await this.#open(problem.file);
    this.#editor.goTo(problem.line, problem.column);
  }

  async #save(): Promise<void> {
    const path = this.context.workspace.current?.entry.path ?? "";
    try {
      await this.context.workspace.save();
    } catch (error) {
      if (!(error instanceof ConflictError)) return this.#notices.fail(error);
      const text = error.signature ? error.text : null;
      this.#compare({ path, text, signature: error.signature });
    }
  }

  #compare(change: OutsideChange): void {
    resolveConflict(this.#editor.text, change, (choice) => void this.#settle(change, choice));
  }

  async #settle(change: OutsideChange, choice: Choice): Promise<void> {
    const { workspace } = this.context;
    await this.#try(async () => {
      if (choice === "theirs") return workspace.takeTheirs(change);
      await workspace.keepMine(change);
      await this.#save();
    });
  }

  #duplicate(): void {
    const { api, workspace } = this.context;
    const entry = workspace.current?.entry;
    if (!entry) return;
    const use = async (name: string, title: string): Promise<void> => {
      const path = await api.duplicate(entry.game, entry.name, name, title);
      await workspace.list();
      await this.#open(path);
    };
    const name = `my_${entry.name}`;
    const title = capitalized(name.replaceAll("_", " "));
    askName({ heading: "Duplicate this set", name, title, action: "Duplicate", use });
  }

  async #zip(): Promise<void> {
    const entry = this.context.workspace.current?.entry;
    if (!entry) return;
    await this.#try(async () => {
      download(await this.context.api.zip(entry.path), fileName(entry.path).replace(/\.yaml$/, ".zip"));
    });
  }

  async #onEvent(event: ServerEvent): Promise<void> {
    if (event.type === "file") {
      await this.#try(() => this.context.workspace.noticeOutside(event.path, event.signature));
    } else if (event.type === "job") {
      for (const report of this.#reports) report.update(event);
    }
  }

  #onConnection(isOpen: boolean, error: unknown): void {
    if (error instanceof StudioError) return this.#notices.fail(error); // it answers, and refuses
    if (isOpen === this.#isConnected) return;
    this.#isConnected = isOpen;
    this.#notices.say(isOpen ? "The studio is back." : "The studio's server does not answer.");
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#notices.fail(error);
    }
  }
}
