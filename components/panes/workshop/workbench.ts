import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import { FileNameSchema, PackNameSchema } from '@/lib/workshop/pack';
import { sameFiles, type KeptPack, type PackVersion } from '@/lib/workshop/pack-store';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createKeeper, type Files, type WorkbenchState } from './keeper';

/** What a person does to packs. A pack is kept and checked while it is typed. */
export interface Workbench {
  readonly store: StoreApi<WorkbenchState>;
  /** Reads the packs, and opens the one that was worked on last. */
  load(): Promise<void>;
  /** Takes over what other tabs keep, and leaves what is being typed here. What it returns ends that. */
  follow(): Promise<() => void>;
  /** Makes a pack, under the first name that is free. */
  begin(files: Files, name?: string): Promise<void>;
  choose(name: string): Promise<void>;
  type(file: string, text: string): void;
  /** Puts a file there, under this name and no other. Says why it cannot; undefined where it is there now. */
  addFile(file: string): Promise<string | undefined>;
  renameFile(file: string, to: string): Promise<string | undefined>;
  /** Takes a file away; the last one stays. */
  removeFile(file: string): Promise<void>;
  /** What the pack was, the newest first. */
  versions(): Promise<readonly PackVersion[]>;
  /** Makes the pack what it once was. What it is now becomes a version. */
  restore(files: Files): Promise<void>;
  /** Keeps what was typed, now. */
  save(): Promise<void>;
  switchOn(on: boolean): Promise<void>;
  /** Says why a name cannot be had; undefined where the pack has it now. */
  rename(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

const REST = {
  chosen: undefined,
  files: {},
  keeping: 'kept',
  checked: undefined,
  checking: false,
  typeErrors: [],
} as const;
const NEW_NAME = 'my-tools';

export function createWorkbench(get: () => Promise<OwnPacks>, language: Pick<PackLanguage, 'errors'>): Workbench {
  const store = createStore<WorkbenchState>(() => ({ packs: undefined, ...REST }));
  const { getState, setState } = store;
  const keeper = createKeeper(store, get, language);
  const { known, keep, check, save } = keeper;
  const keepTyped = async (): Promise<void> => {
    if (getState().keeping === 'typing') await save();
  };

  async function choose(name: string): Promise<void> {
    await keepTyped();
    const kept = known(name);
    if (!kept) return;
    setState({ ...REST, chosen: name, files: kept.pack.files });
    await (await get()).open(kept.compiled);
    await check();
  }

  const change = async (files: Files, asVersion = false): Promise<void> => {
    setState({ files, keeping: 'typing' });
    await save(asVersion);
  };
  const read = async (): Promise<readonly KeptPack[]> =>
    (await (await get()).all()).toSorted((a, b) => b.savedAt - a.savedAt);

  async function reread(): Promise<void> {
    const packs = await read();
    const { keeping, chosen, files } = getState();
    const own = known();
    const kept = packs.find(({ pack }) => pack.name === chosen);
    if (keeping !== 'kept') {
      // What is typed here is kept in a moment, also where the pack was removed elsewhere.
      setState({ packs: kept || !own ? packs : [own, ...packs] });
      return;
    }
    setState({ packs });
    if (chosen === undefined) return;
    if (!kept) {
      keeper.drop();
      setState(REST);
      await (await get()).open(undefined);
    } else if (!sameFiles(kept.pack.files, files)) {
      setState({ files: kept.pack.files });
      await check();
    }
  }

  const whyNoFile = (file: string): string | undefined => {
    if (Object.hasOwn(getState().files, file)) return `There is a file ${file}.`;
    if (FileNameSchema.safeParse(file).success) return undefined;
    return 'A file has a name such as main.ts or lib/words.ts; it ends in .ts, .js, .json or .md.';
  };

  return {
    store,
    save: () => save(),
    choose,
    follow: async () => (await get()).onWritten(() => void reread()),
    async load() {
      const packs = await read();
      setState({ packs });
      const [last] = packs;
      if (last) await choose(last.pack.name);
    },
    async begin(files, name = NEW_NAME) {
      await keepTyped();
      const free = freeName(name, getState().packs ?? []);
      await keep({ pack: { toolyardPack: 1, name: free, files: { ...files } }, on: false, savedAt: Date.now() });
      await choose(free);
    },
    type(file, text) {
      setState(({ files }) => ({ files: { ...files, [file]: text }, keeping: 'typing' }));
      keeper.note();
    },
    async addFile(file) {
      const why = whyNoFile(file);
      if (why === undefined) await change({ ...getState().files, [file]: '' });
      return why;
    },
    async renameFile(file, to) {
      const why = whyNoFile(to);
      if (why !== undefined) return why;
      const entries = Object.entries(getState().files);
      await change(Object.fromEntries(entries.map(([path, text]) => [path === file ? to : path, text])));
      return undefined;
    },
    async removeFile(file) {
      const { [file]: _gone, ...rest } = getState().files;
      if (Object.keys(rest).length > 0) await change(rest);
    },
    async versions() {
      const { chosen } = getState();
      return chosen === undefined ? [] : (await get()).versions(chosen);
    },
    async restore(files) {
      await keepTyped();
      await change({ ...files }, true);
    },
    async switchOn(on) {
      const kept = known();
      if (kept) await keep({ ...kept, on });
    },
    async rename(name) {
      const fits = PackNameSchema.safeParse(name);
      if (!fits.success) return `A name has ${fits.error.issues[0]?.message ?? 'small letters, figures and -'}.`;
      const kept = known();
      if (!kept || kept.pack.name === name) return undefined;
      if (known(name)) return `There is a pack called ${name}.`;
      await keepTyped();
      keeper.drop();
      const old = kept.pack.name;
      const now = known() ?? kept;
      const renamed = { ...now.pack, name };
      const moved = { ...now, pack: renamed, ...(now.compiled && { compiled: { ...now.compiled, name } }) };
      setState(({ packs = [] }) => ({
        packs: [moved, ...packs.filter(({ pack }) => pack.name !== old)],
        chosen: name,
      }));
      await (await get()).rename(old, moved);
      await check();
      return undefined;
    },
    async remove(name) {
      if (getState().chosen === name) {
        keeper.drop();
        setState(REST);
        await (await get()).open(undefined);
      }
      setState(({ packs = [] }) => ({ packs: packs.filter(({ pack }) => pack.name !== name) }));
      await (await get()).remove(name);
      const [next] = getState().packs ?? [];
      if (next && getState().chosen === undefined) await choose(next.pack.name);
    },
  };
}

function freeName(wanted: string, packs: readonly KeptPack[]): string {
  const taken = new Set(packs.map(({ pack }) => pack.name));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(name)) return name;
  }
}
