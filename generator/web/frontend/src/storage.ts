// What this browser remembers of the page. Where storage is barred, full or damaged, the page works
// without.

export function recall<T>(name: string, initial: T): T {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "") as T;
  } catch {
    return initial;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It is forgotten with the page.
  }
}
