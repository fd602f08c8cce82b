// The sheet as a picture: pages drawn by the viewer, changed parts marked, and views.

import type { Words } from "../backend";
import { Viewer } from "../viewer";
import { element, field, select } from "../elements";
import type { Memory } from "./memory";
import { type Box, changedBoxes } from "./picture_changes";
import { filterValue, viewFilters, VIEWS } from "./views";

const COMPARED_SCALE = 1.5; // pixels per point, so that a changed digit differs, however small
const MARKED_FOR = 2500; // milliseconds; the animation in studio.css lasts as long

export class Preview {
  readonly element: HTMLElement;
  readonly view: HTMLElement;
  readonly #host = element("div", { class: "preview" });
  readonly #viewer: Viewer;
  /** The last picture of each page, by its number. */
  readonly #pictures = new Map<number, ImageData>();

  constructor(
    private readonly memory: Memory,
    words: Words,
  ) {
    this.#viewer = new Viewer(this.#host, words);
    this.#viewer.minScale = COMPARED_SCALE;
    this.#viewer.zoom = memory.read("zoom", 1);
    this.#viewer.onDrawn = (canvas, page) => this.#compare(canvas, page);
    const choice = select(VIEWS, memory.read("view", "colour"), (value) => this.#setView(value));
    this.view = field("View", choice);
    this.element = element("div", { class: "preview-box" }, viewFilters(), this.#host);
    this.#setView(choice.value);
  }

  /** Draws a PDF; if it is a `revision` of the last one, what has changed is marked for a moment. */
  async show(pdf: Uint8Array, revision: boolean): Promise<void> {
    if (!revision) this.#pictures.clear();
    await this.#viewer.show(pdf, true);
  }

  #compare(canvas: HTMLCanvasElement, page: number): void {
    this.memory.write("zoom", this.#viewer.zoom);
    const before = this.#pictures.get(page);
    const after = pixels(canvas);
    this.#pictures.set(page, after);
    const boxes = before ? changedBoxes(before, after) : null;
    if (boxes?.length) mark(canvas, boxes);
  }

  #setView(view: string): void {
    this.memory.write("view", view);
    this.#host.style.setProperty("--view", filterValue(view));
  }
}

function mark(canvas: HTMLCanvasElement, boxes: readonly Box[]): void {
  const layer = element("div", { class: "marks", "aria-hidden": "true" });
  layer.append(...boxes.map((box) => outline(box, canvas)));
  Object.assign(layer.style, {
    left: `${canvas.offsetLeft}px`,
    top: `${canvas.offsetTop}px`,
    width: `${canvas.offsetWidth}px`,
    height: `${canvas.offsetHeight}px`,
  });
  canvas.after(layer);
  setTimeout(() => layer.remove(), MARKED_FOR);
}

function outline(box: Box, canvas: HTMLCanvasElement): HTMLElement {
  const percent = (value: number, of: number): string => `${(value / of) * 100}%`;
  const made = element("span", { class: "mark" });
  Object.assign(made.style, {
    left: percent(box.left, canvas.width),
    top: percent(box.top, canvas.height),
    width: percent(box.right - box.left, canvas.width),
    height: percent(box.bottom - box.top, canvas.height),
  });
  return made;
}

function pixels(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
