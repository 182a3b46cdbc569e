import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { CheckedPack, OwnPacks } from '@/lib/client/own-packs';
import { messageOf } from '@/lib/protocol/message-of';
import type { PackFault } from '@/lib/workshop/compile';
import { PackSchema, type Pack } from '@/lib/workshop/pack';
import { sameFiles, type KeptPack } from '@/lib/workshop/pack-store';
import { z } from 'zod';
import type { StoreApi } from 'zustand/vanilla';
import { whenQuiet } from './when-quiet';

export type Files = Readonly<Record<string, string>>;

export interface WorkbenchState {
  /** Undefined until they have been read; the newest first. */
  readonly packs: readonly KeptPack[] | undefined;
  /** The name of the pack that is worked on. */
  readonly chosen: string | undefined;
  /** Its files as they are typed. */
  readonly files: Files;
  readonly keeping: 'kept' | 'typing' | 'keeping' | 'refused';
  /** What came of the last check; undefined while there was none. */
  readonly checked: CheckedPack | undefined;
  readonly checking: boolean;
  /** What TypeScript says is wrong. The pack can be called all the same. */
  readonly typeErrors: readonly PackFault[];
}

/** While no pack is worked on. */
export const REST = {
  chosen: undefined,
  files: {},
  keeping: 'kept',
  checked: undefined,
  checking: false,
  typeErrors: [],
} as const;

/** Milliseconds: after the last letter, and while letters come without end. */
const PACE = { quietMs: 600, mostMs: 4000 };

export type Keeper = ReturnType<typeof createKeeper>;

/** Keeps the pack that is worked on, and checks it each time. */
export function createKeeper(
  { getState, setState }: StoreApi<WorkbenchState>,
  get: () => Promise<OwnPacks>,
  language: Pick<PackLanguage, 'errors'>,
) {
  const known = (name = getState().chosen): KeptPack | undefined =>
    getState().packs?.find(({ pack }) => pack.name === name);
  let checks = new AbortController();

  const keep = async (kept: KeptPack, asVersion = false): Promise<void> => {
    const others = (getState().packs ?? []).filter(({ pack }) => pack.name !== kept.pack.name);
    setState({ packs: [kept, ...others] });
    await (await get()).keep(kept, asVersion);
  };

  async function check(): Promise<void> {
    checks.abort();
    const { signal } = (checks = new AbortController());
    const before = known();
    if (!before) return;
    setState({ checking: true });
    void checkTypes(before.pack.files, signal);
    const packs = await get();
    const checked = await packs.check(before.pack, signal);
    const now = known();
    if (signal.aborted || !now) return;
    const compiled = checked.ok ? checked.pack : now.compiled;
    // By now another tab may have changed it, given it another name or removed it: that is not undone.
    const stored = (await packs.all()).find(({ pack }) => pack.name === now.pack.name);
    if (signal.aborted) return;
    if (checked.ok && stored && sameFiles(stored.pack.files, before.pack.files))
      await keep({ ...stored, compiled: checked.pack });
    await packs.open(compiled);
    if (!signal.aborted) setState({ checked, checking: false });
  }

  async function checkTypes(files: Files, signal: AbortSignal): Promise<void> {
    const typeErrors = await language.errors(files, signal).then(
      (errors) => errors.map(({ path: file, line, column, message }) => ({ file, line, column, message })),
      (error: unknown) => [{ message: `The types could not be checked: ${messageOf(error)}` }],
    );
    if (!signal.aborted) setState({ typeErrors });
  }

  async function save(asVersion = false): Promise<void> {
    quiet.cancel();
    const kept = known();
    if (!kept) return;
    const { files } = getState();
    const pack: Pack = { ...kept.pack, files };
    const fits = PackSchema.safeParse(pack);
    if (!fits.success) {
      checks.abort();
      const faults = [{ message: z.prettifyError(fits.error) }];
      setState({ keeping: 'refused', checking: false, checked: { ok: false, faults } });
      return;
    }
    setState({ keeping: 'keeping' });
    await keep({ ...kept, pack, savedAt: Date.now() }, asVersion);
    if (getState().files === files) setState({ keeping: 'kept' });
    await check();
  }
  const quiet = whenQuiet(() => void save(), PACE);
  return {
    known,
    keep,
    check,
    save,
    note: quiet.note,
    /** Lets go of what was not kept yet, and of the check that runs. */
    drop(): void {
      quiet.cancel();
      checks.abort();
    },
  };
}
