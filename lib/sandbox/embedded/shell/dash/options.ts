import { set } from '../builtins/options';
import type { Builtin } from '../builtins/builtin';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';

/** The options of dash's `set`, in the order in which it lists them, with their letters. */
const OPTIONS: readonly (readonly [name: string, letter: string])[] = [
  ['errexit', 'e'],
  ['noglob', 'f'],
  ['ignoreeof', 'I'],
  ['interactive', 'i'],
  ['monitor', 'm'],
  ['noexec', 'n'],
  ['stdin', 's'],
  ['xtrace', 'x'],
  ['verbose', 'v'],
  ['vi', 'V'],
  ['emacs', 'E'],
  ['noclobber', 'C'],
  ['allexport', 'a'],
  ['notify', 'b'],
  ['nounset', 'u'],
  ['privileged', 'p'],
  ['nolog', ''],
  ['debug', ''],
];

/** `set` as dash has it. Throws `ShellError` for an option that only bash knows. */
export const setDash =
  (list: (shell: Shell) => Promise<number>): Builtin =>
  async (shell, args, declared) => {
    if (args.length === 0) return list(shell);
    for (let at = 0; /^[-+]./.test(args[at] ?? '') && args[at] !== '--'; at += 1) {
      const word = args[at] ?? '';
      for (const letter of word.slice(1)) {
        if (letter !== 'o') {
          if (!OPTIONS.some(([, known]) => known === letter)) throw new ShellError(`Illegal option -${letter}`, 2);
          continue;
        }
        const name = args[at + 1];
        if (name === undefined) return listOptions(shell, word.startsWith('-'));
        if (!OPTIONS.some(([known]) => known === name)) throw new ShellError(`Illegal option -o ${name}`, 2);
        at += 1;
      }
    }
    return set(shell, args, declared);
  };

/** Whether the commands come from standard input. */
const readsInput = ({ givenAsArgument, scriptFile }: Shell): boolean => !givenAsArgument && scriptFile === undefined;

async function listOptions(shell: Shell, readable: boolean): Promise<number> {
  const lines = OPTIONS.map(([name]) => {
    const on = shell.options.has(name) || (name === 'stdin' && readsInput(shell));
    return readable ? `${name.padEnd(16)}${on ? 'on' : 'off'}\n` : `set ${on ? '-' : '+'}o ${name}\n`;
  });
  await shell.write(1, `${readable ? 'Current option settings\n' : ''}${lines.join('')}`);
  return 0;
}
