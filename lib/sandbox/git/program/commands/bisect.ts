import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { awayFromSkipped, bestFirst, byRank, rankCommits, stepsFor } from '../log/bisect-rank';
import { openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { commitHistory, mergeBases } from '../refs/history';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { readGitText } from '../../git-fs';
import { resolveCommit, findCommit, selectCommits } from '../refs/revision';
import { headText } from '../refs/standing';
import { clearState, readState, writeState } from '../setup/state';
import { changesOf } from '../diff/diff-sides';
import { changesText } from '../diff/show-changes';
import { plainStyle } from '../commit/make-commit';
import { formatDate } from '../people/dates';
import { checkout } from './checkout';
import { log } from './log';

/** Finds the commit that introduced a change, by binary search. */
export const bisect: GitCommand = async ([verb = '', ...args], io) => {
  const context = await openWorkTree(io);
  if (io.cwd !== context.root)
    throw new GitFailure('You need to run this command from the toplevel of the working tree.', 1, '');
  const terms = ((await readState(context, 'BISECT_TERMS')) ?? 'bad\ngood').split('\n');
  const [bad = 'bad', good = 'good'] = terms;
  if (verb === 'start') return start(context, args);
  const begun = (await readState(context, 'BISECT_START')) !== undefined;
  if (verb === 'log' && !begun) throw new GitFailure('We are not bisecting.', 1);
  if (verb === 'log') return io.out((await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`)) ?? '');
  if (verb === 'terms' && !begun) throw new GitFailure('no terms defined', 1);
  if (verb === 'replay') return replay(context, args);
  if (verb === 'terms' && args.length > 0) {
    const isGood = /^--term-(?:good|old)$/.test(args[0] ?? '');
    if (!isGood && !/^--term-(?:bad|new)$/.test(args[0] ?? ''))
      throw new GitFailure(
        `invalid argument ${args[0]} for 'git bisect terms'.\nSupported options are: --term-good|--term-old and --term-bad|--term-new.`,
        1,
      );
    return io.out(`${isGood ? good : bad}\n`);
  }
  if (verb === 'terms')
    return io.out(`Your current terms are ${good} for the old state\nand ${bad} for the new state.\n`);
  if (verb === 'reset') return reset(context, args[0]);
  if (verb === 'help' || verb === '')
    throw new GitFailure('usage: git bisect [start|bad|good|skip|reset|log|run|terms|view]', 1);
  const known = ['next', 'run', 'view', 'visualize', 'skip', 'bad', 'good', 'new', 'old', bad, good];
  if (!known.includes(verb)) throw new GitFailure(`unknown subcommand: \`${verb}'`, 129);
  if (!begun && verb === 'run') return 1;
  if (!begun && verb !== 'visualize') {
    io.err('You need to start by "git bisect start"\n\n');
    return 1;
  }
  if (verb === 'next') return next(context, [bad, good]);
  if (verb === 'run') return run(context, args, [bad, good]);
  if (verb === 'view' || verb === 'visualize') return view(context, args, [bad, good]);
  if (verb === 'skip') {
    for (const name of args.length > 0 ? args : [await placeName(context)])
      for (const oid of await commitsIn(context, name)) await mark(context, 'skip', oid);
    return next(context, [bad, good]);
  }
  const side =
    verb === bad || (verb === 'new' && bad === 'bad')
      ? 'bad'
      : verb === good || (verb === 'old' && good === 'good')
        ? 'good'
        : undefined;
  if (side === undefined && ['bad', 'good', 'new', 'old'].includes(verb))
    throw new GitFailure(`Invalid command: you're currently in a ${bad}/${good} bisect`, 1);
  if (side === undefined) throw new GitFailure(`unknown command: 'git bisect ${verb}'`, 1);
  for (const name of args.length > 0 ? args : [await placeName(context)]) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`Bad rev input: ${name}`, 1);
    await mark(context, side === 'bad' ? bad : good, oid, side === 'good');
  }
  return next(context, [bad, good]);
};

/** The commits that a name or a range stands for. */
async function commitsIn(context: Context, name: string): Promise<string[]> {
  const chosen = name.includes('..') ? await selectCommits(context, name) : undefined;
  if (!chosen) return [await resolveCommit(context, name)];
  const found: string[] = [];
  for await (const { oid } of commitHistory(context, chosen.include, { without: chosen.exclude })) found.push(oid);
  return found;
}

