import { bytesToHex, decodeUtf8, encodeUtf8, sha1 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { diffLines, splitLines } from '../../diff/line-diff';
import { changesOf } from './diff-sides';
import type { Context } from '../setup/context';

/** Identifies a commit's changes, whatever its parent: commits with the same id make the same changes. */
export async function patchId(context: Context, commit: Commit): Promise<string> {
  const parts: string[] = [];
  for (const { path, before, after } of await changesOf(context, commit)) {
    parts.push(`${path} ${before?.mode ?? ''} ${after?.mode ?? ''}`);
    const [old, now] = [
      splitLines(before ? decodeUtf8(await before.read()) : ''),
      splitLines(after ? decodeUtf8(await after.read()) : ''),
    ];
    for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(old, now)) {
      parts.push(...old.slice(Math.max(0, oldStart - 3), oldEnd + 3).map((line) => `-${line}`));
      parts.push(...now.slice(newStart, newEnd).map((line) => `+${line}`));
    }
  }
  return bytesToHex(sha1(encodeUtf8(parts.join('\n').replaceAll(/\s+/g, ''))));
}
