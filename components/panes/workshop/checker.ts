import type { PackLanguage } from '@/lib/client/code/pack-language';
import type { OwnPacks } from '@/lib/client/own-packs';
import { messageOf } from '@/lib/protocol/message-of';
import type { CompiledPack } from '@/lib/workshop/pack';
import { sameFiles } from '@/lib/workshop/pack-store';
import type { StoreApi } from 'zustand/vanilla';
import type { PackSources, StoredPacks, WorkbenchState } from './workbench-state';
import { textOf } from '../../messages/text';

/** Checks the open pack: a compiled version is stored with it, and its tools can be tried. One check at a time. */
export function createChecker(
  { setState }: StoreApi<WorkbenchState>,
  { known, note }: StoredPacks,
  get: () => Promise<OwnPacks>,
  language: Pick<PackLanguage, 'errors'>,
) {
  let checks = new AbortController();
  const stop = (): void => checks.abort();

  async function check(): Promise<void> {
    stop();
    const { signal } = (checks = new AbortController());
    const before = known();
    if (!before) return;
    setState({ checking: true });
    void checkTypes(before.pack.files, signal);
    const packs = await get();
    const { files } = before.pack;
    /** What compiles answers calls from then on, and its cases take their time. */
    const take = async (pack: CompiledPack): Promise<void> => {
      const now = known();
      if (signal.aborted || !now) return;
      const compiled = { ...pack, savedAt: before.savedAt };
      // Another tab may have changed or removed the pack meanwhile: that is not undone.
      note(
        await packs.change(now.pack.name, (stored) =>
          stored && sameFiles(stored.pack.files, files) ? { ...stored, compiled } : undefined,
        ),
      );
      if (!signal.aborted) await packs.open(compiled);
    };
    const checked = await packs.check(before.pack, signal, take);
    const now = known();
    if (signal.aborted || !now) return;
    if (!checked.ok) await packs.open(now.compiled);
    if (!signal.aborted) setState({ checked, checkedIn: files, checking: false });
  }

  async function checkTypes(files: PackSources, signal: AbortSignal): Promise<void> {
    const typeErrors = await language.errors(files, signal).then(
      (errors) => errors.map(({ path: file, line, column, message }) => ({ file, line, column, message })),
      (error: unknown) => [{ message: textOf('workshop')('typesUnchecked', { message: messageOf(error) }) }],
    );
    if (!signal.aborted) setState({ typeErrors, typedIn: files });
  }

  return { check, stop };
}
