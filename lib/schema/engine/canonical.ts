import { isObject } from '../json-schema';

/** Text that two values share exactly if JSON Schema calls them equal. Calls neither `toJSON` nor a prototype's getter. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return value === 0 ? '0' : String(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonical).join(',')}]`;
  if (!isObject(value)) return '{}';
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`;
}

const sets = new WeakMap<readonly unknown[], ReadonlySet<string>>();

/** Whether a list in a schema holds a value; the list is read once, however long. */
export function includes(choices: readonly unknown[], value: unknown): boolean {
  let set = sets.get(choices);
  if (!set) {
    set = new Set(choices.map(canonical));
    sets.set(choices, set);
  }
  return set.has(canonical(value));
}

/** Whether no two items are equal. */
export const allDifferent = (items: readonly unknown[]): boolean =>
  new Set(Array.from(items, canonical)).size === items.length;
