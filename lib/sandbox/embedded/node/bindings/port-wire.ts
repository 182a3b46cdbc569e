/** What goes from a port to its other end, in another thread or in this one. */
export interface Wire {
  value: unknown;
  /** What is not the engine's to copy. */
  hosts: HostPart[];
}

/** An object of Node's own in a message; `at` stands for it. */
interface HostPart {
  at: object;
  /** Which of the ports that go with the message it is. */
  port?: number;
  /** How Node's JavaScript makes it anew, and of what. */
  info?: string;
  data?: unknown;
}

/** The thread is over, and has said all. */
export const END = 'end';

/** What an object of Node's gives of itself, or which of the ports it is. */
export type Give = (host: object) => { port: number } | { info: string; data: unknown };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether what is in it is copied one by one: the engine does the same. */
const holds = (value: object): boolean =>
  Array.isArray(value) ||
  value instanceof Map ||
  value instanceof Set ||
  Object.prototype.toString.call(value) === '[object Object]';

const partsOf = (value: object): unknown[] =>
  value instanceof Map
    ? [...value.keys(), ...value.values()]
    : value instanceof Set
      ? [...value]
      : Object.keys(value).map((key): unknown => Reflect.get(value, key));

/** A message without objects of Node's own, and what they gave. */
export function withoutHosts(value: unknown, isHost: (one: object) => boolean, give: Give): Wire {
  const hosts: HostPart[] = [];
  const made = new Map<object, object>();
  const has = (one: unknown, seen: Set<object>): boolean => {
    if (!isObject(one) || seen.has(one)) return false;
    seen.add(one);
    return isHost(one) || (holds(one) && partsOf(one).some((part) => has(part, seen)));
  };
  const take = (one: unknown): unknown => {
    if (!isObject(one)) return one;
    const known = made.get(one);
    if (known) return known;
    if (isHost(one)) {
      const at = {};
      made.set(one, at);
      const given = give(one);
      hosts.push('info' in given ? { at, info: given.info, data: take(given.data) } : { at, ...given });
      return at;
    }
    if (!holds(one)) return one;
    if (one instanceof Map) {
      const copy = new Map();
      made.set(one, copy);
      for (const [key, each] of one) copy.set(take(key), take(each));
      return copy;
    }
    if (one instanceof Set) {
      const copy = new Set();
      made.set(one, copy);
      for (const each of one) copy.add(take(each));
      return copy;
    }
    const copy: object = Array.isArray(one) ? [] : {};
    if (Array.isArray(one)) Reflect.set(copy, 'length', one.length);
    made.set(one, copy);
    for (const key of Object.keys(one)) Reflect.set(copy, key, take(Reflect.get(one, key)));
    return copy;
  };
  return { value: has(value, new Set()) ? take(value) : value, hosts };
}

/** The message with its objects of Node's own in their places. */
export function withHosts({ value, hosts }: Wire, make: (part: HostPart) => unknown): unknown {
  const made = new Map<object, unknown>();
  const seen = new Set<object>();
  const put = (one: unknown): unknown => {
    if (!isObject(one)) return one;
    if (made.has(one)) return made.get(one);
    if (seen.has(one) || !holds(one)) return one;
    seen.add(one);
    if (one instanceof Map) {
      const all = [...one];
      one.clear();
      for (const [key, each] of all) one.set(put(key), put(each));
    } else if (one instanceof Set) {
      const all = [...one];
      one.clear();
      for (const each of all) one.add(put(each));
    } else for (const key of Object.keys(one)) Reflect.set(one, key, put(Reflect.get(one, key)));
    return one;
  };
  // What is within another comes before it.
  for (const part of hosts) made.set(part.at, make({ ...part, data: put(part.data) }));
  return hosts.length > 0 ? put(value) : value;
}
