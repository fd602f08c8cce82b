// The studio: files on the left, the editor in the middle, what becomes of the set on the right.

import { download, element, message } from "../elements";
import type { Diagnostic, OpenFile, StudioApi, StudioEvent } from "./api";
import { FileList, FirstSteps, Notices, outsideBar, Toolbar } from "./bars";
import { capitalized, fileName, recall, remember } from "./common";
import type { Context, Rolled } from "./context";
import { askName, chooseVersion, resolveConflict, type Version } from "./dialogs";
import { Editor } from "./editor";
import { Changes, Help, Legend, Problems, Reports, Tabs } from "./panels";
import { Pictures } from "./pictures";
import { type Schema, SchemaGuide } from "./schema";
import { Sheets } from "./sheets";
import { isEdited, type OutsideChange, Versions, Workspace } from "./workspace";

/** Fills the element with the studio. */
export function openStudio(root: HTMLElement, api: StudioApi): void {
  const start = async (): Promise<void> => {
    const catalogue = await api.catalogue("en");
    const workspace = new Workspace(api, new Versions(catalogue.ofStudio.folder));
    await new Studio(root, { api, catalogue, workspace }).start();
  };
  start().catch((error: unknown) => root.append(element("p", { role: "alert" }, message(error))));
}

class Studio {
  readonly #notices = new Notices();
  readonly #steps = new FirstSteps();
  readonly #editor: Editor;
  readonly #files: FileList;
  readonly #toolbar: Toolbar;
  readonly #reports: Reports[];
  readonly #tabs: Tabs;
  #isConnected = true;

