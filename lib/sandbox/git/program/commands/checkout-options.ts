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
  progress: '--progress --no-progress --overwrite-ignore --no-overwrite-ignore -l',
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
  fitting(readOptions(args, { flags: FLAGS, values: VALUES, optional: OPTIONAL }));

export function readSwitchOptions(args: readonly string[]): CheckoutOptions {
  const { make: _make, remake: _remake, ...values } = VALUES;
  const { force: _force, ...flags } = FLAGS;
  return fitting(
    readOptions(args, {
      flags: { ...flags, force: '-f --force', discard: '--discard-changes' },
      values: { ...values, make: '-c --create', remake: '-C --force-create' },
      optional: OPTIONAL,
    }),
  );
}

/** Fails for options that contradict each other. */
function fitting(options: CheckoutOptions): CheckoutOptions {
  const { is, value } = options;
  const makes = (['make', 'remake', 'orphan'] as const).some((name) => value(name) !== undefined);
  if (is('detach') && makes) throw new GitFailure("'--detach' cannot be used with '-b/-B/--orphan'");
  if (is('force') && is('merge') && options.paths === undefined) throw new GitFailure("'-f' cannot be used with '-m'");
  const style = value('conflict');
  if (style !== undefined && !['merge', 'diff3', 'zdiff3'].includes(style))
    throw new GitFailure(`unknown style '${style}' given for 'merge.conflictstyle'`);
  return options;
}
