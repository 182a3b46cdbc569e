import { GitFailure } from '../../git-failure';
import { readGitText, writeText } from '../../git-fs';
import type { Context } from '../setup/context';

const WITHOUT_EDITOR = '\nPlease supply the message using either -m or -F option.';

/** Lets the user, or a program in their place, edit a text and returns the result. `file` is in the repository. */
export async function editInEditor(context: Context, file: string, text: string, sequence = false): Promise<string> {
  const path = `${context.gitdir}/${file}`;
  await writeText(context.fs, path, text);
  await openEditor(context, path, sequence);
  return (await readGitText(context.fs, path)) ?? '';
}

/** Opens a file in the user's editor, and waits for it to be closed. */
export async function openEditor(
  { io, config }: Pick<Context, 'io' | 'config'>,
  path: string,
  sequence = false,
): Promise<void> {
  const isMessage = path.endsWith('_EDITMSG');
  const own = sequence ? (io.env.GIT_SEQUENCE_EDITOR ?? config.get('sequence.editor')) : undefined;
  const isDumb = (io.env.TERM ?? 'dumb') === 'dumb';
  const editor =
    own ?? io.env.GIT_EDITOR ?? config.get('core.editor') ?? (isDumb ? undefined : io.env.VISUAL) ?? io.env.EDITOR;
  if (editor === undefined) {
    throw new GitFailure(`Terminal is dumb, but EDITOR unset${isMessage ? WITHOUT_EDITOR : ''}`, 1);
  }
  if (editor === ':') return;
  const { code } = await io.run(['sh', '-c', `${editor} "$@"`, editor, path], { cwd: io.cwd, env: io.env });
  if (code !== 0)
    throw new GitFailure(`There was a problem with the editor '${editor}'.${isMessage ? WITHOUT_EDITOR : ''}`, 1);
}
