import type { Value } from './value';

const FIRST_SIZE = 64;
const MOST_IN_A_LIST = 10;

/** An awk array. */
export class Table {
  private readonly values = new Map<string, Value>();

  get size(): number {
    return this.values.size;
  }

  /** Looking a key up creates it. */
  get(key: string): Value {
    const found = this.values.get(key);
    if (found === undefined && !this.values.has(key)) this.values.set(key, undefined);
    return found;
  }

  put<T extends Value>(key: string, value: T): T {
    this.values.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.values.has(key);
  }

  delete(key: string): void {
    this.values.delete(key);
  }

  clear(): void {
    this.values.clear();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.values.entries();
  }

  /** The keys in the order of mawk's hash table, on which scripts come to rely. */
  keys(): string[] {
    let size = FIRST_SIZE;
    while (this.values.size > size * MOST_IN_A_LIST) size *= 2;
    const lists: string[][] = Array.from({ length: size }, () => []);
    for (const key of this.values.keys()) lists[hash(key) & (size - 1)]?.push(key);
    return lists.flatMap((list) => list.reverse());
  }
}

/** FNV-1a hash. */
function hash(key: string): number {
  let made = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) made = Math.imul(made ^ key.charCodeAt(at), 16_777_619) >>> 0;
  return made;
}
