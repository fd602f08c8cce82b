// A PDF or a ZIP to a file, a PDF to the printer.

import type { Files, Sheet } from "./backend";
import { download, element } from "./elements";

const SECONDS_TO_PRINT = 600; // until the copy for the printer is forgotten

function blobOf(sheet: Sheet): Blob {
  return new Blob([sheet.pdf.slice()], { type: "application/pdf" });
}

export function savePdf(sheet: Sheet): void {
  download(blobOf(sheet), sheet.fileName);
}

export function saveZip(files: Files): void {
  download(new Blob([files.zip.slice()], { type: "application/zip" }), files.fileName);
}

/** Open the browser's dialog for printing; where it cannot print frames, show the PDF. */
export function printPdf(sheet: Sheet): void {
  const src = URL.createObjectURL(blobOf(sheet));
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (isPhone) {
    window.open(src, "_blank");
    return;
  }
  const frame = element("iframe", { src, class: "hidden", title: sheet.fileName });
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(src);
  }, 1000 * SECONDS_TO_PRINT);
}
