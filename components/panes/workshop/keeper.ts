import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import { PackSchema, type Pack } from '@/lib/workshop/pack';
import { sameFiles, type StoredPack, type PackChange } from '@/lib/workshop/pack-store';
import { z } from 'zod';
import type { StoreApi } from 'zustand/vanilla';
import { createChecker } from './checker';
import { whenQuiet } from './when-quiet';
import { storedPacks, type Files, type WorkbenchState } from './workbench-state';

/** Milliseconds: after the last letter, and while letters come without end. */
const PACE = { quietMs: 600, mostMs: 4000 };

export type Keeper = ReturnType<typeof createKeeper>;

/** Keeps the pack that is worked on, and checks it each time. */
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
      setState({ keeping: 'refused', checking: false, checked: { ok: false, faults } });
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

  /** Keeps what was typed, now; where another tab has changed the pack meanwhile, as a version of it. */
  async function settle(): Promise<void> {
    if (getState().keeping === 'typing') await save();
    const { chosen, theirs, files } = getState();
    if (chosen !== undefined && theirs) await (await get()).addVersion(chosen, { savedAt: Date.now(), files });
  }

  /** Ends what two tabs have begun: with what is typed here, or with what the other tab has kept. The other text becomes a version. */
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
    /** Keeps what is typed in a moment. */
    soon: quiet.note,
    /** Lets go of what was not kept yet, and of the check that runs. */
    drop(): void {
      quiet.cancel();
      checker.stop();
    },
  };
}

/** What becomes of a pack that is kept: nothing where its files are others than these, as another tab has changed them. */
const inPlaceOf =
  (known: readonly Files[], kept: StoredPack): PackChange =>
  (stored) => {
    const changed = stored && !known.some((files) => sameFiles(stored.pack.files, files));
    return changed ? undefined : { ...(stored ?? kept), pack: kept.pack, savedAt: Date.now() };
  };
