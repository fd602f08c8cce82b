// The sheet as a picture: pages drawn by the viewer, changed parts marked, and how it looks in grey
// and to people who do not tell all colours apart.

import type { Words } from "../backend";
import { element, field, select } from "../elements";
import { Viewer } from "../viewer";
import { recall, remember } from "./context";

const COMPARED_SCALE = 1.5; // pixels per point, so that a changed digit differs, however small
const MARKED_FOR = 2500; // milliseconds; the animation in studio.css lasts as long
const CELL = 12; // pixels; differences in neighbouring cells are one change
const TOLERANCE = 32; // of 255, in one colour; less is smoothing of edges
const MOST_MARKS = 40;

const VIEWS = [
  { name: "colour", title: "As printed" },
  { name: "grey", title: "Grey" },
  { name: "deuteranopia", title: "Deuteranopia (no green)" },
  { name: "protanopia", title: "Protanopia (no red)" },
];

/** Rows of feColorMatrix: red, green, blue, alpha, constant. Grey: luminance of BT.709, on values, as
 * a printer sees it. Deuteranopia and protanopia: Machado, Oliveira and Fernandes 2009, severity
 * 1.0, on linear light. */
const FILTERS = `
  <filter id="view-grey" color-interpolation-filters="sRGB"><feColorMatrix values="
    0.2126 0.7152 0.0722 0 0  0.2126 0.7152 0.0722 0 0  0.2126 0.7152 0.0722 0 0  0 0 0 1 0"/></filter>
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
    const choice = select("view", VIEWS, recall("view", "colour"), (view) => this.#setView(view));
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
    if (before?.width === after.width && before.height === after.height) mark(canvas, changedBoxes(before, after));
  }

  #setView(view: string): void {
    remember("view", view);
    this.#host.style.setProperty("--view", view === "colour" ? "none" : `url(#view-${view})`);
  }
}

/** Outlines rectangles of a page, which are in pixels. */
function mark(canvas: HTMLCanvasElement, boxes: readonly DOMRect[]): void {
  const percent = (value: number, of: number): string => `${(value / of) * 100}%`;
  const marks = boxes.map((box) => {
    const made = element("span", { class: "mark" });
    const { width, height } = canvas;
    const place = { left: percent(box.left, width), top: percent(box.top, height) };
    Object.assign(made.style, { ...place, width: percent(box.width, width), height: percent(box.height, height) });
    return made;
  });
  const layer = element("div", { class: "marks", "aria-hidden": "true" }, ...marks);
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
  const place = { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight };
  for (const [name, value] of Object.entries(place)) layer.style.setProperty(name, `${value}px`);
  canvas.after(layer);
  setTimeout(() => layer.remove(), MARKED_FOR);
}

/** Rectangles around what differs in two pictures of the same size: cells with a changed pixel that
 * hang together. Too many become one. */
function changedBoxes(before: ImageData, after: ImageData): DOMRect[] {
  const columns = Math.ceil(after.width / CELL);
  const cells = changedCells(before, after, columns);
  const boxes: DOMRect[] = [];
  for (const start of cells) {
    const group = [start];
    cells.delete(start);
    for (const cell of group) {
      const column = cell % columns;
      for (const step of [-1, 0, 1].filter((each) => column + each >= 0 && column + each < columns)) {
        for (const row of [-columns, 0, columns]) {
          if (cells.delete(cell + row + step)) group.push(cell + row + step);
        }
      }
    }
    boxes.push(around(group.map((cell) => {
      return new DOMRect((cell % columns) * CELL, Math.floor(cell / columns) * CELL, CELL, CELL);
    })));
  }
  return boxes.length > MOST_MARKS ? [around(boxes)] : boxes;
}

function around(boxes: readonly DOMRect[]): DOMRect {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const right = Math.max(...boxes.map((box) => box.right));
  return new DOMRect(left, top, right - left, Math.max(...boxes.map((box) => box.bottom)) - top);
}

/** A pixel has changed if it is not like any pixel around it in the other picture: browsers do not
 * draw the same edge alike every time. */
function changedCells(before: ImageData, after: ImageData, columns: number): Set<number> {
  const { data, width } = after;
  const cells = new Set<number>();
  for (let index = 0; index < data.length; index += 1) {
    if (Math.abs((data[index] ?? 0) - (before.data[index] ?? 0)) <= TOLERANCE) continue;
    if (!isNew(index, before, after) && !isNew(index, after, before)) continue;
    const pixel = index >> 2;
    cells.add(Math.floor(pixel / width / CELL) * columns + Math.floor((pixel % width) / CELL));
  }
  return cells;
}

/** Whether a value of `picture` lies outside the range of those around it in `other`. */
function isNew(index: number, other: ImageData, picture: ImageData): boolean {
  const value = picture.data[index] ?? 0;
  let least = 255;
  let most = 0;
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      const near = other.data[index + 4 * (row * other.width + column)] ?? value;
      least = Math.min(least, near);
      most = Math.max(most, near);
    }
  }
  return value < least - TOLERANCE || value > most + TOLERANCE;
}
