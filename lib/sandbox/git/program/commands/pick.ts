import { GitFailure } from '../../git-failure';
import { openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { diffStyle } from '../diff/diff-style';
import { chooseCommits, diffPart, type LogOptions } from '../log/log-options';
import { readLogOptions } from '../log/read-log-options';
import { selectHistory } from '../log/select-commits';
import { readOptions, type Options } from '../terminal/options';
import { cleanupOf } from '../commit/commit-message';
import { mustBeUsual, strategyRules } from '../sequencer/strategy-option';
import { resumeSequence, runSequence, type Sequence } from '../sequencer/sequencer';

export const cherryPick: GitCommand = (args, io) => run('pick', args, io);
export const revert: GitCommand = (args, io) => run('revert', args, io);

type PickOptions = Options<
  'abort' | 'skip' | 'continue' | 'quit' | 'signOff' | 'noCommit' | 'naming' | 'edit' | 'fast',
  'mainline' | 'strategy' | 'strategyOptions'
>;

const USAGE = {
  pick: `usage: git cherry-pick [--edit] [-n] [-m <parent-number>] [-s] [-x] [--ff]
                       [-S[<keyid>]] <commit>...
   or: git cherry-pick (--continue | --skip | --abort | --quit)
`,
  revert: `usage: git revert [--[no-]edit] [-n] [-m <parent-number>] [-s] [-S[<keyid>]] <commit>...
   or: git revert (--continue | --skip | --abort | --quit)
`,
};

async function run(action: 'pick' | 'revert', args: readonly string[], io: Parameters<GitCommand>[1]): Promise<number> {
  const options = readOptions(args, {
    flags: {
      abort: '--abort',
      skip: '--skip',
      continue: '--continue',
      quit: '--quit',
      noCommit: '-n --no-commit',
      noEdit: '--no-edit',
      edit: '-e --edit',
      signOff: '-s --signoff',
      naming: action === 'pick' ? '-x' : '--reference',
      fast: '--ff',
      allowEmpty: '--allow-empty',
      keepEmpty: '--keep-redundant-commits',
      emptyMessage: '--allow-empty-message --no-gpg-sign',
      commit: '--commit',
    },
    absent: '-S --gpg-sign --rerere-autoupdate',
    keepsUnknown: true,
    values: {
      cleanup: '--cleanup',
      mainline: '-m --mainline',
      strategyOptions: '-X --strategy-option',
      strategy: '--strategy',
    },
  });
  const { is } = options;
  mustFit(options, action);
  const context = await openWorkTree(io);
  const strategyOptions = options.values('strategyOptions');
  strategyRules(strategyOptions);
  mustBeUsual(options.value('strategy'));
  const mainline = options.value('mainline');
  const cleanup = options.value('cleanup');
  if (cleanup !== undefined && is('edit'))
    throw new GitFailure('--cleanup with --edit is not supported in this sandbox: leave one of them out', 2);
  const resuming = (['abort', 'skip', 'continue', 'quit'] as const).find((verb) => is(verb));
  const how: Sequence = {
    action,
    ...(mainline !== undefined && { mainline: Number(mainline) }),
    strategyOptions,
    noCommit: is('noCommit'),
    edits: is('edit'),
    signOff: is('signOff'),
    naming: is('naming') || (action === 'revert' && context.config.boolean('revert.reference') === true),
    allowEmpty: is('allowEmpty') || is('keepEmpty'),
    keepEmpty: is('keepEmpty'),
    fastForward: is('fast'),
    ...(cleanup !== undefined && { cleanup: cleanupOf(cleanup, true) }),
  };
  if (resuming !== undefined) return resumeSequence(context, resuming, how);
  if (options.rest.length === 0) throw new GitFailure(USAGE[action], 129);
  // `-` is the branch that was checked out before.
  const names = options.rest.map((name) => (name === '-' ? '@{-1}' : name === '..' ? 'HEAD..HEAD' : name));
  // All are revisions, also where a file has the same name.
  const { oids, several } = await commitsFor(context, [...names, '--'], action);
  return runSequence(context, oids, how, several);
}

/** Fails for options that contradict each other. */
function mustFit({ is, value }: PickOptions, action: 'pick' | 'revert'): void {
  const mainline = value('mainline');
  if (mainline !== undefined && !(Number(mainline) > 0))
    throw new GitFailure("option `mainline' expects a number greater than zero", 129);
  if (action === 'revert' && is('fast')) throw new GitFailure("unknown option `ff'", 129);
  const verb = (['quit', 'continue', 'abort', 'skip'] as const).find((one) => is(one));
  const given = [
    ...(is('signOff') ? ['--signoff'] : []),
    ...(is('noCommit') ? ['--no-commit'] : []),
    ...(verb && mainline !== undefined ? ['--mainline'] : []),
    ...(verb && value('strategy') !== undefined ? ['--strategy'] : []),
    ...(verb && value('strategyOptions') !== undefined ? ['--strategy-option'] : []),
    ...(action === 'pick' && is('naming') ? ['-x'] : []),
    ...(is('edit') ? ['--edit'] : []),
    ...(verb && is('fast') ? ['--ff'] : []),
  ];
  const base = verb === undefined ? (is('fast') ? '--ff' : undefined) : `--${verb}`;
  const [first] = verb === undefined ? given : given.filter((one) => one !== '--edit');
  if (base !== undefined && first !== undefined)
    throw new GitFailure(`${action === 'pick' ? 'cherry-pick' : 'revert'}: ${first} cannot be used with ${base}`);
}

/** The commits to pick, in their order. All options of `log` that choose commits choose among them. */
async function commitsFor(
  context: Context,
  args: readonly string[],
  action: 'pick' | 'revert',
): Promise<{ oids: string[]; several: boolean }> {
  const plain = readChoosing(args, action);
  const chosen = await chooseCommits(context, plain, 'nothing');
  const walks = chosen.exclude.length > 0 || plain.value('most') !== undefined;
  const options = walks ? plain : readChoosing(['--no-walk=unsorted', ...args], action);
  const listed = await selectHistory(context, options, chosen, diffStyle(context, diffPart(options)));
  const found = listed.map(({ commit }) => commit.oid);
  if (found.length === 0)
    throw new GitFailure(
      `empty commit set passed\nfatal: ${action === 'pick' ? 'cherry-pick' : 'revert'} failed`,
      128,
      'error: ',
    );
  const oids = walks && action === 'pick' ? found.toReversed() : found;
  return { oids, several: walks || chosen.named.length !== 1 || oids.length > 1 };
}

function readChoosing(args: readonly string[], action: 'pick' | 'revert'): LogOptions {
  try {
    return readLogOptions(args);
  } catch (error) {
    if (error instanceof GitFailure && error.message.startsWith('unrecognized argument'))
      throw new GitFailure(USAGE[action], 129);
    throw error;
  }
}
