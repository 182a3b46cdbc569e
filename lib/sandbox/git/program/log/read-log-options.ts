import { GitFailure } from '../../git-failure';
import { DIFF_ABSENT, DIFF_FLAGS } from '../diff/diff-options';
import { readOptions } from '../terminal/options';
import { LOG_FLAGS, LOG_OPTIONAL, LOG_VALUES, type LogOptions } from './log-options';

/** `--not` reverses the meaning of the revisions after it, up to the next `--not`. */
export function turnRound(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const [before, behind] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
  const turned: string[] = [];
  let isTurned = false;
  for (const arg of before) {
    const range = /^(?!\.)(.*?)\.\.(?!\.)(.*)$/.exec(arg);
    const refs = /^--(all|branches|tags|remotes)$/.exec(arg)?.[1];
    const [, kind, glob] = /^--(branches|tags|remotes)=(.+)$/.exec(arg) ?? [];
    if (arg === '--pretty') turned.push('--pretty=medium');
    else if (arg === '--not') isTurned = !isTurned;
    else if (kind !== undefined && !isTurned)
      turned.push(`--glob=refs/${kind === 'branches' ? 'heads' : kind}/${glob}`);
    else if (!isTurned) turned.push(arg);
    else if (refs !== undefined) turned.push(`--exclude-commits-of=${refs}`);
    else if (arg.startsWith('-')) turned.push(arg);
    else if (range) turned.push(range[1] || 'HEAD', `^${range[2] || 'HEAD'}`);
    else turned.push(arg.startsWith('^') ? arg.slice(1) : `^${arg}`);
  }
  return [...turned, ...behind];
}

/** Of the options that only `log` has, no `--no-` cancels any but these. */
const CANCELLED = new Set(['--source', '--mailmap', '--use-mailmap', '--quiet']);
const FINAL = new Set(
  Object.entries(LOG_FLAGS)
    .filter(([name]) => !(name in DIFF_FLAGS))
    .flatMap(([, all]) => all.split(' '))
    .filter((option) => !CANCELLED.has(option)),
);

/** The options of `log` and `show`. Throws what git says of those it does not know. */
export function readLogOptions(args: readonly string[]): LogOptions {
  try {
    const end = args.indexOf('--');
    if (args.slice(0, end < 0 ? undefined : end).includes('--format'))
      throw new GitFailure('unrecognized argument: --format');
    return readOptions(turnRound(args), {
      exact: true,
      final: FINAL,
      absent: `${DIFF_ABSENT} --line-prefix --remerge-diff --exclude-first-parent-only --bisect`,
      flags: LOG_FLAGS,
      values: LOG_VALUES,
      optional: LOG_OPTIONAL,
    });
  } catch (error) {
    const [, kind, name] =
      error instanceof GitFailure ? (/^unknown (option|switch) `(.*)'$/.exec(error.message) ?? []) : [];
    if (name === undefined) throw error;
    throw new GitFailure(`unrecognized argument: ${kind === 'option' ? '--' : '-'}${name}`);
  }
}
