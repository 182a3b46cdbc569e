import { ALLOWED } from './allowed';

/**
 * Removes every name that is not allowed from the worker's global scope and from the prototypes that it inherits from. Throws
 * if one cannot be removed: then no foreign code may run in the worker.
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
  // These static methods create URLs of blobs, from which code could be loaded.
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
}

/** Whether a name that cannot be removed is a number or a string, which gives no power. */
function isPlainConstant(holder: object, name: string): boolean {
  const value: unknown = Object.getOwnPropertyDescriptor(holder, name)?.value;
  return typeof value === 'number' || typeof value === 'string';
}
