import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import type { Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { commitTemplate, type TemplateExtras } from './commit-template';
import type { Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import { runHook } from '../setup/hooks';
import { cleanMessage, commentChar } from '../message/message';
import { writeState } from '../setup/state';

/** The file in which hooks and the editor get a message. */
export const MESSAGE_FILE = 'COMMIT_EDITMSG';

/** The message as the hook `prepare-commit-msg` leaves it; `source` tells the hook where the message comes from. */
export async function preparedMessage(context: Context, message: string, source: readonly string[]): Promise<string> {
  await writeState(context, MESSAGE_FILE, message);
  if ((await runHook(context, 'prepare-commit-msg', [`.git/${MESSAGE_FILE}`, ...source])) !== 0)
    throw new GitFailure('', 1);
  return messageInFile(context);
}

/** Runs the hook `commit-msg`, which may change the message. */
export async function checkedMessage(context: Context): Promise<string> {
  if ((await runHook(context, 'commit-msg', [`.git/${MESSAGE_FILE}`])) !== 0) throw new GitFailure('', 1);
  return messageInFile(context);
}

/** The message as it stands in its file. */
export const messageInFile = async ({ fs, gitdir }: Context): Promise<string> =>
  (await readGitText(fs, `${gitdir}/${MESSAGE_FILE}`)) ?? '';

/** The message as the user edits it, cleaned up. `amend` is the commit that is replaced; `checked` runs `commit-msg`. */
export async function editedMessage(
  context: Context,
  message: string,
  {
    author,
    amend,
    checked = false,
    source = ['message'],
    ...more
  }: { author: Signature; amend?: Commit; checked?: boolean; source?: readonly string[] } & TemplateExtras,
): Promise<string> {
  const comment = commentChar(context, message);
  const template = await commitTemplate(context, message.trimEnd(), {
    author,
    amend,
    comment,
    ...more,
  });
  const prepared = await preparedMessage(context, template, source);
  await editInEditor(context, MESSAGE_FILE, prepared);
  const edited = checked ? await checkedMessage(context) : await messageInFile(context);
  return cleanMessage(edited, 'strip', comment);
}