/** The ref being tested: HEAD, or with `--no-checkout` BISECT_HEAD. */
const placeName = async (context: Context): Promise<string> =>
  (await readState(context, 'BISECT_HEAD')) === undefined ? 'HEAD' : 'BISECT_HEAD';

/** Repeats the commands in a log. */
async function replay(context: Context, [file]: readonly string[]): Promise<number> {
  const text = file === undefined ? '' : ((await readGitText(context.fs, resolveFrom(context.io.cwd, file))) ?? '');
  if (file === undefined || text === '') throw new GitFailure(`cannot read file '${file ?? ''}' for replaying`, 1);
  await reset(context, undefined);
  const words = (line: string) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const steps = text.split('\n').flatMap((line) => (/^git[ -]bisect /.test(line) ? [words(line.slice(11))] : []));
  let [bad, good] = ['bad', 'good'];
  for (const [verb = '', ...rest] of steps) {
    if (verb === 'start') {
      await start(context, rest);
      [bad = 'bad', good = 'good'] = ((await readState(context, 'BISECT_TERMS')) ?? '').split('\n');
    } else if (verb === bad || verb === good || verb === 'skip') {
      const [name = 'HEAD'] = rest;
      await mark(context, verb, await resolveCommit(context, name), verb !== bad);
    }
  }
  return next(context, [bad, good]);
}

/** Shows the commits that are left. */
async function view(
  context: Context,
  args: readonly string[],
  [bad, good]: readonly [string, string],
): Promise<number> {
  const olds = (await context.refs.list('refs/bisect/')).filter(({ name }) => name.startsWith(`refs/bisect/${good}-`));
  return (await log([...args, `refs/bisect/${bad}`, ...olds.map(({ oid }) => `^${oid}`)], context.io)) ?? 0;
}

async function mark(context: Context, word: string, oid: string, several = word === 'skip'): Promise<void> {
  await context.refs.write(`refs/bisect/${several ? `${word}-${oid}` : word}`, oid);
  const { message } = await readCommit(context.objects, oid);
  await note(context, `# ${word}: [${oid}] ${message.split('\n')[0]}\ngit bisect ${word} ${oid}\n`);
}

async function note(context: Context, text: string): Promise<void> {
  await writeState(
    context,
    'BISECT_LOG',
    `${(await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`)) ?? ''}${text}`,
  );
}

async function start(context: Context, args: readonly string[]): Promise<number> {
  const value = (names: readonly string[]) => {
    const at = args.findIndex((arg) => names.some((name) => arg === name || arg.startsWith(`${name}=`)));
    return at < 0 ? undefined : args[at]?.includes('=') ? args[at]?.split('=')[1] : args[at + 1];
  };
  const [bad, good] = [value(['--term-new', '--term-bad']) ?? 'bad', value(['--term-old', '--term-good']) ?? 'good'];
  const cut = args.indexOf('--');
  const names = args
    .slice(0, cut < 0 ? undefined : cut)
    .filter((arg, at) => !arg.startsWith('--') && !/^--term-\w+$/.test(args[at - 1] ?? ''));
  const oids: string[] = [];
  // Without `--`, the first name that is no revision begins the paths.
  for (const name of names) {
    const oid = await findCommit(context, name);
    if (oid === undefined && cut < 0) break;
    if (oid === undefined) throw new GitFailure(`'${name}' does not appear to be a valid revision`);
    oids.push(oid);
  }
  if ((await headCommit(context)) === undefined) throw new GitFailure('bad HEAD - strange symbolic ref', 1);
  const begun = await readState(context, 'BISECT_START');
  if (begun !== undefined && !args.includes('--no-checkout') && (await placeName(context)) === 'HEAD')
    await checkout([begun], context.io);
  await forget(context);
  await writeState(context, 'BISECT_START', (await currentBranch(context)) ?? (await headCommit(context)) ?? '');
  await writeState(context, 'BISECT_TERMS', `${bad}\n${good}\n`);
  const paths = cut < 0 ? names.slice(oids.length) : args.slice(cut + 1);
  await writeState(context, 'BISECT_NAMES', `${paths.map((path) => ` '${path}'`).join('')}\n`);
  if (args.includes('--no-checkout'))
    await writeState(context, 'BISECT_HEAD', `${(await headCommit(context)) ?? ''}\n`);
  const quoted = args.map((arg) => ` '${arg}'`).join('');
  let log = '';
  for (const [at, oid] of oids.entries()) {
    await context.refs.write(`refs/bisect/${at === 0 ? bad : `${good}-${oid}`}`, oid);
    log += `# ${at === 0 ? bad : good}: [${oid}] ${(await readCommit(context.objects, oid)).message.split('\n')[0]}\n`;
  }
  await note(context, `${log}git bisect start${quoted}\n`);
  const code = await next(context, [bad, good]);
  if (code === 1) await forget(context);
  return code;
}

