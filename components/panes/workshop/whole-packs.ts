import type { OwnPacks } from '@/lib/client/own-packs';
import { PackNameSchema, type Pack } from '@/lib/workshop/pack';
import type { StoredPack, PackVersion } from '@/lib/workshop/pack-store';
import { USES, type Use } from '@/lib/workshop/uses';
import type { StoreApi } from 'zustand/vanilla';
import { textOf } from '../../messages/text';
import type { Keeper } from './keeper';
import { loadStoredPacks } from './other-tabs';
import { REST, type PackSources, type WorkbenchState } from './workbench-state';

/** A person's actions on packs as wholes, whatever is in their files. */
export interface WholePacks {
  /** Creates a pack under the first free name. `uses`: what it may use; everything if omitted. */
  begin(files: PackSources, name?: string, uses?: readonly Use[]): Promise<void>;
  /** Allows or revokes something that the open pack uses. */
  allow(use: Use, allowed: boolean): Promise<void>;
  /** Earlier versions of the open pack, newest first. */
  versions(): Promise<readonly PackVersion[]>;
  /** Switches the open pack on or off. */
  switchOn(on: boolean): Promise<void>;
  /** Renames the open pack. Returns why the name is refused; undefined if the pack has it now. */
  rename(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

/** The default name of a new pack. */
const NEW_NAME = 'my-tools';

export function createWholePacks(
  store: StoreApi<WorkbenchState>,
  keeper: Keeper,
  get: () => Promise<OwnPacks>,
  choose: (name: string) => Promise<void>,
): WholePacks {
  const { getState, setState } = store;
  const { known, note, check, settle } = keeper;

  /** Why the open pack cannot have this name; undefined if it may. */
  function whyNotNamed(name: string): string | undefined {
    const say = textOf('workshop');
    const fits = PackNameSchema.safeParse(name);
    if (!fits.success) return say('packName', { rule: fits.error.issues[0]?.message ?? say('packNameRule') });
    return known(name) && say('packTaken', { name });
  }

  return {
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
    async allow(use, allowed) {
      const { chosen } = getState();
      if (chosen === undefined) return;
      const changed = (uses: readonly Use[]) => USES.filter((one) => (one === use ? allowed : uses.includes(one)));
      note(await (await get()).change(chosen, (stored) => stored && { ...stored, uses: changed(stored.uses ?? USES) }));
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
      const kept = known();
      if (kept?.pack.name === name) return undefined;
      const why = whyNotNamed(name);
      if (why !== undefined || !kept) return why;
      await settle();
      keeper.drop();
      if (getState().theirs) return say('chooseFirst');
      const renamed = await moveTo(name, known() ?? kept, store, get);
      await check();
      if (renamed) return undefined;
      return known(name) ? say('packTaken', { name }) : say('packGone', { name: kept.pack.name });
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

/** Shows a pack under its new name and stores it there; where that fails, shows what is stored. Returns whether it could. */
async function moveTo(
  name: string,
  kept: StoredPack,
  { setState }: StoreApi<WorkbenchState>,
  get: () => Promise<OwnPacks>,
): Promise<boolean> {
  const old = kept.pack.name;
  setState(({ packs = [] }) => ({
    packs: [{ ...kept, pack: { ...kept.pack, name } }, ...packs.filter(({ pack }) => pack.name !== old)],
    chosen: name,
    // Until it is stored under its new name, what other tabs store must not close it.
    keeping: 'keeping',
  }));
  const own = await get();
  const renamed = await own.rename(old, name);
  const packs = await loadStoredPacks(own);
  setState(({ keeping }) => ({
    packs,
    chosen: renamed ? name : old,
    keeping: keeping === 'keeping' ? 'kept' : keeping,
  }));
  return renamed;
}

function freeName(wanted: string, packs: readonly StoredPack[]): string {
  const taken = new Set(packs.map(({ pack }) => pack.name));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(name)) return name;
  }
}
