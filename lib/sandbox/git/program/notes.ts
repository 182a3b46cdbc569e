import { decodeUtf8 } from '../store/bytes';
import { readCommit } from '../store/commit';
import { flattenTree } from '../store/tree';
import type { Context } from './context';

/** The notes of a commit of notes, by the object they are for. */
export async function readNotes({ objects }: Context, tip: string): Promise<Map<string, string>> {
  const files = await flattenTree(objects, (await readCommit(objects, tip)).tree);
  const found = new Map<string, string>();
  for (const [path, { oid }] of files) found.set(path.replaceAll('/', ''), decodeUtf8(await objects.blob(oid)));
  return found;
}
