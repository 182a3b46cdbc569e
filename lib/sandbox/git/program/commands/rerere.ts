import { GitFailure } from '../../git-failure';
import { readGitText, removeAll, writeText } from '../../git-fs';
import { hunkLines, hunksOf, rangeText } from '../../diff/hunks';
import { diffLines, splitLines } from '../../diff/line-diff';
import { decodeUtf8 } from '../../store/bytes';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import { mergeTexts } from '../../merge/merge-text';
import type { GitIndex } from '../../store/index-file';
import { markerSizeOf } from '../worktree/merge-driver';
import { conflictStyle } from '../worktree/merge-into-work';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { pathspecs, wantedBy } from '../setup/pathspec';
import {
  forgetOpenConflicts,
  imagePath,
  openConflicts,
  remembersResolutions,
  rerere,
  resolvedBefore,
  textConflicts,
  writeOpen,
} from '../worktree/rerere';
import { normalConflicts, type NormalConflicts } from '../worktree/rerere-text';
import { reopenConflicts } from '../worktree/restore-paths';
import { lookAtFile, readWorkFile } from '../worktree/work-files';

const DAY_MS = 86_400_000;
/** How long git keeps what was never resolved. */
const UNRESOLVED_DAYS = 15;
const RESOLVED_DAYS = 60;

export const gitRerere: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { stages: '--rerere-autoupdate' } });
  const context = await openWorkTree(io);
  const [verb, ...rest] = options.rest;
  switch (verb) {
    case undefined:
      return rerere(context, options.is('stages') || undefined);
    case 'clear':
      return forgetOpenConflicts(context);
    case 'forget':
      if (rest.length === 0) io.err("warning: 'git rerere forget' without paths is deprecated\n");
      return forget(context, rest);
    case 'gc':
      return removeOld(context);
    case 'status':
      if (await remembersResolutions(context))
        for (const path of (await openConflicts(context)).keys()) io.out(`${path}\n`);
      return;
    case 'remaining': {
      if (!(await remembersResolutions(context))) return;
      const { both, others } = textConflicts(await loadIndex(context));
      const open = await openConflicts(context);
      for (const path of [...new Set([...open.keys(), ...others])].sort())
        if (!both.includes(path) || open.has(path)) io.out(`${path}\n`);
      return;
    }
    case 'diff':
      return showDiff(context);
    default:
      throw new GitFailure(
        'usage: git rerere [clear | forget <path>... | status | remaining | diff | gc]\n\n    --rerere-autoupdate   register clean resolutions in index\n',
        129,
      );
  }
};

async function workText(context: Context, path: string): Promise<string> {
  const stat = await lookAtFile(context, path);
  return stat ? decodeUtf8(await readWorkFile(context, path, stat)) : '';
}

async function showDiff(context: Context): Promise<void> {
  if (!(await remembersResolutions(context))) return;
  for (const [path, conflict] of await openConflicts(context)) {
    const [old, now] = [
      splitLines((await readGitText(context.fs, imagePath(context, conflict, 'preimage'))) ?? ''),
      splitLines(await workText(context, path)),
    ];
    const hunks = hunksOf(diffLines(old, now), old, now, { context: 3, between: 0, functions: false });
    context.io.out(`--- a/${path}\n+++ b/${path}\n`);
    for (const hunk of hunks)
      context.io.out([rangeText(hunk), ...hunkLines(hunk, old, now)].map((line) => `${line}\n`).join(''));
  }
}

/** Forgets resolutions that were replayed or recorded wrongly; the conflict is remembered anew. */
async function forget(context: Context, given: readonly string[]): Promise<void> {
  if (!(await remembersResolutions(context))) return;
  const wanted = wantedBy(pathspecs(context, context.io.cwd, given, { here: true }));
  const index = await loadIndex(context);
  // A conflict that was resolved since is forgotten, too; the index is not written.
  reopenConflicts(index, wanted);
  const open = await openConflicts(context);
  for (const path of textConflicts(index).both.filter(wanted)) {
    const conflict = await conflictOf(context, index, path);
    const known = conflict?.id === undefined ? undefined : await resolvedBefore(context, conflict.id, conflict.text);
    if (conflict?.id === undefined || !known) {
      context.io.err(`error: no remembered resolution for '${path}'\n`);
      continue;
    }
    const entry = { id: conflict.id, variant: known.variant };
    await removeAll(context.fs, imagePath(context, entry, 'postimage'));
    await writeText(context.fs, imagePath(context, entry, 'preimage'), conflict.text);
    open.set(path, entry);
    context.io.err(`Updated preimage for '${path}'\nForgot resolution for '${path}'\n`);
  }
  await writeOpen(context, open);
}

/** A conflict as the merge made it, whatever is in the file now. */
async function conflictOf(context: Context, index: GitIndex, path: string): Promise<NormalConflicts | undefined> {
  const [base, ours, theirs] = await Promise.all(
    [1, 2, 3].map(async (stage) => {
      const entry = index.get(path, stage);
      return entry ? decodeUtf8(await context.objects.blob(entry.oid)) : '';
    }),
  );
  const labels = { ours: 'ours', base: 'base', theirs: 'theirs' };
  const [style, markerSize] = [conflictStyle(context), await markerSizeOf(context, path)];
  const merged = mergeTexts(base ?? '', ours ?? '', theirs ?? '', { style, labels, markerSize });
  return normalConflicts(merged.text, markerSize);
}

async function removeOld(context: Context): Promise<void> {
  const cache = `${context.common}/rr-cache`;
  const days = (key: string, otherwise: number) => context.config.integer(key) ?? otherwise;
  const kept = [days('gc.rerereUnresolved', UNRESOLVED_DAYS), days('gc.rerereResolved', RESOLVED_DAYS)] as const;
  for (const id of await context.fs.readdir(cache).catch(() => [])) {
    const names = await context.fs.readdir(`${cache}/${id}`);
    const resolved = names.some((name) => name.startsWith('postimage'));
    const times = await Promise.all(
      names.map(async (name) => (await context.fs.stat(`${cache}/${id}/${name}`)).mtimeMs),
    );
    if (Math.max(0, ...times) < Date.now() - kept[resolved ? 1 : 0] * DAY_MS)
      await removeAll(context.fs, `${cache}/${id}`);
  }
}
