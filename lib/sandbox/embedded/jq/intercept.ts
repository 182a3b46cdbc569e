/** Where the module's output goes and where its environment comes from. */
interface Outside {
  readonly env: Readonly<Record<string, string>>;
  write(fd: 1 | 2, bytes: Uint8Array): void;
}

type Imported = (...values: number[]) => number;

/**
 * Instantiates the module with its writes and environment intercepted: the package would hold all output until the end, trim it,
 * and show a made-up environment. Throws if the module lacks an expected import.
 */
export function intercept(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  { env, write }: Outside,
): { instance: WebAssembly.Instance } {
  const held: { memory?: WebAssembly.Memory } = {};
  const view = (): DataView => {
    if (!held.memory) throw new Error('jq: the module has no memory');
    return new DataView(held.memory.buffer);
  };
  const entries = Object.entries(env).map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));
  const ours: Readonly<Record<string, (given: Imported) => Imported>> = {
    _fd_write:
      (given) =>
      (fd = 0, vector = 0, count = 0, written = 0) => {
        if (fd !== 1 && fd !== 2) return given(fd, vector, count, written);
        let total = 0;
        for (let at = 0; at < count; at += 1) {
          const from = view().getUint32(vector + at * 8, true);
          const size = view().getUint32(vector + at * 8 + 4, true);
          // Copy: the memory belongs to the module and may move.
          if (size > 0) write(fd, new Uint8Array(view().buffer.slice(from, from + size)));
          total += size;
        }
        view().setUint32(written, total, true);
        return 0;
      },
    _environ_sizes_get:
      () =>
      (count = 0, size = 0) => {
        view().setUint32(count, entries.length, true);
        view().setUint32(
          size,
          entries.reduce((sum, { length }) => sum + length, 0),
          true,
        );
        return 0;
      },
    _environ_get:
      () =>
      (list = 0, texts = 0) => {
        let to = texts;
        for (const [at, entry] of entries.entries()) {
          view().setUint32(list + at * 4, to, true);
          new Uint8Array(view().buffer).set(entry, to);
          to += entry.length;
        }
        return 0;
      },
  };
  const missing = new Set(Object.keys(ours));
  const replaced: WebAssembly.Imports = {};
  for (const [space, functions] of Object.entries(imports)) {
    const known: WebAssembly.ModuleImports = { ...functions };
    for (const [key, value] of Object.entries(functions)) {
      // The compiler shortens the keys, but the functions keep their names.
      if (typeof value !== 'function' || !missing.delete(value.name)) continue;
      const make = ours[value.name];
      if (make) known[key] = make((...values) => Number(Reflect.apply(value, undefined, values)));
    }
    replaced[space] = known;
  }
  if (missing.size > 0) throw new Error(`jq: the module does not import ${[...missing].join(', ')}`);
  const instance = new WebAssembly.Instance(module, replaced);
  const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  if (memory) held.memory = memory;
  return { instance };
}
