import { GitFailure } from '../../git-failure';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { awayFromSkipped, bestFirst, byRank, rankCommits, stepsFor } from '../log/bisect-rank';
import type { Context } from '../setup/context';
import { commitHistory, isAncestor, mergeBases } from '../refs/history';
import {
  bisectPaths,
  isBisecting,
  markCommit,
  markedCommits,
  noteBisect,
  PLAIN_TERMS,
  readTerms,
  testedRef,
  writeTerms,
  type BisectTerms,
  type Marked,
} from '../refs/bisect-state';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { findCommit } from '../refs/revision';
import { headText } from '../refs/standing';
import { clearState, hasState, readState, writeState } from '../setup/state';
import { changesOf } from '../diff/diff-sides';
import { checkout } from './checkout';
import { diffTree } from './diff-plumbing';

/** How a step of a bisection ended: `found` the first bad commit, `base` a merge base has to be tested first. */
export interface BisectStep {
  readonly code: number;
  readonly end?: 'found' | 'base';
}

/** Marks what names stand for, or what is being tested, with a term or `skip`, and goes on. */
export async function markBisected(context: Context, word: string, names: readonly string[]): Promise<BisectStep> {
  if (!(await isBisecting(context))) return { code: notBegun(context) };
  const terms = await settledTerms(context, word);
  if (names.length > 1 && word === terms.bad)
    throw new GitFailure(`'git bisect ${terms.bad}' can take only one argument.`, 1);
  const oids: string[] = [];
  for (const name of names.length > 0 ? names : [await testedRef(context)]) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`Bad rev input: ${name}`, 1);
    oids.push(oid);
  }
  for (const oid of oids) {
    await markCommit(context, terms, word, oid);
    const expected = await readExpected(context);
    if (expected !== undefined && expected !== oid)
      await clearState(context, 'BISECT_ANCESTORS_OK', 'BISECT_EXPECTED_REV');
  }
  return goOnBisecting(context);
}

/** The terms of the bisection, which the first word settles. */
async function settledTerms(context: Context, word: string): Promise<BisectTerms> {
  const known = await readTerms(context);
  if (word === 'skip') return known ?? PLAIN_TERMS;
  if (known && word !== known.bad && word !== known.good)
    throw new GitFailure(`Invalid command: you're currently in a ${known.bad}/${known.good} bisect`, 1);
  if (known) return known;
  const terms = word === 'new' || word === 'old' ? { bad: 'new', good: 'old' } : PLAIN_TERMS;
  await writeTerms(context, terms);
  return terms;
}

/** Goes on as far as what is marked allows, or says what it waits for. */
export async function goOnBisecting(context: Context): Promise<BisectStep> {
  const terms = (await readTerms(context)) ?? PLAIN_TERMS;
  const { newest, olds } = await markedCommits(context, terms);
  if (newest !== undefined && olds.length > 0) return nextStep(context, terms);
  const known = `${olds.length} good commit${olds.length === 1 ? '' : 's'} known`;
  const text =
    newest !== undefined
      ? 'waiting for good commit(s), bad commit known'
      : olds.length > 0
        ? `waiting for bad commit, ${known}`
        : 'waiting for both good and bad commits';
  context.io.out(`status: ${text}\n`);
  await noteBisect(context, `# status: ${text}\n`);
  return { code: 0 };
}

/** `git bisect next`: goes on even without a good commit. */
export async function forceNext(context: Context): Promise<number> {
  const { io } = context;
  if (!(await isBisecting(context))) return notBegun(context);
  const terms = (await readTerms(context)) ?? PLAIN_TERMS;
  const { newest, olds } = await markedCommits(context, terms);
  if (newest === undefined) {
    io.err(
      'error: You need to give me at least one bad|new and good|old revision.\nYou can use "git bisect bad|new" and "git bisect good|old" for that.\n',
    );
    return 1;
  }
  if (olds.length === 0) io.err(`warning: bisecting only with a ${terms.bad} commit\n`);
  return (await nextStep(context, terms)).code;
}

/** What is said where no bisection is under way; the exit code. */
export function notBegun({ io }: Context): number {
  io.err('You need to start by "git bisect start"\n\n');
  return 1;
}

/** Checks out the commit that halves what is left, or reports the commit found. */
async function nextStep(context: Context, terms: BisectTerms): Promise<BisectStep> {
  const { io } = context;
  const marked = await markedCommits(context, terms);
  const { newest = '', olds, skipped } = marked;
  const detour = await testMergeBases(context, terms, marked);
  if (detour) return detour;
  const firstParent = await hasState(context, 'BISECT_FIRST_PARENT');
  const reached: Commit[] = [];
  for await (const commit of commitHistory(context, [newest], { without: olds, firstParent })) reached.push(commit);
  if (reached.length === 0) {
    io.out(`${newest} was both ${terms.good} and ${terms.bad}\n`);
    return { code: 1 };
  }
  const left = await touching(context, reached);
  if (left.length === 0) {
    io.err('No testable commit found.\nMaybe you started with bad path arguments?\n\n');
    return { code: 4 };
  }
  const ranked = await rankCommits(context, left, { reached, firstParent });
  const sorted = byRank(ranked);
  const [best] = skipped.size > 0 ? awayFromSkipped(ranked, skipped, newest) : bestFirst(ranked);
  const tried = sorted.filter(({ commit }) => skipped.has(commit.oid)).map(({ commit }) => commit.oid);
  if (!best || best.commit.oid === newest) {
    if (tried.length > 0) return sayOnlySkipped(context, terms, [...tried, ...(best ? [newest] : [])], reached);
    await tellFound(context, newest, terms);
    return { code: 0, end: 'found' };
  }
  // A test of this commit cannot rule out skipped ones.
  const weight = (skipped.size > 0 ? sorted[0] : best)?.weight ?? 0;
  const [remaining, steps] = [left.length - weight - 1, stepsFor(left.length)];
  io.out(
    `Bisecting: ${remaining} revision${remaining === 1 ? '' : 's'} left to test after this (roughly ${steps} step${steps === 1 ? '' : 's'})\n`,
  );
  await goTo(context, best.commit.oid);
  return { code: 0 };
}

