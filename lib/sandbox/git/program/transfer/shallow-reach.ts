import { GitFailure } from '../../git-failure';
import { readGitText, removeAll, writeText } from '../../git-fs';
import { peel } from '../../store/tag';
import { readDate } from '../people/read-date';
import type { Context } from '../setup/context';
import { readGrafts } from '../setup/grafts';
import { forgetShallow, reachable } from '../refs/history';
import { remoteRef, type Reach, type RemoteSource } from './remotes';

/** What is asked of a shallow fetch or clone. */
export interface ShallowWish {
  readonly depth?: number | undefined;
  /** A date: no commit before it. */
  readonly since?: string | undefined;
  /** Branches and tags of the other repository: nothing that they have. */
  readonly without?: readonly string[];
}

/** How much of the other repository's history to take; the options with which that is asked for cannot be combined with a depth. */
export async function shallowReach(source: RemoteSource, { depth, since, without = [] }: ShallowWish): Promise<Reach> {
  if (since === undefined && without.length === 0) return depth === undefined ? {} : { depth };
  if (depth !== undefined)
    throw new GitFailure('git upload-pack: deepen and deepen-since (or deepen-not) cannot be used together');
  const from = since === undefined ? -Infinity : readDate(since);
  const { objects, refs } = source.context;
  const left: string[] = [];
  for (const name of without) {
    const ref = await remoteRef(source, name);
    const oid = ref === undefined ? undefined : await refs.resolve(ref);
    const commit = oid === undefined ? undefined : await peel(objects, oid, 'commit');
    if (commit === undefined)
      throw new GitFailure(`git upload-pack: ambiguous deepen-not: ${name}\nfatal: error processing shallow info: 4`);
    left.push(commit);
  }
  const out = await reachable(source.context, left);
  return { takes: ({ oid, committer }) => committer.time >= from && !out.has(oid) };
}

/** Notes at which commits the history is cut: those that were copied just now, and others that are not whole by now. */
export async function noteCuts(
  context: Context,
  from: Context,
  { shallow, whole }: { readonly shallow: readonly string[]; readonly whole: ReadonlySet<string> },
): Promise<void> {
  const linesOf = async ({ fs, common }: Context) =>
    ((await readGitText(fs, `${common}/shallow`)) ?? '').split('\n').filter(Boolean);
  const own = await linesOf(context);
  const cuts = new Set([...own.filter((oid) => !whole.has(oid)), ...shallow, ...(await linesOf(from))]);
  if (cuts.size + own.length === 0) return;
  const file = `${context.common}/shallow`;
  if (cuts.size === 0) await removeAll(context.fs, file);
  else await writeText(context.fs, file, [...cuts].map((oid) => `${oid}\n`).join(''));
  forgetShallow(context);
  context.objects.grafts = await readGrafts(context.io, context.common, context.config);
}
