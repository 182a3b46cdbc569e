import type { Transformed } from './transform';

/** A live binding. */
export interface Cell {
  readonly value: unknown;
}

/** A module record; Node's loaders create one for every module they load. */
export interface WrappedModule {
  readonly url: string;
  readonly links: WrappedModule[];
  readonly source: Transformed | undefined;
  /** Its own bindings, by export name. */
  readonly cells: Map<string, Cell>;
}

interface Resolved {
  module: WrappedModule;
  /** `*` for the module's namespace. */
  name: string;
}

/** Which module's binding a name refers to: the specification's ResolveExport. */
export function resolveExport(
  module: WrappedModule,
  name: string,
  seen: [WrappedModule, string][] = [],
): Resolved | 'ambiguous' | undefined {
  if (seen.some(([one, other]) => one === module && other === name)) return undefined;
  seen.push([module, name]);
  const { source } = module;
  if (!source) return module.cells.has(name) ? { module, name } : undefined;
  if (source.local.includes(name)) return { module, name };
  const indirect = source.indirect.find((one) => one.name === name);
  if (indirect) {
    const from = module.links[indirect.request];
    if (!from) return undefined;
    return indirect.imported === '*' ? { module: from, name: '*' } : resolveExport(from, indirect.imported, seen);
  }
  if (name === 'default') return undefined;
  let found: Resolved | undefined;
  for (const star of source.stars) {
    const from = module.links[star];
    const one = from && resolveExport(from, name, seen);
    if (one === 'ambiguous') return one;
    if (one && found && (one.module !== found.module || one.name !== found.name)) return 'ambiguous';
    found ??= one;
  }
  return found;
}

function exportedNames(module: WrappedModule, seen = new Set<WrappedModule>()): Set<string> {
  if (seen.has(module)) return new Set();
  seen.add(module);
  const { source } = module;
  if (!source) return new Set(module.cells.keys());
  const names = new Set([...source.local, ...source.indirect.map(({ name }) => name)]);
  for (const star of source.stars) {
    const from = module.links[star];
    if (from) for (const name of exportedNames(from, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

/** The namespaces of ES modules, which are proxies here. */
export const namespaces = new WeakSet<object>();

/** The modules whose bindings are in a namespace, by their files. */
const inNamespaces = new Map<string, WrappedModule>();

/** Whether a program may have called a function of this name, from this file, on a namespace. */
export const isOfNamespace = (url: string, name: string): boolean =>
  [...(inNamespaces.get(url)?.cells.values() ?? [])].some((cell) => {
    try {
      return typeof cell.value === 'function' && cell.value.name === name;
    } catch {
      // Its declaration has not run yet.
      return false;
    }
  });

/** The value of `import * as x`: a frozen view of live bindings. */
export function makeNamespace(module: WrappedModule): object {
  const target: object = Object.create(null);
  const resolved = new Map<PropertyKey, Resolved>();
  for (const name of [...exportedNames(module)].sort()) {
    const found = resolveExport(module, name);
    if (!found || found === 'ambiguous') continue;
    resolved.set(name, found);
    inNamespaces.set(found.module.url, found.module);
    Reflect.defineProperty(target, name, { value: undefined, writable: true, enumerable: true, configurable: false });
  }
  Reflect.defineProperty(target, Symbol.toStringTag, { value: 'Module' });
  Object.preventExtensions(target);
  const read = (key: PropertyKey): unknown => {
    const found = resolved.get(key);
    if (!found) return Reflect.get(target, key);
    if (found.name === '*') return makeNamespaceOf(found.module);
    const cell = found.module.cells.get(found.name);
    if (!cell) throw new ReferenceError(`Cannot access '${String(key)}' before initialization`);
    return cell.value;
  };
  const namespace = new NativeProxy(target, {
    get: (_, key) => read(key),
    getOwnPropertyDescriptor(_, key) {
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      return own && resolved.has(key) ? { ...own, value: read(key) } : own;
    },
    set(_, key) {
      throw new TypeError(
        Object.hasOwn(target, key)
          ? `Cannot assign to read only property '${String(key)}' of object '[object Module]'`
          : `Cannot add property ${String(key)}, object is not extensible`,
      );
    },
    defineProperty: () => false,
    deleteProperty(_, key) {
      if (resolved.has(key)) throw new TypeError(`Cannot delete property '${String(key)}' of [object Module]`);
      return true;
    },
  });
  namespaces.add(namespace);
  return namespace;
}

const makeNamespaceOf = (module: WrappedModule): unknown => {
  const get: unknown = Reflect.get(module, 'getNamespace');
  return typeof get === 'function' ? Reflect.apply(get, module, []) : undefined;
};

/** The engine's own, since the global one records the proxies of programs. */
const NativeProxy = globalThis.Proxy;
