// The files of the studio: which one is open, its draft, and what happened to it on disk.

import { ConflictError, type Diagnostic, type FileEntry, type StudioApi, StudioError } from "./api";
import { debounced, recall, remember, Signal } from "./context";

const PAUSE = 60; // milliseconds without a key until the draft is checked

export interface OpenFile {
  entry: FileEntry;
  text: string;
  /** The text on disk that the edit started from, and its signature; "" if it is not on disk. */
  savedText: string;
  signature: string;
}

/** A version on disk that is not the one the open file was read from. */
export interface OutsideChange {
  path: string;
  /** null if the file was deleted. */
  text: string | null;
  signature: string;
}

/** The open file of a tab, with what its text is taken for once the server has it. */
export interface TypedText {
  type: "text";
  file: OpenFile;
  diagnostics: Diagnostic[] | null;
}

export class Workspace {
  readonly listed = new Signal<void>();
  readonly opened = new Signal<OpenFile>();
  readonly edited = new Signal<OpenFile>();
  readonly diagnosed = new Signal<Diagnostic[]>();
  /** The server has the text of the open file by now: sheets and legends can be drawn anew. */
  readonly drafted = new Signal<OpenFile>();
  /** Its text may have come from elsewhere: the disk, or another tab. */
  readonly replaced = new Signal<OpenFile>();
  readonly outside = new Signal<OutsideChange | null>();
  readonly failed = new Signal<unknown>();

  files: FileEntry[] = [];
  current: OpenFile | null = null;
  /** The set that was opened last: pictures and common files are drawn with it. */
  lastSet: FileEntry | null = null;
  #drafts = new Map<string, string>();
  #draftsSent = 0;
  #filesAsked = 0;
  readonly #sendSoon = debounced(PAUSE, () => void this.#sendDraft());

  constructor(private readonly api: StudioApi) {}

  /** Lists the files and opens the one of the last visit; else an own set, else one of a game. */
  async start(game: string): Promise<void> {
    this.#drafts = new Map(Object.entries(await this.api.drafts()));
    await this.list();
    const path = recall("file", "");
    const sets = this.files.filter((file) => file.kind === "set");
    const own = sets.find((file) => !file.shipped);
    const usual = own ?? sets.find((file) => file.game === game);
    const entry = this.files.find((file) => file.path === path) ?? usual;
    if (entry) await this.open(entry.path);
  }

  async list(): Promise<void> {
    this.files = await this.api.setFiles();
    this.listed.send();
  }

  async open(path: string): Promise<void> {
    const number = (this.#filesAsked += 1);
    const entry = this.files.find((file) => file.path === path);
    if (!entry || path === this.current?.entry.path) return;
    if (this.current && isEdited(this.current)) void this.#sendDraft(); // what was typed just now
    const { text: savedText, signature, base } = await this.api.file(path);
    if (number !== this.#filesAsked) return; // another file was opened meanwhile
    const text = this.#drafts.get(path) ?? savedText;
    this.current = { entry, text, savedText, signature };
    if (entry.kind === "set") this.lastSet = entry;
    remember("file", path);
    this.outside.send(null);
    this.opened.send(this.current);
    this.listed.send();
    void this.#sendDraft();
    if (base === null || base === signature || !isEdited(this.current)) return;
    this.current.signature = base; // that the edit of an earlier visit was begun from
    this.#report(this.current, savedText, signature);
  }

  edit(text: string): void {
    const file = this.current;
    if (!file || file.entry.shipped || text === file.text) return;
    file.text = text;
    this.#keep(file);
    this.#tellTabs(file);
    this.edited.send(file);
    this.#sendSoon();
  }

  /** Another tab has edited or saved a file: here it is as it is there. */
  follow({ file, diagnostics }: TypedText): void {
    this.#keep(file);
    const { current } = this;
    if (current?.entry.path !== file.entry.path) return this.listed.send();
    Object.assign(current, file);
    this.outside.send(null);
    this.replaced.send(current);
    if (!diagnostics) return;
    this.diagnosed.send(diagnostics);
    this.drafted.send(current);
  }

  /** Writes the file. Raises ConflictError if it has changed on disk. */
  async save(): Promise<void> {
    const file = this.current;
    if (!file || file.entry.shipped || !isEdited(file)) return;
    const { text } = file;
    try {
      file.signature = await this.api.save(file.entry.path, text, file.signature);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      this.#report(file, error.signature ? error.text : null, error.signature);
      throw error;
    }
    file.savedText = text;
    await this.#settle(file);
  }

  /** Goes on with the text in the editor: saving now replaces the version on disk. */
  async keepMine(change: OutsideChange): Promise<void> {
    const file = this.current;
    if (file?.entry.path !== change.path) return;
    file.savedText = change.text ?? "";
    file.signature = change.signature;
    this.#keep(file);
    this.outside.send(null);
    this.edited.send(file);
    await this.api.deleteDraft(change.path); // the next one begins from this version
    await this.#sendDraft();
  }

  /** Replaces the text in the editor by the version on disk. */
  async takeTheirs(change: OutsideChange): Promise<void> {
    const file = this.current;
    if (file?.entry.path !== change.path || change.text === null) return;
    file.text = file.savedText = change.text;
    file.signature = change.signature;
    this.outside.send(null);
    await this.#settle(file);
    this.#sendSoon();
  }

  /** An event of the server: files have changed on disk. */
  async lookOutside(): Promise<void> {
    await this.list();
    const file = this.current;
    if (!file || file.entry.shipped) return;
    try {
      const { path } = file.entry;
      const { text, signature } = await this.api.file(path);
      if (file !== this.current || signature === file.signature) return;
      // It is the same where the answer to saving has not come yet, or never came.
      if (text === file.text) await this.takeTheirs({ path, text, signature });
      else this.#report(file, text, signature);
    } catch (error) {
      if (!(error instanceof StudioError && error.status === 404)) throw error;
      if (file.signature) this.#report(file, null, "");
    }
  }

  hasDraft(path: string): boolean {
    return this.#drafts.has(path);
  }

  #report(file: OpenFile, text: string | null, signature: string): void {
    this.outside.send({ path: file.entry.path, text, signature });
  }

  async #settle(file: OpenFile): Promise<void> {
    this.#keep(file);
    this.#tellTabs(file);
    this.replaced.send(file);
    this.outside.send(null);
    if (isEdited(file)) this.#sendSoon(); // somebody types on
    else await this.api.deleteDraft(file.entry.path);
    await this.list();
  }

  #keep({ entry, text, savedText }: OpenFile): void {
    if (text === savedText) this.#drafts.delete(entry.path);
    else this.#drafts.set(entry.path, text);
  }

  #tellTabs(file: OpenFile, diagnostics: Diagnostic[] | null = null): void {
    this.api.tellTabs({ type: "text", file, diagnostics });
  }

  async #sendDraft(): Promise<void> {
    const file = this.current;
    if (!file) return;
    this.#draftsSent += 1;
    const number = this.#draftsSent;
    const { text, entry: { path, shipped } } = file;
    try {
      const diagnostics = shipped ? [] : await this.api.putDraft(path, text);
      if (!shipped && !isEdited(file)) await this.api.deleteDraft(path);
      if (number !== this.#draftsSent) return; // a later text is on its way
      if (text !== file.text) return this.#sendSoon(); // another tab's, which came before this one
      if (!shipped) this.#tellTabs(file, diagnostics);
      this.diagnosed.send(diagnostics);
      this.drafted.send(file);
    } catch (error) {
      this.failed.send(error);
    }
  }
}

export function isEdited(file: OpenFile): boolean {
  return file.text !== file.savedText;
}
