import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { subjectLine } from '../../store/commit';
import { parseTag } from '../../store/tag';
import { readGitText } from '../../git-fs';
import { type Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import { runHook } from '../setup/hooks';
import { commitHistory } from '../refs/history';
import { plainStyle } from '../commit/make-commit';
import { cleanMessage, signedOff } from '../message/message';
import { formatCommit } from '../log/format-commit';
import { commitLook } from '../log/log-options';
import { fetchedForMerge, fetchedLabel, fetchedTitle } from './fetched-message';
import { readLogOptions } from '../log/read-log-options';
import { committerOf } from '../people/people';
import { findObject, fullRef } from '../refs/revision';
import { writeState } from '../setup/state';
import { mergePlan, type MergeOptions } from './merge-options';

export async function squashMessage(context: Context, head: string, others: readonly string[]): Promise<string> {
  const look = await commitLook(context, readLogOptions([]), plainStyle(context));
  let out = 'Squashed commit of the following:\n';
  for await (const one of commitHistory(context, others, { without: [head] }))
    if (one.parents.length < 2) out += `\n${formatCommit(one, { ...look, names: new Map() })}`;
  return out;
}

export async function finalMessage(context: Context, message: string, { is, last }: MergeOptions): Promise<string> {
  const edits = is('edit');
  await writeState(context, 'MERGE_MSG', message);
  if ((await runHook(context, 'prepare-commit-msg', ['.git/MERGE_MSG', 'merge'])) !== 0) throw new GitFailure('', 1);
  let text = (await readGitText(context.fs, `${context.gitdir}/MERGE_MSG`)) ?? message;
  if (edits) {
    const help =
      "# Please enter a commit message to explain why this merge is necessary,\n# especially if it merges an updated upstream into a topic branch.\n#\n# Lines starting with '#' will be ignored, and an empty message aborts\n# the commit.\n";
    text = cleanMessage(await editInEditor(context, 'MERGE_MSG', text.trimEnd() + '\n' + help));
    if (text === '')
      throw new GitFailure("Empty commit message.\nNot committing merge; use 'git commit' to complete the merge.", 1);
  }
  if (last('verify', 'noVerify') !== 'noVerify' && (await runHook(context, 'commit-msg', ['.git/MERGE_MSG'])) !== 0)
    throw new GitFailure('', 1);
  if (is('signoff')) text = signedOff(text, committerOf(context));
  return cleanMessage(text, 'whitespace');
}

async function fileText(context: Context, file: string): Promise<string> {
  const text = await readGitText(context.fs, resolveFrom(context.io.cwd, file));
  if (text === undefined) throw new GitFailure(`could not read file '${file}'`, 129, 'error: ');
  return text;
}

/** What options give as the message, in their order; undefined: nothing. */
async function givenText(context: Context, options: MergeOptions): Promise<string | undefined> {
  let text: string | undefined;
  for (const [name, value] of options.inOrder()) {
    const before = text ?? '';
    if (name === 'message') text = `${before === '' ? '' : `${before}\n\n`}${value}`;
    else if (name === 'file') text = `${before === '' ? '' : `${before}\n`}${await fileText(context, value)}`;
  }
  return text !== undefined && options.value('message') !== undefined ? `${text}\n` : text;
}

/** Fails if the file of the message is not there, whether or not the merge has a message. */
export async function mustReadMessage(context: Context, options: MergeOptions): Promise<void> {
  const file = options.value('file');
  if (file !== undefined) await fileText(context, file);
}

export async function messageFor(
  context: Context,
  names: readonly string[],
  oids: readonly string[],
  options: MergeOptions,
  standard: string | undefined,
): Promise<string> {
  const given = await givenText(context, options);
  let text = given ?? standard ?? (await titleFor(context, names, options.value('into')));
  if (options.values('message').length === 0 && names.length === 1) {
    const oid = await findObject(context, names[0] ?? '');
    const found = oid === undefined ? undefined : await context.objects.find(oid);
    if (found?.kind === 'tag') text = `${text.trimEnd()}\n\n${parseTag(found.data).message}`;
  }
  const { log } = mergePlan(options);
  if (log === 0) return text;
  const head = (await headCommit(context)) ?? '';
  const fetched = standard === undefined ? [] : await fetchedForMerge(context);
  for (const [at, oid] of oids.entries()) {
    const lines: string[] = [];
    for await (const one of commitHistory(context, [oid], { without: [head] }))
      if (one.parents.length < 2) lines.push(`  ${subjectLine(one.message)}`);
    const [kind, name] = await whatIs(context, names[at] ?? '');
    const source = fetched.find((one) => one.oid === names[at]);
    const label = source
      ? fetchedLabel(source)
      : kind === 'branch' || kind === 'commit'
        ? name
        : `${kind} ${quoted(name)}`;
    const [count, shown] =
      lines.length > log ? [` (${lines.length} commits)`, [...lines.slice(0, log), '  ...']] : ['', lines];
    text = `${text.trimEnd()}\n\n* ${label}:${count}\n${shown.join('\n')}\n`;
  }
  return text;
}

const quoted = (name: string): string => `'${name}'`;

/** What a merged revision is, and its name as messages have it. */
async function whatIs(context: Context, name: string): Promise<readonly [kind: string, name: string, more?: string]> {
  const ref = await fullRef(context, name);
  if (ref?.startsWith('refs/heads/')) return ['branch', ref.slice('refs/heads/'.length)];
  if (ref?.startsWith('refs/remotes/')) return ['remote-tracking branch', name];
  if (ref?.startsWith('refs/tags/')) return ['tag', name];
  const base = /^(.+?)(?:~\d*|\^+)$/.exec(name)?.[1];
  const part = base === undefined ? undefined : await fullRef(context, base);
  return part?.startsWith('refs/heads/')
    ? ['branch', part.slice('refs/heads/'.length), ' (early part)']
    : ['commit', name];
}

/** `Merge branch 'topic' into main`, and the like. */
export async function titleFor(context: Context, names: readonly string[], into: string | undefined): Promise<string> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [kind, short, more = ''] = await whatIs(context, name);
    const key = `${kind}|${kind.replace(/^(\S+ )?branch$/, '$1branche')}s`;
    groups.set(key, [...(groups.get(key) ?? []), `${quoted(short)}${more}`]);
  }
  const and = (words: readonly string[]) =>
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  const parts = [...groups].map(([key, all]) => `${key.split('|')[all.length > 1 ? 1 : 0]} ${and(all)}`);
  return mergeTitle(context, parts.join(', '), into);
}

/** The title of a merge of what was fetched. */
export const titleForFetched = async (context: Context, into: string | undefined): Promise<string> =>
  mergeTitle(context, fetchedTitle(await fetchedForMerge(context)), into);

async function mergeTitle(context: Context, what: string, into: string | undefined): Promise<string> {
  const branch = into ?? (await currentBranch(context)) ?? 'HEAD';
  const suffix =
    branch === (context.config.get('init.defaultBranch') ?? 'main') || branch === 'master' ? '' : ` into ${branch}`;
  return `Merge ${what}${suffix}\n`;
}
