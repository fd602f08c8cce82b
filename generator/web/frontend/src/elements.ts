// Building blocks of the page: elements, labelled controls, buttons, groups of options.

export type Child = Node | string | null | undefined | false;
type Properties = Record<string, unknown>;

/** An element with attributes, listeners (`onclick`) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter(isContent));
  return made;
}

/** Replaces the children of an element; the control that has the focus gets it again, if it is
 * still among them. */
export function redraw(host: HTMLElement, ...children: Child[]): void {
  const focused = document.activeElement as HTMLElement | null;
  const hadFocus = focused && host.contains(focused) ? identity(focused) : "";
  host.replaceChildren(...children.filter(isContent));
  if (!hadFocus || document.activeElement === focused) return;
  const controls = host.querySelectorAll<HTMLElement>("button, input, select, summary, a");
  [...controls].find((control) => identity(control) === hadFocus)?.focus({ preventScroll: true });
}

let isPressed = false;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (isPressed = false), true);

/** Act once no click is under way: it would miss a control that is drawn anew. */
export function afterClick(act: () => void): void {
  setTimeout(isPressed ? () => afterClick(act) : act, isPressed ? 50 : 0);
}

/** What a control is known by when it is drawn anew. */
function identity(control: HTMLElement): string {
  const { name = "", type = "", value = "" } = control as HTMLInputElement;
  const option = type === "radio" || type === "checkbox" ? value : "";
  return [control.tagName, name, option, name ? "" : control.title || control.textContent].join();
}

function isContent(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false;
}

export function button(label: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  return element("button", { type: "button", onclick, ...properties }, label);
}

/** A labelled control: the label stands above it, help below. */
export function field(label: string, control: HTMLElement, help = ""): HTMLLabelElement {
  const small = help !== "" && element("small", {}, help);
  return element("label", { class: "field" }, element("span", {}, label), control, small);
}

/** Where a text is typed, which is taken without space around it. */
export function input(name: string, value: string, onchange: (value: string) => void): HTMLInputElement {
  const attributes = { name, value, type: "text", autocomplete: "off", spellcheck: "false" };
  const control = element("input", { ...attributes, onchange: () => onchange(control.value.trim()) });
  return control;
}

/** A box to tick, with its label behind it. */
export function tick(label: string, checked: boolean, onchange: (checked: boolean) => void, kind = "tick"): HTMLLabelElement {
  const box = element("input", { type: "checkbox", name: label, checked, onchange: () => onchange(box.checked) });
  return element("label", { class: kind }, box, label);
}

/** One of the choices of a catalogue. */
export interface Choice {
  name: string;
  title: string;
  about?: string;
}

export function select(
  name: string, choices: readonly Choice[], value: string, onchange: (value: string) => void,
): HTMLSelectElement {
  const control = element("select", { name, onchange: () => onchange(control.value) });
  setChoices(control, choices, value);
  return control;
}

export function setChoices(control: HTMLSelectElement, choices: readonly Choice[], value: string): void {
  control.replaceChildren(...choices.map(({ name, title }) => element("option", { value: name }, title || name)));
  control.value = value;
}

/** A group of choices that looks like a row of buttons: one is chosen, or at least one; `refusal`
 * says so to who unticks the last. */
export function choiceGroup(
  label: string, name: string, choices: readonly Choice[], chosen: readonly string[],
  onchange: (values: string[]) => void, refusal = "",
): HTMLFieldSetElement {
  const status = element("p", { class: "refusal", role: "status" });
  const type = refusal ? "checkbox" : "radio";
  const inputs = choices.map(({ name: value }) =>
    element("input", { type, name, value, checked: chosen.includes(value) }));
  const labels = choices.map(({ title, about }, place) => {
    const input = inputs[place] as HTMLInputElement;
    input.onchange = () => {
      input.checked ||= !inputs.some((each) => each.checked); // one has to stay
      const values = inputs.filter((each) => each.checked).map((each) => each.value);
      const isRefused = values.join() === chosen.join();
      status.textContent = isRefused ? refusal : "";
      if (!isRefused) onchange((chosen = values));
    };
    const more = !!about && element("small", {}, about);
    const text = element("span", {}, element("span", { class: "option-title" }, title), more);
    return element("label", { class: "option" }, input, text);
  });
  const legend = element("legend", {}, label);
  return element("fieldset", { class: `options ${name}` }, legend, ...labels, refusal !== "" && status);
}

/** A text with elements in place of the signs around its parts. */
export function marked(text: string, sign: string, tag: "code" | "strong"): (Node | string)[] {
  return text.split(sign).map((part, index) => (index % 2 ? element(tag, {}, part) : part));
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
