// The calls of the studio's server. All take the token of the page in a header.

import type { Backend, Catalogue, Files, FilesKind, Query, Sheet } from "../backend";
import { element } from "../elements";
import type { Drawn } from "../viewer";

/** The catalogue of the studio says how it names sets and types, and what pictures it takes. */
export interface StudioCatalogue extends Catalogue {
  ofStudio: { names: string; titleLength: number; pictures: string[]; folder: string };
}

export interface Diagnostic {
  file: string;
  line: number;
  column: number;
  end?: { line: number; column: number };
  key: string;
  severity: "error" | "warning";
  message: string;
  code: string;
}

export interface FileEntry {
  path: string;
  game: string;
  name: string;
  kind: "set" | "common" | "other" | "art";
  shipped: boolean;
}

export interface FileText {
  text: string;
  signature: string;
  /** The signature that the file had when its draft was begun; null without a draft. */
  base: string | null;
}

/** Odds and shares are in percent; null where they would take long to compute. */
export interface LegendType {
  set: string;
  name: string;
  frequency: number;
  variants: { text: string; odds: number }[];
  /** The share of boards that have the type. */
  presence: number | null;
  /** On how many squares it is there in the mean. */
  squares: number | null;
}

/** Texts are empty if an error among the diagnostics keeps the picture from being printed. */
export interface PictureAnswer {
  path: string;
  diagnostics: Diagnostic[];
  snippet: string;
}

export interface JobRequest {
  kind: "statistics" | "playtest";
  game: string;
  sets: string[];
  size: string;
  players: number;
  compare: boolean;
  /** How many boards are played; statistics have their own number. */
  rolls: number;
}

export interface Job {
  id: string;
  kind: JobRequest["kind"];
  game: string;
  sets: string[];
  phase: string;
  share: number;
  state: "running" | "done" | "failed" | "cancelled";
  error: string;
  /** Whether its sets have been edited since; only where jobs are listed. */
  outdated?: boolean;
}

export interface Changes {
  lines: string[];
  rows: string[];
  /** Why there are no rows, if the versions cannot be compared. */
  error: string;
}

/** Files of the sets folder have changed on disk, a job has come further, or the server is there
 * again, does not answer, or takes this page for one of an earlier run. */
type ServerEvent =
  | { type: "files" } | ({ type: "job" } & Job) | { type: "connection"; state: "open" | "lost" | "refused" };

export interface OpenFile {
  entry: FileEntry;
  text: string;
  /** The text on disk that the edit started from, and its signature; "" if it is not on disk. */
  savedText: string;
  signature: string;
}

/** The open file of a tab, with what its text is taken for once the server has it. */
export interface TypedText {
  type: "text";
  file: OpenFile;
  diagnostics: Diagnostic[] | null;
}

/** What a tab hears: an event of the server, or from another tab what is typed there. */
export type StudioEvent = ServerEvent | TypedText;

/** A refusal of the server, with its one clear message. If the file on disk is another than the one
 * that was read (status 409), the answer has its text and signature. */
export class StudioError extends Error {
  constructor(message: string, readonly status = 0, readonly answer: Record<string, string> = {}) {
    super(message);
  }
}

const PATIENCE = 10_000; // milliseconds, for the answer to what was typed

export class StudioApi implements Backend {
  readonly catalogue = (language: string) => this.#get<StudioCatalogue>("catalogue", { language });
  readonly setFiles = () => this.#get<FileEntry[]>("files");
  readonly file = (path: string) => this.#get<FileText>("file", { path });
  readonly drafts = () => this.#get<Record<string, string>>("texts");
  readonly problems = (path: string) => this.#get<Diagnostic[]>("problems", { path });
  readonly schema = (path: string) => this.#get<object>("schema", { path });
  readonly changes = (path: string) => this.#get<Changes>("changes", { path });
  readonly jobs = () => this.#get<Job[]>("job_list");
  readonly legend = (query: Record<"game" | "sets" | "size" | "language", string>) =>
    this.#get<LegendType[]>("legend", query);

