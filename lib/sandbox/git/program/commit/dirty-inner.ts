import type { FileVersions } from '../diff/sides';
import { encodeUtf8 } from '../../store/bytes';
import { GITLINK } from '../../store/tree';
import type { Context } from '../setup/context';
import { innerHead } from '../worktree/gitlink';
import { innerStanding } from './status-text';

/** The files, with submodules marked that have uncommitted changes. */
export async function withDirtyInner(context: Context, files: FileVersions): Promise<FileVersions> {
  const found = new Map(files);
  for (const [path, version] of files) {
    if (version.mode !== GITLINK || (await innerHead(context, path)) === undefined) continue;
    const { staged, changed, conflicts } = await innerStanding(context, path);
    if (staged.length + changed.length + conflicts.length === 0) continue;
    found.set(path, {
      ...version,
      dirty: true,
      read: async () => encodeUtf8(`Subproject commit ${version.oid}-dirty\n`),
    });
  }
  return found;
}
