import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { currentBranch, headCommit } from '../../repository';
import {
  bisectPaths,
  forgetBisect,
  isBisecting,
  markCommit,
  markedCommits,
  noteBisect,
  PLAIN_TERMS,
  quotedWords,
  quoteWords,
  readTerms,
  testedRef,
  writeTerms,
} from '../refs/bisect-state';
import { commitHistory } from '../refs/history';
import { findCommit, selectCommits } from '../refs/revision';
import { openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readState, writeState } from '../setup/state';
import { forceNext, goOnBisecting, markBisected } from './bisect-next';
import { runBisect } from './bisect-run';
import { checkout } from './checkout';
import { log } from './log';

/** Finds the commit that introduced a change, by binary search. */
export const bisect: GitCommand = async ([verb = '', ...args], io) => {
  const context = await openWorkTree(io);
  if (io.cwd !== context.root)
    throw new GitFailure('You need to run this command from the toplevel of the working tree.', 1, '');
  switch (verb) {
    case '':
    case 'help':
      throw new GitFailure('usage: git bisect [start|bad|good|skip|reset|log|run|terms|view]', 1);
    case 'start':
      return start(context, args);
    case 'log':
      return showLog(context);
    case 'terms':
      return showTerms(context, args);
    case 'replay':
      return replay(context, args);
    case 'reset':
      return reset(context, args);
    case 'next':
      return forceNext(context);
    case 'run':
      return runBisect(context, args);
    case 'view':
    case 'visualize':
      return view(context, args);
    case 'skip':
      return (await markBisected(context, 'skip', await commitsIn(context, args))).code;
  }
  const { bad, good } = (await readTerms(context)) ?? PLAIN_TERMS;
  if (!['bad', 'good', 'new', 'old', bad, good].includes(verb))
    throw new GitFailure(`unknown subcommand: \`${verb}'`, 129);
  return (await markBisected(context, verb, args)).code;
};

