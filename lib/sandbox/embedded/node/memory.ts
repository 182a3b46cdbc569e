/** Bytes of array buffers that a program may hold at once. The engine limits only what is in its own heap. */
export const MOST_HELD = 2 * 2 ** 30;
/** Smaller buffers are not counted: they would take long, and their objects fill the engine's heap first. */
const LEAST = 16 * 1024;
/** Buffers are counted in groups of this many bytes while a program does not return to its loop. */
const GROUP = 32 * 2 ** 20;
const GROUPS = 1024;
/** How often in one job it can be found out which groups are gone. */
const LOOKS = 8;
const PAGE = 65_536;

/** Buffers that were allocated one after another. */
interface Group {
  bytes: number;
  /** Gone once all its buffers are; one for each look. */
  readonly alive: readonly WeakRef<object>[];
}

/**
 * Objects that a group's buffers hold, and references to them. A job holds what it made a reference to, and what it looked at by one, to its
 * end; so they are made before the program's first job, and there are several.
 */
const fresh = Array.from({ length: GROUPS }, () => {
  const tokens = Array.from({ length: LOOKS }, () => ({}));
  return { tokens, alive: tokens.map((one) => new WeakRef(one)) };
});

/** Holds each group's tokens as long as one of its buffers lives. */
const tokensOf = new WeakMap<object, object>();
const groups = new Set<Group>();
let current: { group: Group; tokens: object } | undefined;
let held = 0;
let look = 0;

function drop(group: Group, bytes: number): void {
  const gone = Math.min(bytes, group.bytes);
  group.bytes -= gone;
  held -= gone;
  if (group.bytes === 0) groups.delete(group);
}

/** Called between two turns of the program's loop. */
const ended = new FinalizationRegistry(({ group, bytes }: { group: Group; bytes: number }) => drop(group, bytes));

const NativeBuffer = globalThis.ArrayBuffer;
/** More than there is; engines differ in how long a buffer may be at all. */
const TOO_LONG = [2 ** 45, 2 ** 34];

/** The engine collects all garbage before it refuses a buffer, and nothing else makes it do so at once. */
function collectGarbage(): void {
  for (const bytes of TOO_LONG) {
    try {
      void new NativeBuffer(bytes);
    } catch (error) {
      if (/alloc/i.test(String(error))) return;
    }
  }
}

/** Gives the program `gc`, as Node does with `--expose-gc`. */
export function exposeGc(): void {
  const gc = (): void => collectGarbage();
  Reflect.defineProperty(globalThis, 'gc', { value: gc, writable: true, configurable: true });
}

/** Counts a new buffer; throws the engine's own error if the program would hold too much. */
export function hold(buffer: object, bytes: number): void {
  if (bytes < LEAST) return;
  if (current && current.group.bytes >= GROUP) current = undefined;
  if (held + bytes > MOST_HELD) {
    collectGarbage();
    look = (look + 1) % LOOKS;
    for (const group of groups) if (!group.alive[look]?.deref()) drop(group, group.bytes);
  }
  if (held + bytes > MOST_HELD)
    throw new RangeError(`Array buffer allocation failed: a program here has ${MOST_HELD / 2 ** 30} GiB at most`);
  const next = current ? undefined : fresh.pop();
  if (next) current = { group: { bytes: 0, alive: next.alive }, tokens: next.tokens };
  if (!current) return;
  const { group, tokens } = current;
  groups.add(group);
  group.bytes += bytes;
  held += bytes;
  tokensOf.set(buffer, tokens);
  ended.register(buffer, { group, bytes });
}

/** Bytes that the program holds, as far as they are counted. */
export const heldBytes = (): number => held;

type Maker = new (...args: unknown[]) => { readonly byteLength: number; readonly buffer?: object };

/** Counts the buffers that a program creates with the language's constructors. */
export function watchMemory(): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^(?:Shared)?ArrayBuffer$|^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array$|^Float\d+Array$/.test(name)) count(name);
  countPages();
}

function count(name: string): void {
  const Native: Maker = Reflect.get(globalThis, name);
  // A function, as a proxy takes several times as long.
  function Counted(this: unknown, a: unknown, b: unknown, c: unknown) {
    if (!new.target) return Reflect.apply(Native, undefined, [a, b, c]);
    const made = new.target === Counted ? new Native(a, b, c) : Reflect.construct(Native, [a, b, c], new.target);
    if (made.byteLength >= LEAST && made.buffer !== a) hold(made.buffer ?? made, made.byteLength);
    return made;
  }
  Object.defineProperties(Counted, Object.getOwnPropertyDescriptors(Native));
  Object.setPrototypeOf(Counted, Object.getPrototypeOf(Native));
  Reflect.defineProperty(Native.prototype, 'constructor', { value: Counted, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, name, { value: Counted, writable: true, configurable: true });
}

/** Memories of WebAssembly also grow. */
function countPages(): void {
  const { Memory } = WebAssembly;
  const { grow } = Memory.prototype;
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, args, made): object {
      const memory: WebAssembly.Memory = Reflect.construct(target, args, made);
      hold(memory, memory.buffer.byteLength);
      return memory;
    },
  });
  Memory.prototype.grow = function growCounted(pages) {
    const before = Reflect.apply(grow, this, [pages]);
    hold(this, pages * PAGE);
    return before;
  };
}
