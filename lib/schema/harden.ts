import type { z } from 'zod';
import { Budget } from './budget';
import { isMultiple } from './engine/numbers';
import { isKnownPattern } from './formats';
import { isObject, isZod } from './json-schema';
import { matches } from './patterns';

/** How many schemas one walk visits; getters could create new ones for ever. */
const WALK_LIMIT = 20_000;

const hardened = new WeakMap<z.ZodType, z.ZodType>();

/**
 * A Zod schema whose checks behave as the same keywords do in our JSON Schema engine: exact multiples, and linear-time regular
 * expressions with the flag `u`. The input is never modified: the result is a copy, or the schema itself if nothing differs.
 * Cached per schema.
 */
export function harden(schema: z.ZodType): z.ZodType {
  const known = hardened.get(schema);
  if (known) return known;
  const copy = new Hardening(schema).of(schema);
  const made = isZod(copy) ? copy : schema;
  hardened.set(schema, made);
  return made;
}

/** The internals of a Zod schema or check. */
interface Internals {
  readonly def: Record<string, unknown>;
  readonly constr: new (def: object) => object;
  readonly innerType?: unknown;
  check?: unknown;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null && '_zod' in value;

function internalsOf(node: object): Internals | undefined {
  const zod: unknown = Reflect.get(node, '_zod');
  return isInternals(zod) ? zod : undefined;
}

const isInternals = (zod: unknown): zod is Internals =>
  isObject(zod) && isObject(zod.def) && typeof zod.constr === 'function';

/** The direct children of a schema. Getters of the definition are not called, except for an object's shape. */
function childrenOf({ def }: Internals): object[] {
  const found: object[] = [];
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(def))) {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter(isNode));
  }
  return isObject(def.shape) ? [...found, ...Object.values(def.shape).filter(isNode)] : found;
}

/** One schema and everything inside it. */
class Hardening {
  readonly #seen: Set<object>;
  /** The schemas that differ or contain one that does. */
  readonly #affected = new Set<object>();
  readonly #copies = new Map<object, object>();

  constructor(root: object) {
    this.#seen = new Set([root]);
    const holders = new Map<object, object[]>();
    for (const node of this.#seen) {
      if (this.#seen.size > WALK_LIMIT) break;
      const zod = internalsOf(node);
      if (!zod) continue;
      if (zod.def.type === 'lazy' || passesOf(zod.def)) this.#affected.add(node);
      for (const child of childrenOf(zod)) {
        holders.set(child, [...(holders.get(child) ?? []), node]);
        this.#seen.add(child);
      }
    }
    for (const node of this.#affected) for (const holder of holders.get(node) ?? []) this.#affected.add(holder);
  }

  of(node: object): object {
    if (!this.#seen.has(node)) return isZod(node) ? harden(node) : node;
    const zod = this.#affected.has(node) ? internalsOf(node) : undefined;
    if (!zod) return node;
    const known = this.#copies.get(node);
    if (known) return known;
    const copy = new zod.constr(this.#definition(zod));
    this.#copies.set(node, copy);
    hardenCheck(copy);
    return copy;
  }

  #definition(zod: Internals): object {
    const { def } = zod;
    const copy: Record<string, unknown> = Object.defineProperties({}, Object.getOwnPropertyDescriptors(def));
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(def))) {
      if (isNode(value)) copy[key] = this.of(value);
      else if (Array.isArray(value) && value.some(isNode)) {
        copy[key] = value.map((item: unknown) => (isNode(item) ? this.of(item) : item));
      }
    }
    if (isObject(def.shape)) Object.defineProperty(copy, 'shape', { value: this.#shape(def.shape), writable: true });
    if (def.type === 'lazy') {
      copy.getter = () => (isZod(zod.innerType) ? harden(zod.innerType) : zod.innerType);
      delete copy._cachedInner;
    }
    return copy;
  }

  /** Fields are created lazily, because an object may contain itself. */
  #shape(shape: Record<string, unknown>): object {
    const copy = {};
    for (const [name, field] of Object.entries(shape)) {
      Object.defineProperty(copy, name, {
        enumerable: true,
        configurable: true,
        get: () => (isNode(field) ? this.of(field) : field),
      });
    }
    return copy;
  }
}

interface Payload {
  readonly value: unknown;
  readonly issues: unknown[];
}

function hardenCheck(copy: object): void {
  const zod = internalsOf(copy);
  const passes = zod && passesOf(zod.def);
  const original = zod?.check;
  if (!passes || !isCheck(original)) return;
  const fail = failing(zod.def);
  zod.check = (payload: Payload): unknown => {
    if (typeof payload.value !== 'string' && typeof payload.value !== 'number') return original(payload);
    if (!passes(payload.value))
      payload.issues.push({ ...fail, input: payload.value, continue: zod.def.abort !== true });
    return undefined;
  };
}

const isCheck = (value: unknown): value is (payload: Payload) => unknown => typeof value === 'function';

/** Runs the checks that mean something different here than in Zod. */
function passesOf(def: Record<string, unknown>): ((value: string | number) => boolean) | undefined {
  const { value: step, pattern } = def;
  if (def.check === 'multiple_of' && typeof step === 'number') {
    return (value) => typeof value === 'number' && isMultiple(value, step);
  }
  if (def.check === 'string_format' && def.fn === undefined && pattern instanceof RegExp && !isKnownPattern(pattern)) {
    const source = pattern.sticky ? `^(?:${pattern.source})` : pattern.source;
    return (value) => matches(source, String(value), new Budget(), pattern.flags);
  }
  return undefined;
}

/** The parts of Zod's issue for such a check that are read here. */
function failing({ check, value: divisor, pattern, format }: Record<string, unknown>): Record<string, unknown> {
  if (check === 'multiple_of') return { origin: 'number', code: 'not_multiple_of', divisor };
  return { origin: 'string', code: 'invalid_format', format, pattern: String(pattern) };
}
