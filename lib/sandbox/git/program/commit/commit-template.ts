import type { Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { formatDate } from '../people/dates';
import type { Context } from '../setup/context';
import { treeOfCommit } from '../worktree/merge-into-work';
import type { CleanupMode } from '../message/message';
import { committerOf } from '../people/people';
import { readState } from '../setup/state';
import { stagedText } from './staged-text';
import { standingOf, statusText } from './status-text';

export interface TemplateExtras {
  /** Whether a date that is not that of the commit to come is named. */
  readonly dated?: boolean;
  /** Whether it is the message of a cherry-pick. */
  readonly picking?: boolean;
}

/** The text that the user edits into a message: the message so far, with the status as comments. */
export async function commitTemplate(
  context: Context,
  text: string,
  {
    author,
    verbosity = 0,
    amend,
    comment,
    cleanup = 'strip',
    status: shows = true,
    dated = true,
    picking = false,
  }: {
    author: Signature;
    /** How often `-v` was given. */
    verbosity?: number;
    amend: Commit | undefined;
    comment: string;
    cleanup?: CleanupMode;
    /** Whether to add comments at all. */
    status?: boolean;
  } & TemplateExtras,
): Promise<string> {
  if (!shows) return text === '' ? '' : `${text}\n`;
  const own = committerOf(context);
  const intent = 'Please enter the commit message for your changes. Lines starting';
  const hint =
    cleanup === 'scissors'
      ? []
      : cleanup === 'strip'
        ? [intent, `with '${comment}' will be ignored, and an empty message aborts the commit.`]
        : [
            intent,
            `with '${comment}' will be kept; you may remove them yourself if you want to.`,
            'An empty message aborts the commit.',
          ];
  const people = [
    ...(author.name !== own.name || author.email !== own.email ? [`Author:    ${author.name} <${author.email}>`] : []),
    ...(dated && (amend || author.time !== own.time) ? [`Date:      ${formatDate(author)}`] : []),
  ];
  const lines = [...hint, ...(people.length > 0 ? ['', ...people] : []), ''];
  const merging = (await readState(context, 'MERGE_HEAD')) !== undefined;
  const intro =
    merging || picking
      ? [
          '',
          `It looks like you may be committing a ${merging ? 'merge' : 'cherry-pick'}.`,
          'If this is not correct, please run',
          `\tgit update-ref -d ${merging ? 'MERGE_HEAD' : 'CHERRY_PICK_HEAD'}`,
          'and try again.',
        ]
      : [];
  const found = await standingOf(context, {
    untracked: 'normal',
    ...(amend && { against: { tree: await treeOfCommit(context, amend.parents[0]) } }),
  });
  // In place of a first commit, the status is that before it.
  const shown = amend?.parents.length === 0 ? { ...found, head: undefined } : found;
  const status = await statusText(context, shown, { untracked: 'normal', comment: true, forCommit: true });
  const commented = asComments([...lines, status].join('\n'), comment);
  const said = intro.length > 0 ? `${asComments(`${intro.join('\n')}\n`, comment)}\n` : '';
  const line = cutLine(comment);
  const cut = cleanup === 'scissors' && !merging ? line : '';
  let out = `${text}\n${said}${text === '' ? '' : '\n'}${cut}${commented}`;
  // Below the name of a branch alone there is no empty line.
  const isBare = /^ (?:On branch |HEAD detached |Not currently on any branch).*\n$/.test(
    lastLine(commented).slice(comment.length),
  );
  if (!isBare && lastLine(commented) !== `${comment}\n`) out += `${comment}\n`;
  if (verbosity === 0) return out;
  return `${out}${cut === '' ? line : ''}${await stagedText(context, shown, verbosity, comment)}`;
}

/** Lines as comments, as git writes its own: no space comes before a tab. */
export const asComments = (text: string, comment: string): string =>
  text.replaceAll(/^(.*)\n/gm, (_, line: string) =>
    line === '' || line.startsWith('\t') ? `${comment}${line}\n` : `${comment} ${line}\n`,
  );

const lastLine = (text: string): string => /.*\n$/.exec(text)?.[0] ?? '';

const cutLine = (comment: string): string =>
  `${comment} ------------------------ >8 ------------------------\n${comment} Do not modify or remove the line above.\n${comment} Everything below it will be ignored.\n`;
