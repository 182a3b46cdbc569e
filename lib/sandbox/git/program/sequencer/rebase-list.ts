import { GitFailure } from '../../git-failure';
import { readCommit, subjectLine } from '../../store/commit';
import { commitLook } from '../log/log-options';
import type { Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import { formatCommit } from '../log/format-commit';
import { readLogOptions } from '../log/read-log-options';
import { plainStyle } from '../commit/make-commit';
import { cleanMessage, commentChar } from '../message/message';
import { DIR, readRebase, writeRebase } from './rebase-state';
import { parseTodo, shortVerb, TODO_HELP_AGAIN, todoHelp, type TodoItem } from './rebase-todo';
import { findCommit } from '../refs/revision';

/** Whether a line of the list names a commit. */
const namesCommit = ({ verb, takesMessage }: TodoItem): boolean =>
  ['pick', 'reword', 'edit', 'squash', 'fixup', 'drop'].includes(verb) || (verb === 'merge' && takesMessage);

/** What the user can do about a list with errors. */
export const LIST_ADVICE =
  "You can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.\nOr you can abort the rebase with 'git rebase --abort'.\n";

/** Lets the user edit the list; `range`: what is rebased onto what. */
export async function editList(context: Context, lines: readonly string[], range: string): Promise<string> {
  await writeRebase(context, 'git-rebase-todo.backup', `${lines.join('\n')}\n`);
  const shown = await Promise.all(lines.map((line) => asShown(context, line)));
  const count = shown.filter((line) => line !== '' && !line.startsWith('#')).length;
  const text = `${(shown.length === 0 ? ['noop'] : shown).join('\n')}\n${todoHelp(range, count)}`;
  return editInEditor(context, `${DIR}/git-rebase-todo`, text, true);
}

/** Lets the user edit what is left of the list. */
export async function editAgain(context: Context, lines: readonly string[]): Promise<string> {
  const shown = await Promise.all(lines.map((line) => asShown(context, line)));
  return editInEditor(context, `${DIR}/git-rebase-todo`, `${shown.join('\n')}\n${TODO_HELP_AGAIN}`, true);
}

/** A line with a short id, by `rebase.instructionFormat` and `rebase.abbreviateCommands`. */
async function asShown(context: Context, line: string): Promise<string> {
  const [, verb, flag = '', oid = '', rest = ''] = /^([\w-]+)( -C)? ([0-9a-f]{40})(.*)$/s.exec(line) ?? [];
  const isShort = context.config.boolean('rebase.abbreviateCommands') === true;
  if (verb === undefined) return isShort ? line.replace(/^[\w-]+/, (word) => shortVerb(word)) : line;
  const format = context.config.get('rebase.instructionFormat');
  const mark = rest.endsWith(' # empty') ? ' # empty' : '';
  const told = format && verb !== 'merge' ? ` ${await formatted(context, oid, format)}${mark}` : rest;
  return `${isShort ? shortVerb(verb) : verb}${flag} ${oid.slice(0, 7)}${told}`;
}

async function formatted(context: Context, oid: string, format: string): Promise<string> {
  const look = {
    ...(await commitLook(context, readLogOptions(['--no-notes']), plainStyle(context))),
    format: `format:${format}`,
  };
  return formatCommit(await readCommit(context.objects, oid), look);
}

/** The lines of a list that the user has edited, with the full ids of its commits; fails with every line that is wrong. */
export async function readList(context: Context, edited: string): Promise<string[]> {
  const text = cleanMessage(edited, 'strip', commentChar(context, edited)).trimEnd();
  const lines: string[] = [];
  const wrong: string[] = [];
  for (const [at, line] of (text === '' ? [] : text.split('\n')).entries()) {
    try {
      lines.push(await readLine(context, line, at));
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      wrong.push(error.message);
    }
  }
  if (wrong.length > 0) throw new GitFailure(wrong.join('\nerror: '), 1);
  return lines;
}

async function readLine(context: Context, line: string, at: number): Promise<string> {
  const [item] = parseTodo(line, at);
  if (!item || !namesCommit(item)) return line;
  const oid = await findCommit(context, item.what);
  if (oid === undefined)
    throw new GitFailure(`could not parse '${item.what}'\nerror: invalid line ${at + 1}: ${line}`, 1);
  const isShort = context.config.boolean('rebase.abbreviateCommands') === true;
  const [, verb = '', gap = '', rest = ''] = /^(\S+)(\s+(?:-[cC]\s+)?)(.*)$/s.exec(item.line) ?? [];
  return `${isShort ? verb : item.verb}${gap}${oid}${rest.slice(item.what.length)}`;
}

/** Says which commits of the first list are missing, as `rebase.missingCommitsCheck` wants. Returns whether to stop. */
export async function missesCommits(context: Context, lines: readonly string[]): Promise<boolean> {
  const level = context.config.get('rebase.missingCommitsCheck')?.toLowerCase() ?? 'ignore';
  if (level !== 'warn' && level !== 'error') return false;
  const commits = (all: string) =>
    parseTodo(all)
      .filter(namesCommit)
      .map(({ what }) => what);
  const kept = new Set([...commits(lines.join('\n')), ...commits((await readRebase(context, 'done')) ?? '')]);
  const before = commits((await readRebase(context, 'git-rebase-todo.backup')) ?? '');
  const missing = before.filter((oid) => !kept.has(oid)).toReversed();
  if (missing.length === 0) return false;
  context.io.err('Warning: some commits may have been dropped accidentally.\nDropped commits (newer to older):\n');
  for (const oid of missing)
    context.io.err(` - ${oid.slice(0, 7)} ${subjectLine((await readCommit(context.objects, oid)).message)}\n`);
  context.io.err(
    `To avoid this message, use "drop" to explicitly remove a commit.\n\nUse 'git config rebase.missingCommitsCheck' to change the level of warnings.\nThe possible behaviours are: ignore, warn, error.\n\n${LIST_ADVICE}`,
  );
  return level === 'error';
}
