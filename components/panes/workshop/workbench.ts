import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import type { Pack } from '@/lib/workshop/pack';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createKeeper } from './keeper';
import { REST, type WorkbenchState } from './workbench-state';
import { followOtherTabs, loadStoredPacks } from './other-tabs';
import { createPackFiles, type PackFiles } from './pack-files';
import { createWholePacks, type WholePacks } from './whole-packs';

/** A person's actions on packs. A pack is saved and checked while it is typed. */
export interface Workbench extends PackFiles, WholePacks {
  readonly store: StoreApi<WorkbenchState>;
  /** Reads the packs and opens this one, if it is there, or the one that was last saved. */
  load(asked?: string): Promise<void>;
  /** Follows changes that other tabs store, without touching unsaved text here. Returns a function that stops it. */
  follow(): Promise<() => void>;
  /** Shows a pack from elsewhere; undefined closes it. */
  offer(pack: Pack | undefined): void;
  choose(name: string): Promise<void>;
  type(file: string, text: string): void;
  /** Saves what was typed, now. */
  save(): Promise<void>;
  /** The same before the page is left: text in conflict with another tab becomes a version. */
  settle(): Promise<void>;
  /** Chooses whose text stays after another tab has changed the pack during typing here. The other text becomes a version. */
  take(whose: 'mine' | 'theirs'): Promise<void>;
}

export function createWorkbench(get: () => Promise<OwnPacks>, language: Pick<PackLanguage, 'errors'>): Workbench {
  const store = createStore<WorkbenchState>(() => ({ packs: undefined, offered: undefined, ...REST }));
  const { setState } = store;
  const keeper = createKeeper(store, get, language);
  const { known, check, save, settle } = keeper;

  async function choose(name: string): Promise<void> {
    await settle();
    const kept = known(name);
    if (!kept) return;
    const { files } = kept.pack;
    setState({ ...REST, chosen: name, files, base: files });
    await (await get()).open(kept.compiled);
    await check();
  }

  return {
    store,
    ...createPackFiles(store, save),
    ...createWholePacks(store, keeper, get, choose),
    save: () => save(),
    settle,
    take: keeper.take,
    choose,
    follow: async () => followOtherTabs(store, keeper, await get()),
    async load(asked) {
      const packs = await loadStoredPacks(await get());
      setState({ packs });
      const wanted = packs.find(({ pack }) => pack.name === asked) ?? packs[0];
      if (wanted) await choose(wanted.pack.name);
    },
    offer: (offered) => setState({ offered }),
    type(file, text) {
      setState(({ files }) => ({ files: { ...files, [file]: text }, keeping: 'typing' }));
      keeper.soon();
    },
  };
}
