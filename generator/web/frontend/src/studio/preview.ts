// The sheet as a picture: pages drawn by the viewer, changed parts marked, and how it looks in grey
// and to people who do not tell all colours apart.

import pixelmatch from "pixelmatch";

import type { Words } from "../backend";
import { element, field, select } from "../elements";
import { Viewer } from "../viewer";
import { recall, remember } from "./context";

const COMPARED_SCALE = 1.5; // pixels per point, so that a changed digit differs, however small
const MARKED_FOR = 2500; // milliseconds; the animation in studio.css lasts as long
const TOLERANCE = 0.1; // of the distance of black and white; less is smoothing of edges

const VIEWS = [
  { name: "none", title: "As printed" },
  { name: "grayscale(1)", title: "Grey" }, // luminance of BT.709, on values, as a printer sees it
  { name: "url(#view-deuteranopia)", title: "Deuteranopia (no green)" },
  { name: "url(#view-protanopia)", title: "Protanopia (no red)" },
];

/** Rows of feColorMatrix: red, green, blue, alpha, constant. Deuteranopia and protanopia: Machado,
 * Oliveira and Fernandes 2009, severity 1.0, on linear light. */
const FILTERS = `
  <filter id="view-deuteranopia" color-interpolation-filters="linearRGB"><feColorMatrix values="
    0.367322 0.860646 -0.227968 0 0  0.280085 0.672501 0.047413 0 0  -0.01182 0.04294 0.968881 0 0  0 0 0 1 0"/></filter>
  <filter id="view-protanopia" color-interpolation-filters="linearRGB"><feColorMatrix values="
    0.152286 1.052583 -0.204868 0 0  0.114503 0.786281 0.099216 0 0  -0.003882 -0.048116 1.051998 0 0  0 0 0 1 0"/></filter>`;

export class Preview {
  readonly element: HTMLElement;
  readonly view: HTMLElement;
  readonly #host = element("div", { class: "preview" });
  readonly #viewer: Viewer;
  /** The last picture of each page, by its number. */
  readonly #pictures = new Map<number, ImageData>();

  constructor(words: Words) {
    this.#viewer = new Viewer(this.#host, words);
    this.#viewer.minScale = COMPARED_SCALE;
    this.#viewer.zoom = recall("zoom", 1);
    this.#viewer.onDrawn = (canvas, page) => this.#compare(canvas, page);
    const choice = select("view", VIEWS, recall("filter", "none"), (view) => this.#setView(view));
    this.view = field("View", choice);
    const filters = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    filters.setAttribute("class", "filters"); // it has to be in the page for them to work
    filters.setAttribute("aria-hidden", "true");
    filters.innerHTML = FILTERS;
    this.element = element("div", { class: "preview-box" }, filters, this.#host);
    this.#setView(choice.value);
  }

  /** Draws a PDF; if it is a `revision` of the last one, what has changed is marked for a moment. */
  async show(pdf: Uint8Array, revision: boolean): Promise<void> {
    if (!revision) this.#pictures.clear();
    await this.#viewer.show(pdf, true);
  }

  #compare(canvas: HTMLCanvasElement, page: number): void {
    remember("zoom", this.#viewer.zoom);
    const before = this.#pictures.get(page);
    const after = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
    if (!after) return;
    this.#pictures.set(page, after);
    if (before?.width === after.width && before.height === after.height) mark(canvas, before, after);
  }

  #setView(view: string): void {
    remember("filter", view);
    this.#host.style.setProperty("--view", view);
  }
}

/** Colours what has changed on a page. Smoothed edges, which browsers do not draw alike every time, do
 * not count. */
function mark(canvas: HTMLCanvasElement, before: ImageData, after: ImageData): void {
  const { width, height, offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
  const changes = new ImageData(width, height);
  const options = { threshold: TOLERANCE, diffMask: true };
  if (!pixelmatch(before.data, after.data, changes.data, width, height, options)) return;
  const marks = element("canvas", { class: "marks", "aria-hidden": "true", width, height });
  marks.getContext("2d")?.putImageData(changes, 0, 0);
  const place = { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight };
  for (const [name, value] of Object.entries(place)) marks.style.setProperty(name, `${value}px`);
  canvas.after(marks);
  setTimeout(() => marks.remove(), MARKED_FOR);
}