  constructor(root: HTMLElement, private readonly context: Context) {
    const { workspace } = context;
    const editorHost = element("div", { class: "editor" });
    this.#editor = new Editor(editorHost, (text) => workspace.edit(text), () => void this.#save());
    this.#files = new FileList(workspace, (path) => void this.#open(path), () => this.#makeSet("New set"));
    const pictures = new Pictures(context, this.#editor, (text) => this.#notices.say(text));
    pictures.acceptDrops(editorHost);
    this.#toolbar = new Toolbar({
      save: () => void this.#save(),
      duplicate: () => this.#makeSet("Duplicate"),
      picture: () => pictures.choose(),
      zip: () => void this.#zip(),
      versions: () => void this.#showVersions(),
      discard: () => void this.#try(() => workspace.discard()),
      rename: () => this.#makeSet("Rename"),
      remove: () => this.#remove(),
    });
    const sheets = new Sheets(context, () => this.#editor.place?.path ?? []);
    const rolled = (): Rolled => sheets.rolled;
    const goTo = (problem: Diagnostic): void => void this.#goTo(problem);
    const problems = new Problems(context, goTo, (list) => this.#showProblems(list));
    this.#reports = [new Reports("statistics", context, rolled), new Reports("playtest", context, rolled)];
    const help = new Help(this.#editor);
    const panels = [sheets, new Legend(context, rolled), problems, ...this.#reports, new Changes(context), help];
    this.#tabs = new Tabs("Results", panels, (id) => remember("tab", id));
    const outside = outsideBar(
      workspace, (change) => this.#compare(change), (change, version) => void this.#settle(change, version),
    );
    const keys = element("p", { id: "keys" }, "Tab indents. To leave the text by keyboard, press Escape, then Tab.");
    const middle = { class: "middle", id: "editor", "aria-label": "Editor" };
    const right = { class: "right", id: "results", "aria-label": "Results" };
    // On narrow screens, that is shown to which the address leads.
    const links = ["Files", "Editor", "Results"].map((name) => element("a", { href: `#${name.toLowerCase()}` }, name));
    document.title = "Studio";
    root.classList.add("studio");
    root.addEventListener("marked", () => this.#steps.done("marked"));
    root.replaceChildren(
      element("nav", { class: "view-switch", "aria-label": "Parts of the studio" }, ...links),
      this.#files.element,
      element(
        "main", {},
        element("section", middle, this.#toolbar.element, this.#steps.element, outside, editorHost, keys),
        element("section", right, this.#tabs.element),
      ),
      this.#notices.element,
    );
  }

  async start(): Promise<void> {
    const { api, catalogue, workspace } = this.context;
    this.#follow();
    this.#steps.draw();
    addEventListener("beforeunload", (event) => {
      if (workspace.isUnsent) event.preventDefault(); // the browser asks
    });
    const [game] = catalogue.games;
    const restored = await workspace.start(game?.name ?? "", game?.defaultSets[0] ?? "");
    const news = `Restored from this browser, because it never reached the studio: ${restored.join(", ")}.`;
    if (restored.length) this.#notices.say(news, 600);
    this.#tabs.select(recall("tab", "sheets"));
    api.listen((event) => void this.#onEvent(event));
  }

  /** What happens in the workspace is shown in the parts of the page. */
  #follow(): void {
    const { workspace } = this.context;
    workspace.opened.listen((file) => {
      this.#editor.open(file.entry.path, file.text, file.entry.shipped);
      this.#drawState(file);
      void this.#loadSchema(file);
      if (!file.entry.shipped) this.#steps.done("duplicate");
    });
    workspace.edited.listen((file) => {
      this.#drawState(file);
      this.#steps.done("change");
    });
    workspace.replaced.listen((file) => {
      this.#editor.replace(file.text);
      this.#drawState(file);
    });
    workspace.outside.listen(() => workspace.current && this.#drawState(workspace.current));
    workspace.listed.listen(() => this.#files.draw());
    workspace.diagnosed.listen((mistakes) => {
      // Warnings stay until the full check has looked at the new text.
      if (mistakes.length || this.#editor.hasErrors) this.#editor.setDiagnostics(mistakes);
    });
    workspace.drafted.listen(() => this.#tabs.current?.show());
    document.addEventListener("selectionchange", () => this.#help());
    workspace.failed.listen((error) => this.#notices.fail(error));
  }

  async #loadSchema(file: OpenFile): Promise<void> {
    this.#editor.guide = null;
    if (file.entry.kind === "art") return;
    await this.#try(async () => {
      const schema = (await this.context.api.schema(file.entry.path)) as Schema;
      if (this.context.workspace.current !== file) return;
      this.#editor.guide = new SchemaGuide(schema);
      this.#help();
    });
  }

  #help(): void {
    if (this.#tabs.current instanceof Help) this.#tabs.current.show();
  }

  #drawState(file: OpenFile): void {
    this.#toolbar.draw(file, this.context.workspace.outside.last);
    this.#files.draw();
  }

  async #open(path: string): Promise<void> {
    if (matchMedia("(max-width: 760px)").matches) location.replace("#editor"); // or the focus is lost
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
    await this.#try(async () => {
      const change = await this.context.workspace.save().catch((error: unknown) => {
        throw new Error(`Not saved. ${message(error)}`);
      });
      if (change) this.#compare(change);
    });
  }

  #compare(change: OutsideChange): void {
    resolveConflict(this.#editor.text, change, (version) => void this.#settle(change, version));
  }

  async #settle(change: OutsideChange, version: Version): Promise<void> {
    const { workspace } = this.context;
    await this.#try(async () => {
      if (version === "theirs") return workspace.takeTheirs(change);
      await workspace.keepMine(change);
      await this.#save();
    });
  }

  /** Makes a set: an empty one, or a copy of the open one, which goes if it is renamed. */
  #makeSet(action: "New set" | "Duplicate" | "Rename"): void {
    const { api, catalogue, workspace } = this.context;
    const { current } = workspace;
    if (!current) return;
    const { path, game, name: old } = current.entry;
    const [isNew, isRenamed] = [action === "New set", action === "Rename"];
    const use = async (name: string, title: string): Promise<void> => {
      if (!isNew && isEdited(current)) await api.putDraft(path, current.text); // that is copied
      const made = await api.duplicate(game, isNew ? "" : old, name, title);
      if (isRenamed) return workspace.remove(made);
      await workspace.list();
      await this.#open(made);
    };
    const name = isNew ? "new_set" : isRenamed ? old : `my_${old}`;
    const title = isRenamed ? undefined : capitalized(name.replaceAll("_", " "));
    const heading = isNew ? `New set of ${capitalized(game)}` : `${action} this set`;
    askName(catalogue, { heading, name, title, action, use });
  }

  async #showVersions(): Promise<void> {
    const { workspace } = this.context;
    const versions = await workspace.versions.of(workspace.current?.entry.path ?? "");
    const others = versions.filter(({ text }) => text !== this.#editor.text);
    if (!others.length) return this.#notices.say("This browser knows no other version of this file.");
    chooseVersion(this.#editor.text, others, ({ text }) => workspace.takeBack(text));
  }

  #remove(): void {
    const { workspace } = this.context;
    const question = `Delete ${workspace.current?.entry.path}? Only a new file of this name finds its versions.`;
    if (confirm(question)) void this.#try(() => workspace.remove());
  }

  async #zip(): Promise<void> {
    const path = this.context.workspace.current?.entry.path;
    if (!path) return;
    await this.#try(async () => {
      download(await this.context.api.zip(path), fileName(path).replace(/\.yaml$/, ".zip"));
    });
  }

  async #onEvent(event: StudioEvent): Promise<void> {
    const { workspace } = this.context;
    if (event.type === "text") return workspace.follow(event);
    if (event.type === "files") return this.#try(() => workspace.lookOutside());
    if (event.type === "job") {
      if (event.kind === "playtest" && event.state === "done") this.#steps.done("playtest");
      return this.#reports.forEach((report) => report.update(event));
    }
    if (event.state === "refused") return this.#notices.fail("The studio was restarted: load this page again.");
    const isOpen = event.state === "open";
    if (isOpen) void this.#try(() => workspace.lookOutside()); // what changed before somebody listened
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
