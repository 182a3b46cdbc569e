import { ALLOWED } from './allowed';

/**
 * Takes every power from the worker's global scope that is not on the list, and from the prototypes it inherits from. Throws
 * where something cannot be taken: then no foreign code may run in it.
 */
export function lockDownWorker(): void {
  for (let holder: object | null = globalThis; holder !== null && holder !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (ALLOWED.has(name)) continue;
      if (Reflect.deleteProperty(holder, name) || isPlainConstant(holder, name)) continue;
      Object.defineProperty(holder, name, { value: undefined });
    }
    holder = Object.getPrototypeOf(holder);
  }
  // Its static methods make addresses of blobs, which code could be loaded from.
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
}

/** A number or text that cannot be taken away reaches nothing. */
function isPlainConstant(holder: object, name: string): boolean {
  const value: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value;
  return typeof value === 'number' || typeof value === 'string';
}
