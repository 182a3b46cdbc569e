import { unescapeAnsi } from '../language/parameter-operations';
import { assignElement, elementIn } from '../language/arithmetic-text';
import { inLocale } from '../language/locale-text';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { NAME, type Builtin } from './builtin';
import { formatPrintf } from './format';

export const echo: Builtin = async (shell, args) => {
  await put(shell, 'echo', echoed(args, shell.shopts.has('xpg_echo')));
  return 0;
};

/** What `echo` prints. */
export function echoed(args: readonly string[], alwaysEscapes = false): string {
  let newline = true;
  let escapes = alwaysEscapes;
  let from = 0;
  for (; /^-[neE]+$/.test(args[from] ?? ''); from += 1) {
    for (const letter of args[from]?.slice(1) ?? '') {
      if (letter === 'n') newline = false;
      else escapes = letter === 'e';
    }
  }
  const text = args.slice(from).join(' ');
  const end = newline ? '\n' : '';
  if (!escapes) return text + end;
  const stop = /(?<!\\)(?:\\\\)*\\c/.exec(text);
  const kept = stop ? text.slice(0, stop.index + stop[0].length - 2) : text;
  const plain = kept.replaceAll(/\\(?:\\|0([0-7]{1,3})|[1-7])/g, (all, octal?: string) =>
    octal !== undefined ? `\\${octal.padStart(3, '0')}` : all === '\\\\' ? all : `\\${all}`,
  );
  return unescapeAnsi(plain.replaceAll(/\\(['"?])/g, String.raw`\\$1`)) + (stop ? '' : end);
}

export const printf: Builtin = async (shell, args) => {
  let [format, ...rest] = args;
  let variable: string | undefined;
  if (format === '-v') [variable, format, ...rest] = rest;
  if (format === '--') [format, ...rest] = rest;
  if (format === undefined) throw new ShellError('usage: printf', 2);
  const { text, problems } = formatPrintf(
    format,
    rest.map((word) => inLocale(shell, word)),
    shell.vars.get('TZ') ?? '',
  );
  let written = 0;
  for (const { message, at } of problems) {
    // bash writes line by line; dash holds all back until it is complete.
    const lines = variable === undefined && !shell.isSh ? text.slice(written, text.lastIndexOf('\n', at - 1) + 1) : '';
    if (at > 0) await put(shell, 'printf', lines);
    written += at > 0 ? lines.length : 0;
    await shell.complain(`printf: ${message}`);
  }
  if (variable === undefined) await put(shell, 'printf', text.slice(written));
  else {
    const { name, subscript } = elementIn(shell, variable);
    if (!NAME.test(name)) throw new ShellError(`\`${variable}': not a valid identifier`, 2);
    assignElement(shell, name, subscript, text.replace(/\0.*/s, ''));
  }
  return problems.length > 0 ? 1 : 0;
};

async function put(shell: Shell, name: string, text: string): Promise<void> {
  if (!shell.fds.get(1)?.target) throw new ShellError('write error: Bad file descriptor');
  if (text === '') return;
  try {
    await shell.write(1, text);
  } catch (error) {
    if (Object(error).code === 'ENOSPC') throw new ShellError('write error: No space left on device');
    if (Object(error).name === 'BrokenPipe' && shell.traps.get('PIPE') === '')
      throw new ShellError(`${name}: write error: Broken pipe`);
    throw error;
  }
}
