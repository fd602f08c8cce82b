// The calls of the studio's server. All take the token of the page in a header.

import type { Backend, Catalogue, Files, FilesKind, Query, Sheet } from "../backend";
import { type Job, listenToEvents, type ServerEvent } from "./server_events";

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
  signature: string;
}

export interface FileText {
  path: string;
  text: string;
  signature: string;
  shipped: boolean;
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
  art: string;
  path: string;
  diagnostics: Diagnostic[];
  snippet: string;
}

/** A job as the server lists it: `outdated` if its sets have been edited since. */
export interface ListedJob extends Job {
  outdated: boolean;
}

export interface JobRequest {
  kind: Job["kind"];
  game: string;
  sets: string[];
  size: string;
  players: number;
  compare: boolean;
}

export interface Changes {
  lines: string[];
  rows: string[];
  /** Why there are no rows, if the versions cannot be compared. */
  error: string;
}

type OnConnection = (isOpen: boolean, error?: unknown) => void;

/** PDF and ZIP are base64. */
type SheetAnswer = Omit<Sheet, "pdf"> & { pdf: string };
type FilesAnswer = Omit<Files, "zip"> & { zip: string };

/** A refusal of the server, with its one clear message. */
export class StudioError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The file on disk is another than the one that was read. */
export class ConflictError extends StudioError {
  constructor(
    readonly text: string,
    readonly signature: string,
  ) {
    super("The file has changed on disk.", 409);
  }
}

export class StudioApi implements Backend {
  constructor(
    private readonly token: string,
    private readonly base = "/api",
  ) {}

  catalogue(language: string): Promise<Catalogue> {
    return this.#json("GET", "/catalogue", { language });
  }

  /** With `playtest`, boards that are not vetted are played first, which takes seconds. */
  async sheet(query: Query, playtest = true, signal?: AbortSignal): Promise<Sheet> {
    const body = { ...query, playtest };
    const answer = await this.#json<SheetAnswer>("POST", "/sheet", {}, body, signal);
    return { ...answer, pdf: bytesOf(answer.pdf) };
  }

  async files(query: Query, kind: FilesKind, url: string): Promise<Files> {
    const body = { ...query, files: kind, url };
    const answer = await this.#json<FilesAnswer>("POST", "/sheet-files", {}, body);
    return { ...answer, zip: bytesOf(answer.zip) };
  }

  setFiles(): Promise<FileEntry[]> {
    return this.#json("GET", "/files");
  }

  file(path: string): Promise<FileText> {
    return this.#json("GET", "/file", { path });
  }

  /** Raises ConflictError where the file has another signature by now. */
  async save(path: string, text: string, signature: string): Promise<string> {
    const body = { path, text, signature };
    return (await this.#json<{ signature: string }>("PUT", "/file", {}, body)).signature;
  }

  async putDraft(path: string, text: string): Promise<Diagnostic[]> {
    return (await this.#diagnostics("PUT", "/draft", {}, { path, text })).diagnostics;
  }

  /** The same while the page is left: browsers finish such requests if they are small. */
  leaveDraft(path: string, text: string): void {
    const headers = { "X-Studio-Token": this.token, "Content-Type": "application/json" };
    const body = JSON.stringify({ path, text });
    const request = { method: "PUT", headers, body, keepalive: true };
    fetch(`${this.base}/draft`, request).catch(() => {
      // larger ones were sent after the last pause in typing
    });
  }

  async deleteDraft(path: string): Promise<void> {
    await this.#json("DELETE", "/draft", {}, { path });
  }

  drafts(): Promise<Record<string, string>> {
    return this.#json("GET", "/drafts");
  }

  async problems(path: string): Promise<Diagnostic[]> {
    return (await this.#diagnostics("GET", "/problems", { path })).diagnostics;
  }

  schema(path: string): Promise<object> {
    return this.#json("GET", "/schema", { path });
  }

  async duplicate(game: string, name: string, newName: string, title: string): Promise<string> {
    const body = { game, name, newName, title };
    return (await this.#json<{ path: string }>("POST", "/duplicate", {}, body)).path;
  }

  picture(path: string, name: string, fileName: string, data: Uint8Array): Promise<PictureAnswer> {
    const body = { path, name, fileName, data: base64Of(data) };
    return this.#json("POST", "/picture", {}, body);
  }

  async zip(path: string): Promise<Blob> {
    return (await this.#fetch("GET", "/zip", { path })).blob();
  }

  async legend(query: Record<string, string>): Promise<LegendType[]> {
    return (await this.#json<{ types: LegendType[] }>("GET", "/legend", query)).types;
  }

  changes(path: string): Promise<Changes> {
    return this.#json("GET", "/changes", { path });
  }

  async startJob(request: JobRequest): Promise<string> {
    return (await this.#json<{ id: string }>("POST", "/jobs", {}, request)).id;
  }

  jobs(): Promise<ListedJob[]> {
    return this.#json("GET", "/jobs");
  }

  async cancelJob(id: string): Promise<void> {
    await this.#json("DELETE", `/jobs/${encodeURIComponent(id)}`);
  }

  /** Where a frame shows the report of a job: its ID, which nobody can guess, is enough. */
  reportAddress(id: string): string {
    return `/reports/${encodeURIComponent(id)}`;
  }

  async report(id: string): Promise<string> {
    return (await this.#fetch("GET", `/jobs/${encodeURIComponent(id)}/report`)).text();
  }

  /** Calls back for each event, and connects again when the connection ends. */
  listen(onEvent: (event: ServerEvent) => void, onConnection: OnConnection): void {
    void listenToEvents(() => this.#fetch("GET", "/events"), onEvent, onConnection);
  }

  #diagnostics(method: string, path: string, query: Record<string, string>, body?: object) {
    return this.#json<{ diagnostics: Diagnostic[] }>(method, path, query, body);
  }

  async #json<T>(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body?: object,
    signal?: AbortSignal,
  ): Promise<T> {
    return (await this.#fetch(method, path, query, body, signal)).json() as Promise<T>;
  }

  async #fetch(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body?: object,
    signal?: AbortSignal,
  ): Promise<Response> {
    const search = new URLSearchParams(query).toString();
    const headers: Record<string, string> = { "X-Studio-Token": this.token };
    if (body) headers["Content-Type"] = "application/json";
    const text = body && JSON.stringify(body);
    const response = await fetch(`${this.base}${path}${search && `?${search}`}`, {
      method,
      headers,
      ...(text && { body: text }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

async function refusal(response: Response): Promise<StudioError> {
  const answer = (await response.json().catch(() => ({}))) as Record<string, string>;
  if (response.status === 409 && typeof answer.text === "string") {
    return new ConflictError(answer.text, answer.signature ?? "");
  }
  const usual = `The studio's server answered ${response.status}.`;
  return new StudioError(answer.error ?? usual, response.status);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
