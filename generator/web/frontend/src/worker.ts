// The generator in a web worker: Pyodide, its packages, and queries one after the other.

import { loadPyodide } from "pyodide";
import type { FromWorker, ToWorker } from "./worker_backend";

const base = new URL(".", self.location.href);
const COMPRESSED = ["pyodide/pyodide.asm.wasm"]; // these are stored with the ending .gz
const plainFetch = self.fetch.bind(self);
let loaded = 0;
let total = 0;
let underWay = 0; // downloads of what the start needs
let areAllUnderWay = false;

function send(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** fetch that counts bytes, tells if a download breaks (Pyodide would wait for ever), and takes the
 * compressed file where there is one: the last that is asked for. */
self.fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : input, base);
  const compressed = COMPRESSED.some((file) => url.href === new URL(file, base).href);
  underWay += 1;
  areAllUnderWay ||= compressed;
  const response = await plainFetch(compressed ? `${url.href}.gz` : url, init).catch(tellFailure);
  if (!response.ok || !response.body) return tellFailure(`${url}: ${response.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.length;
      send({ stage: "loading", share: total ? Math.min(1, loaded / total) : 0 });
      controller.enqueue(chunk);
    },
  });
  response.body.pipeTo(counted.writable).then(() => {
    underWay -= 1;
    if (areAllUnderWay && !underWay) send({ stage: "starting", share: 1 });
  }, tellFailure).catch(() => {}); // who reads it fails too
  const body = compressed ? counted.readable.pipeThrough(new DecompressionStream("gzip")) : counted.readable;
  const type = compressed ? "application/wasm" : response.headers.get("Content-Type") ?? "";
  return new Response(body, { headers: { "Content-Type": type } });
};

function tellFailure(error: unknown): never {
  send({ failure: String(error) });
  throw error;
}

type Answer = { toJs(): [string, Uint8Array]; destroy(): void };
interface Calls {
  answer(call: ToWorker["call"], query: string): Answer;
}

interface Python {
  calls: Calls;
  /** Unpacks an archive where Python finds its modules. */
  add(archive: string): Promise<void>;
}

async function start(): Promise<Python> {
  total = (await (await plainFetch(new URL("generator.json", base))).json()).bytes as number;
  const archive = content("generator.zip", self.fetch);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  const generator = await archive;
  python.unpackArchive(generator, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  const calls = python.pyimport("generator.web.backend") as Calls;
  send({ stage: "ready", share: 1 });
  const add = async (file: string) => {
    python.unpackArchive(await content(file, plainFetch), "zip", { extractDir: "/app" });
    python.runPython("import importlib; importlib.invalidate_caches()");
  };
  return { calls, add };
}

async function content(file: string, fetchFile: typeof fetch): Promise<ArrayBuffer> {
  const response = await fetchFile(new URL(file, base));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
}

const python = start();
let pdfium: Promise<void> | null = null; // loaded when somebody wants pictures
python.catch((error: unknown) => send({ failure: String(error) }));

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  const { number, call, query } = event.data;
  try {
    const { calls, add } = await python;
    if ("files" in query && query.files !== "cut") {
      try {
        await (pdfium ??= add("pdfium.zip"));
      } catch (error) {
        pdfium = null; // offline, say: the next call tries again
        return send({ number, error: String(error), kind: "" });
      }
    }
    const answer = calls.answer(call, JSON.stringify(query));
    const [text, content] = answer.toJs();
    answer.destroy();
    const { error, kind, ...facts } = JSON.parse(text);
    if (error) send({ number, error, kind });
    else send({ number, facts, content }, [content.buffer as ArrayBuffer]);
  } catch (error) {
    send({ failure: String(error) });
  }
};
