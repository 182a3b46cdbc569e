import { errorText } from '../io/error-text';
import { decode } from '../../../bytes-text';
import { becomeDash } from '../dash/become';
import { createShell } from '../create-shell';
import { runScriptInput } from '../script-input';
import { readInvocation, type ShellInvocation } from '../invocation';
import type { Shell } from '../language/shell';
import { runToEnd } from '../language/subshell';
import { setOption } from '../builtins/options';
import { CommandFailure, type Command, type CommandContext } from './context';

/** Environment variable: a file to write the shell's last working directory to. */
const CWD_FILE = 'TOOLYARD_CWD_FILE';

const isSh = (name: string): boolean => name === 'sh' || name === 'dash';

/** `bash`, `sh` and `dash`: a new shell that inherits only the environment. */
export const bashCommand: Command = async (context) => {
  const [first] = context.args;
  if (first === '--version') {
    context.out.write('GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n');
    return 0;
  }
  if (first === '--help') {
    context.out.write(
      `GNU bash, version 5.2.15(1)-release-(x86_64-pc-linux-gnu)\nUsage:\t${context.name} [GNU long option] [option] ...\n`,
    );
    return 0;
  }
  const invocation = readInvocation(context.args);
  const { [CWD_FILE]: cwdFile, ...env } = context.env;
  const shell = createShell(context.system, context.task, { env, cwd: context.cwd, fds: context.fds.clone() });
  shell.umask = context.umask;
  const status = await runInvocation(shell, invocation, context);
  if (cwdFile) context.writeFile(cwdFile, new TextEncoder().encode(`${shell.cwd}\n`));
  return status;
};

/** Runs the shell's command text or script to its end. */
async function runInvocation(shell: Shell, invocation: ShellInvocation, context: CommandContext): Promise<number> {
  const { from, given, args, options } = invocation;
  const text = from === 'input' ? undefined : await textOf(invocation, context);
  shell.name = invocation.name ?? context.name;
  shell.positional = args;
  shell.givenAsArgument = from === 'text';
  if (isSh(context.name)) becomeDash(shell, context.env);
  if (shell.givenAsArgument) shell.vars.set('BASH_EXECUTION_STRING', given);
  shell.scriptFile = from === 'file' ? given : undefined;
  if (invocation.login) shell.shopts.add('login_shell');
  for (const { name, on, shopt } of options) {
    if (!shopt) setOption(shell, name, on);
    else if (on) shell.shopts.add(name);
    else shell.shopts.delete(name);
  }
  const name = from === 'file' ? given : (invocation.name ?? context.name);
  const first = context.name === 'bash' && !invocation.interactive ? context.env.BASH_ENV : undefined;
  return runToEnd(shell, async () => {
    if (first && context.sys.isFile(context.path(first)))
      await shell.language.text(shell, decode(context.sys.read(context.path(first))), first);
    await (text === undefined ? runScriptInput(shell, name) : shell.language.text(shell, text, name));
  });
}

async function textOf({ from, given }: ShellInvocation, context: CommandContext): Promise<string> {
  if (from === 'text') return given;
  try {
    return decode(await context.open(given).bytes());
  } catch (error) {
    const message = error instanceof CommandFailure ? error.message : `${given}: ${errorText(error)}`;
    const absent = message.includes('No such file');
    if (absent && isSh(context.name)) throw new CommandFailure(`0: cannot open ${given}: No such file`, 2);
    throw new CommandFailure(message, absent ? 127 : 126);
  }
}
