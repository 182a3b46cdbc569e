import type { BlobStore, Sandbox } from '@/lib/ports';
import type { FileDiff } from '@/lib/protocol';

/** Writes what a person edited, and says what it changed; undefined where it changed nothing. */
export async function savePersonFile(
  sandbox: Sandbox,
  blobs: BlobStore,
  path: string,
  text: string,
): Promise<FileDiff | undefined> {
  const [before, { fileDiff }, { displayPath }] = await Promise.all([
    sandbox.fs.readFile(path, 'utf8').catch(() => undefined),
    import('@/lib/tools/builtin/files/file-diff'),
    import('@/lib/tools/paths'),
  ]);
  await sandbox.fs.writeFile(path, text);
  return before === text ? undefined : fileDiff(blobs, { path: displayPath(sandbox, path), before, after: text });
}
