import { findRepository, headCommit } from '../../repository';
import { lookAt } from '../../git-fs';
import { GITLINK, type FileEntry } from '../../store/tree';
import { encodeUtf8 } from '../../store/bytes';
import type { Context } from '../setup/context';

/** The commit that a submodule's HEAD is at; undefined if there is no repository, or no commit yet. */
export async function innerHead({ fs, root }: Pick<Context, 'fs' | 'root'>, path: string): Promise<string | undefined> {
  const folder = `${root}/${path}`;
  if (!(await lookAt(fs, `${folder}/.git`))) return undefined;
  const inner = await findRepository(fs, folder);
  return inner?.root === folder ? headCommit(inner) : undefined;
}

/** What a diff shows of a version; for a submodule, the commit that it is at. */
export const shownBytes = async (
  { objects }: Pick<Context, 'objects'>,
  { mode, oid }: FileEntry,
): Promise<Uint8Array> => (mode === GITLINK ? encodeUtf8(`Subproject commit ${oid}\n`) : objects.blob(oid));
