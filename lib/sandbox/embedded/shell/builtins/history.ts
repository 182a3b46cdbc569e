import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { takeOptions, type Builtin } from './builtin';

export const history: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'canrwps', 'd');
  const { history: lines } = shell;
  for (const letter of 'anrw')
    if (options.has(letter)) throw new ShellError(`-${letter} is not here: there is no file of it`, 2);
  if (options.has('c')) lines.length = 0;
  const gone = options.get('d');
  if (gone !== undefined) lines.splice(placeOf(shell, gone), 1);
  if (options.has('s')) lines[Math.max(0, lines.length - 1)] = rest.join(' ');
  if (options.has('p')) for (const word of rest) await shell.write(1, `${word}\n`);
  if (options.size > 0) return 0;
  const [count = String(lines.length)] = rest;
  if (!/^\d+$/.test(count)) throw new ShellError(`${count}: numeric argument required`);
  const from = Math.max(0, lines.length - Number(count));
  const shown = lines.slice(from).map((line, index) => `${String(from + index + 1).padStart(5)}  ${line}\n`);
  await shell.write(1, shown.join(''));
  return 0;
};

/** `fc`: lists the lines before this one, or runs one of them again. */
export const fc: Builtin = async (shell, args) => {
  // Of `-3`, the dash is a minus.
  const number = args.findIndex((word) => /^-\d+$/.test(word));
  const { options, rest: words } = takeOptions(number < 0 ? args : args.slice(0, number), 'lnrs', 'e');
  const rest = number < 0 ? words : [...words, ...args.slice(number)];
  // The line with `fc` itself does not count.
  const lines = shell.history.slice(0, -1);
  if (options.has('s') || options.get('e') === '-') return again(shell, lines, rest);
  if (!options.has('l'))
    throw new ShellError('there is no editor here: recall the line with the arrow keys or Ctrl-R', 2);
  if (lines.length === 0) return 0;
  const from = rest[0] === undefined ? Math.max(0, lines.length - 16) : lineOf(lines, rest[0]);
  const to = rest[1] === undefined ? lines.length - 1 : lineOf(lines, rest[1]);
  if (from < 0 || to < 0) throw new ShellError('history specification out of range');
  const listed = lines
    .map((line, index) => `${options.has('n') ? '' : index + 1}\t ${line}\n`)
    .slice(Math.min(from, to), Math.max(from, to) + 1);
  if (options.has('r') !== from > to) listed.reverse();
  await shell.write(1, listed.join(''));
  return 0;
};

async function again(shell: Shell, lines: readonly string[], words: readonly string[]): Promise<number> {
  const changes = words.filter((word) => word.includes('='));
  const at = lineOf(lines, words.find((word) => !word.includes('=')) ?? '-1');
  let line = lines[at];
  if (line === undefined) throw new ShellError('no command found');
  for (const change of changes) {
    const [old = '', by = ''] = change.split(/=(.*)/s);
    line = line.replaceAll(old, () => by);
  }
  await shell.write(2, `${line}\n`);
  shell.history[shell.history.length - 1] = line;
  await shell.language.text(shell, line, 'bash');
  return shell.status;
}

/** The index of the line that a number, counted back if negative, or its beginning names; -1 if there is none. */
function lineOf(lines: readonly string[], text: string): number {
  if (!/^-?\d+$/.test(text)) return lines.findLastIndex((line) => line.startsWith(text));
  const number = Number(text);
  return Math.min(lines.length - 1, Math.max(0, number <= 0 ? lines.length + number : number - 1));
}

function placeOf(shell: Shell, text: string): number {
  const number = Number(text);
  const at = number < 0 ? shell.history.length + number : number - 1;
  if (shell.history[at] === undefined) throw new ShellError(`${text}: history position out of range`);
  return at;
}
