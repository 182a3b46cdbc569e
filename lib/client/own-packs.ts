import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { SharedTable, TabChannel } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { CaseOutcome } from '@/lib/workshop/cases';
import type { PackDiagnostic } from '@/lib/workshop/compile';
import type { CompiledPack, Pack } from '@/lib/workshop/pack';
import type { OwnHook } from '@/lib/workshop/own-hooks';
import { openPackStore, packsOn, usesOf, type PackStore, type StoredPack } from '@/lib/workshop/pack-store';

/** The result of checking a pack: what is wrong with its files, or the compiled pack and the outcomes of its cases. */
export type CheckedPack =
  | { readonly ok: true; readonly pack: CompiledPack; readonly cases: readonly CaseOutcome[] }
  | { readonly ok: false; readonly faults: readonly PackDiagnostic[] };

/** Gets a pack once it is compiled. */
type OnCompiled = (pack: CompiledPack) => Promise<void>;

/** The packs that a person wrote, kept in this browser; those that are on are part of each thread. No method throws. */
export interface OwnPacks extends Omit<PackStore, 'get'> {
  /** Calls back whenever another tab has saved or removed a pack. The returned function unsubscribes. */
  onWritten(listener: () => void): () => void;
  /** Compiles a pack and runs its cases. `onCompiled` is awaited between the two. */
  check(pack: Pack, signal: AbortSignal, onCompiled?: OnCompiled): Promise<CheckedPack>;
  /** Adds the tools of one pack to the pool of this page, whether it is on or not, so that they can be tried. */
  open(pack: CompiledPack | undefined): Promise<void>;
}

interface OwnPacksOptions {
  table: SharedTable;
  codeRunner: CodeRunner;
  fetch: typeof fetch;
  /** Connects the tabs of this browser. */
  channel?: TabChannel | undefined;
  /** Called when what packs add to threads has changed. */
  onChange: () => void;
}

/** Where the build puts the runtime of packs. */
const RUNTIME = '/sandbox/workshop-runtime.js';
const NOTHING: Joined = { tools: [], hooks: [], categories: {} };

/** What packs add to each thread. */
interface Joined {
  /** Tools of the packs that are on, and of the one that is open. */
  readonly tools: readonly AnyTool[];
  /** Hooks of the packs that are on. */
  readonly hooks: readonly OwnHook[];
  /** Categories from the packs that are on, by tool name. If two packs name the same tool, the first one counts. */
  readonly categories: Readonly<Record<string, string>>;
}

interface OpenPacks {
  readonly packs: OwnPacks;
  /** What they add to threads; replaced as a whole. */
  readonly joined: Joined;
  /** Resolves when that is available. */
  readonly loaded: Promise<void>;
}

export function createOwnPacks({ table, codeRunner, fetch, channel, onChange }: OwnPacksOptions): OpenPacks {
  const store = openPackStore(table);
  let opened: CompiledPack | undefined;
  let stored: readonly StoredPack[] = [];

  const runtime = createRuntime(fetch);

  const join = async (): Promise<void> => {
    stored = await store.all();
    const on = packsOn(stored);
    const packs = opened ? [opened, ...on.filter(({ name }) => name !== opened?.name)] : on;
    if (packs.length === 0 && own.joined === NOTHING) return;
    own.joined = await joinedOf(packs, on, () => stored, { runtime, codeRunner });
    onChange();
  };
  // One at a time, so that the last saved state wins.
  let joining: Promise<void> = Promise.resolve();
  const joinAnew = (): Promise<void> => (joining = joining.then(join).catch(() => undefined));

  const listeners = new Set<() => void>();
  channel?.addEventListener('message', () => {
    void joinAnew();
    for (const listener of listeners) listener();
  });
  const written = (): Promise<void> => {
    channel?.postMessage('written');
    return joinAnew();
  };

  const packs: OwnPacks = {
    all: store.all,
    versions: store.versions,
    onWritten(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    addVersion: store.addVersion,
    async change(name, change, asVersion) {
      const stored = await store.change(name, change, asVersion);
      await written();
      return stored;
    },
    async rename(from, to) {
      const renamed = await store.rename(from, to);
      if (renamed) await written();
      return renamed;
    },
    async remove(name) {
      await store.remove(name);
      await written();
    },
    check: (pack, signal, onCompiled) => checkPack(pack, { runtime, codeRunner, signal, onCompiled }),
    open(pack) {
      opened = pack;
      return joinAnew();
    },
  };
  const own = { packs, joined: NOTHING, loaded: joinAnew() };
  return own;
}

/** What packs add: the tools of `packs`, and the rest of those that are on. `stored`: the packs as they are now. */
async function joinedOf(
  packs: readonly CompiledPack[],
  on: readonly CompiledPack[],
  stored: () => readonly StoredPack[],
  { runtime, codeRunner }: { runtime: () => Promise<string>; codeRunner: CodeRunner },
): Promise<Joined> {
  const [{ ownTools }, { ownHooks }] = await Promise.all([
    import('@/lib/workshop/own-tool'),
    import('@/lib/workshop/own-hooks'),
  ]);
  const tools = packs.flatMap((pack) => {
    try {
      return ownTools(pack, runtime, codeRunner, (use) => usesOf(stored(), pack.name).includes(use));
    } catch {
      // Its check says why; the other packs are not affected.
      return [];
    }
  });
  const standing = on.filter(({ name, hooks }) => hooks.length > 0 && usesOf(stored(), name).includes('hooks'));
  // A hook that cannot be run fails each time, and the trace says why each time.
  const around = standing.length > 0 ? await runtime().catch(throwing) : '';
  return {
    tools,
    hooks: standing.flatMap((pack) => ownHooks(pack, around)),
    categories: Object.fromEntries(on.toReversed().flatMap(({ categories }) => Object.entries(categories))),
  };
}

const throwing = (error: unknown): string => `throw new Error(${JSON.stringify(messageOf(error))});`;

/** The runtime of packs: fetched when first needed, and again if that failed. */
function createRuntime(fetch: OwnPacksOptions['fetch']): () => Promise<string> {
  let fetched: Promise<string> | undefined;
  return () => {
    fetched ??= fetchText(fetch, RUNTIME).catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
}

interface CheckOptions {
  runtime: () => Promise<string>;
  codeRunner: CodeRunner;
  signal: AbortSignal;
  onCompiled: OnCompiled | undefined;
}

async function checkPack(pack: Pack, { runtime, codeRunner, signal, onCompiled }: CheckOptions): Promise<CheckedPack> {
  try {
    const [{ compilePack }, { runCases }, { ownTools }, { ownHooks }, source] = await Promise.all([
      import('@/lib/workshop/compile'),
      import('@/lib/workshop/cases'),
      import('@/lib/workshop/own-tool'),
      import('@/lib/workshop/own-hooks'),
      runtime(),
    ]);
    const compiled = await compilePack(pack, source, codeRunner, signal);
    if (!compiled.ok) return compiled;
    const { pack: made } = compiled;
    await onCompiled?.(made);
    const tried = { tools: ownTools(made, runtime, codeRunner), hooks: ownHooks(made, source), codeRunner };
    return { ok: true, pack: made, cases: await runCases(made.cases, tried, signal) };
  } catch (error) {
    return { ok: false, faults: [{ message: `The pack could not be checked: ${messageOf(error)}` }] };
  }
}

async function fetchText(get: typeof fetch, path: string): Promise<string> {
  const response = await get(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.text();
}
