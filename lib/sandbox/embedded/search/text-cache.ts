import { searchText, type SearchText } from '../../search';

/** Maximum characters of cached text. */
const KEPT_CHARS = 160 * 1024 * 1024;

interface Entry {
  readonly version: number;
  /** Undefined for a binary file. */
  readonly text: SearchText | undefined;
}

/** The texts of files searched before, so that another search need not fetch and decode them again. */
export class TextCache {
  private readonly entries = new Map<string, Entry>();
  private held = 0;

  has(path: string, version: number): boolean {
    return this.entries.get(path)?.version === version;
  }

  get(path: string): SearchText | undefined {
    return this.entries.get(path)?.text;
  }

  /** Decodes and caches a file. Evicts the oldest entries if there is too much. */
  add(path: string, version: number, bytes: Uint8Array): void {
    this.forget(path);
    const text = searchText(bytes);
    this.entries.set(path, { version, text });
    this.held += text?.text.length ?? 0;
    for (const oldest of this.entries.keys()) {
      if (this.held <= KEPT_CHARS) break;
      this.forget(oldest);
    }
  }

  private forget(path: string): void {
    this.held -= this.entries.get(path)?.text?.text.length ?? 0;
    this.entries.delete(path);
  }
}
