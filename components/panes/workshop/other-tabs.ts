import type { OwnPacks } from '@/lib/client/own-packs';
import { sameFiles, type StoredPack } from '@/lib/workshop/pack-store';
import type { StoreApi } from 'zustand/vanilla';
import type { Keeper } from './keeper';
import { REST, type WorkbenchState } from './workbench-state';

/** The stored packs, newest first. */
export const loadStoredPacks = async (packs: OwnPacks): Promise<readonly StoredPack[]> =>
  (await packs.all()).toSorted((a, b) => b.savedAt - a.savedAt);

/** Follows changes that other tabs store, without touching unsaved text here. Returns a function that stops it. */
export const followOtherTabs = (store: StoreApi<WorkbenchState>, keeper: Keeper, packs: OwnPacks): (() => void) =>
  packs.onWritten(() => void reread(store, keeper, packs));

async function reread({ getState, setState }: StoreApi<WorkbenchState>, keeper: Keeper, own: OwnPacks): Promise<void> {
  const packs = await loadStoredPacks(own);
  const { keeping, chosen, files, theirs } = getState();
  const known = keeper.known();
  const kept = packs.find(({ pack }) => pack.name === chosen);
  if (keeping !== 'kept') {
    // The text typed here is about to be saved, even if the pack was removed elsewhere.
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
