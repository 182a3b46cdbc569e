import { readOptions, type Options } from '../options';

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
  stat: '--stat',
  noStat: '-n --no-stat',
  signoff: '--signoff',
  autostash: '--autostash',
  noAutostash: '--no-autostash',
  stages: '--rerere-autoupdate',
  stagesNot: '--no-rerere-autoupdate',
  noVerify: '--no-verify --no-gpg-sign --progress --no-progress --overwrite-ignore',
} as const;
const VALUES = {
  message: '-m',
  file: '-F --file',
  strategy: '-s --strategy',
  favor: '-X --strategy-option',
  into: '--into-name',
  cleanup: '--cleanup',
} as const;
const OPTIONAL = { log: '--log' } as const;
export type MergeOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

export const readMergeOptions = (args: readonly string[]): MergeOptions =>
  readOptions(args, { absent: '--verify-signatures', flags: FLAGS, values: VALUES, optional: OPTIONAL });
