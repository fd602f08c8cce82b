// The last sheets that this browser has shown: pictures that lead back to them.

import { element } from "./elements";
import { recall, remember } from "./storage";

const KEY = "board-generator.recent";
const MOST = 50;
const WIDTH = 128; // pixels of a picture

/** Keep a sheet as the last, in whatever language it is opened again. */
export function keepRecent(id: string, address: string, page: HTMLCanvasElement): void {
  const canvas = element("canvas", { width: WIDTH, height: Math.round((WIDTH * page.height) / page.width) });
  canvas.getContext("2d")?.drawImage(page, 0, 0, canvas.width, canvas.height);
  const sheet = { id, address: address.replace(/&language=\w+/, ""), picture: canvas.toDataURL("image/jpeg", 0.6) };
  const others = recent().filter((each) => each.id !== id);
  remember(KEY, [sheet, ...others].slice(0, MOST));
}

/** Links to the sheets, the last first. */
export function recentLinks(): HTMLElement {
  const links = recent().map(({ id, address, picture }) =>
    element("li", {}, element("a", { href: address, title: id }, element("img", { src: picture, alt: id }))));
  return element("ul", {}, ...links);
}

const recent = (): { id: string; address: string; picture: string }[] => recall(KEY, []);
