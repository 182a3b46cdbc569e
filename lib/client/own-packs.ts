import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { SharedTable, TabChannel } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import type { CaseOutcome } from '@/lib/workshop/cases';
import type { PackFault } from '@/lib/workshop/compile';
import type { CompiledPack, Pack } from '@/lib/workshop/pack';
import { openPackStore, packsOn, type PackStore } from '@/lib/workshop/pack-store';

/** What became of the files of a pack: what is wrong with them, or its tools, and what came of its cases. */
export type CheckedPack =
  | { readonly ok: true; readonly pack: CompiledPack; readonly cases: readonly CaseOutcome[] }
  | { readonly ok: false; readonly faults: readonly PackFault[] };

/** The packs of tools that a person wrote, kept in this browser: the tools of those that are on join the pool. No method throws. */
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
  /** `tools` are others. */
  onChange: () => void;
}

/** Where the build puts what runs around the code of a pack. */
const RUNTIME = '/sandbox/workshop-runtime.js';
const NONE: readonly AnyTool[] = [];

/** Opens the packs. `tools` are those of the packs that are on, and of the one that is open; `loaded` resolves when they are there. */
export function createOwnPacks({ table, codeRunner, fetch, channel, onChange }: OwnPacksOptions) {
  const store = openPackStore(table);
  let opened: CompiledPack | undefined;
  let tools = NONE;

  const runtime = createRuntime(fetch);

  const join = async (): Promise<void> => {
    const on = packsOn(await store.all()).filter(({ name }) => name !== opened?.name);
    const packs = opened ? [opened, ...on] : on;
    if (packs.length === 0 && tools === NONE) return;
    const { ownTools } = await import('@/lib/workshop/own-tool');
    tools = packs.flatMap((pack) => {
      try {
        return ownTools(pack, runtime, codeRunner);
      } catch {
        // Its check says why; the other packs do not suffer for it.
        return [];
      }
    });
    onChange();
  };
  // One at a time: what is kept last is what holds.
  let joining: Promise<void> = Promise.resolve();
  const joined = (): Promise<void> => (joining = joining.then(join).catch(() => undefined));

  const listeners = new Set<() => void>();
  channel?.addEventListener('message', () => {
    void joined();
    for (const listener of listeners) listener();
  });
  const written = (): Promise<void> => {
    channel?.postMessage('written');
    return joined();
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
      return joined();
    },
  };
  return {
    packs,
    loaded: joined(),
    get tools() {
      return tools;
    },
  };
}

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
    const [{ compilePack }, { runCases }, { ownTools }, source] = await Promise.all([
      import('@/lib/workshop/compile'),
      import('@/lib/workshop/cases'),
      import('@/lib/workshop/own-tool'),
      runtime(),
    ]);
    const compiled = await compilePack(pack, source, codeRunner, signal);
    if (!compiled.ok) return compiled;
    const own = ownTools(compiled.pack, runtime, codeRunner);
    return { ok: true, pack: compiled.pack, cases: await runCases(compiled.pack.cases, own, signal) };
  } catch (error) {
    return { ok: false, faults: [{ message: `The pack could not be checked: ${messageOf(error)}` }] };
  }
}

async function fetchText(get: typeof fetch, path: string): Promise<string> {
  const response = await get(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.text();
}
