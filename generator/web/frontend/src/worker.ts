// The generator in a web worker: Pyodide, its packages, and queries one after the other.

import { loadPyodide } from "pyodide";
import type { FromWorker, Reply, ToWorker } from "./worker_backend";

const base = new URL(".", self.location.href);
const COMPRESSED = ["pyodide/pyodide.asm.wasm"]; // these are stored with the ending .gz
const OWN_SETS = "/own-sets"; // as generator/web/backend.py has it
const plainFetch = self.fetch.bind(self);
let loaded = 0;
let total = 0;
let underWay = 0; // downloads of what the start needs
let areAllUnderWay = false;

function send(message: FromWorker): void {
  self.postMessage(message);
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

interface Calls {
  answer(call: string, query: string): { toJs(): [string, Uint8Array]; destroy(): void };
}

/** What answers, what takes over the visitor's own sets from the browser or has it keep them, and what
 * unpacks an archive where Python finds its modules. */
async function start() {
  total = (await (await plainFetch(new URL("generator.json", base))).json()).bytes as number;
  const archive = content("generator.zip", self.fetch);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  const generator = await archive;
  python.unpackArchive(generator, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  python.FS.mkdir(OWN_SETS);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, OWN_SETS);
  const sync = (isLoading: boolean) => // private windows keep nothing, which is no failure
    new Promise<void>((resolve) => python.FS.syncfs(isLoading, () => resolve()));
  await sync(true);
  const calls = python.pyimport("generator.web.backend") as Calls;
  send({ stage: "ready", share: 1 });
  const add = async (file: string): Promise<void> => {
    python.unpackArchive(await content(file, plainFetch), "zip", { extractDir: "/app" });
    python.runPython("import importlib; importlib.invalidate_caches()");
  };
  return { calls, sync, add };
}

async function content(file: string, fetchFile: typeof fetch): Promise<ArrayBuffer> {
  const response = await fetchFile(new URL(file, base));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
}

const python = start();
let pdfium: Promise<void> | null = null; // loaded when somebody wants pictures
python.catch((error: unknown) => send({ failure: String(error) }));

self.onmessage = async ({ data: { call, query }, ports: [port] }: MessageEvent<ToWorker>) => {
  const reply = (answer: Reply, transfer: Transferable[] = []) => port?.postMessage(answer, transfer);
  try {
    const { calls, sync, add } = await python;
    const isOfSets = call === "open" || call === "forget";
    if (isOfSets) await sync(true); // another tab may have changed them
    if (typeof query === "object" && "files" in query && query.files !== "cut") {
      try {
        await (pdfium ??= add("pdfium.zip"));
      } catch (error) {
        pdfium = null; // offline, say: the next call tries again
        return reply({ error: String(error), kind: "" });
      }
    }
    const answer = calls.answer(call, JSON.stringify(query));
    if (isOfSets) await sync(false);
    const [text, content] = answer.toJs();
    answer.destroy();
    const { error, kind, ...facts } = JSON.parse(text);
    if (error) reply({ error, kind });
    else reply({ facts, content }, [content.buffer as ArrayBuffer]);
  } catch (error) {
    send({ failure: String(error) });
  }
};
