import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { comparePaths } from '../../store/bytes';
import { readCommit, subjectLine } from '../../store/commit';
import type { DiffStyle } from '../diff/diff-style';
import { changesBetweenTrees } from '../diff/diff-sides';
import { changesText, prepareChanges } from '../diff/show-changes';
import { mailHead } from '../log/mail-head';
import { personOf } from '../people/people';
import { revisionRange } from '../refs/revision';
import type { Context } from '../setup/context';
import { wrapped } from '../text/wrap-text';
import { treeOfCommit } from '../worktree/merge-into-work';

interface Letter {
  readonly oids: readonly string[];
  /** `[PATCH 0/2] `. */
  readonly tag: string;
  readonly style: DiffStyle;
  readonly wanted: ((path: string) => boolean) | undefined;
  readonly title: string;
  readonly body: string;
}

/** The mail before the others: the list of commits, and a summary of all changes. */
export async function coverLetter(
  context: Context,
  { oids, tag, style, wanted, title, body }: Letter,
  end: string,
): Promise<string> {
  const commits = await Promise.all(oids.map((oid) => readCommit(context.objects, oid)));
  const [first, last] = [commits[0], commits.at(-1)];
  if (!first || !last) return '';
  const own = personOf(context, 'COMMITTER');
  const texts = commits.flatMap(({ author, committer, message }) => [author.name, committer.name, message]);
  const head = mailHead({ ...last, author: own, message: `${title}\n\n${body}` }, tag, ...texts);
  const groups = new Map<string, string[]>();
  for (const { author, message } of commits) {
    const line = wrapped(subjectLine(message).replace(/^\[PATCH[^\]]*\] */, ''), { width: 72, first: 2, rest: 4 });
    groups.set(author.name, [...(groups.get(author.name) ?? []), `${line}\n`]);
  }
  const people = [...groups]
    .toSorted(([a], [b]) => comparePaths(a, b))
    .map(([name, lines]) => `${name} (${lines.length}):\n${lines.join('')}\n`)
    .join('');
  const [parent] = first.parents;
  const stat = parent === undefined ? '' : await summary(context, parent, last.tree, style, wanted);
  const said = body.trimEnd() === '' ? '' : `${body.trimEnd()}\n`;
  return `${head}${said}\n${people}${stat}${end}`;
}

async function summary(
  context: Context,
  parent: string,
  tree: string,
  style: DiffStyle,
  wanted: Letter['wanted'],
): Promise<string> {
  const changes = await changesBetweenTrees(context, await treeOfCommit(context, parent), tree, wanted);
  const numbers = { ...style, shapes: ['stat', 'summary'] as const };
  return `${await changesText(await prepareChanges(changes, numbers), numbers, [])}\n`;
}

/** Longer subjects stay in the text with `--cover-from-description=auto`. */
const MOST_OF_SUBJECT = 100;

/** Which parts of the letter a branch's description gives, as an option or a setting says. */
export function coverMode({ config }: Context, written: string | undefined): string {
  const mode = written ?? config.get('format.coverFromDescription') ?? 'default';
  if (['default', 'message', 'subject', 'auto', 'none'].includes(mode)) return mode;
  throw new GitFailure(`${mode}: invalid cover from description mode`);
}

/** The title and the text of the letter, where the branch's description gives them. `names`: the commits as they were named. */
export async function coverWords(
  context: Context,
  mode: string,
  names: readonly string[],
): Promise<{ title: string; body: string }> {
  const plain = { title: '*** SUBJECT HERE ***', body: '*** BLURB HERE ***' };
  const to = revisionRange(names.at(-1) ?? '')?.to ?? '';
  const branch = to === '' || to === 'HEAD' ? await currentBranch(context) : to;
  const text = context.config.get(`branch.${branch}.description`)?.trim();
  if (mode === 'none' || !text) return plain;
  const [start = '', ...rest] = text.split(/\n\n+/);
  const title = start.replaceAll('\n', ' ');
  const asTitle = mode === 'subject' || (mode === 'auto' && title.length <= MOST_OF_SUBJECT);
  return asTitle ? { title, body: rest.join('\n\n') } : { ...plain, body: text };
}
