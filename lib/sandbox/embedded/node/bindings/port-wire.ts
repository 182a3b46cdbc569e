/** A message from a port to its other end, in this thread or another. */
export interface PortMessage {
  value: unknown;
  /** The objects that the engine cannot copy. */
  hosts: HostPart[];
}

/** One of Node's own objects in a message; `at` is its placeholder. */
interface HostPart {
  at: object;
  /** Its index among the ports sent with the message. */
  port?: number;
  /** How Node's JavaScript recreates it, and from which data. */
  info?: string;
  data?: unknown;
}

/** The thread is over and has sent its last message. */
export const PORT_END = 'end';

/** What one of Node's objects is serialized to, or its index among the ports. */
export type Give = (host: object) => { port: number } | { info: string; data: unknown };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether its contents are copied one by one, as the engine does. */
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

/** Replaces Node's own objects in a message by placeholders, and collects their data. */
export function withoutHosts(value: unknown, isHost: (one: object) => boolean, give: Give): PortMessage {
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

/** The message with Node's own objects restored. */
export function withHosts({ value, hosts }: PortMessage, make: (part: HostPart) => unknown): unknown {
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
  // Inner objects come before those that contain them.
  for (const part of hosts) made.set(part.at, make({ ...part, data: put(part.data) }));
  return hosts.length > 0 ? put(value) : value;
}
