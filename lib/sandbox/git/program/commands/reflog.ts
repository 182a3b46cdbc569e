import { GitFailure } from '../../git-failure';
import { peel } from '../../store/tag';
import { openContext, type Context } from '../setup/context';
import { diffStyle } from '../diff/diff-style';
import type { GitCommand } from '../setup/git-io';
import { commitLook, diffPart } from '../log/log-options';
import { reachable } from '../refs/history';
import { readOptions } from '../terminal/options';
import { readDate } from '../people/read-date';
import { hasReflog, readReflog, writeReflog } from '../refs/reflog';
import { fullRef } from '../refs/revision';
import { showReflogs } from '../log/walk-reflogs';
import { readLogOptions } from '../log/read-log-options';

export const reflog: GitCommand = async (args, io) => {
  const [first, ...others] = args;
  const context = await openContext(io);
  if (first === 'exists') return (await hasReflog(context, others[0] ?? '')) ? 0 : 1;
  if (first === 'expire') {
    return expireReflogs(context, others);
  }
  if (first === 'delete') {
    const asked = readOptions(others, {
      flags: { dry: '--dry-run', plain: '--rewrite --updateref --verbose' },
    });
    if (asked.rest.length === 0) throw new GitFailure('no reflog specified to delete', 255, 'error: ');
    for (const name of asked.rest) {
      const [, base = '', digits] = /^(.*)@\{(\d+)\}$/.exec(name) ?? [];
      const ref = base === 'HEAD' || base === '' ? 'HEAD' : await fullRef(context, base);
      if (digits === undefined || ref === undefined) throw new GitFailure(`no reflog for '${name}'`, 255, 'error: ');
      if (asked.is('dry')) continue;
      await writeReflog(
        context,
        ref,
        (await readReflog(context, ref)).filter((_, at) => at !== Number(digits)),
      );
    }
    return;
  }
  const options = readLogOptions(['--oneline', ...(first === 'show' ? others : args)]);
  if (options.is('reverseOrder'))
    throw new GitFailure("options '--reverse' and '--walk-reflogs' cannot be used together");
  const look = await commitLook(context, options, diffStyle(context, diffPart(options)));
  return showReflogs(context, options, look);
};

/** The time of `--expire` in seconds; entries before it go. */
function expiry(text: string): number {
  if (text === 'now' || text === 'all') return Infinity;
  return text === 'never' || text === 'false' ? 0 : readDate(text);
}

/** `reflog expire`: removes old entries, and earlier those of commits that the ref no longer leads to. */
export async function expireReflogs(context: Context, args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    flags: {
      all: '--all',
      dry: '--dry-run',
      verbose: '--verbose',
      plain: '--rewrite --updateref --stale-fix --single-worktree',
    },
    values: { expire: '--expire', unreachable: '--expire-unreachable' },
  });
  const { config, refs } = context;
  const [given, stale] = [options.value('expire'), options.value('unreachable')];
  const total = expiry(given ?? config.get('gc.reflogExpire') ?? '90 days ago');
  const unreachable = expiry(stale ?? config.get('gc.reflogExpireUnreachable') ?? '30 days ago');
  const tips = (await refs.list()).map(({ oid }) => oid);
  const names = options.is('all') ? ['HEAD', ...(await refs.list()).map(({ name }) => name)] : options.rest;
  for (const name of names) {
    const ref = name === 'HEAD' ? name : await fullRef(context, name);
    if (ref === undefined || !(await hasReflog(context, ref))) {
      if (options.is('all')) continue;
      throw new GitFailure(`${name} points nowhere!`, 1);
    }
    // What is stashed is only kept by its reflog.
    if (ref === 'refs/stash' && given === undefined && stale === undefined) continue;
    const own = await refs.resolve(ref);
    const starts = ref === 'HEAD' ? tips : own === undefined ? [] : [own];
    const commits = (await Promise.all(starts.map((oid) => peel(context.objects, oid, 'commit')))).flatMap(
      (oid) => oid ?? [],
    );
    const kept = await reachable(context, commits);
    const moves = await readReflog(context, ref);
    const left = moves.filter(
      ({ who, before, after }) =>
        who.time >= total &&
        (who.time >= unreachable || (kept.has(after) && (before === undefined || kept.has(before)))),
    );
    if (options.is('verbose'))
      for (const move of moves)
        context.io.out(
          `${left.includes(move) ? 'keep' : options.is('dry') ? 'would prune' : 'prune'} ${move.reason}\n`,
        );
    if (!options.is('dry') && left.length < moves.length) await writeReflog(context, ref, left);
  }
}
