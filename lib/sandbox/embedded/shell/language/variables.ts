import { encode } from '../io/text';
import { ShellError } from './control';

type Value = string | Map<string, string>;

export interface Variable {
  /** Undefined: declared, but without a value. An array has a map, with indices as text unless it is associative. */
  value: Value | undefined;
  array?: 'indexed' | 'associative';
  exported?: boolean;
  readonly?: boolean;
  integer?: boolean;
  reference?: boolean;
  letters?: 'upper' | 'lower' | 'capital';
  traced?: boolean;
}

type Scope = Map<string, Variable>;

const copyOf = (variable: Variable): Variable => ({
  ...variable,
  value: variable.value instanceof Map ? new Map(variable.value) : variable.value,
});

const casedAs = (letters: Variable['letters'], value: string): string =>
  letters === 'upper'
    ? value.toUpperCase()
    : letters === 'capital'
      ? value.charAt(0).toUpperCase() + value.slice(1).toLowerCase()
      : letters
        ? value.toLowerCase()
        : value;

/** The variables of a shell: the global ones, and over them those of each function that runs. */
export class Variables {
  private scopes: Scope[] = [new Map()];
  /** Variables whose value is made when it is asked for; given a value, they are as others or take it themselves. */
  readonly computed = new Map<string, { get: () => string; set?: (value: string) => void }>();

  /** Arrays that are made when they are asked for. */
  readonly arrays = new Map<string, () => string[]>();

  fork(): Variables {
    const copy = new Variables();
    copy.scopes = this.scopes.map((scope) => new Map([...scope].map(([name, value]) => [name, copyOf(value)])));
    return copy;
  }

  push(): void {
    this.scopes.push(new Map());
  }

  pop(): void {
    this.scopes.pop();
  }

  get depth(): number {
    return this.scopes.length - 1;
  }

  /** The variable itself, references not followed. */
  find(name: string): Variable | undefined {
    const made = this.arrays.get(name)?.();
    if (made) return { value: new Map(made.map((value, index) => [String(index), value])), array: 'indexed' };
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** The name that a reference stands for in the end, perhaps with a subscript. */
  follow(name: string): string {
    let at = name;
    for (let steps = 0; steps < 10; steps += 1) {
      const found = this.find(at);
      if (!found?.reference || typeof found.value !== 'string' || found.value === '') return at;
      at = found.value;
    }
    return at;
  }

  /** The value as `$name` gives it: an array's first element. */
  get(name: string): string | undefined {
    const computed = this.computed.get(name);
    if (computed) return computed.get();
    const found = this.find(name);
    if (!found) return undefined;
    if (!(found.value instanceof Map)) return found.value;
    return found.value.get('0');
  }

  /** Gives a value; a subscript makes or uses an array. Throws if the variable is read-only. */
  set(name: string, value: string, subscript?: string): void {
    const computed = this.computed.get(name);
    if (computed && subscript === undefined) {
      if (computed.set) computed.set(value);
      else this.computed.delete(name);
      if (computed.set) return;
    }
    const variable = this.writable(name);
    const cased = casedAs(variable.letters, value);
    if (subscript === undefined && !(variable.value instanceof Map)) variable.value = cased;
    else setElement(this.arrayOf(variable), subscript ?? '0', cased);
  }

  /** Gives an array anew. */
  setArray(name: string, elements: Map<string, string>, kind: 'indexed' | 'associative' = 'indexed'): void {
    const variable = this.writable(name);
    variable.array = variable.array ?? kind;
    variable.value = elements;
  }

  /** The variable of this name, made if there is none. Throws if it is read-only. */
  writable(name: string): Variable {
    const found = this.find(name);
    if (found?.readonly) throw new ShellError(`${name}: readonly variable`);
    if (found) return found;
    return this.declare(name, false);
  }

  /** A variable in the function that runs, or the global one; found or made. */
  declare(name: string, local: boolean): Variable {
    const scope = local ? this.scopes.at(-1) : this.scopes[0];
    const found = scope?.get(name);
    if (found) return found;
    const made: Variable = { value: undefined };
    scope?.set(name, made);
    return made;
  }

  isLocal(name: string): boolean {
    return this.scopes.length > 1 && this.scopes.at(-1)?.has(name) === true;
  }

  unset(name: string): void {
    this.arrays.delete(name);
    this.computed.delete(name);
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (!found) continue;
      if (found.readonly) throw new ShellError(`${name}: cannot unset: readonly variable`);
      // A local one stays, without a value, so that the name does not show what it hid.
      if (at > 0 && at === this.scopes.length - 1) this.scopes[at]?.set(name, { value: undefined });
      else this.scopes[at]?.delete(name);
      return;
    }
  }

  names(): string[] {
    return [...new Set([...this.scopes.flatMap((scope) => [...scope.keys()]), ...this.computed.keys()])].sort();
  }

  /** What a program that is started gets. */
  exported(): Record<string, string> {
    const env: Record<string, string> = {};
    for (const scope of this.scopes) {
      for (const [name, { exported, value }] of scope) {
        if (exported && typeof value === 'string') env[name] = value;
        else delete env[name];
      }
    }
    return env;
  }

  private arrayOf(variable: Variable): Map<string, string> {
    if (variable.value instanceof Map) return variable.value;
    const made = new Map<string, string>(typeof variable.value === 'string' ? [['0', variable.value]] : []);
    variable.array = variable.array ?? 'indexed';
    variable.value = made;
    return made;
  }
}

/** The highest index of arrays that were appended to, so that it need not be looked for each time. */
const highest = new WeakMap<Map<string, string>, number>();

/** Sets an element of an array that others may append to. */
export function setElement(elements: Map<string, string>, key: string, value: string): void {
  elements.set(key, value);
  const known = highest.get(elements);
  if (known !== undefined && Number(key) > known) highest.set(elements, Number(key));
}

/** The index behind the last element. */
export function nextIndex(elements: Map<string, string>): number {
  const known = highest.get(elements);
  if (known !== undefined && elements.has(String(known))) return known + 1;
  let most = -1;
  for (const key of elements.keys()) most = Math.max(most, Number(key));
  highest.set(elements, most);
  return most + 1;
}

/** The keys of an array, in the order in which it is shown: an associative one's as bash's hash table has them. */
export function keysOf(elements: Map<string, string>, array: Variable['array']): string[] {
  if (array !== 'associative') return [...elements.keys()].sort((a, b) => Number(a) - Number(b));
  const buckets = new Map([...elements.keys()].map((key) => [key, hashOf(key) % bucketsFor(elements.size)]));
  // In a bucket the newest comes first.
  return [...elements.keys()].reverse().sort((a, b) => (buckets.get(a) ?? 0) - (buckets.get(b) ?? 0));
}

/** The table begins with 1,024 buckets, and has four times as many once there are two elements for each. */
function bucketsFor(size: number): number {
  let buckets = 1024;
  while (size > buckets * 2) buckets *= 4;
  return buckets;
}

/** FNV-1 of 32 bits, over signed bytes. */
function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const byte of encode(key)) hash = Math.imul(hash, 16_777_619) ^ ((byte << 24) >> 24);
  return hash >>> 0;
}
