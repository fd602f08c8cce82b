// The last versions of each file that this browser has seen, also what the server never got. They are
// in IndexedDB: local storage has room for five million letters only.

import { createStore, entries, get, update } from "idb-keyval";
import type { OpenFile } from "./workspace";

const MOST = 20; // of each file
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
      return [make({}), ...before].slice(0, MOST);
    }, this.#store);
  }
}
