import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';
import { readOptions, type Options } from '../terminal/options';
import type { RebasePlan } from '../sequencer/rebase-run';

const FLAGS = {
  abort: '--abort',
  continue: '--continue',
  skip: '--skip',
  quit: '--quit',
  editTodo: '--edit-todo',
  showPatch: '--show-current-patch',
  interactive: '-i --interactive',
  root: '--root',
  autosquash: '--autosquash',
  noAutosquash: '--no-autosquash',
  autostash: '--autostash',
  noAutostash: '--no-autostash',
  quiet: '-q --quiet',
  verbose: '-v --verbose',
  force: '-f --force-rebase --no-ff',
  keepBase: '--keep-base',
  stat: '--stat',
  noStat: '-n --no-stat',
  merge: '-m --merge',
  plain: '--no-gpg-sign --no-reapply-cherry-picks',
  stages: '--rerere-autoupdate',
  stagesNot: '--no-rerere-autoupdate',
  reschedule: '--reschedule-failed-exec',
  noReschedule: '--no-reschedule-failed-exec',
  forkPoint: '--fork-point',
  noForkPoint: '--no-fork-point',
  asWritten: '--committer-date-is-author-date',
  now: '--ignore-date --reset-author-date',
  reapply: '--reapply-cherry-picks',
  updateRefs: '--update-refs',
  noUpdateRefs: '--no-update-refs',
  noKeepEmpty: '--no-keep-empty',
  noMerges: '--no-rebase-merges',
  keepEmpty: '-k --keep-empty',
  signoff: '--signoff',
  verify: '--verify',
  noVerify: '--no-verify',
  apply: '--apply',
  blind: '--ignore-whitespace',
  emptyMessage: '--allow-empty-message',
} as const;
const VALUES = {
  onto: '--onto',
  exec: '-x --exec',
  strategyOptions: '-X --strategy-option',
  strategy: '-s --strategy',
  empty: '--empty',
  whitespace: '--whitespace',
  context: '-C',
} as const;
const OPTIONAL = { merges: '-r --rebase-merges' } as const;
export type RebaseOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

export const readRebaseOptions = (args: readonly string[]): RebaseOptions =>
  readOptions(args, { absent: '-S --gpg-sign', flags: FLAGS, values: VALUES, optional: OPTIONAL });

export function saysStat({ config }: Context, options: RebaseOptions): boolean {
  const chosen = options.last('stat', 'noStat', 'verbose', 'quiet');
  return chosen === undefined ? config.boolean('rebase.stat') === true : chosen === 'stat' || chosen === 'verbose';
}

export const reschedules = ({ config }: Context, options: RebaseOptions): boolean => {
  const chosen = options.last('reschedule', 'noReschedule');
  return chosen === undefined ? config.boolean('rebase.rescheduleFailedExec') === true : chosen === 'reschedule';
};

/** What happens to a commit whose changes are all there already. */
export function emptyRule(options: RebaseOptions): RebasePlan['empties'] {
  const text = options.value('empty');
  if (text === 'drop' || text === 'keep') return text;
  if (text === 'ask' || text === 'stop') return 'stop';
  if (text !== undefined)
    throw new GitFailure(`unrecognized empty type '${text}'; valid values are "drop", "keep", and "ask".`);
  return options.is('interactive') ? 'stop' : options.values('exec').length > 0 ? 'keep' : 'drop';
}

/** Whether the commits are applied as patches: by an option that says so, or `rebase.backend` if none asks for merges. */
export function appliesPatches({ config }: Context, options: RebaseOptions): boolean {
  const { is, value } = options;
  const chosen = options.last('apply', 'merge', 'interactive');
  const patches = chosen === 'apply' || value('whitespace') !== undefined || value('context') !== undefined;
  const merges =
    chosen === 'merge' ||
    chosen === 'interactive' ||
    is('root') ||
    (is('autosquash') && chosen !== 'apply') ||
    (is('updateRefs') && chosen !== 'apply') ||
    is('keepEmpty') ||
    is('reapply') ||
    (['exec', 'strategy', 'strategyOptions', 'empty', 'merges'] as const).some((name) => value(name) !== undefined);
  if (patches && merges) throw new GitFailure('apply options and merge options cannot be used together');
  const backend = config.get('rebase.backend') ?? 'merge';
  if (!['merge', 'apply'].includes(backend)) throw new GitFailure(`Unknown rebase backend: ${backend}`);
  return patches || (backend === 'apply' && !merges);
}
