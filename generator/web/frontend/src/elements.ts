// Building blocks of the page: elements, labelled controls, buttons, groups of options.

export type Child = Node | string | null | undefined | false;

interface Properties {
  class?: string;
  id?: string;
  hidden?: boolean;
  [attribute: string]: unknown;
}

/** An element with attributes, listeners (`onclick`) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) setProperty(made, name, value);
  made.append(...children.filter(isContent));
  return made;
}

export function button(
  label: string,
  onclick: () => void,
  properties: Properties = {},
): HTMLButtonElement {
  return element("button", { type: "button", onclick, ...properties }, label);
}

/** A labelled control: the label stands above it. */
export function field(label: string, control: HTMLElement): HTMLLabelElement {
  return element("label", { class: "field" }, element("span", {}, label), control);
}

export interface Option {
  value: string;
  label: string;
  about?: string;
}

export function select(
  options: readonly Option[],
  value: string,
  onchange: (value: string) => void,
): HTMLSelectElement {
  const control = element("select", { onchange: () => onchange(control.value) });
  setOptions(control, options, value);
  return control;
}

export function setOptions(
  control: HTMLSelectElement,
  options: readonly Option[],
  value: string,
): void {
  control.replaceChildren(
    ...options.map((option) => element("option", { value: option.value }, option.label)),
  );
  control.value = value;
}

/** A group of options of which one is chosen: radio buttons that look like a row of buttons. */
export function choices(
  label: string,
  name: string,
  options: readonly Option[],
  chosen: string,
  onchange: (value: string) => void,
): HTMLFieldSetElement {
  return optionGroup("radio", label, name, options, [chosen], ([value]) => {
    if (value !== undefined) onchange(value);
  });
}

/** A group of options of which at least one is chosen; `refusal` says so to who unticks the last. */
export function severalChoices(
  label: string,
  name: string,
  options: readonly Option[],
  chosen: string[],
  refusal: string,
  onchange: (values: string[]) => void,
): HTMLFieldSetElement {
  const status = element("p", { class: "refusal", role: "status" });
  const group = optionGroup("checkbox", label, name, options, chosen, (values) => {
    status.textContent = "";
    onchange(values);
  }, () => (status.textContent = refusal));
  group.append(status);
  return group;
}

function optionGroup(
  type: "radio" | "checkbox",
  label: string,
  name: string,
  options: readonly Option[],
  chosen: string[],
  onchange: (values: string[]) => void,
  onrefusal: () => void = () => {},
): HTMLFieldSetElement {
  const inputs = options.map(({ value }) =>
    element("input", { type, name, value, checked: chosen.includes(value) }),
  );
  const update = (changed: HTMLInputElement) => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    if (values.length) onchange(values);
    else {
      changed.checked = true; // one has to stay
      onrefusal();
    }
  };
  const labels = options.map(({ label: title, about }, place) => {
    const input = inputs[place] as HTMLInputElement;
    input.onchange = () => update(input);
    const text = element("span", { class: "option-title" }, title);
    const more = about ? [element("small", {}, about)] : [];
    return element("label", { class: "option" }, input, element("span", {}, text, ...more));
  });
  const group = element("fieldset", { class: `options ${name}` });
  group.append(element("legend", {}, label), ...labels);
  return group;
}

/** Offers the browser's user a file to keep. */
export function download(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function setProperty(target: HTMLElement, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === "function") {
    target.addEventListener(name.slice(2), value as EventListener);
  } else {
    target.setAttribute(name, value === true ? "" : String(value));
  }
}

function isContent(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false;
}
