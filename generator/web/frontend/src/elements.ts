// Short ways to make elements.

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(name);
  Object.assign(result, properties);
  result.append(...children);
  return result;
}

export function button(text: string, onclick: () => void, className = ""): HTMLButtonElement {
  return element("button", { type: "button", textContent: text, onclick, className });
}

/** A group of options of which one is chosen: radio buttons that look like a row of buttons. */
export function choices(
  label: string,
  name: string,
  options: { value: string; title: string; about?: string }[],
  chosen: string,
  onchange: (value: string) => void,
): HTMLFieldSetElement {
  return optionGroup("radio", label, name, options, [chosen], ([value]) => {
    if (value !== undefined) onchange(value);
  });
}

/** A group of options of which at least one is chosen. */
export function severalChoices(
  label: string,
  name: string,
  options: { value: string; title: string; about?: string }[],
  chosen: string[],
  onchange: (values: string[]) => void,
): HTMLFieldSetElement {
  return optionGroup("checkbox", label, name, options, chosen, onchange);
}

function optionGroup(
  type: "radio" | "checkbox",
  label: string,
  name: string,
  options: { value: string; title: string; about?: string }[],
  chosen: string[],
  onchange: (values: string[]) => void,
): HTMLFieldSetElement {
  const inputs = options.map(({ value }) =>
    element("input", { type, name, value, checked: chosen.includes(value) }),
  );
  const update = (changed: HTMLInputElement) => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    if (values.length) onchange(values);
    else changed.checked = true; // one has to stay
  };
  const labels = options.map(({ title, about }, place) => {
    const input = inputs[place] as HTMLInputElement;
    input.onchange = () => update(input);
    const text = element("span", { className: "option-title" }, title);
    const more = about ? [element("small", {}, about)] : [];
    return element("label", { className: "option" }, input, element("span", {}, text, ...more));
  });
  const group = element("fieldset", { className: `options ${name}` });
  group.append(element("legend", {}, label), ...labels);
  return group;
}

/** A drop-down list with its label. */
export function select(
  label: string,
  options: { value: string; title: string }[],
  chosen: string,
  onchange: (value: string) => void,
): HTMLLabelElement {
  const list = element("select", {});
  for (const { value, title } of options) list.add(new Option(title, value, false, value === chosen));
  list.onchange = () => onchange(list.value);
  return element("label", { className: "select" }, element("span", {}, label), list);
}
