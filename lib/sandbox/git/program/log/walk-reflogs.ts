import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { NO_OID } from '../../store/refs';
import { readCommit, type Commit } from '../../store/commit';
import { separates, type CommitLook } from './commit-look';
import type { Context } from '../setup/context';
import { formatDate } from '../people/dates';
import { diffStyle } from '../diff/diff-style';
import { diffPart, wantedRefs, type LogOptions } from './log-options';
import { posixPattern } from '../text/posix-pattern';
import { readReflog, type RefMove } from '../refs/reflog';
import { ambiguous, fullRef, unknownRevision } from '../refs/revision';
import { commitFilter } from './select-commits';
import { showCommit } from './show-commit';

/** An entry of one of the reflogs to show, with its selector, such as `main@{2}`. */
interface Entry extends RefMove {
  readonly selector: string;
  /** The same with the short name of the ref. */
  readonly short: string;
}

/** The entries of reflogs that are asked for, with their commits: those of `HEAD` if no ref is named. */
export async function* wantedEntries(
  context: Context,
  options: LogOptions,
  date: CommitLook['date'],
): AsyncGenerator<Entry & { readonly commit: Commit }> {
  const refs = (await wantedRefs(context, options)) ?? [];
  for (const name of options.paths === undefined ? options.rest : [])
    if ((await lookAt(context.fs, resolveFrom(context.io.cwd, name))) !== undefined) throw ambiguous(name);
  const all = options.is('all') ? ['HEAD'] : [];
  const named = [...options.rest, ...refs.map(({ name }) => name), ...all];
  const logs: Entry[][] = [];
  for (const name of named.length === 0 ? ['HEAD'] : named) logs.push(await entriesOf(context, name, options, date));
  const fits = await commitFilter(context, options);
  const [skip, most] = [Number(options.value('skip') ?? 0), Number(options.value('most') ?? Infinity)];
  const wanted = options
    .values('reflogMessage')
    .map((text) =>
      posixPattern(text, { extended: options.is('extended'), flags: options.is('ignoreCase') ? 'i' : '' }),
    );
  let passed = 0;
  for (let entry = takeLatest(logs); entry && passed < skip + most; entry = takeLatest(logs)) {
    const { reason, who } = entry;
    const commit = await readCommit(context.objects, entry.after);
    if (!fits(commit, who.time) || (wanted.length > 0 && !wanted.some((pattern) => pattern.test(reason)))) continue;
    if (passed++ >= skip) yield { ...entry, commit };
  }
}

/** Prints the entries of reflogs, as commits. */
export async function showReflogs(context: Context, options: LogOptions, look: CommitLook): Promise<void> {
  const style = diffStyle(context, diffPart(options));
  let isFirst = true;
  for await (const { selector, short, reason, who, commit } of wantedEntries(context, options, look.date)) {
    const own = { ...look, reflog: { selector, short, reason, who } };
    const text = await showCommit(context, commit, own, {
      style,
      otherwise: [],
      wanted: () => true,
      merges: options.is('firstParent') ? 'first' : 'none',
    });
    context.io.out(`${!isFirst && separates(look.format) ? '\n' : ''}${text}`);
    isFirst = false;
  }
}

/** Takes the entry that was made last off the logs; of several, that of the first log. */
function takeLatest(logs: readonly Entry[][]): Entry | undefined {
  const times = logs.map(([first]) => first?.who.time ?? -Infinity);
  return logs[times.indexOf(Math.max(...times))]?.shift();
}

async function entriesOf(
  context: Context,
  name: string,
  options: LogOptions,
  date: CommitLook['date'],
): Promise<Entry[]> {
  const [, base = name, selector] = /^(.*)@\{(.*)\}$/.exec(name) ?? [];
  const ref = base === '' || base === 'HEAD' ? 'HEAD' : await fullRef(context, base);
  if (ref === undefined) throw unknownRevision(name);
  const moves = await readReflog(context, ref);
  if (
    ref === 'HEAD' &&
    (moves.length === 0 || !options.is('all')) &&
    (await context.refs.resolve('HEAD')) === undefined
  ) {
    const branch = (await context.refs.target('HEAD'))?.replace('refs/heads/', '');
    throw new GitFailure(`your current branch '${branch}' does not have any commits yet`);
  }
  const seen = ref === 'HEAD' ? 'HEAD' : ref.startsWith('refs/remotes/') ? ref : base;
  const isNumber = selector !== undefined && /^\d+$/.test(selector);
  const dated = options.value('date') !== undefined || (selector !== undefined && !isNumber);
  return moves.flatMap((move, at) => {
    // When a branch is renamed, there is an entry without a commit.
    if (at < (isNumber ? Number(selector) : 0) || move.after === NO_OID) return [];
    const place = `@{${dated ? formatDate(move.who, date) : at}}`;
    return [
      { ...move, selector: seen + place, short: seen.replace(/^refs\/(?:(?:heads|tags|remotes)\/)?/, '') + place },
    ];
  });
}