async function forget(context: Context): Promise<void> {
  for (const { name } of await context.refs.list('refs/bisect/')) await context.refs.remove(name);
  await clearState(
    context,
    'BISECT_LOG',
    'BISECT_HEAD',
    'BISECT_NAMES',
    'BISECT_TERMS',
    'BISECT_START',
    'BISECT_EXPECTED_REV',
    'BISECT_ANCESTORS_OK',
    'refs/bisect',
  );
}

async function reset(context: Context, to: string | undefined): Promise<number> {
  const start = await readState(context, 'BISECT_START');
  if (to !== undefined && (await findCommit(context, to)) === undefined)
    throw new GitFailure(`'${to}' is not a valid commit`, 1);
  if (start === undefined) {
    context.io.out('We are not bisecting.\n');
    return 0;
  }
  const target = to ?? start;
  if ((await placeName(context)) === 'HEAD') await checkout([target], context.io);
  await forget(context);
  return 0;
}

/** Checks out the commit that halves what is left, or reports the commit found. */
async function next(context: Context, [bad, good]: readonly [string, string]): Promise<number> {
  const { io } = context;
  const refs = await context.refs.list('refs/bisect/');
  const newest = refs.find(({ name }) => name === `refs/bisect/${bad}`)?.oid;
  const olds = refs.filter(({ name }) => name.startsWith(`refs/bisect/${good}-`)).map(({ oid }) => oid);
  const skipped = new Set(refs.filter(({ name }) => name.startsWith('refs/bisect/skip-')).map(({ oid }) => oid));
  const say = async (text: string) => {
    io.out(`${text}\n`);
    await note(context, `# ${text}\n`);
  };
  if (newest === undefined && olds.length === 0) {
    await say(`status: waiting for both good and bad commits`);
    return 0;
  }
  if (newest === undefined) {
    await say(`status: waiting for bad commit, ${olds.length} good commit${olds.length === 1 ? '' : 's'} known`);
    return 0;
  }
  if (olds.length === 0) {
    await say(`status: waiting for good commit(s), bad commit known`);
    return 0;
  }
  for (const old of olds) {
    if (old === newest || !(await mergeBases(context, [newest, old])).includes(newest)) continue;
    io.err(
      `Some ${good} revs are not ancestors of the ${bad} rev.\ngit bisect cannot work properly in this case.\nMaybe you mistook ${good} and ${bad} revs?\n`,
    );
    return 1;
  }
  const left: Commit[] = [];
  const names = await chosenPaths(context);
  const touches = touchedBy(context, names);
  for await (const commit of commitHistory(context, [newest], { without: olds }))
    if (await touches(commit)) left.push(commit);
  if (left.length === 0 && names.length > 0) {
    io.err('No testable commit found.\nMaybe you started with bad path arguments?\n\n');
    return 4;
  }
  if (left.length === 0) {
    io.out(`${newest} was both ${good} and ${bad}\n`);
    return 1;
  }
  let best: { commit: Commit; weight: number } | undefined;
  const ranked = await rankCommits(context, left);
  const order = skipped.size > 0 ? awayFromSkipped(ranked, skipped, newest) : bestFirst(ranked);
  for (const one of order) {
    if (skipped.has(one.commit.oid) || one.commit.oid === newest) continue;
    best = one;
    break;
  }
  if (!best) {
    const candidates = left.filter(({ oid }) => skipped.has(oid));
    if (candidates.length > 0) {
      const possible = left.map(
        ({ oid, message }) => `# possible first ${bad} commit: [${oid}] ${subjectLine(message)}\n`,
      );
      await note(context, `# only skipped commits left to test\n${possible.join('')}`);
      io.out(
        `There are only 'skip'ped commits left to test.\nThe first ${bad} commit could be any of:\n${left
          .toReversed()
          .map(({ oid }) => `${oid}\n`)
          .join('')}We cannot bisect more!\n`,
      );
      return 2;
    }
    await tellFound(context, await readCommit(context.objects, newest), bad);
    return 0;
  }
  const steps = stepsFor(left.length);
  // A test of this commit cannot rule out skipped ones.
  const [balance] = skipped.size > 0 ? byRank(ranked) : [best];
  const remaining = left.length - (balance ?? best).weight - 1;
  io.out(
    `Bisecting: ${remaining} revision${remaining === 1 ? '' : 's'} left to test after this (roughly ${steps} step${steps === 1 ? '' : 's'})\n`,
  );
  await writeState(context, 'BISECT_EXPECTED_REV', `${best.commit.oid}\n`);
  await goTo(context, best.commit.oid);
  return 0;
}

