/** What goes from a port of one thread to its other end in another. */
export interface Wire {
  value: unknown;
  /** How Node's JavaScript makes an object of what it gave of it. */
  info?: string;
  /** Where ports that go with it stood: the keys to each. */
  places: string[][];
}

/** The thread is over, and has said all. */
export const END = 'end';

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** A value without its ports, and where they were. What may hold one is an array or a plain object. */
export function withoutPorts(value: unknown, ports: readonly unknown[]): { value: unknown; places: string[][] } {
  const places: string[][] = ports.map(() => []);
  const seen = new Map<object, unknown>();
  const take = (one: unknown, path: string[]): unknown => {
    const index = ports.indexOf(one);
    if (index >= 0) {
      places[index] = path;
      return null;
    }
    if (ports.length === 0 || typeof one !== 'object' || one === null) return one;
    if (!Array.isArray(one) && !isPlain(one)) return one;
    const known = seen.get(one);
    if (known !== undefined) return known;
    const copy: object = Array.isArray(one) ? [] : {};
    seen.set(one, copy);
    for (const [key, each] of Object.entries(one)) Reflect.set(copy, key, take(each, [...path, key]));
    return copy;
  };
  return { value: take(value, []), places };
}

/** The value with its ports back where they were. */
export function withPortsBack({ value, places }: Wire, ports: readonly unknown[]): unknown {
  const holder = { value };
  for (const [index, path] of places.entries()) {
    const keys = ['value', ...path];
    const last = keys.pop() ?? 'value';
    let at: unknown = holder;
    for (const key of keys) at = Reflect.get(Object(at), key);
    Reflect.set(Object(at), last, ports[index]);
  }
  return holder.value;
}
