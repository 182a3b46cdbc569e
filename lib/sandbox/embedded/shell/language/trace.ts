import { partsOfText } from '@/lib/shell-syntax/words';
import type { Shell } from './shell';

/** Writes a line of `set -x`, with the prompt PS4, to the descriptor that BASH_XTRACEFD names. */
export async function traceText(shell: Shell, text: string): Promise<void> {
  const prompt = shell.vars.get('PS4') ?? '+ ';
  shell.options.delete('xtrace');
  const { status } = shell;
  try {
    const shown = (await shell.language.expand.hereText(shell, partsOfText(prompt))).replace(/\n$/, '');
    const depth = shown.slice(0, 1).repeat(1 + shell.indirection);
    const fd = shell.vars.get('BASH_XTRACEFD') === undefined ? 2 : shell.traceFd;
    await shell.write(shell.fds.get(fd) ? fd : 2, `${depth}${shown.slice(1)}${text}\n`);
  } finally {
    shell.options.add('xtrace');
    shell.status = status;
  }
}
