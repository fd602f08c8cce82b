// The files of the studio: which one is open, its draft, and what happened to it on disk.

import { createStore, entries, get, update } from "idb-keyval";

import { type Diagnostic, type FileEntry, type FileText, type OpenFile, type StudioApi, StudioError, type TypedText } from "./api";
import { debounced, fileName, recall, remember, Signal } from "./common";

const PAUSE = 30; // milliseconds without a key until the draft is checked: keys that repeat are faster

/** A version on disk that is not the one the open file was read from; "" if it was deleted. */
export interface OutsideChange {
  path: string;
  text: string;
  signature: string;
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
  drafts = new Map<string, string>();
  /** What the drafts were begun from, of those that this browser knows from an earlier run. */
  readonly #bases = new Map<string, string>();
  readonly onTheWay = new Set<string>(); // the paths of texts that the server does not have yet
  #draftsSent = 0;
  #filesAsked = 0;
  readonly #sendSoon = debounced(PAUSE, () => this.#send());

  constructor(private readonly api: StudioApi, readonly versions: Versions) {}

  /** Opens a file. The paths of those whose text this browser has, but the server never got. */
  async start(game: string, set: string): Promise<string[]> {
    const drafts = await this.api.drafts();
    const unsaved = await this.versions.unsaved().catch(() => []); // storage may be barred
    for (const { path, signature } of unsaved) this.#bases.set(path, signature);
    const restored = unsaved.filter(({ path, text }) => drafts[path] !== text);
    for (const { path, text } of restored) {
      const theirs = drafts[path];
      if (theirs !== undefined) await this.versions.add(path, theirs);
      drafts[path] = text;
    }
    this.drafts = new Map(Object.entries(drafts));
    await this.#openUsual(game, recall("file", ""), set);
    return restored.map(({ path }) => path);
  }

  /** Lists the files and opens the one of a path; without it an own set, else that or one of a game. */
  async #openUsual(game: string, path: string, set = ""): Promise<void> {
    await this.list();
    const sets = this.files.filter((file) => file.kind === "set");
    const own = sets.find((file) => !file.shipped);
    const ofGame = sets.filter((file) => file.game === game);
    const usual = own ?? ofGame.find((file) => file.name === set) ?? ofGame[0];
    const entry = this.files.find((file) => file.path === path) ?? usual;
    if (entry) await this.open(entry.path);
  }

  async list(): Promise<void> {
    const files = await this.api.setFiles();
    const paths = [...this.drafts.keys()].filter((path) => !files.some((file) => file.path === path));
    const deleted = paths.map((path): FileEntry => {
      const [game = "", name = ""] = [path.split("/")[0], fileName(path).split(".")[0]];
      return { path, name, game, kind: path.endsWith(".yaml") ? "set" : "art", shipped: false };
    });
    this.files = [...deleted, ...files];
    this.listed.send();
  }

  async open(path: string): Promise<void> {
    const number = (this.#filesAsked += 1);
    const entry = this.files.find((file) => file.path === path);
    if (!entry || path === this.current?.entry.path) return;
    if (this.current && isEdited(this.current)) this.#send(); // what was typed just now
    const { text: savedText, signature, base: known } = await this.#read(path);
    if (number !== this.#filesAsked) return; // another file was opened meanwhile
    const text = this.drafts.get(path) ?? savedText;
    this.current = { entry, text, savedText, signature };
    if (entry.kind === "set") this.lastSet = entry;
    remember("file", path);
    this.outside.send(null);
    this.opened.send(this.current);
    this.listed.send();
    void this.#sendDraft();
    if (!signature) this.#report(this.current, "", "");
    const base = this.#bases.get(path) ?? known;
    if (base === null || base === signature || !isEdited(this.current)) return;
    this.current.signature = base; // that the edit of an earlier visit was begun from
    this.#report(this.current, savedText, signature);
  }

  edit(text: string): void {
    const file = this.current;
    if (!file || file.entry.shipped || text === file.text) return;
    file.text = text;
    this.#keep(file);
    this.onTheWay.add(file.entry.path);
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

  /** Writes the file. If it has changed on disk, it is not written: the version there. */
  async save(): Promise<OutsideChange | null> {
    const file = this.current;
    if (!file || file.entry.shipped || !isEdited(file)) return null;
    const { text, entry: { path } } = file;
    try {
      file.signature = await this.api.save(path, text, file.signature);
    } catch (error) {
      if (!(error instanceof StudioError) || error.status !== 409) throw error;
      const { text: theirs = "", signature = "" } = error.answer;
      return this.#report(file, theirs, signature);
    }
    file.savedText = text;
    if (!isEdited(file)) this.onTheWay.delete(path);
    await this.#settle(file);
    this.drafted.send(file);
    return null;
  }

  /** Goes on with the text in the editor: saving now replaces the version on disk. */
  async keepMine(change: OutsideChange): Promise<void> {
    const file = this.current;
    if (file?.entry.path !== change.path) return;
    file.savedText = change.text;
    file.signature = change.signature;
    this.#bases.delete(change.path);
    this.#keep(file);
    this.outside.send(null);
    this.edited.send(file);
    await this.api.deleteDraft(change.path); // the next one begins from this version
    await this.#sendDraft();
  }

  /** Replaces the text in the editor by the version on disk. */
  async takeTheirs(change: OutsideChange): Promise<void> {
    const file = this.current;
    if (file?.entry.path !== change.path) return;
    file.text = file.savedText = change.text;
    file.signature = change.signature;
    this.outside.send(null);
    await this.#settle(file);
    this.#sendSoon();
  }

  /** Gives up what was typed; the versions have it. */
  async discard(): Promise<void> {
    const file = this.current;
    if (!file?.signature) return this.remove();
    await this.takeTheirs({ path: file.entry.path, text: file.savedText, signature: file.signature });
  }

  /** Deletes the file, and opens the next one. Refused if it has changed on disk. */
  async remove(next = ""): Promise<void> {
    const file = this.current;
    if (!file) return;
    const { path, game } = file.entry;
    await this.api.remove(path, file.signature);
    for (const known of [this.drafts, this.#bases, this.onTheWay]) known.delete(path);
    await this.#keepVersion({ ...file, savedText: file.text });
    this.current = null;
    await this.#openUsual(game, next);
  }

  /** Goes on with an earlier version. */
  takeBack(text: string): void {
    this.edit(text);
    if (this.current) this.replaced.send(this.current);
  }

  /** An event of the server: files have changed on disk, or it is there again. */
  async lookOutside(): Promise<void> {
    if (this.isUnsent) this.#sendSoon();
    await this.list();
    const file = this.current;
    if (!file || file.entry.shipped) return;
    const { path } = file.entry;
    const { text, signature } = await this.#read(path);
    if (file !== this.current) return;
    if (signature === file.signature) return this.outside.send(null);
    // It is the same where the answer to saving has not come yet, or never came.
    if (signature && text === file.text) await this.takeTheirs({ path, text, signature });
    else this.#report(file, text, signature);
  }

  /** Whether something was typed that the server does not have yet. */
  get isUnsent(): boolean {
    return this.onTheWay.size > 0;
  }

  /** The file as it is on disk; empty and without a signature if it is not there. */
  #read(path: string): Promise<FileText> {
    return this.api.file(path).catch((error: unknown) => {
      if (error instanceof StudioError && error.status === 404) return { text: "", signature: "", base: null };
      throw error;
    });
  }

  #report(file: OpenFile, text: string, signature: string): OutsideChange {
    const change = { path: file.entry.path, text, signature };
    this.outside.send(change);
    return change;
  }

  async #settle(file: OpenFile): Promise<void> {
    this.#bases.delete(file.entry.path);
    this.#keep(file);
    void this.#keepVersion(file);
    this.#tellTabs(file);
    this.replaced.send(file);
    this.outside.send(null);
    if (isEdited(file)) this.#sendSoon(); // somebody types on
    else await this.api.deleteDraft(file.entry.path);
    await this.list();
  }

  #keep({ entry, text, savedText }: OpenFile): void {
    if (text === savedText) this.drafts.delete(entry.path);
    else this.drafts.set(entry.path, text);
  }

  #tellTabs(file: OpenFile, diagnostics: Diagnostic[] | null = null): void {
    this.api.tellTabs({ type: "text", file, diagnostics });
  }

  #keepVersion(file: OpenFile): Promise<void> {
    return this.versions.keep(file).catch(() => {}); // where storage is barred or full, the server's does
  }

  #send(): void {
    if (this.current) void this.#keepVersion(this.current);
    void this.#sendDraft();
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
      if (text === file.text) this.onTheWay.delete(path);
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

