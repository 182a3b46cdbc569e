import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { readCommit, subjectLine } from '../../store/commit';
import { isRefName } from '../../store/refs';
import type { Context } from '../setup/context';
import { clearState, readState, writeState } from '../setup/state';

/** What the two sides of a bisection are called. */
export interface BisectTerms {
  readonly bad: string;
  readonly good: string;
}

export const PLAIN_TERMS: BisectTerms = { bad: 'bad', good: 'good' };

/** The terms of the bisection under way; undefined: they are not settled yet. */
export async function readTerms(context: Context): Promise<BisectTerms | undefined> {
  const [bad, good] = ((await readState(context, 'BISECT_TERMS')) ?? '').split('\n');
  return bad && good ? { bad, good } : undefined;
}

const VERBS = new Set('help start skip next reset visualize view replay log run terms'.split(' '));

/** Settles the terms of a bisection, unless they would be confused with something. */
export async function writeTerms(context: Context, { bad, good }: BisectTerms): Promise<void> {
  if (bad === good) throw new GitFailure('please use two different terms', 1);
  for (const [term, own] of [
    [bad, ['bad', 'new']],
    [good, ['good', 'old']],
  ] as const) {
    if (!isRefName(`refs/bisect/${term}`)) throw new GitFailure(`'${term}' is not a valid term`, 1);
    if (VERBS.has(term)) throw new GitFailure(`can't use the builtin command '${term}' as a term`, 1);
    if (['bad', 'new', 'good', 'old'].includes(term) && !own.some((one) => one === term))
      throw new GitFailure(`can't change the meaning of the term '${term}'`, 1);
  }
  await writeState(context, 'BISECT_TERMS', `${bad}\n${good}\n`);
}

/** Whether a bisection is under way. */
export const isBisecting = async (context: Context): Promise<boolean> => !!(await readState(context, 'BISECT_START'));

/** Notes in the log of the bisection. */
export async function noteBisect(context: Context, text: string): Promise<void> {
  const before = (await readGitText(context.fs, `${context.gitdir}/BISECT_LOG`)) ?? '';
  await writeState(context, 'BISECT_LOG', `${before}${text}`);
}

/** Marks a commit with a term, or `skip`; `isCommand`: the log repeats it as a command. */
export async function markCommit(
  context: Context,
  { bad }: BisectTerms,
  word: string,
  oid: string,
  isCommand = true,
): Promise<void> {
  await context.refs.write(`refs/bisect/${word === bad ? word : `${word}-${oid}`}`, oid);
  const title = `# ${word}: [${oid}] ${subjectLine((await readCommit(context.objects, oid)).message)}\n`;
  await noteBisect(context, isCommand ? `${title}git bisect ${word} ${oid}\n` : title);
}

export interface Marked {
  /** The newest commit known to be bad. */
  readonly newest: string | undefined;
  readonly olds: readonly string[];
  readonly skipped: ReadonlySet<string>;
}

/** The commits that are marked. */
export async function markedCommits(context: Context, { bad, good }: BisectTerms): Promise<Marked> {
  const refs = await context.refs.list('refs/bisect/');
  const named = (start: string) =>
    refs.flatMap(({ name, oid }) => (name.startsWith(`refs/bisect/${start}-`) ? [oid] : []));
  return {
    newest: refs.find(({ name }) => name === `refs/bisect/${bad}`)?.oid,
    olds: named(good),
    skipped: new Set(named('skip')),
  };
}

/** The ref being tested: HEAD, or with `--no-checkout` BISECT_HEAD. */
export const testedRef = async (context: Context): Promise<'HEAD' | 'BISECT_HEAD'> =>
  (await readState(context, 'BISECT_HEAD')) === undefined ? 'HEAD' : 'BISECT_HEAD';

/** The paths that the bisection is limited to. */
export const bisectPaths = async (context: Context): Promise<string[]> =>
  quotedWords((await readState(context, 'BISECT_NAMES')) ?? '').filter((word) => word !== '--');

/** Words in single quotes, as in a shell, or without quotes. */
export const quotedWords = (text: string): string[] =>
  [...text.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
  );

/** Words in single quotes, each after a space. */
export const quoteWords = (words: readonly string[]): string =>
  words.map((word) => ` '${word.replaceAll(/['!]/g, String.raw`'\$&'`)}'`).join('');

/** Forgets the bisection. */
export async function forgetBisect(context: Context): Promise<void> {
  for (const { name } of await context.refs.list('refs/bisect/')) await context.refs.remove(name);
  const files = 'LOG HEAD NAMES TERMS START EXPECTED_REV ANCESTORS_OK FIRST_PARENT RUN';
  await clearState(context, ...files.split(' ').map((name) => `BISECT_${name}`), 'refs/bisect');
}
