// Pages of a document, one at a time, as large as there is room; those of a PDF, drawn by pdf.js.

import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"; // which also runs in older browsers
import type { Words } from "./backend";
import { button, element } from "./elements";

pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdf.worker.js", document.baseURI).href;

const MAX_ZOOM = 4;
const READING_SCALE = 2.5; // pixels per point: enough for phones
const MAX_PIXELS = 16_000_000; // of a canvas: phones refuse larger ones

/** Draws a page, counted from 1, or the last; as large as it fits into so many pixels. */
export type Draw = (page: number, width: number, height: number) => Promise<Drawn>;
export type Drawn = { canvas: HTMLCanvasElement; count: number }; // of all pages

/** All pages of a PDF, to be read one after the other; their texts are the labels. */
export async function drawnPages(pdf: Uint8Array): Promise<HTMLCanvasElement[]> {
  const document = await pdfjs.getDocument({ data: pdf, useSystemFonts: false }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, place) => {
    const page = await document.getPage(place + 1);
    const { items } = await page.getTextContent();
    const canvas = await drawn(page, READING_SCALE);
    canvas.setAttribute("aria-label", items.map((item) => ("str" in item ? item.str : "")).join(" "));
    return canvas;
  });
  return Promise.all(pages).finally(() => document.loadingTask.destroy());
}

/** A page, drawn so many pixels per point large. */
async function drawn(page: pdfjs.PDFPageProxy, scale: number): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale });
  const canvas = element("canvas", { role: "img" });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

let worker: pdfjs.PDFWorker | undefined; // one for all documents: starting one takes long
let last: pdfjs.PDFDocumentLoadingTask | undefined;

/** Opens a PDF for a viewer, in place of the one before. */
export function opened(pdf: Uint8Array): Draw {
  void last?.destroy();
  worker ??= new pdfjs.PDFWorker();
  const { promise } = (last = pdfjs.getDocument({ data: pdf.slice(), useSystemFonts: false, worker }));
  return async (number, width, height) => {
    const document = await promise;
    const page = await document.getPage(Math.min(number, document.numPages));
    const whole = page.getViewport({ scale: 1 });
    const fit = Math.min(width / whole.width, height / whole.height);
    const scale = Math.min(fit, Math.sqrt(MAX_PIXELS / (whole.width * whole.height)));
    return { canvas: await drawn(page, scale), count: document.numPages };
  };
}

export class Viewer {
  /** Called with each page that has been drawn; pages are counted from 1. */
  onDrawn: (canvas: HTMLCanvasElement, page: number) => void = () => {};

  zoom = 1;

  private source: Draw | null = null;
  private page = 1;
  private count = 1;
  private turn = 0; // raised by whatever makes a drawing under way obsolete
  canvas = element("canvas", { role: "img" });
  private frame = element("div", { class: "viewer-frame", role: "region", tabindex: 0 }, this.canvas);
  private status = element("span", { class: "viewer-page", "aria-live": "polite" });
  private previous = button("‹", () => this.leaf(-1));
  private next = button("›", () => this.leaf(1));
  private smaller = button("−", () => this.enlarge(1 / 1.5));
  private larger = button("+", () => this.enlarge(1.5));
  private fit = button("", () => this.enlarge(0), { class: "fit" });

  constructor(host: HTMLElement, private words: Words) {
    const bar = element(
      "div", { class: "viewer-bar" },
      this.previous, this.status, this.next, element("span", { class: "gap" }),
      this.smaller, this.fit, this.larger,
    );
    host.append(this.frame, bar);
    this.rename(words);
    new ResizeObserver(() => this.redraw()).observe(this.frame);
  }

  /** Use other words, those of another language. */
  rename(words: Words): void {
    this.words = words;
    for (const name of ["previous", "next", "smaller", "larger"] as const) {
      this[name].setAttribute("aria-label", words[name] ?? "");
    }
    this.frame.setAttribute("aria-label", words.preview ?? "");
    this.describe();
  }

  /** Show a document from its first page, as large as it fits; or the same page at the same size. */
  async show(source: Draw, keepPage = false): Promise<void> {
    this.source = source;
    if (!keepPage) this.page = this.zoom = 1;
    await this.draw();
  }

  private leaf(step: number): void {
    this.page = Math.min(this.count, Math.max(1, this.page + step));
    this.frame.scrollTo(0, 0);
    this.redraw();
  }

  private enlarge(factor: number): void {
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, this.zoom * factor));
    this.redraw();
  }

  private redraw(): void {
    this.describe();
    this.draw().catch(() => {}); // the old picture stays where a server is gone
  }

  private describe(): void {
    const text = (this.words.page ?? "")
      .replace("{number}", String(this.page))
      .replace("{count}", String(this.count));
    this.status.textContent = this.source ? text : "";
    this.fit.textContent = this.words.fit ?? "";
    this.fit.disabled = this.zoom === 1;
    this.canvas.setAttribute("aria-label", `${this.words.preview ?? ""}: ${text}`);
    this.previous.disabled = this.page <= 1;
    this.next.disabled = this.page >= this.count;
    this.smaller.disabled = this.zoom <= 1;
    this.larger.disabled = this.zoom >= MAX_ZOOM;
  }

  private async draw(): Promise<void> {
    const { source, frame: { clientWidth, clientHeight } } = this;
    if (!source || !clientWidth) return;
    const turn = ++this.turn;
    const pixels = this.zoom * (window.devicePixelRatio || 1);
    const { canvas, count } = await source(this.page, clientWidth * pixels, clientHeight * pixels);
    if (turn !== this.turn) return;
    const scale = this.zoom * Math.min(clientWidth / canvas.width, clientHeight / canvas.height);
    canvas.style.width = `${Math.floor(canvas.width * scale)}px`;
    canvas.style.height = `${Math.floor(canvas.height * scale)}px`;
    this.canvas.replaceWith(canvas); // the old page stays until then
    this.canvas = canvas;
    this.count = count;
    this.page = Math.min(this.page, count);
    this.describe();
    this.onDrawn(canvas, this.page);
  }
}