async function sayOnlySkipped(
  context: Context,
  { bad }: BisectTerms,
  candidates: readonly string[],
  reached: readonly Commit[],
): Promise<BisectStep> {
  context.io.out(
    `There are only 'skip'ped commits left to test.\nThe first ${bad} commit could be any of:\n${candidates
      .map((oid) => `${oid}\n`)
      .join('')}We cannot bisect more!\n`,
  );
  const possible = reached.map(
    ({ oid, message }) => `# possible first ${bad} commit: [${oid}] ${subjectLine(message)}\n`,
  );
  await noteBisect(context, `# only skipped commits left to test\n${possible.join('')}`);
  return { code: 2 };
}

/** Where good commits are not ancestors of the bad one, a bug may have been mended: what both grew from is tested first. */
async function testMergeBases(
  context: Context,
  { bad, good }: BisectTerms,
  { newest = '', olds, skipped }: Marked,
): Promise<BisectStep | undefined> {
  const { io } = context;
  if (await hasState(context, 'BISECT_ANCESTORS_OK')) return undefined;
  let apart = false;
  for (const old of olds) apart ||= !(await isAncestor(context, old, newest));
  for (const base of apart ? await mergeBases(context, [newest, ...olds]) : []) {
    if (base === newest) {
      const expected = await readExpected(context);
      io.err(expected === newest ? badBaseText(base, { bad, good }, olds) : notAncestorsText({ bad, good }));
      return { code: expected === newest ? 3 : 1 };
    }
    if (olds.includes(base)) continue;
    if (skipped.has(base)) {
      io.err(
        `warning: the merge base between ${newest} and [${olds.join(' ')}] must be skipped.\nSo we cannot be sure the first ${bad} commit is between ${base} and ${newest}.\nWe continue anyway.\n`,
      );
      continue;
    }
    io.out('Bisecting: a merge base must be tested\n');
    await goTo(context, base);
    return { code: 0, end: 'base' };
  }
  await writeState(context, 'BISECT_ANCESTORS_OK', '');
  return undefined;
}

const notAncestorsText = ({ bad, good }: BisectTerms): string =>
  `Some ${good} revs are not ancestors of the ${bad} rev.\ngit bisect cannot work properly in this case.\nMaybe you mistook ${good} and ${bad} revs?\n`;

function badBaseText(base: string, { bad, good }: BisectTerms, olds: readonly string[]): string {
  const between = `between ${base} and [${olds.join(' ')}].\n`;
  if (bad === 'bad' && good === 'good')
    return `The merge base ${base} is bad.\nThis means the bug has been fixed ${between}`;
  if (bad === 'new' && good === 'old') return `The merge base ${base} is new.\nThe property has changed ${between}`;
  return `The merge base ${base} is ${bad}.\nThis means the first '${good}' commit is ${between}`;
}

/** Puts a commit where it can be tested. */
export async function goTo(context: Context, oid: string): Promise<void> {
  await writeState(context, 'BISECT_EXPECTED_REV', `${oid}\n`);
  if ((await testedRef(context)) === 'HEAD') await checkout(['-q', oid], context.io);
  else await writeState(context, 'BISECT_HEAD', `${oid}\n`);
  context.io.out(`[${oid}] ${(await headText(context, oid)).slice(8)}\n`);
}

/** The commit that was to be tested. */
export const readExpected = (context: Context): Promise<string | undefined> =>
  readState(context, 'BISECT_EXPECTED_REV');

/** Those of some commits that change the paths that the bisection is limited to. */
async function touching(context: Context, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const names = await bisectPaths(context);
  if (names.length === 0) return commits;
  const wanted = wantedBy(pathspecs(context, context.root, names));
  const found: Commit[] = [];
  for (const commit of commits)
    if ((await changesOf(context, commit)).some(({ path }) => wanted(path))) found.push(commit);
  return found;
}

async function tellFound(context: Context, oid: string, { bad }: BisectTerms): Promise<void> {
  context.io.out(`${oid} is the first ${bad} commit\n`);
  await diffTree(['--pretty', '--stat', '--summary', '--cc', oid], context.io);
  const { message } = await readCommit(context.objects, oid);
  await noteBisect(context, `# first ${bad} commit: [${oid}] ${subjectLine(message)}\n`);
}
