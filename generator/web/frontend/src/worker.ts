// The generator in a web worker: Pyodide, its packages, and queries one after the other.

import { loadPyodide } from "pyodide";
import type { FromWorker, ToWorker } from "./worker_backend";

const base = new URL(".", self.location.href);
const COMPRESSED = ["pyodide/pyodide.asm.wasm"]; // these are stored with the ending .gz
const plainFetch = self.fetch.bind(self);
let loaded = 0;
let total = 0;

function send(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** fetch that counts bytes, and takes the compressed file where there is one. */
self.fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const url = new URL(input instanceof Request ? input.url : input, base);
  const compressed = COMPRESSED.some((file) => url.href === new URL(file, base).href);
  const response = await plainFetch(compressed ? `${url.href}.gz` : url, init);
  if (!response.ok || !response.body) return response;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.length;
        send({ stage: "loading", share: total ? Math.min(1, loaded / total) : 0 });
        controller.enqueue(chunk);
      },
    }),
  );
  const body = compressed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
  const type = compressed ? "application/wasm" : response.headers.get("Content-Type") ?? "";
  return new Response(body, { headers: { "Content-Type": type } });
};

type Call = (query: string) => { toJs(): [string, Uint8Array]; destroy(): void };
type Calls = Record<ToWorker["call"], Call>;

async function start(): Promise<Calls> {
  total = (await (await plainFetch(new URL("generator.json", base))).json()).bytes as number;
  const archive = self.fetch(new URL("generator.zip", base)).then((each) => each.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  const content = await archive;
  send({ stage: "starting", share: 1 });
  python.unpackArchive(content, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  const calls = python.pyimport("generator.web.in_worker") as Calls;
  send({ stage: "ready", share: 1 });
  return calls;
}

const calls = start();
calls.catch((error: unknown) => send({ failure: String(error) }));

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  const { number, call, query } = event.data;
  try {
    const answer = (await calls)[call](JSON.stringify(query));
    const [text, content] = answer.toJs();
    answer.destroy();
    const { error, kind, ...facts } = JSON.parse(text);
    if (error) send({ number, error, kind });
    else send({ number, facts, content }, [content.buffer as ArrayBuffer]);
  } catch (error) {
    send({ failure: String(error) });
  }
};
