import { GitFailure } from '../../git-failure';
import { readOptions, type Options } from '../terminal/options';

const FLAGS = {
  all: '-a --all',
  amend: '--amend',
  empty: '--allow-empty',
  emptyMessage: '--allow-empty-message',
  noEdit: '--no-edit',
  edit: '-e --edit',
  quiet: '-q --quiet',
  noVerify: '-n --no-verify',
  verbose: '-v --verbose',
  noVerbose: '--no-verbose',
  signoff: '-s --signoff',
  noSignoff: '--no-signoff',
  dry: '--dry-run',
  short: '--short',
  long: '--long',
  porcelain: '--porcelain',
  include: '-i --include',
  only: '-o --only',
  patch: '-p --patch',
  interactive: '--interactive',
  resetAuthor: '--reset-author',
  status: '--status',
  noStatus: '--no-status',
  noSign: '--no-gpg-sign',
  plain: '--no-post-rewrite --post-rewrite --verify --ahead-behind --no-ahead-behind',
  branch: '--branch',
  zero: '-z --null',
} as const;
const VALUES = {
  message: '-m --message',
  file: '-F --file',
  author: '--author',
  date: '--date',
  fixup: '--fixup',
  squash: '--squash',
  reuse: '-C --reuse-message',
  reedit: '-c --reedit-message',
  cleanup: '--cleanup',
  trailer: '--trailer',
  template: '-t --template',
} as const;
const OPTIONAL = { untracked: '-u --untracked-files', sign: '-S --gpg-sign' } as const;

export type CommitOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

/** Reads the options of `commit`; fails if some exclude each other. */
export function readCommitOptions(args: readonly string[]): CommitOptions {
  const options: CommitOptions = readOptions(args, { flags: FLAGS, values: VALUES, optional: OPTIONAL });
  const { is, value } = options;
  if (value('sign') !== undefined) throw new GitFailure('commits cannot be signed in this sandbox: leave -S out', 128);
  const untracked = value('untracked');
  if (untracked !== undefined && !['', 'no', 'normal', 'all'].includes(untracked))
    throw new GitFailure(`Invalid untracked files mode '${untracked}'`);
  const fixup = value('fixup');
  const has = (name: 'message' | 'reuse' | 'reedit' | 'file' | 'author' | 'squash') => value(name) !== undefined;
  const [kind, reworded] = [/^(amend|reword):/.exec(fixup ?? '')?.[1], fixup?.startsWith('reword:') === true];
  allowOne([is('resetAuthor') && '--reset-author', has('author') && '--author']);
  if (is('resetAuthor') && !is('amend') && !has('reuse') && !has('reedit'))
    throw new GitFailure('--reset-author can be used only with -C, -c or --amend.');
  allowOne([has('squash') && '--squash', fixup !== undefined && '--fixup']);
  if (reworded && (is('patch') || is('interactive') || is('all') || is('include') || is('only')))
    throw new GitFailure(
      "reword option of '--fixup' and '--patch/--interactive/--all/--include/--only' cannot be used together",
    );
  const sources = [has('reuse') && '-C', has('reedit') && '-c', has('file') && '-F'] as const;
  allowOne([...sources, fixup !== undefined && '--fixup']);
  allowOne([has('message') && '-m', ...sources, has('message') && kind !== undefined && `--fixup:${kind}`]);
  if (reworded && options.rest.length > 0)
    throw new GitFailure(`reword option of '--fixup' and path '${options.rest[0]}' cannot be used together`);
  allowOne([
    is('include') && '-i/--include',
    is('only') && '-o/--only',
    is('all') && '-a/--all',
    (is('patch') || is('interactive')) && '--interactive/-p/--patch',
  ]);
  const commitsNothing = is('only') && !is('amend') && !is('empty') && kind === undefined;
  if (options.rest.length === 0 && (is('include') || commitsNothing))
    throw new GitFailure('No paths with --include/--only does not make sense.');
  return options;
}

/** Fails if more than one of some options is given. */
function allowOne(given: readonly (string | false)[]): void {
  const names = given.filter((one) => one !== false).map((one) => `'${one}'`);
  if (names.length < 2) return;
  const listed = names.length === 2 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
  throw new GitFailure(`options ${listed} cannot be used together`);
}