async function showLog(context: Context): Promise<number> {
  const text = await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`);
  if (!text) throw new GitFailure('We are not bisecting.', 1);
  context.io.out(text);
  return 0;
}

async function showTerms(context: Context, args: readonly string[]): Promise<number> {
  const [option] = args;
  if (args.length > 1) throw new GitFailure('--bisect-terms requires 0 or 1 argument', 1);
  const terms = await readTerms(context);
  if (!terms) throw new GitFailure('no terms defined', 1);
  const side = /^--term-(?:(good|old)|bad|new)$/.exec(option ?? '');
  if (option !== undefined && !side)
    throw new GitFailure(
      `invalid argument ${option} for 'git bisect terms'.\nSupported options are: --term-good|--term-old and --term-bad|--term-new.`,
      1,
    );
  context.io.out(
    side
      ? `${side[1] === undefined ? terms.bad : terms.good}\n`
      : `Your current terms are ${terms.good} for the old state\nand ${terms.bad} for the new state.\n`,
  );
  return 0;
}

/** The names of commits, and the commits of ranges. */
async function commitsIn(context: Context, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const chosen = name.includes('..') ? await selectCommits(context, name) : undefined;
    if (!chosen) found.push(name);
    else
      for await (const { oid } of commitHistory(context, chosen.include, { without: chosen.exclude })) found.push(oid);
  }
  return found;
}

/** Repeats the commands in a log. */
async function replay(context: Context, args: readonly string[]): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length > 1) throw new GitFailure('no logfile given', 1);
  const read = () => readGitText(context.fs, resolveFrom(context.io.cwd, file));
  if (!(await read())) throw new GitFailure(`cannot read file '${file}' for replaying`, 1);
  await reset(context, []);
  // The log of the bisection itself is gone by now.
  const text = await read();
  if (text === undefined) return 1;
  for (const line of text.split('\n')) {
    const [, verb = '', rest = ''] = /^\s*git[ -]bisect\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    if (verb === '') continue;
    const terms = (await readTerms(context)) ?? PLAIN_TERMS;
    if (verb === 'start') {
      const code = await start(context, quotedWords(rest));
      if (code !== 0) return 1;
    } else if (verb === 'terms') await showTerms(context, quotedWords(rest));
    else if (verb === terms.bad || verb === terms.good || verb === 'skip')
      await markCommit(context, terms, verb, rest.trim());
    else throw new GitFailure(`'${verb}'?? what are you talking about?`, 1);
  }
  return (await goOnBisecting(context)).code;
}

/** Shows the commits that are left. */
async function view(context: Context, args: readonly string[]): Promise<number> {
  const terms = (await readTerms(context)) ?? PLAIN_TERMS;
  const { newest, olds } = await markedCommits(context, terms);
  if (newest === undefined || olds.length === 0) return 1;
  const shown = args[0] === 'log' ? args.slice(1) : args;
  const paths = await bisectPaths(context);
  return (
    (await log([...shown, `refs/bisect/${terms.bad}`, ...olds.map((oid) => `^${oid}`), '--', ...paths], context.io)) ??
    0
  );
}

interface Begun {
  readonly noCheckout: boolean;
  readonly firstParent: boolean;
  readonly bad: string;
  readonly good: string;
  /** Whether the terms are settled from the beginning. */
  readonly named: boolean;
  /** A bad commit, and good ones. */
  readonly oids: readonly string[];
  readonly paths: readonly string[];
}

/** Reads the arguments of `start`: options, then commits, then paths. */
async function readStart(context: Context, args: readonly string[]): Promise<Begun> {
  const isCut = args.includes('--');
  let [noCheckout, firstParent, named] = [false, false, false];
  let { bad, good } = PLAIN_TERMS;
  const oids: string[] = [];
  let at = 0;
  for (; at < args.length && args[at] !== '--'; at++) {
    const arg = args[at] ?? '';
    const [, side, attached] = /^--term-(good|old|bad|new)(?:=(.*))?$/.exec(arg) ?? [];
    if (arg === '--no-checkout') noCheckout = true;
    else if (arg === '--first-parent') firstParent = true;
    else if (side !== undefined) {
      const term = attached ?? args[++at];
      if (term === undefined) throw new GitFailure("'' is not a valid term", 1);
      if (side === 'good' || side === 'old') good = term;
      else bad = term;
      named = true;
    } else if (arg.startsWith('--')) throw new GitFailure(`unrecognized option: '${arg}'`, 1);
    else {
      const oid = await findCommit(context, arg);
      if (oid === undefined && isCut) throw new GitFailure(`'${arg}' does not appear to be a valid revision`);
      // Without `--`, the first name that is no revision begins the paths.
      if (oid === undefined) break;
      oids.push(oid);
      named = true;
    }
  }
  // Like git, a path without `--` before it counts only beside others.
  const paths = at < args.length - 1 ? args.slice(at) : [];
  return { noCheckout, firstParent, bad, good, named, oids, paths };
}

async function start(context: Context, args: readonly string[]): Promise<number> {
  const { noCheckout, firstParent, named, oids, paths, ...terms } = await readStart(context, args);
  const head = await headCommit(context);
  if (head === undefined) throw new GitFailure('bad HEAD - strange symbolic ref', 1);
  const begun = await readState(context, 'BISECT_START');
  if (begun && !noCheckout) await checkout([begun], context.io);
  const from = begun || ((await currentBranch(context)) ?? head);
  await forgetBisect(context);
  await writeState(context, 'BISECT_START', `${from}\n`);
  if (firstParent) await writeState(context, 'BISECT_FIRST_PARENT', '\n');
  if (noCheckout) await writeState(context, 'BISECT_HEAD', `${(await findCommit(context, from)) ?? head}\n`);
  await writeState(context, 'BISECT_NAMES', `${quoteWords(paths)}\n`);
  for (const [at, oid] of oids.entries())
    await markCommit(context, terms, at === 0 ? terms.bad : terms.good, oid, false);
  if (named) await writeTerms(context, terms);
  await noteBisect(context, `git bisect start${quoteWords(args)}\n`);
  const { code } = await goOnBisecting(context);
  if (code !== 0) await forgetBisect(context);
  return code;
}

async function reset(context: Context, args: readonly string[]): Promise<number> {
  const [to] = args;
  if (args.length > 1) throw new GitFailure('--bisect-reset requires either no argument or a commit', 1);
  if (to !== undefined && (await findCommit(context, to)) === undefined)
    throw new GitFailure(`'${to}' is not a valid commit`, 1);
  if (to === undefined && !(await isBisecting(context))) {
    context.io.out('We are not bisecting.\n');
    return 0;
  }
  const target = to ?? (await readState(context, 'BISECT_START')) ?? '';
  if ((await testedRef(context)) === 'HEAD')
    try {
      await checkout([target], context.io);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      throw new GitFailure(
        `${error.message}\nerror: could not check out original HEAD '${target}'. Try 'git bisect reset <commit>'.`,
        1,
        error.prefix,
      );
    }
  await forgetBisect(context);
  return 0;
}
