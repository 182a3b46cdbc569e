import type { Assignment } from 'unbash';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';

/** A command that is part of the shell. `declared`: the assignments among the arguments of `declare` and its kin. */
export type Builtin = (shell: Shell, args: string[], declared: readonly Assignment[]) => number | Promise<number>;

/** Splits single-letter options from the other arguments. `withValue`: letters that take a value. Throws `ShellError`. */
export function takeOptions(
  args: readonly string[],
  letters: string,
  withValue = '',
): { options: Map<string, string>; rest: string[] } {
  const options = new Map<string, string>();
  const rest = [...args];
  while (rest[0]?.startsWith('-') && rest[0].length > 1) {
    const word = rest.shift() ?? '';
    if (word === '--') break;
    for (let at = 1; at < word.length; at += 1) {
      const letter = word.charAt(at);
      if (withValue.includes(letter)) {
        const value = word.slice(at + 1) || rest.shift();
        if (value === undefined) throw new ShellError(`-${letter}: option requires an argument`, 2);
        options.set(letter, value);
        break;
      }
      if (!letters.includes(letter)) throw new ShellError(`-${letter}: invalid option`, 2);
      options.set(letter, '');
    }
  }
  return { options, rest };
}

/** The arguments of a builtin without options, which may begin with `--`. */
export const withoutDashes = (args: readonly string[]): string[] => args.slice(args[0] === '--' ? 1 : 0);

export const NAME = /^[A-Za-z_]\w*$/;

/** POSIX's special builtins, which functions cannot hide in POSIX mode. */
export const SPECIAL_BUILTINS = new Set([
  '.',
  ':',
  'break',
  'continue',
  'eval',
  'exec',
  'exit',
  'export',
  'readonly',
  'return',
  'set',
  'shift',
  'trap',
  'unset',
]);
