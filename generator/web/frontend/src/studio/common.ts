// What all parts of the studio use: what this browser remembers, events, delays, words.

import * as storage from "../storage";

/** What this browser remembers of the studio; the server keeps drafts. */
export const recall = <T>(name: string, initial: T): T => storage.recall(`studio.${name}`, initial);
export const remember = (name: string, value: unknown): void => storage.remember(`studio.${name}`, value);

/** An event with one kind of value that several parts of the page listen to. */
export class Signal<T> {
  readonly #listeners: ((value: T) => void)[] = [];
  last?: T;

  listen(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  send(value: T): void {
    this.last = value;
    for (const listener of this.#listeners) listener(value);
  }
}

/** Calls the function once, when it has not been asked for during `wait` milliseconds. */
export function debounced(wait: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, wait);
  };
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
