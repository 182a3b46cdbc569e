import type { OwnPacks } from '@/lib/client/own-packs';
import { sameFiles, type StoredPack } from '@/lib/workshop/pack-store';
import type { StoreApi } from 'zustand/vanilla';
import type { Keeper } from './keeper';
import { REST, type WorkbenchState } from './workbench-state';

/** The packs that are kept, the newest first. */
export const keptPacks = async (packs: OwnPacks): Promise<readonly StoredPack[]> =>
  (await packs.all()).toSorted((a, b) => b.savedAt - a.savedAt);

/** Takes over what other tabs keep, and leaves what is being typed here. What it returns ends that. */
export const followOtherTabs = (store: StoreApi<WorkbenchState>, keeper: Keeper, packs: OwnPacks): (() => void) =>
  packs.onWritten(() => void reread(store, keeper, packs));

async function reread({ getState, setState }: StoreApi<WorkbenchState>, keeper: Keeper, own: OwnPacks): Promise<void> {
  const packs = await keptPacks(own);
  const { keeping, chosen, files, theirs } = getState();
  const known = keeper.known();
  const kept = packs.find(({ pack }) => pack.name === chosen);
  if (keeping !== 'kept') {
    // What is typed here is kept in a moment, also where the pack was removed elsewhere.
    setState({ packs: kept || !known ? packs : [known, ...packs] });
    if (theirs) await keeper.save();
    return;
  }
  setState({ packs });
  if (chosen === undefined) return;
  if (!kept) {
    keeper.drop();
    setState(REST);
    await own.open(undefined);
  } else if (!sameFiles(kept.pack.files, files)) {
    setState({ files: kept.pack.files, base: kept.pack.files });
    await keeper.check();
  }
}
