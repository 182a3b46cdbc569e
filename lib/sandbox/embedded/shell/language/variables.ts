import { encode } from '../../../bytes-text';
import { ShellError } from '../control';

type Value = string | Map<string, string>;

export interface Variable {
  /** Undefined: declared, but without a value. An array has a map; the keys of an indexed one are its indices as text. */
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

/** The variables of a shell: the global ones, and over them a scope for each running function. */
export class Variables {
  private scopes: Scope[] = [new Map()];
  /** The scopes of `name=value command`, in which nothing else is declared. */
  private readonly temporary = new WeakSet<Scope>();
  /** Variables whose value is computed when read. Assigning calls `set`; without it, the variable becomes an ordinary one. */
  readonly computed = new Map<string, { get: () => string; set?: (value: string) => void }>();

  /** Arrays that are computed when read. */
  readonly arrays = new Map<string, () => string[]>();

  fork(): Variables {
    const copy = new Variables();
    copy.scopes = this.scopes.map((scope) => {
      const made: Scope = new Map([...scope].map(([name, value]) => [name, copyOf(value)]));
      if (this.temporary.has(scope)) copy.temporary.add(made);
      return made;
    });
    return copy;
  }

  push(): void {
    this.scopes.push(new Map());
  }

  /** For the variables of `name=value command`. */
  pushTemporary(): void {
    const scope: Scope = new Map();
    this.temporary.add(scope);
    this.scopes.push(scope);
  }

  /** The scope of the running function. */
  private get own(): Scope | undefined {
    return this.scopes.findLast((scope) => !this.temporary.has(scope));
  }

  pop(): void {
    this.scopes.pop();
  }

  get depth(): number {
    return this.scopes.length - 1;
  }

  /** The variable itself, without following references; a reference to its own name stands for the variable that it hides. */
  find(name: string): Variable | undefined {
    const made = this.arrays.get(name)?.();
    if (made) return { value: new Map(made.map((value, index) => [String(index), value])), array: 'indexed' };
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found && !(found.reference && found.value === name)) return found;
    }
    return undefined;
  }

  /** The name that a chain of references ends at, possibly with a subscript. Throws if it has no end. */
  follow(name: string): string {
    let at = name;
    for (let steps = 0; steps < 10; steps += 1) {
      const found = this.find(at);
      if (!found?.reference || typeof found.value !== 'string' || found.value === '') return at;
      at = found.value;
    }
    throw new ShellError(`warning: ${name}: circular name reference`, 1, 'line');
  }

  /** The value of `$name`; for an array, its element 0. */
  get(name: string): string | undefined {
    const computed = this.computed.get(name);
    if (computed) return computed.get();
    const found = this.find(name);
    if (!found) return undefined;
    if (!(found.value instanceof Map)) return found.value;
    return found.value.get('0');
  }

  /** Assigns a value; a subscript assigns to an element and makes the variable an array. Throws if it is read-only. */
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

  /** Replaces all elements of an array. Throws if it is read-only. */
  setArray(name: string, elements: Map<string, string>, kind: 'indexed' | 'associative' = 'indexed'): void {
    const variable = this.writable(name);
    variable.array = variable.array ?? kind;
    variable.value = elements;
  }

  /** The variable of this name, created if missing. Throws if it is read-only. */
  writable(name: string): Variable {
    const found = this.find(name);
    if (found?.readonly) throw new ShellError(`${name}: readonly variable`);
    if (found) return found;
    return this.declare(name, false);
  }

  /** The variable in the running function (`local`) or the global one, created if missing. */
  declare(name: string, local: boolean): Variable {
    return this.declareIn(local ? this.own : this.scopes[0], name);
  }

  /** The variable in the newest scope, created if missing. */
  declareHere(name: string): Variable {
    return this.declareIn(this.scopes.at(-1), name);
  }

  private declareIn(scope: Scope | undefined, name: string): Variable {
    const found = scope?.get(name);
    if (found) return found;
    const made: Variable = { value: undefined };
    scope?.set(name, made);
    return made;
  }

  isLocal(name: string): boolean {
    return this.own !== this.scopes[0] && this.own?.has(name) === true;
  }

  unset(name: string): void {
    this.arrays.delete(name);
    this.computed.delete(name);
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (!found) continue;
      if (found.readonly) throw new ShellError(`${name}: cannot unset: readonly variable`);
      // A local one stays, without a value, so that the variable it hides does not show.
      if (at > 0 && at === this.scopes.length - 1) this.scopes[at]?.set(name, { value: undefined });
      else this.scopes[at]?.delete(name);
      return;
    }
  }

  names(): string[] {
    return [...new Set([...this.scopes.flatMap((scope) => [...scope.keys()]), ...this.computed.keys()])].sort();
  }

  /** The environment of a program. */
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

/** The highest index of arrays that were appended to, to avoid searching for it each time. */
const highest = new WeakMap<Map<string, string>, number>();

/** Sets an element of an array and updates its known highest index. */
export function setElement(elements: Map<string, string>, key: string, value: string): void {
  elements.set(key, value);
  const known = highest.get(elements);
  if (known !== undefined && Number(key) > known) highest.set(elements, Number(key));
}

/** The index after the last element. */
export function nextIndex(elements: Map<string, string>): number {
  const known = highest.get(elements);
  if (known !== undefined && elements.has(String(known))) return known + 1;
  let most = -1;
  for (const key of elements.keys()) most = Math.max(most, Number(key));
  highest.set(elements, most);
  return most + 1;
}

/** The keys of an array in the order it is shown; for an associative one, the order of bash's hash table. */
export function keysOf(elements: Map<string, string>, array: Variable['array']): string[] {
  if (array !== 'associative') return [...elements.keys()].sort((a, b) => Number(a) - Number(b));
  const buckets = new Map([...elements.keys()].map((key) => [key, hashOf(key) % bucketsFor(elements.size)]));
  // Within a bucket, the newest comes first.
  return [...elements.keys()].reverse().sort((a, b) => (buckets.get(a) ?? 0) - (buckets.get(b) ?? 0));
}

/** Bash's table begins with 1,024 buckets and quadruples whenever it exceeds two elements per bucket. */
function bucketsFor(size: number): number {
  let buckets = 1024;
  while (size > buckets * 2) buckets *= 4;
  return buckets;
}

/** 32-bit FNV-1 over signed bytes, as in bash. */
function hashOf(key: string): number {
  let hash = 2_166_136_261;
  for (const byte of encode(key)) hash = Math.imul(hash, 16_777_619) ^ ((byte << 24) >> 24);
  return hash >>> 0;
}
