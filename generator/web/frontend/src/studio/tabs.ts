// A row of tabs with their panels, as WAI-ARIA describes it: arrows move, one tab is in the tab
// order.

import { element } from "../elements";
import type { Panel } from "./context";

export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: HTMLButtonElement[];
  readonly #boxes: HTMLElement[];
  #current = -1;

  constructor(
    label: string, private readonly panels: readonly Panel[], private readonly onchange: (id: string) => void,
  ) {
    this.#tabs = panels.map(({ id, label: title }, index) => {
      const controls = { id: `tab-${id}`, "aria-controls": `panel-${id}` };
      return element("button", { type: "button", role: "tab", ...controls, onclick: () => this.#select(index) }, title);
    });
    this.#boxes = panels.map(({ id, element: content }) => {
      const attributes = { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` };
      return element("div", { ...attributes, tabindex: 0, hidden: true }, content);
    });
    const list = element("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...this.#tabs);
    list.addEventListener("keydown", (event) => this.#move(event));
    this.element = element("div", { class: "tabbed" }, list, ...this.#boxes);
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
    this.#boxes.forEach((box, other) => (box.hidden = other !== index));
    this.onchange(this.panels[index]?.id ?? "");
    this.panels[index]?.show();
  }

  #move(event: KeyboardEvent): void {
    const count = this.#tabs.length;
    const targets: Record<string, number> = {
      ArrowRight: (this.#current + 1) % count,
      ArrowLeft: (this.#current + count - 1) % count,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.#select(target);
    this.#tabs[target]?.focus();
  }
}
