// The page: opens it with the generator in a worker. Where the studio's server is behind it, opens
// the studio, and the player's page at /print with the generator of that server.

import { PlayerPage } from "./player_page";
import { WorkerBackend } from "./worker_backend";

const root = document.getElementById("page") as HTMLElement;
const token = document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content;
if (!token) {
  const page = new PlayerPage(root);
  const backend = new WorkerBackend(page.showProgress, page.showBroken);
  await page.open(backend);
  backend.startWhenIdle();
  keepForOffline(page, backend);
} else {
  // The studio's own code is loaded only where its server is.
  const { StudioApi } = await import("./studio/api");
  if (location.pathname === "/print") await new PlayerPage(root, "/").open(new StudioApi(token));
  else (await import("./studio/studio")).openStudio(root, new StudioApi(token));
}

/** Let a service worker keep the files, the rest of them once the first sheet is there. */
function keepForOffline(page: PlayerPage, backend: WorkerBackend): void {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.register("service_worker.js").catch(() => {
    // Private windows refuse; the page works without.
  });
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data === "offline") void page.showOffline();
  });
  backend.whenReady.then(async () => {
    const registration = await navigator.serviceWorker.ready;
    registration.active?.postMessage("keep");
  });
}
