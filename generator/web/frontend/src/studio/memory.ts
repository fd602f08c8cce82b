// What this browser remembers between two visits: open file, tab, seed, zoom. Texts are not here:
// the server keeps drafts.

const PREFIX = "studio.";

export class Memory {
  read<T>(name: string, initial: T): T {
    try {
      const text = localStorage.getItem(PREFIX + name);
      return text === null ? initial : (JSON.parse(text) as T);
    } catch {
      return initial; // storage is barred or holds something else
    }
  }

  write(name: string, value: unknown): void {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // storage is barred or full: the page works without
    }
  }
}
