import { OPEN, type LineChanges } from './forms';

/** The options that say how lines and groups of lines are written, in `diff`'s spec of options. */
export const FORMATS =
  'D: ifdef:=D line-format: old-line-format: new-line-format: unchanged-line-format: old-group-format: new-group-format: unchanged-group-format: changed-group-format:';

/** The formats of `-D`: both files in one, between lines of C's preprocessor. */
export const conditional = (symbol: string): Readonly<Record<string, string>> => ({
  'old-group-format': `#ifndef ${symbol}\n%<#endif /* ! ${symbol} */\n`,
  'new-group-format': `#ifdef ${symbol}\n%>#endif /* ${symbol} */\n`,
  'changed-group-format': `#ifndef ${symbol}\n%<#else /* ${symbol} */\n%>#endif /* ${symbol} */\n`,
});

type Kind = 'old' | 'new' | 'unchanged';
type Lines = readonly string[];

/** Some lines of both files: the same ones, or ones that changed. */
interface Group {
  from: Lines;
  to: Lines;
  /** The numbers of the lines before each. */
  at: number;
  newAt: number;
}

/** The option that contradicts one before it, if there is one: `--line-format` is for lines of all kinds. */
export function contradiction(list: readonly { name: string; value: string }[]): string | undefined {
  const given = new Map<string, string>();
  for (const { name, value } of list) {
    if (!name.endsWith('-format')) continue;
    const kinds = name === 'line-format' ? ['old', 'new', 'unchanged'].map((kind) => `${kind}-${name}`) : [name];
    for (const kind of kinds) {
      if ((given.get(kind) ?? value) !== value) return `conflicting --${name} option value '${value}'`;
      given.set(kind, value);
    }
  }
  return undefined;
}

/** Writes two files as formats say, such as `--old-line-format='- %L'` and `--changed-group-format='%<'`. */
export function* inFormats(changes: LineChanges, formatOf: (option: string) => string | undefined): Generator<string> {
  const line = (kind: Kind) => formatOf(`${kind}-line-format`) ?? formatOf('line-format') ?? '%L';
  const written = (kind: Kind, lines: Lines, at: number) =>
    lines.map((text, index) => lineIn(line(kind), text, at + index + 1)).join('');
  const plain: Readonly<Record<string, string>> = { old: '%<', new: '%>', unchanged: '%=' };
  const format = (kind: string): string =>
    formatOf(`${kind}-group-format`) ??
    (kind === 'unchanged' ? undefined : formatOf('changed-group-format')) ??
    plain[kind] ??
    (formatOf('old-group-format') ?? '%<') + (formatOf('new-group-format') ?? '%>');
  const groupIn = (kind: string, { from, to, at, newAt }: Group): string =>
    format(kind).replaceAll(
      /%(?:([<>=%])|c'(.)'|(-?0?\d*)([dox])([eflmnEFLMN]))/g,
      (_, sign?: string, char?: string, width = '', radix = 'd', letter = '') => {
        if (sign === '<') return written('old', from, at);
        if (sign === '>') return written('new', to, newAt);
        if (sign === '=') return written('unchanged', from, at);
        const isNew = letter !== letter.toLowerCase();
        return sign ?? char ?? number(place(letter, isNew ? newAt : at, (isNew ? to : from).length), radix, width);
      },
    );
  const { from, to, edits } = changes;
  let [at, newAt] = [0, 0];
  for (const edit of [...edits, { from: from.length, to: from.length, newFrom: to.length, newTo: to.length }]) {
    if (edit.from > at)
      yield groupIn('unchanged', { from: from.slice(at, edit.from), to: to.slice(newAt, edit.newFrom), at, newAt });
    const group = { from: from.slice(edit.from, edit.to), to: to.slice(edit.newFrom, edit.newTo) };
    const kind = group.to.length === 0 ? 'old' : group.from.length === 0 ? 'new' : 'changed';
    if (group.from.length + group.to.length > 0) yield groupIn(kind, { ...group, at: edit.from, newAt: edit.newFrom });
    [at, newAt] = [edit.to, edit.newTo];
  }
}

function lineIn(format: string, line: string, at: number): string {
  const text = line.replace(OPEN, '');
  return format.replaceAll(
    /%(?:([lL%])|c'(.)'|(-?0?\d*)([dox])n)/g,
    (_, sign?: string, char?: string, width = '', radix = 'd') =>
      sign === 'l'
        ? text
        : sign === 'L'
          ? text + (line.endsWith(OPEN) ? '' : '\n')
          : (sign ?? char ?? number(at, radix, width)),
  );
}

/** What a letter says of lines: the first, the last, those around them, how many there are. */
function place(letter: string, before: number, count: number): number {
  switch (letter.toLowerCase()) {
    case 'e':
      return before;
    case 'f':
      return before + 1;
    case 'l':
      return before + count;
    case 'm':
      return before + count + 1;
    default:
      return count;
  }
}

function number(value: number, radix: string, width: string): string {
  const text = value.toString(radix === 'x' ? 16 : radix === 'o' ? 8 : 10);
  if (width.startsWith('-')) return text.padEnd(Number(width.slice(1)));
  return text.padStart(Number(width), width.startsWith('0') ? '0' : ' ');
}