const MOST_VERSIONS = 20; // of each file
const SPAN = 600_000; // milliseconds after which typing makes another version
const PAGE = crypto.randomUUID(); // what another page has kept is not replaced

export interface Version {
  text: string;
  /** Of the file on disk that it began from. */
  signature: string;
  isEdited: boolean;
  /** When it was begun, and kept: milliseconds since 1970. */
  begun: number;
  time: number;
  page: string;
}

/** The last versions of each file that this browser has seen, also what the server never got. They are
 * in IndexedDB: local storage has room for five million letters only. */
export class Versions {
  readonly #store: ReturnType<typeof createStore>;

  /** Those of a sets folder: others may have been edited at the same address. */
  constructor(folder: string) {
    this.#store = createStore(`studio ${folder}`, "versions");
  }

  /** The versions of a file, the last first. */
  async of(path: string): Promise<Version[]> {
    return (await get<Version[]>(path, this.#store)) ?? [];
  }

  /** The last version of each file that was neither saved nor given up. */
  async unsaved(): Promise<(Version & { path: string })[]> {
    const all = await entries<string, Version[]>(this.#store);
    return all.flatMap(([path, [last]]) => (last?.isEdited ? [{ ...last, path }] : []));
  }

  /** Keeps another text behind the last version. */
  add(path: string, text: string): Promise<void> {
    const insert = ([last, ...older]: Version[] = []) => (last ? [last, { ...last, text }, ...older] : []);
    return update<Version[]>(path, insert, this.#store);
  }

  /** Keeps the text as the last version. While it is typed, it takes the place of the one before. */
  keep({ entry, text, savedText, signature }: OpenFile): Promise<void> {
    const [time, isEdited] = [Date.now(), text !== savedText];
    return update<Version[]>(entry.path, (versions = []) => {
      const make = (of: object): Version => ({ text, signature, isEdited, time, begun: time, page: PAGE, ...of });
      const [last] = versions;
      const isTyped = isEdited && last?.isEdited && last.page === PAGE && time - last.begun < SPAN;
      if (last && (isTyped || last.text === text)) return [make({ begun: last.begun }), ...versions.slice(1)];
      const hasSaved = !isEdited || versions.some((version) => version.text === savedText);
      const before = hasSaved ? versions : [make({ text: savedText, isEdited: false }), ...versions];
      return [make({}), ...before].slice(0, MOST_VERSIONS);
    }, this.#store);
  }
}
