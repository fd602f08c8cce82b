// How a sheet looks in grey and to people who do not tell all colours apart: filters of SVG.

/** Rows of feColorMatrix: red, green, blue, alpha. Grey: luminance of BT.709. Deuteranopia and
 * protanopia: Machado, Oliveira and Fernandes 2009, severity 1.0. */
const MATRICES: Record<string, readonly (readonly [number, number, number])[]> = {
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

export const VIEWS = [
  { value: "colour", label: "As printed" },
  { value: "grey", label: "Grey" },
  { value: "deuteranopia", label: "Deuteranopia (no green)" },
  { value: "protanopia", label: "Protanopia (no red)" },
];

const SVG = "http://www.w3.org/2000/svg";

/** An invisible drawing with the filters; it has to be in the page for them to work. */
export function viewFilters(): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "filters");
  for (const name of Object.keys(MATRICES)) drawing.append(filter(name));
  return drawing;
}

/** The value of the property `filter` for a view. */
export function filterValue(view: string): string {
  return view in MATRICES ? `url(#view-${view})` : "none";
}

function filter(name: string): SVGFilterElement {
  const made = document.createElementNS(SVG, "filter");
  made.id = `view-${name}`;
  // The matrices of colour blindness work on linear light, grey as a printer sees it on values.
  made.setAttribute("color-interpolation-filters", name === "grey" ? "sRGB" : "linearRGB");
  const matrix = document.createElementNS(SVG, "feColorMatrix");
  matrix.setAttribute("type", "matrix");
  matrix.setAttribute("values", matrixText(MATRICES[name] ?? []));
  made.append(matrix);
  return made;
}

function matrixText(rows: readonly (readonly number[])[]): string {
  return [...rows.map((row) => [...row, 0, 0].join(" ")), "0 0 0 1 0"].join(" ");
}
