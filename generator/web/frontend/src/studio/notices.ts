// Messages at the foot of the page, read aloud by screen readers.

import { button, element, message } from "../elements";

const SHOWN_FOR = 6000; // milliseconds

export class Notices {
  readonly element = element("div", { class: "notices", role: "status", "aria-live": "polite" });

  say(text: string): void {
    const notice = this.#add(text, "notice");
    setTimeout(() => notice.remove(), SHOWN_FOR);
  }

  /** A mistake stays until it is put away. */
  fail(error: unknown): void {
    if (error instanceof DOMException && error.name === "AbortError") return;
    const text = message(error);
    const same = [...this.element.children].some((notice) => notice.textContent?.startsWith(text));
    if (!same) this.#add(text, "notice error");
  }

  #add(text: string, kind: string): HTMLElement {
    const notice = element("div", { class: kind }, element("span", {}, text));
    const close = button("Close", () => notice.remove(), { class: "plain" });
    notice.append(close);
    this.element.append(notice);
    return notice;
  }
}