  /** The new signature. Refused with 409 where the file has another one by now. */
  readonly save = (path: string, text: string, signature: string) =>
    this.#post<string>("save", { path, text, signature }, { signal: AbortSignal.timeout(PATIENCE) });
  readonly putDraft = (path: string, text: string) =>
    this.#post<Diagnostic[]>("put_draft", { path, text }, { signal: AbortSignal.timeout(PATIENCE) });
  readonly remove = (path: string, signature: string) => this.#post<null>("remove", { path, signature });
  readonly deleteDraft = (path: string) => this.#post<null>("drop", { path });
  /** The path of the copy; of nothing (""), it is empty. */
  readonly duplicate = (game: string, name: string, new_name: string, title: string) =>
    this.#post<string>("duplicate", { game, name, new_name, title });
  /** The seed of a board like that of a game ID, with a type or one of its powers; "" if it is on that
   * board, null if it is on none. */
  readonly boardWith = (id: string, of_set: string, type: string, power: number | null, signal: AbortSignal) =>
    this.#post<string | null>("board_with", { id, of_set, type, power }, { signal });
  readonly startJob = (job: JobRequest) => this.#post<string>("start", { job });
  readonly cancelJob = (id: string) => this.#post<null>("cancel", { id });
  /** Where the report of a job is: its ID, which nobody can guess, is enough. */
  readonly reportAddress = (id: string) => `/reports/${encodeURIComponent(id)}`;

  readonly #otherTabs: BroadcastChannel;

  constructor(private readonly token: string) {
    this.#otherTabs = new BroadcastChannel(`studio.${token}`); // those of this run
  }

  /** With `playtest`, boards that are not vetted are played first, which takes seconds. */
  async sheet(query: Query, playtest = true, signal?: AbortSignal): Promise<Sheet> {
    const body = { query, playtest };
    const answer = await this.#post<Omit<Sheet, "pdf"> & { pdf: string }>("sheet", body, { signal });
    return { ...answer, pdf: bytesOf(answer.pdf) };
  }

  /** A page of a PDF, drawn by PDFium, which takes a third of the time of pdf.js. */
  async draw(pdf: Uint8Array, page: number, width: number, height: number): Promise<Drawn> {
    const view = [page, width, height].map(Math.round).join("/");
    const response = await this.#fetch(`draw/${view}`, { method: "POST", body: pdf.slice() });
    const pixels = new Uint8ClampedArray(await response.arrayBuffer());
    const image = new ImageData(pixels, Number(response.headers.get("Width")));
    const canvas = element("canvas", { role: "img", width: image.width, height: image.height });
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    return { canvas, count: Number(response.headers.get("Pages")) };
  }

  async files(query: Query, kind: FilesKind, url: string): Promise<Files> {
    const body = { query: { ...query, files: kind, url } };
    const answer = await this.#post<Omit<Files, "zip"> & { zip: string }>("sheet_files", body);
    return { ...answer, zip: bytesOf(answer.zip) };
  }

  picture(path: string, key: string, file_name: string, data: Uint8Array): Promise<PictureAnswer> {
    const content = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
    return this.#post("picture", { path, key, file_name, content });
  }

  async zip(path: string): Promise<Blob> {
    return (await this.#fetch(`zip?${new URLSearchParams({ path })}`)).blob();
  }

  /** Listens to the server and the other tabs. A browser has six connections to a host, so there is
   * one stream for all tabs: that which has the lock reads it, and tells the others. */
  listen(onEvent: (event: StudioEvent) => void): void {
    const hear = ({ data }: MessageEvent<StudioEvent>): void => onEvent(data);
    this.#otherTabs.addEventListener("message", hear);
    const tell = (event: ServerEvent): void => {
      onEvent(event);
      this.tellTabs(event);
    };
    const read = () => new Promise<never>(() => {
      const source = new EventSource("/events");
      source.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as ServerEvent);
      source.onopen = () => tell({ type: "connection", state: "open" });
      source.onerror = () => {
        tell({ type: "connection", state: source.readyState === EventSource.CLOSED ? "refused" : "lost" });
      };
    });
    void navigator.locks.request(this.#otherTabs.name, read);
  }

  tellTabs(event: StudioEvent): void {
    this.#otherTabs.postMessage(event);
  }

  async #get<T>(call: string, query: Record<string, string> = {}): Promise<T> {
    return (await this.#fetch(`${call}?${new URLSearchParams(query)}`)).json();
  }

  async #post<T>(call: string, body: object, options: object = {}): Promise<T> {
    return (await this.#fetch(call, { ...options, method: "POST", body: JSON.stringify(body) })).json();
  }

  async #fetch(call: string, options: RequestInit = {}): Promise<Response> {
    const headers = { "X-Studio-Token": this.token, "Content-Type": "application/json" };
    const response = await fetch(`/api/${call}`, { ...options, headers }).catch((error: Error) => {
      if (error.name === "AbortError") throw error; // the page itself gave it up
      throw new StudioError("The studio's server does not answer.");
    });
    if (response.ok) return response;
    const answer = (await response.json().catch(() => ({}))) as Record<string, string>;
    const usual = `The studio's server answered ${response.status}.`;
    throw new StudioError(answer.error ?? usual, response.status, answer);
  }
}

function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = letters.charCodeAt(place);
  return bytes; // Uint8Array.from takes ten times as long
}
