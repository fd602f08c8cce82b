// Keeps the files of the page, for the next visit and offline. The site puts the digest of all
// files in front of this one, so that a changed site is loaded anew: from the host, since the
// browser may have old files that the host let it keep for a while.

declare const VERSION: string;
declare const FILES: string[];
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `board-generator-${VERSION}`;
const ANEW: RequestInit = { cache: "reload" };

worker.addEventListener("install", () => void worker.skipWaiting());

worker.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("board-generator-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  event.respondWith(cachedOrFetched(event.request));
});

// Sent once the page has what it needs: now the rest, so that it works offline.
worker.addEventListener("message", (event) => {
  const source = event.source as Client | null;
  event.waitUntil(keepAll().then(() => source?.postMessage("offline")));
});

async function cachedOrFetched(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request, { ignoreSearch: true });
  if (cached) return cached;
  const response = await fetch(request, ANEW);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of ["./", ...FILES]) {
    const url = new URL(file, worker.registration.scope);
    if (!(await cache.match(url, { ignoreSearch: true }))) await cache.add(new Request(url, ANEW));
  }
}
