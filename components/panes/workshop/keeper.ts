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
  /** Its files as they were when this tab read or kept them last: what is typed is made of these. */
  readonly base: Files;
  /** What another tab has kept of it since then. What is typed here is not kept until a person has chosen. */
  readonly theirs: Files | undefined;
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
  base: {},
  theirs: undefined,
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

  /** Takes over what stands in the store now. */
  const note = (stored: KeptPack | undefined): void => {
    if (!stored) return;
    const others = (getState().packs ?? []).filter(({ pack }) => pack.name !== stored.pack.name);
    setState({ packs: [stored, ...others] });
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
    const compiled = checked.ok ? { ...checked.pack, savedAt: before.savedAt } : now.compiled;
    if (checked.ok) {
      // By now another tab may have changed it or removed it: that is not undone.
      const { files } = before.pack;
      note(
        await packs.change(now.pack.name, (stored) =>
          stored && sameFiles(stored.pack.files, files) ? { ...stored, compiled } : undefined,
        ),
      );
      if (signal.aborted) return;
    }
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
    const { files, base } = getState();
    const pack: Pack = { ...kept.pack, files };
    const fits = PackSchema.safeParse(pack);
    if (!fits.success) {
      checks.abort();
      const faults = [{ message: z.prettifyError(fits.error) }];
      setState({ keeping: 'refused', checking: false, checked: { ok: false, faults } });
      return;
    }
    setState({ keeping: 'keeping' });
    const packs = await get();
    const change = (stored: KeptPack | undefined): KeptPack | undefined => {
      const changed = stored && ![base, files].some((mine) => sameFiles(stored.pack.files, mine));
      return changed ? undefined : { ...(stored ?? kept), pack, savedAt: Date.now() };
    };
    const stored = await packs.change(pack.name, change, asVersion);
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
      checks.abort();
    },
  };
}
