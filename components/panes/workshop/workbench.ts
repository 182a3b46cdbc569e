import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import { PackNameSchema, type Pack } from '@/lib/workshop/pack';
import type { StoredPack, PackVersion } from '@/lib/workshop/pack-store';
import { USES, type Use } from '@/lib/workshop/uses';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createKeeper } from './keeper';
import { REST, type PackSources, type WorkbenchState } from './workbench-state';
import { followOtherTabs, keptPacks } from './other-tabs';
import { createPackFiles, type PackFiles } from './pack-files';
import { textOf } from '../../messages/text';

/** A person's actions on packs. A pack is saved and checked while it is typed. */
export interface Workbench extends PackFiles {
  readonly store: StoreApi<WorkbenchState>;
  /** Reads the packs and opens this one, if it is there, or the one that was last saved. */
  load(asked?: string): Promise<void>;
  /** Follows changes that other tabs store, without touching unsaved text here. Returns a function that stops it. */
  follow(): Promise<() => void>;
  /** Creates a pack under the first free name. `uses`: what it may use; everything if omitted. */
  begin(files: PackSources, name?: string, uses?: readonly Use[]): Promise<void>;
  /** Shows a pack from elsewhere; undefined closes it. */
  offer(pack: Pack | undefined): void;
  /** Allows or revokes something that the open pack uses. */
  allow(use: Use, allowed: boolean): Promise<void>;
  choose(name: string): Promise<void>;
  type(file: string, text: string): void;
  /** Earlier versions of the pack, newest first. */
  versions(): Promise<readonly PackVersion[]>;
  /** Saves what was typed, now. */
  save(): Promise<void>;
  /** The same before the page is left: text in conflict with another tab becomes a version. */
  settle(): Promise<void>;
  /** Chooses whose text stays after another tab has changed the pack during typing here. The other text becomes a version. */
  take(whose: 'mine' | 'theirs'): Promise<void>;
  switchOn(on: boolean): Promise<void>;
  /** Returns why the name is refused; undefined if the pack has it now. */
  rename(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

/** The default name of a new pack. */
const NEW_NAME = 'my-tools';

export function createWorkbench(get: () => Promise<OwnPacks>, language: Pick<PackLanguage, 'errors'>): Workbench {
  const store = createStore<WorkbenchState>(() => ({ packs: undefined, offered: undefined, ...REST }));
  const { getState, setState } = store;
  const keeper = createKeeper(store, get, language);
  const { known, note, check, save, settle } = keeper;

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
    save: () => save(),
    settle,
    take: keeper.take,
    choose,
    follow: async () => followOtherTabs(store, keeper, await get()),
    async load(asked) {
      const packs = await keptPacks(await get());
      setState({ packs });
      const wanted = packs.find(({ pack }) => pack.name === asked) ?? packs[0];
      if (wanted) await choose(wanted.pack.name);
    },
    async begin(files, name = NEW_NAME, uses) {
      await settle();
      const own = await get();
      for (;;) {
        const free = freeName(name, getState().packs ?? []);
        const pack: Pack = { toolyardPack: 1, name: free, files: { ...files } };
        const stored = await own.change(free, (taken) =>
          taken ? undefined : { pack, on: false, savedAt: Date.now(), ...(uses && { uses: [...uses] }) },
        );
        note(stored);
        // Another tab may have taken the name a moment ago.
        if (stored?.pack === pack) return choose(free);
      }
    },
    offer: (offered) => setState({ offered }),
    async allow(use, allowed) {
      const { chosen } = getState();
      if (chosen === undefined) return;
      const changed = (uses: readonly Use[]) => USES.filter((one) => (one === use ? allowed : uses.includes(one)));
      note(await (await get()).change(chosen, (stored) => stored && { ...stored, uses: changed(stored.uses ?? USES) }));
    },
    type(file, text) {
      setState(({ files }) => ({ files: { ...files, [file]: text }, keeping: 'typing' }));
      keeper.soon();
    },
    async versions() {
      const { chosen } = getState();
      return chosen === undefined ? [] : (await get()).versions(chosen);
    },
    async switchOn(on) {
      const { chosen } = getState();
      if (chosen === undefined) return;
      note(await (await get()).change(chosen, (stored) => stored && { ...stored, on }));
    },
    async rename(name) {
      const say = textOf('workshop');
      const fits = PackNameSchema.safeParse(name);
      if (!fits.success) return say('packName', { rule: fits.error.issues[0]?.message ?? say('packNameRule') });
      const kept = known();
      if (!kept || kept.pack.name === name) return undefined;
      if (known(name)) return say('packTaken', { name });
      await settle();
      keeper.drop();
      if (getState().theirs) return say('chooseFirst');
      const old = kept.pack.name;
      const now = known() ?? kept;
      setState(({ packs = [] }) => ({
        packs: [{ ...now, pack: { ...now.pack, name } }, ...packs.filter(({ pack }) => pack.name !== old)],
        chosen: name,
        // Until it is stored under its new name, what other tabs store must not close it.
        keeping: 'keeping',
      }));
      const own = await get();
      const renamed = await own.rename(old, name);
      const packs = await keptPacks(own);
      const chosen = renamed ? name : old;
      setState(({ keeping }) => ({ packs, chosen, keeping: keeping === 'keeping' ? 'kept' : keeping }));
      await check();
      if (renamed) return undefined;
      return known(name) ? say('packTaken', { name }) : say('packGone', { name: old });
    },
    async remove(name) {
      const own = await get();
      if (getState().chosen === name) keeper.drop();
      // Removed first: what is shown as gone is gone, even if the person leaves the page at once.
      await own.remove(name);
      if (getState().chosen === name) {
        setState(REST);
        await own.open(undefined);
      }
      setState(({ packs = [] }) => ({ packs: packs.filter(({ pack }) => pack.name !== name) }));
      const [next] = getState().packs ?? [];
      if (next && getState().chosen === undefined) await choose(next.pack.name);
    },
  };
}

function freeName(wanted: string, packs: readonly StoredPack[]): string {
  const taken = new Set(packs.map(({ pack }) => pack.name));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(name)) return name;
  }
}
