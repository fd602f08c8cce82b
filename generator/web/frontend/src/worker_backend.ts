// The generator in a web worker of this browser. Catalogues and some sheets are ready-made files.

import {
  Backend, Catalogue, Facts, Files, FilesKind, OwnSet, Progress, Query, QueryError, Sheet,
} from "./backend";

const MOST_OPENED = 20_000_000; // bytes, for the generator to refuse
const PATIENCE = 30_000; // ms without anything new after which a download is taken for broken

interface ReadySheet extends Facts {
  query: Query;
  file: string;
}

interface Answer {
  facts: unknown;
  content: Uint8Array;
}

/** What generator/web/backend.py answers. */
export interface ToWorker {
  call: "sheet" | "files" | "open" | "forget";
  query: object | string;
}

export type FromWorker =
  | { stage: "loading" | "starting" | "ready"; share: number }
  | { failure: string };

/** What comes through the port of a call. */
export type Reply = Answer | { error: string; kind: string };

export class WorkerBackend implements Backend {
  private worker: Worker | null = null;
  private waiting = new Set<(error: Error) => void>(); // calls without an answer
  private clock = 0; // runs while the generator is being downloaded
  // Offline there are none: the generator draws all sheets then.
  private ready = json<ReadySheet[]>("ready/index.json").catch((): ReadySheet[] => []);
  private tellReady!: () => void;
  /** Resolved when the generator has been loaded. */
  readonly whenReady = new Promise<void>((resolve) => (this.tellReady = resolve));

  /** `broken` is told why the generator has stopped; start() begins anew. */
  constructor(private progress: Progress, private broken: (error: Error) => void) {}

  catalogue(language: string): Promise<Catalogue> {
    return json<Catalogue>(`catalogue/${language}.json`);
  }

  /** Load the generator ahead of time, unless the user saves data. */
  startWhenIdle(): void {
    const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
    if (!connection?.saveData) setTimeout(() => this.start(), 300);
  }

  /** Load the generator, if that has not begun. */
  start(): void {
    if (this.worker) return;
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker could not be loaded");
    this.restartClock();
  }

  async sheet(query: Query): Promise<Sheet> {
    const { facts, content } = await this.call("sheet", query);
    return { ...(facts as Facts), pdf: content };
  }

  async files(query: Query, kind: FilesKind, url: string): Promise<Files> {
    const { facts, content } = await this.call("files", { ...query, files: kind, url });
    return { ...(facts as Omit<Files, "zip">), zip: content };
  }

  async openSets(file: File): Promise<Record<string, OwnSet>> {
    const reader = new FileReader();
    const url = new Promise<string>((resolve) => (reader.onload = () => resolve(reader.result as string)));
    reader.readAsDataURL(file.slice(0, MOST_OPENED));
    const { facts } = await this.call("open", [file.name, (await url).replace(/.*,/, "")]);
    return facts as Record<string, OwnSet>;
  }

  forgetSet = (folder: string): Promise<unknown> => this.call("forget", folder);

  /** A ready-made sheet for a query, which was not shown before; null if there is none. */
  async readySheet(query: Query): Promise<Sheet | null> {
    if (query.seed || Object.keys(query.making).length) return null;
    const sheets = (await this.ready).filter((sheet) => isFor(sheet, query));
    const fresh = sheets.filter((sheet) => query.id || !query.shown?.includes(sheet.id));
    const sheet = fresh[Math.floor(Math.random() * fresh.length)];
    if (!sheet) return null;
    const response = await fetch(sheet.file).catch(() => null);
    if (!response?.ok) return null;
    return { ...sheet, pdf: new Uint8Array(await response.arrayBuffer()) };
  }

  private call(call: ToWorker["call"], query: ToWorker["query"]): Promise<Answer> {
    this.start();
    const { port1, port2 } = new MessageChannel();
    this.worker?.postMessage({ call, query } satisfies ToWorker, [port2]);
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      port1.onmessage = ({ data }: MessageEvent<Reply>) => {
        this.waiting.delete(reject);
        if ("error" in data) reject(new QueryError(data.error, data.kind));
        else resolve(data);
      };
    });
  }

  private receive(message: FromWorker): void {
    clearTimeout(this.clock);
    if ("failure" in message) return this.fail(message.failure);
    if (message.stage === "loading") this.restartClock();
    if (message.stage === "ready") this.tellReady();
    this.progress(message.stage, message.share);
  }

  private restartClock(): void {
    this.clock = setTimeout(() => this.fail("the download has stopped"), PATIENCE);
  }

  private fail(reason: string): void {
    clearTimeout(this.clock);
    if (this.worker) this.worker.onmessage = null; // a message may be under way
    this.worker?.terminate();
    this.worker = null;
    for (const reject of this.waiting) reject(new Error(reason));
    this.waiting.clear();
    this.broken(new Error(reason));
  }
}

/** Whether a ready-made sheet is what a query asks for: that of its ID, or any of these choices. */
function isFor(sheet: ReadySheet, query: Query): boolean {
  const choices = ({ sets, size, players, game, sheet: shown, paper, ink, language, rules }: Query, id: string) =>
    JSON.stringify([game, shown, id || [sets, size, players], paper, ink, language, rules]);
  return choices(sheet.query, query.id && sheet.id) === choices(query, query.id);
}

async function json<T>(file: string): Promise<T> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json() as Promise<T>;
}
