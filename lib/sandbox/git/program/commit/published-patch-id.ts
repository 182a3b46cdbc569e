import { bytesToHex, encodeUtf8, sha1 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { changesOf } from '../diff/diff-sides';
import type { Context } from '../setup/context';
import { plainStyle } from './make-commit';
import { changesText } from '../diff/show-changes';

/**
 * The id of a patch as `git patch-id` prints it. With `stable`, the order of its files does not matter; with `verbatim`,
 * white space does.
 */
export function idOfPatch(patch: string, stable: boolean, verbatim = false): string {
  const parts: string[] = [];
  let inHunk = false;
  /** The lines of the hunk that are still to come, before and after: what follows them is no part of it. */
  let [old, now] = [0, 0];
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      parts.push('');
      inHunk = false;
    }
    if (parts.length === 0 || line.startsWith('index ') || (!verbatim && line.startsWith('\\ '))) continue;
    if (line.startsWith('@@ ')) {
      inHunk = true;
      const [, before, after] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
      [old, now] = [Number(before ?? 1), Number(after ?? 1)];
      continue;
    }
    if (inHunk && (!/^[ +\\-]/.test(line) || (old <= 0 && now <= 0 && !line.startsWith('\\')))) continue;
    if (inHunk && /^[ -]/.test(line)) old--;
    if (inHunk && /^[ +]/.test(line)) now--;
    parts[parts.length - 1] += verbatim ? `${line}\n` : line.replaceAll(/\s/g, '');
  }
  if (!stable) return bytesToHex(sha1(encodeUtf8(parts.join(''))));
  // The ids of the files are added up, byte for byte with the carry.
  const sum = new Uint8Array(20);
  for (const part of parts) {
    let carry = 0;
    for (const [at, byte] of sha1(encodeUtf8(part)).entries()) {
      carry += byte + (sum[at] ?? 0);
      sum[at] = carry & 255;
      carry >>= 8;
    }
  }
  return bytesToHex(sum);
}

/** The stable id of a commit's patch, as `format-patch --base` lists it. */
export async function publishedPatchId(context: Context, commit: Commit): Promise<string> {
  const style = { ...plainStyle(context), renames: undefined };
  return idOfPatch(await changesText(await changesOf(context, commit), style, ['patch']), true);
}
