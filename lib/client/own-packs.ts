import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { SharedTable, TabChannel } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { CaseOutcome } from '@/lib/workshop/cases';
import type { PackDiagnostic } from '@/lib/workshop/compile';
import type { CompiledPack, Pack } from '@/lib/workshop/pack';
import type { OwnHook } from '@/lib/workshop/own-hooks';
import { openPackStore, packsOn, usesOf, type PackStore, type StoredPack } from '@/lib/workshop/pack-store';

/** What became of the files of a pack: what is wrong with them, or its tools, and what came of its cases. */
export type CheckedPack =
  | { readonly ok: true; readonly pack: CompiledPack; readonly cases: readonly CaseOutcome[] }
  | { readonly ok: false; readonly faults: readonly PackDiagnostic[] };

/** The packs that a person wrote, kept in this browser: what is in those that are on joins each thread. No method throws. */
export interface OwnPacks extends Omit<PackStore, 'get'> {
  /** Calls back whenever another tab has kept or removed a pack. What it returns ends that. */
  onWritten(listener: () => void): () => void;
  check(pack: Pack, signal: AbortSignal): Promise<CheckedPack>;
  /** Puts the tools of one pack into the pool of this page, whether it is on or not, so that they can be tried. */
  open(pack: CompiledPack | undefined): Promise<void>;
}

export interface OwnPacksOptions {
  table: SharedTable;
  codeRunner: CodeRunner;
  fetch: typeof fetch;
  /** To the other tabs of this browser. */
  channel?: TabChannel | undefined;
  /** What joins threads is something else. */
  onChange: () => void;
}

/** Where the build puts what runs around the code of a pack. */
const RUNTIME = '/sandbox/workshop-runtime.js';
const NOTHING: Joined = { tools: [], hooks: [], categories: {} };

/** What packs add to each thread. */
interface Joined {
  /** Of the packs that are on, and of the one that is open. */
  readonly tools: readonly AnyTool[];
  /** Of the packs that are on. */
  readonly hooks: readonly OwnHook[];
  /** Of the packs that are on: a tool’s category, by its name. Of two that name one tool, the first counts. */
  readonly categories: Readonly<Record<string, string>>;
}

/** Opens the packs. `joined` is what they add to threads; `loaded` resolves when it is there. */
export function createOwnPacks({ table, codeRunner, fetch, channel, onChange }: OwnPacksOptions) {
  const store = openPackStore(table);
  let opened: CompiledPack | undefined;
  let joined = NOTHING;
  let stored: readonly StoredPack[] = [];

  const runtime = createRuntime(fetch);

  const join = async (): Promise<void> => {
    stored = await store.all();
    const on = packsOn(stored);
    const packs = opened ? [opened, ...on.filter(({ name }) => name !== opened?.name)] : on;
    if (packs.length === 0 && joined === NOTHING) return;
    const [{ ownTools }, { ownHooks }] = await Promise.all([
      import('@/lib/workshop/own-tool'),
      import('@/lib/workshop/own-hooks'),
    ]);
    const tools = packs.flatMap((pack) => {
      try {
        return ownTools(pack, runtime, codeRunner, (use) => usesOf(stored, pack.name).includes(use));
      } catch {
        // Its check says why; the other packs do not suffer for it.
        return [];
      }
    });
    const standing = on.filter(({ name, hooks }) => hooks.length > 0 && usesOf(stored, name).includes('hooks'));
    // A hook that cannot be run fails each time, and each time the trace says why.
    const around = standing.length > 0 ? await runtime().catch(throwing) : '';
    joined = {
      tools,
      hooks: standing.flatMap((pack) => ownHooks(pack, around)),
      categories: Object.fromEntries(on.toReversed().flatMap(({ categories }) => Object.entries(categories))),
    };
    onChange();
  };
  // One at a time: what is kept last is what holds.
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
    check: (pack, signal) => checkPack(pack, runtime, codeRunner, signal),
    open(pack) {
      opened = pack;
      return joinAnew();
    },
  };
  return {
    packs,
    loaded: joinAnew(),
    get joined() {
      return joined;
    },
  };
}

const throwing = (error: unknown): string => `throw new Error(${JSON.stringify(messageOf(error))});`;

/** What runs around the code of a pack: fetched when it is first asked for, and again where that failed. */
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

async function checkPack(
  pack: Pack,
  runtime: () => Promise<string>,
  codeRunner: CodeRunner,
  signal: AbortSignal,
): Promise<CheckedPack> {
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
