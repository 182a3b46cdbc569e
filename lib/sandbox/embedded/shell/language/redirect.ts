import type { Redirection, RedirectDescriptor } from 'unbash';
import { errorText } from '../io/error-text';
import { fileOfBytes, type OpenFile } from '../io/open-file';
import { openPath, type OpenMode } from '../io/open-path';
import { encode } from '../../../bytes-text';
import { SysError } from '../../protocol/sys-client';
import { elementOf } from './arithmetic-text';
import { cannotOpen } from '../dash/messages';
import { ShellError } from '../control';
import { expandHereText, expandToText, expandWords } from './expand';
import type { Shell } from './shell';
import { Killed } from '../task';

/** Applies redirections to the shell's descriptors, in order. Throws `ShellError`. */
export async function redirect(shell: Shell, redirections: readonly Redirection[]): Promise<void> {
  try {
    for (const one of redirections) await apply(shell, one);
  } catch (error) {
    // What is wrong is told where the redirections before it lead errors to.
    if (error instanceof ShellError) await shell.tell(error);
    throw error;
  }
}

/** Runs `work` with redirections, then restores the shell's own files. */
export async function withRedirections<T>(
  shell: Shell,
  redirections: readonly Redirection[],
  work: () => Promise<T>,
): Promise<T> {
  if (redirections.length === 0) return work();
  const { fds, keepsInput } = shell;
  shell.fds = fds.clone();
  shell.keepsInput ||= redirections.some(givesInput);
  try {
    await redirect(shell, redirections);
    return await work();
  } finally {
    shell.keepsInput = keepsInput;
    shell.fds.closeAll();
    shell.fds = fds;
  }
}

const givesInput = ({ operator, descriptor }: Redirection): boolean =>
  operator.startsWith('<') &&
  (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0));

async function apply(shell: Shell, one: Redirection): Promise<void> {
  switch (one.type) {
    case 'HereDoc': {
      const { body, delimiter, operator } = one;
      const quoted = delimiter?.quoted === true;
      let text = quoted || !body.parts ? body.text : await expandHereText(shell, strip(body.parts, operator));
      if (operator === '<<-' && (quoted || !body.parts)) text = text.replaceAll(/^\t+/gm, '');
      if (!quoted && !body.parts) text = text.replaceAll(/\\([\\$`])/g, '$1').replaceAll('\\\n', '');
      // One that the end of the script cuts off is taken as it is.
      if (text !== '' && !text.endsWith('\n') && !shell.isSh) text += '\n';
      return place(shell, one.descriptor, 0, fileOfBytes(encode(text)));
    }
    case 'HereString': {
      const text = one.target ? await expandToText(shell, one.target) : '';
      return place(shell, one.descriptor, 0, fileOfBytes(encode(`${text}\n`)));
    }
    case 'Redirect':
      return toTarget(shell, one);
  }
}

type Parts = Parameters<typeof expandHereText>[1];

/** For `<<-`: removes the tabs that lines begin with as written; those from expansions stay. */
function strip(parts: Parts, operator: string): Parts {
  if (operator !== '<<-') return parts;
  return parts.map((part, index) =>
    part.type === 'Literal'
      ? { ...part, value: part.value.replaceAll(index === 0 ? /^\t+/gm : /(?<=\n)\t+/g, '') }
      : part,
  );
}

async function toTarget(
  shell: Shell,
  { operator, descriptor, target }: Extract<Redirection, { type: 'Redirect' }>,
): Promise<void> {
  if (!target) throw new ShellError('syntax error near unexpected token `newline', 2);
  const words = await expandWords(shell, [target]);
  if (words.length !== 1) throw new ShellError(`${target.text}: ambiguous redirect`);
  const [word = ''] = words;
  switch (operator) {
    case '<':
      return place(shell, descriptor, 0, await open(shell, word, 'read'));
    case '>':
    case '>|':
      return place(shell, descriptor, 1, await open(shell, word, 'write', operator === '>'));
    case '>>':
      return place(shell, descriptor, 1, await open(shell, word, 'append'));
    case '<>':
      return place(shell, descriptor, 0, await open(shell, word, 'both'));
    case '&>':
    case '&>>':
      return both(shell, await open(shell, word, operator === '&>' ? 'write' : 'append', true));
    case '>&':
      if (!/^\d+-?$|^-$/.test(word)) {
        if (numberOf(shell, descriptor, 1) !== 1) throw new ShellError(`${word}: ambiguous redirect`);
        return both(shell, await open(shell, word, 'write', true));
      }
      return duplicate(shell, descriptor, 1, word);
    case '<&':
      if (!/^\d+-?$|^-$/.test(word)) throw new ShellError(`${word}: ambiguous redirect`);
      return duplicate(shell, descriptor, 0, word);
  }
}

function both(shell: Shell, file: OpenFile): void {
  shell.fds.set(1, file);
  shell.fds.set(2, file);
}

function duplicate(shell: Shell, descriptor: RedirectDescriptor | undefined, standard: number, word: string): void {
  if (word === '-') {
    shell.fds.close(numberOf(shell, descriptor, standard));
    return;
  }
  const from = Number.parseInt(word, 10);
  const file = shell.fds.get(from);
  if (!file) throw new ShellError(`${from}: Bad file descriptor`);
  place(shell, descriptor, standard, file);
  if (word.endsWith('-')) shell.fds.close(from);
}

function place(shell: Shell, descriptor: RedirectDescriptor | undefined, standard: number, file: OpenFile): void {
  if (descriptor?.type === 'FileDescriptorVariable') {
    const fd = shell.fds.free(10, 1);
    const { name, subscript } = element(descriptor.name);
    shell.vars.set(name, String(fd), subscript);
    shell.fds.set(fd, file);
  } else shell.fds.set(descriptor?.value ?? standard, file);
}

/** The name and the subscript of `{name[subscript]}`. */
function element(text: string): { name: string; subscript: string | undefined } {
  const [, name = text, subscript] = /^(\w+)\[(.*)\]$/.exec(text) ?? [];
  return { name, subscript };
}

function numberOf(shell: Shell, descriptor: RedirectDescriptor | undefined, standard: number): number {
  if (descriptor?.type === 'FileDescriptorVariable') {
    const { name, subscript } = element(descriptor.name);
    return Number(elementOf(shell, name, subscript) ?? -1);
  }
  return descriptor?.value ?? standard;
}

async function open(shell: Shell, path: string, mode: OpenMode, guarded = false): Promise<OpenFile> {
  const { fds, umask } = shell;
  const noclobber = guarded && shell.options.has('noclobber');
  try {
    const file = openPath(shell.system.sys, shell.cwd, path, mode, { fds, umask, noclobber });
    if (file.met) await meeting(shell, file, file.met);
    return file;
  } catch (error) {
    if (error instanceof Killed) throw error;
    const text = error instanceof SysError && error.code === 'EEXIST' ? error.message : errorText(error);
    throw new ShellError(shell.isSh ? cannotOpen(path, mode === 'read', text) : `${path}: ${text}`);
  }
}

/** Waits for the other end of a named pipe; a signal gives this one up. */
async function meeting(shell: Shell, file: OpenFile, met: Promise<void>): Promise<void> {
  try {
    await shell.task.wait(met);
  } catch (error) {
    file.retain().release();
    throw error;
  }
}
