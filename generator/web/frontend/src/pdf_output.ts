// A PDF to a file, or to the printer.

import type { Sheet } from "./backend";
import { element } from "./elements";

const SECONDS_TO_PRINT = 600; // until the copy for the printer is forgotten

function blobAddress(sheet: Sheet): string {
  return URL.createObjectURL(new Blob([sheet.pdf.slice()], { type: "application/pdf" }));
}

export function savePdf(sheet: Sheet): void {
  const href = blobAddress(sheet);
  element("a", { href, download: sheet.fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000 * SECONDS_TO_PRINT);
}

/** Open the browser's dialog for printing; where it cannot print frames, show the PDF. */
export function printPdf(sheet: Sheet): void {
  const src = blobAddress(sheet);
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (isPhone) {
    window.open(src, "_blank");
    return;
  }
  const frame = element("iframe", { src, className: "hidden", title: sheet.fileName });
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(src);
  }, 1000 * SECONDS_TO_PRINT);
}