async function goTo(context: Context, oid: string): Promise<void> {
  if ((await placeName(context)) === 'HEAD') await checkout(['-q', oid], context.io);
  else await writeState(context, 'BISECT_HEAD', `${oid}\n`);
  context.io.out(`[${oid}] ${(await headText(context, oid)).slice(8)}\n`);
}

/** The paths that the bisection is limited to. */
const chosenPaths = async (context: Context): Promise<string[]> =>
  [...((await readState(context, 'BISECT_NAMES')) ?? '').matchAll(/'([^']*)'/g)].map(([, name = '']) => name);

/** Whether a commit changes some paths; without any, every commit counts. */
function touchedBy(context: Context, names: readonly string[]): (commit: Commit) => Promise<boolean> {
  if (names.length === 0) return async () => true;
  const wanted = wantedBy(pathspecs(context, context.root, names));
  return async (commit) => (await changesOf(context, commit)).some(({ path }) => wanted(path));
}

async function tellFound(context: Context, commit: Commit, bad: string): Promise<void> {
  const { author, message, oid } = commit;
  const style = { ...plainStyle(context), digits: 40 };
  const raw = await changesText(await changesOf(context, commit), style, ['stat', 'summary']);
  context.io.out(
    `${oid} is the first ${bad} commit\ncommit ${oid}\nAuthor: ${author.name} <${author.email}>\nDate:   ${formatDate(author)}\n\n${message
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}\n`)
      .join('')}\n${raw}`,
  );
  await note(context, `# first ${bad} commit: [${oid}] ${message.split('\n')[0]}\n`);
}

async function run(context: Context, command: readonly string[], terms: readonly [string, string]): Promise<number> {
  const { io } = context;
  if (command.length === 0) throw new GitFailure('bisect run failed: no command provided.', 1, 'error: ');
  const known = (await context.refs.list('refs/bisect/')).map(({ name }) => name.slice('refs/bisect/'.length));
  if (!known.includes(terms[0]) || !known.some((name) => name.startsWith(`${terms[1]}-`))) return 1;
  const shown = command.map((word) => `'${word.replaceAll(/['!]/g, String.raw`'\$&'`)}'`).join(' ');
  for (let guard = 0; guard < 1000; guard++) {
    const test = async () => {
      io.out(`running  ${shown}\n`);
      return (await io.run(['sh', '-c', ` ${shown}`, ` ${shown}`], { cwd: context.root, env: io.env })).code;
    };
    const code = await test();
    if (guard === 0 && (code === 126 || code === 127)) {
      // A program that cannot be run would fail on a good commit too.
      const here = await resolveCommit(context, await placeName(context));
      const refs = await context.refs.list('refs/bisect/');
      const good = refs.find(({ name }) => name.includes(`/${terms[1]}-`));
      if (good) await goTo(context, good.oid);
      const again = await test();
      if (again === code) io.err(`error: bogus exit code ${code} for ${terms[1]} revision\n`);
      await goTo(context, here);
      if (again === code) return 1;
    }
    if (code > 127)
      throw new GitFailure(
        `bisect run failed: exit code ${code} from ' ${shown}' is < 0 or >= 128`,
        (256 - code) % 256,
        'error: ',
      );
    const head = await resolveCommit(context, await placeName(context));
    if (code === 125) await mark(context, 'skip', head);
    else await mark(context, code === 0 ? terms[1] : terms[0], head, code === 0);
    const before = await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`);
    const result = await next(context, terms);
    const after = (await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`)) ?? '';
    if (result === 2) io.err('error: bisect run cannot continue any more\n');
    if (result !== 0) return result;
    if (after !== before && after.includes(`# first ${terms[0]} commit`)) {
      io.out('bisect found first bad commit');
      return 0;
    }
  }
  return 1;
}
