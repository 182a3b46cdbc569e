import { GitFailure } from '../../git-failure';
import { RECURSING } from '../submodule/follow-submodules';
import { readOptions, type Options } from '../terminal/options';

const FLAGS = {
  force: '-f --force',
  quiet: '-q --quiet',
  detach: '-d --detach',
  merge: '-m --merge',
  ours: '-2 --ours',
  theirs: '-3 --theirs',
  patch: '-p --patch',
  noTrack: '--no-track',
  guess: '--guess',
  noGuess: '--no-guess',
  log: '-l',
  progress: '--progress --no-progress --overwrite-ignore',
  keepIgnored: '--no-overwrite-ignore',
  overlay: '--overlay',
  noOverlay: '--no-overlay',
  otherWorktrees: '--ignore-other-worktrees',
  sparse: '--ignore-skip-worktree-bits',
  ...RECURSING,
} as const;
const VALUES = {
  make: '-b',
  remake: '-B',
  orphan: '--orphan',
  conflict: '--conflict',
} as const;
const OPTIONAL = { track: '-t --track' } as const;
export type CheckoutOptions = Options<keyof typeof FLAGS | 'discard', keyof typeof VALUES | keyof typeof OPTIONAL>;

export const readCheckoutOptions = (args: readonly string[]): CheckoutOptions =>
  fitting(readOptions(args, { flags: FLAGS, values: VALUES, optional: OPTIONAL }), 'b');

export function readSwitchOptions(args: readonly string[]): CheckoutOptions {
  const { make: _make, remake: _remake, ...values } = VALUES;
  const { force: _force, log: _log, ...flags } = FLAGS;
  return fitting(
    readOptions(args, {
      flags: { ...flags, force: '-f --force', discard: '--discard-changes' },
      values: { ...values, make: '-c --create', remake: '-C --force-create' },
      optional: OPTIONAL,
    }),
    'c',
  );
}

/** Fails for options that do not go with files to check out. */
export function mustSuitPaths({ is, value, rest }: CheckoutOptions): void {
  const never = value('track') !== undefined ? '--track' : is('log') ? '-l' : undefined;
  if (never !== undefined) throw new GitFailure(`'${never}' cannot be used with updating paths`);
  if (is('detach')) throw new GitFailure(`git checkout: --detach does not take a path argument '${rest.at(-1)}'`);
  if (is('merge') && is('patch')) throw new GitFailure("options '--merge' and '--patch' cannot be used together");
  if (is('force') && is('merge')) throw new GitFailure("options '--force' and '-m' cannot be used together");
}

/** Fails for options that contradict each other. */
function fitting(options: CheckoutOptions, letter: 'b' | 'c'): CheckoutOptions {
  const { is, value } = options;
  const made = (['make', 'remake', 'orphan'] as const).filter((name) => value(name) !== undefined);
  if (made.length > 1)
    throw new GitFailure(`options '-${letter}', '-${letter.toUpperCase()}', and '--orphan' cannot be used together`);
  const makes = made.length > 0;
  if (is('detach') && makes) throw new GitFailure("'--detach' cannot be used with '-b/-B/--orphan'");
  if (is('force') && is('merge') && options.paths === undefined) throw new GitFailure("'-f' cannot be used with '-m'");
  const style = value('conflict');
  if (style !== undefined && !['merge', 'diff3', 'zdiff3'].includes(style))
    throw new GitFailure(`unknown style '${style}' given for 'merge.conflictstyle'`);
  return options;
}
