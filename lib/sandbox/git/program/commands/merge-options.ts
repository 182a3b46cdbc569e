import { GitFailure } from '../../git-failure';
import { asBoolean } from '../../store/config';
import type { Context } from '../setup/context';
import { readOptions, type Options } from '../terminal/options';

const FLAGS = {
  abort: '--abort',
  continue: '--continue',
  quit: '--quit',
  noFf: '--no-ff',
  ff: '--ff',
  ffOnly: '--ff-only',
  squash: '--squash',
  noSquash: '--no-squash',
  noCommit: '--no-commit',
  commit: '--commit',
  noEdit: '--no-edit',
  edit: '-e --edit',
  quiet: '-q --quiet',
  verbose: '-v --verbose',
  unrelated: '--allow-unrelated-histories',
  stat: '--stat --summary',
  noStat: '-n --no-stat --no-summary',
  noLog: '--no-log',
  signoff: '--signoff',
  autostash: '--autostash',
  noAutostash: '--no-autostash',
  stages: '--rerere-autoupdate',
  stagesNot: '--no-rerere-autoupdate',
  verify: '--verify',
  noVerify: '--no-verify',
  verifies: '--verify-signatures',
  plain: '--no-gpg-sign --progress --no-progress --overwrite-ignore',
} as const;
const VALUES = {
  message: '-m --message',
  file: '-F --file',
  strategy: '-s --strategy',
  favor: '-X --strategy-option',
  into: '--into-name',
  cleanup: '--cleanup',
} as const;
const OPTIONAL = { log: '--log' } as const;
export type MergeOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

export const readMergeOptions = (args: readonly string[]): MergeOptions =>
  readOptions(args, { absent: '-S --gpg-sign', flags: FLAGS, values: VALUES, optional: OPTIONAL });

/** The options that settings stand for: `merge.ff` and the like, then `branch.<name>.mergeOptions`. */
export function mergeDefaults({ config }: Context, branch: string | undefined): string[] {
  const on = (key: string) => config.boolean(key);
  const [ff, log] = [config.get('merge.ff'), config.get('merge.log')];
  const forward =
    ff === undefined ? [] : ff === 'only' ? ['--ff-only'] : [asBoolean(ff) === false ? '--no-ff' : '--ff'];
  const stat = on('merge.stat') ?? on('merge.diffstat');
  return [
    ...forward,
    ...(log === undefined || log === '0' || asBoolean(log) === false
      ? []
      : [/^\d+$/.test(log) && log !== '1' ? `--log=${log}` : '--log']),
    ...(stat === false ? ['--no-stat'] : []),
    ...(on('merge.autoStash') === true ? ['--autostash'] : []),
    ...(config.get(`branch.${branch}.mergeOptions`) ?? '').split(/\s+/).filter(Boolean),
  ];
}

/** What the options ask for; of those that contradict each other, the last counts. */
export interface MergePlan {
  readonly forward: 'ff' | 'noFf' | 'ffOnly' | undefined;
  readonly squash: boolean;
  /** Whether to stop before the commit. */
  readonly stops: boolean;
  readonly autostash: boolean;
  readonly stat: boolean;
  /** The most subjects to list in the message. */
  readonly log: number;
}

export function mergePlan(options: MergeOptions): MergePlan {
  const forward = options.last('ff', 'noFf', 'ffOnly');
  const squash = options.last('squash', 'noSquash') === 'squash';
  const commits = options.last('commit', 'noCommit');
  if (squash && forward === 'noFf') throw new GitFailure("options '--squash' and '--no-ff.' cannot be used together");
  if (squash && commits === 'commit') throw new GitFailure("options '--squash' and '--commit' cannot be used together");
  const log = options.last('log', 'noLog') === 'log' ? Number(options.value('log') || 20) : 0;
  return {
    forward,
    squash,
    stops: squash || commits === 'noCommit',
    autostash: options.last('autostash', 'noAutostash') === 'autostash',
    stat: !options.is('quiet') && options.last('stat', 'noStat') !== 'noStat',
    log,
  };
}
