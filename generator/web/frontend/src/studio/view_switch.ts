// On narrow screens one part of the studio is shown at a time; this switches between them.

import { button, element } from "../elements";

export type View = "files" | "editor" | "results";

const VIEWS: readonly (readonly [View, string])[] = [
  ["files", "Files"],
  ["editor", "Editor"],
  ["results", "Results"],
];

export class ViewSwitch {
  readonly element: HTMLElement;
  readonly #buttons: Map<View, HTMLButtonElement>;

  constructor(
    private readonly root: HTMLElement,
    view: View,
    private readonly onchange: (view: View) => void,
  ) {
    this.#buttons = new Map(VIEWS.map(([name, label]) => [name, button(label, () => this.show(name))]));
    const attributes = { class: "view-switch", "aria-label": "Parts of the studio" };
    this.element = element("nav", attributes, ...this.#buttons.values());
    this.show(view);
  }

  show(view: View): void {
    this.root.dataset.shown = view;
    for (const [name, control] of this.#buttons) {
      control.setAttribute("aria-pressed", String(name === view));
    }
    this.onchange(view);
  }
}
