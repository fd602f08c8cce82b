// Pages of a PDF, one at a time, drawn by pdf.js as large as there is room.

import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs"; // which also runs in older browsers
import type { Words } from "./backend";
import { button, element } from "./elements";

pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdf.worker.js", document.baseURI).href;

const MAX_ZOOM = 4;
const READING_SCALE = 2.5; // pixels per point: enough for phones
const MAX_PIXELS = 16_000_000; // of a canvas: phones refuse larger ones

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

export class Viewer {
  /** Called with each page that has been drawn; pages are counted from 1. */
  onDrawn: (canvas: HTMLCanvasElement, page: number) => void = () => {};

  /** Pixels per point that a canvas has at least: small pages are then drawn finer than seen. */
  minScale = 0;
  zoom = 1;

  private worker = new pdfjs.PDFWorker(); // one for all documents: starting one takes long
  private document: pdfjs.PDFDocumentProxy | null = null;
  private page = 1;
  private documents = 0; // opened so far: a later one replaces what is still being opened
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
    new ResizeObserver(() => void this.draw()).observe(this.frame);
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

  /** Show a PDF from its first page, as large as it fits; or the same page at the same size. */
  async show(pdf: Uint8Array, keepPage = false): Promise<void> {
    const number = ++this.documents;
    const source = { data: pdf.slice(), useSystemFonts: false, worker: this.worker };
    const document = await pdfjs.getDocument(source).promise;
    if (number !== this.documents) return void document.loadingTask.destroy();
    const old = this.document;
    this.document = document;
    this.page = keepPage ? Math.min(this.page, document.numPages) : 1;
    if (!keepPage) this.zoom = 1;
    this.describe();
    await this.draw();
    await old?.loadingTask.destroy();
  }

  private leaf(step: number): void {
    const last = this.document?.numPages ?? 1;
    this.page = Math.min(last, Math.max(1, this.page + step));
    this.frame.scrollTo(0, 0);
    this.describe();
    void this.draw();
  }

  private enlarge(factor: number): void {
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, this.zoom * factor));
    this.describe();
    void this.draw();
  }

  private describe(): void {
    const count = this.document?.numPages ?? 1;
    const text = (this.words.page ?? "")
      .replace("{number}", String(this.page))
      .replace("{count}", String(count));
    this.status.textContent = this.document ? text : "";
    this.fit.textContent = this.words.fit ?? "";
    this.fit.disabled = this.zoom === 1;
    this.canvas.setAttribute("aria-label", `${this.words.preview ?? ""}: ${text}`);
    this.previous.disabled = this.page <= 1;
    this.next.disabled = this.page >= count;
    this.smaller.disabled = this.zoom <= 1;
    this.larger.disabled = this.zoom >= MAX_ZOOM;
  }

  private async draw(): Promise<void> {
    const { document, frame, page: number } = this;
    if (!document || !frame.clientWidth) return;
    const turn = ++this.turn;
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const fit = Math.min(frame.clientWidth / width, frame.clientHeight / height);
    const onScreen = fit * this.zoom;
    const wanted = Math.max(onScreen * (window.devicePixelRatio || 1), this.minScale);
    const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
    const canvas = await drawn(page, scale); // the old page stays until then
    if (turn !== this.turn) return;
    canvas.style.width = `${Math.floor(width * onScreen)}px`;
    canvas.style.height = `${Math.floor(height * onScreen)}px`;
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    this.describe();
    this.onDrawn(canvas, number);
  }
}
