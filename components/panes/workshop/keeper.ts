import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import { PackSchema, type Pack } from '@/lib/workshop/pack';
import { sameFiles, type StoredPack, type PackChange } from '@/lib/workshop/pack-store';
import { z } from 'zod';
import type { StoreApi } from 'zustand/vanilla';
import { createChecker } from './checker';
import { whenQuiet } from './when-quiet';
import { storedPacks, type PackSources, type WorkbenchState } from './workbench-state';

/** Milliseconds to save after the last keystroke, and at most while typing goes on. */
const PACE = { quietMs: 600, mostMs: 4000 };

export type Keeper = ReturnType<typeof createKeeper>;

/** Saves the open pack, and checks it each time. */
export function createKeeper(
  store: StoreApi<WorkbenchState>,
  get: () => Promise<OwnPacks>,
  language: Pick<PackLanguage, 'errors'>,
) {
  const { getState, setState } = store;
  const stored = storedPacks(store);
  const { known, note } = stored;
  const checker = createChecker(store, stored, get, language);
  const { check } = checker;

  async function save(asVersion = false): Promise<void> {
    quiet.cancel();
    const kept = known();
    if (!kept) return;
    const { files, base } = getState();
    const pack: Pack = { ...kept.pack, files };
    const fits = PackSchema.safeParse(pack);
    if (!fits.success) {
      checker.stop();
      const faults = [{ message: z.prettifyError(fits.error) }];
      setState({ keeping: 'refused', checking: false, checked: { ok: false, faults }, checkedIn: files });
      return;
    }
    setState({ keeping: 'keeping' });
    const packs = await get();
    const stored = await packs.change(pack.name, inPlaceOf([base, files], { ...kept, pack }), asVersion);
    note(stored);
    if (!stored || getState().chosen !== pack.name) return;
    if (stored.pack !== pack) {
      setState({ keeping: 'refused', theirs: stored.pack.files });
      return;
    }
    setState({ base: files, theirs: undefined });
    if (getState().files === files) setState({ keeping: 'kept' });
    await check();
  }

  /** Saves what was typed now; if another tab has changed the pack meanwhile, as a version of it. */
  async function settle(): Promise<void> {
    if (getState().keeping === 'typing') await save();
    const { chosen, theirs, files } = getState();
    if (chosen !== undefined && theirs) await (await get()).addVersion(chosen, { savedAt: Date.now(), files });
  }

  /** Resolves a conflict between two tabs with this tab's text or the other's. The discarded text becomes a version. */
  async function take(whose: 'mine' | 'theirs'): Promise<void> {
    const { theirs } = getState();
    if (!theirs) return;
    if (whose === 'mine') {
      setState({ base: theirs, theirs: undefined });
      return save(true);
    }
    quiet.cancel();
    setState({ keeping: 'refused' });
    await settle();
    setState({ files: theirs, base: theirs, theirs: undefined, keeping: 'kept' });
    await check();
  }
  const quiet = whenQuiet(() => void save(), PACE);
  return {
    known,
    note,
    check,
    save,
    settle,
    take,
    /** Saves what is typed after a short pause. */
    soon: quiet.note,
    /** Discards a pending save and stops the running check. */
    drop(): void {
      quiet.cancel();
      checker.stop();
    },
  };
}

/** Updates a stored pack; leaves it alone if its files match none of these, because another tab has changed them. */
const inPlaceOf =
  (known: readonly PackSources[], kept: StoredPack): PackChange =>
  (stored) => {
    const changed = stored && !known.some((files) => sameFiles(stored.pack.files, files));
    return changed ? undefined : { ...(stored ?? kept), pack: kept.pack, savedAt: Date.now() };
  };
