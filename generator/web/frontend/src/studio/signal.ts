// An event with one kind of value that several parts of the page listen to.

export class Signal<T> {
  readonly #listeners: ((value: T) => void)[] = [];

  listen(listener: (value: T) => void): void {
    this.#listeners.push(listener);
  }

  send(value: T): void {
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
