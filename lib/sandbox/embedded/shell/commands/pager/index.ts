import { openPath } from '../../io/open-path';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { Input } from '../input';
import { cat } from '../text/cat';
import { Keyboard, withKeys } from './keyboard';
import { PagedText } from './paged-text';
import { Pager, type PagedFile } from './pager';
import { pagerSettings } from './settings';

/** `less` and `more`: page on a terminal, and copy elsewhere. */
export const pager: Command = async (context) => {
  const { settings, files } = pagerSettings(context);
  const { terminal } = context.system;
  if (!context.out.terminal || !terminal) return copy(context, files);
  if (files.length === 0 && context.in.terminal) throw new CommandFailure('missing filename ("less --help" for help)');
  const opened: PagedFile[] = [];
  let status = 0;
  for (const name of files.length > 0 ? files : ['-']) {
    try {
      opened.push({ name: name === '-' ? '' : name, text: new PagedText(context.open(name)) });
    } catch (error) {
      status = await context.fail(Object(error).message);
    }
  }
  const [file] = opened;
  if (!file) return status;
  const keyboard = new Keyboard(keysOf(context));
  await withKeys(terminal, () => new Pager(context.out, terminal, keyboard, opened, settings, file).run());
  return status;
};

/** Copies files; `more` names each. */
async function copy(context: CommandContext, files: readonly string[]): Promise<number> {
  if (context.name === 'less' || files.length === 0) return cat(context.withArgs(['--', ...files]));
  let status = 0;
  for (const file of files) {
    const line = ':'.repeat(14);
    context.out.write(`${line}\n${file}\n${line}\n`);
    await context.out.flush();
    status = (await cat(context.withArgs(['--', file]))) || status;
  }
  return status;
}

/** What is typed at the terminal, also where standard input is the text. */
function keysOf(context: CommandContext): Input {
  const { sys, cwd, fds, task } = context;
  return context.in.terminal ? context.in : new Input(openPath(sys, cwd, '/dev/tty', 'read', { fds }), task);
}
