import { partsOfText } from '@/lib/shell-syntax/words';
import type { Shell } from './shell';

/** Writes a line of `set -x`, with the prompt PS4. */
export async function traceText(shell: Shell, text: string): Promise<void> {
  const prompt = shell.vars.get('PS4') ?? '+ ';
  shell.options.delete('xtrace');
  const { status } = shell;
  try {
    const shown = (await shell.language.expand.hereText(shell, partsOfText(prompt))).replace(/\n$/, '');
    const depth = shown.slice(0, 1).repeat(1 + shell.indirection);
    await shell.write(2, `${depth}${shown.slice(1)}${text}\n`);
  } finally {
    shell.options.add('xtrace');
    shell.status = status;
  }
}
