import { partsOfText } from '@/lib/shell-syntax/words';
import type { OpenFile } from '../io/open-file';
import { traceWord } from './quote-value';
import type { Shell } from './shell';

/** Writes a line of `set -x`, with the prompt PS4, to the descriptor that BASH_XTRACEFD names. */
export async function traceText(shell: Shell, text: string, to = traceFile(shell)): Promise<void> {
  const prompt = shell.vars.get('PS4') ?? '+ ';
  shell.options.delete('xtrace');
  const { status } = shell;
  try {
    const shown = (await shell.language.expand.hereText(shell, partsOfText(prompt))).replace(/\n$/, '');
    const depth = shell.isSh ? shown : shown.slice(0, 1).repeat(1 + shell.indirection) + shown.slice(1);
    await shell.writeTo(to, `${depth}${text}\n`);
  } finally {
    shell.options.add('xtrace');
    shell.status = status;
  }
}

/** What `set -x` shows of a compound command; dash shows nothing. */
export async function traceCompound(shell: Shell, text: string): Promise<void> {
  if (shell.options.has('xtrace') && !shell.isSh) await traceText(shell, text);
}

/** A word as `set -x` shows it: dash does not quote. */
export const tracedWord = (shell: Shell, text: string): string => (shell.isSh ? text : traceWord(text));

function traceFile(shell: Shell): OpenFile | undefined {
  const fd = shell.vars.get('BASH_XTRACEFD') === undefined ? 2 : shell.traceFd;
  return shell.fds.get(fd) ?? shell.fds.get(2);
}

/** What `set -x` shows of a simple command, written where its trace went before its redirections. */
export class CommandTrace {
  private readonly shown: string[] = [];
  private readonly to: OpenFile | undefined;

  constructor(private readonly shell: Shell) {
    this.to = traceFile(shell);
  }

  /** Shows an assignment. `target`: up to its equals sign. */
  readonly assigned = async (target: string, value: string): Promise<void> => {
    if (this.shell.isSh) this.shown.push(target + value);
    else await traceText(this.shell, target + (value === '' ? '' : traceWord(value)), this.to);
  };

  /** Shows an array's assignment, as it is written. */
  readonly assignedArray = (text: string): Promise<void> => traceText(this.shell, text, this.to);

  /** Shows the words; dash shows all of a command in one line. */
  async words(words: readonly string[]): Promise<void> {
    const all = [...this.shown, ...words.map((word) => tracedWord(this.shell, word))];
    if (all.length > 0) await traceText(this.shell, all.join(' '), this.to);
  }
}
