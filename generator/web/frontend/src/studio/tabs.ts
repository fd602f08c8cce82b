// A row of tabs with their panels, as WAI-ARIA describes it: arrows move, one tab is in the tab
// order.

import { element } from "../elements";

export interface Panel {
  id: string;
  label: string;
  element: HTMLElement;
  /** The panel has become visible. */
  show(): void;
}

export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: HTMLButtonElement[];
  #current = -1;

  constructor(
    label: string,
    private readonly panels: readonly Panel[],
    private readonly onchange: (id: string) => void,
  ) {
    this.#tabs = panels.map((panel, index) => this.#tab(panel, index));
    const list = element("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...this.#tabs);
    list.addEventListener("keydown", (event) => this.#move(event));
    const boxes = panels.map((panel) => this.#box(panel));
    this.element = element("div", { class: "tabbed" }, list, ...boxes);
  }

  get current(): Panel | undefined {
    return this.panels[this.#current];
  }

  select(id: string): void {
    const index = Math.max(0, this.panels.findIndex((panel) => panel.id === id));
    if (index !== this.#current) this.#select(index);
  }

  /** Shows a number beside the label of a tab; 0 shows none. */
  setCount(id: string, count: number, kind: "error" | "warning"): void {
    const tab = this.#tabs[this.panels.findIndex((panel) => panel.id === id)];
    tab?.querySelector(".count")?.remove();
    if (count) tab?.append(element("span", { class: `count ${kind}` }, String(count)));
  }

  #select(index: number): void {
    this.#current = index;
    this.#tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    });
    this.panels.forEach((panel, other) => {
      const box = panel.element.closest<HTMLElement>("[role=tabpanel]");
      if (box) box.hidden = other !== index;
    });
    this.onchange(this.panels[index]?.id ?? "");
    this.panels[index]?.show();
  }

  #tab(panel: Panel, index: number): HTMLButtonElement {
    const attributes = {
      type: "button",
      role: "tab",
      id: `tab-${panel.id}`,
      "aria-controls": `panel-${panel.id}`,
      onclick: () => this.#select(index),
    };
    return element("button", attributes, panel.label);
  }

  #box(panel: Panel): HTMLElement {
    const attributes = {
      role: "tabpanel",
      id: `panel-${panel.id}`,
      "aria-labelledby": `tab-${panel.id}`,
      tabindex: 0,
      hidden: true,
    };
    return element("div", attributes, panel.element);
  }

  #move(event: KeyboardEvent): void {
    const last = this.#tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: this.#current === last ? 0 : this.#current + 1,
      ArrowLeft: this.#current === 0 ? last : this.#current - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.#select(target);
    this.#tabs[target]?.focus();
  }
}
