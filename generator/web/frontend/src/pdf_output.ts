// A PDF for a file, or to the printer.

import type { Sheet } from "./backend";
import { element } from "./elements";

const SECONDS_TO_PRINT = 600; // until the copy for the printer is forgotten

export function pdfOf(sheet: Sheet): Blob {
  return new Blob([sheet.pdf.slice()], { type: "application/pdf" });
}

/** Open the browser's dialog for printing; where it cannot print frames, show the PDF. */
export function printPdf(sheet: Sheet): void {
  const src = URL.createObjectURL(pdfOf(sheet));
  if (matchMedia("(pointer: coarse)").matches) return void window.open(src, "_blank"); // a phone
  const frame = element("iframe", { src, class: "hidden", title: sheet.fileName });
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(src);
  }, 1000 * SECONDS_TO_PRINT);
}
