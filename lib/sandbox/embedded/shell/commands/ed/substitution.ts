import { piecesOf } from '../sed/replacement';
import { substituted } from '../sed/substitute';
import { linesHere, type EdCommand } from './call';
import { CommandText } from './command-text';
import { EdFailure } from './ed-failure';
import type { Editing } from './editing';

type Range = readonly [from: number, to: number];

/** `s`: replaces what a pattern matches; alone, the last substitution again. */
export const substituteCommand: EdCommand = async (call) => {
  const { editing, text } = call;
  const range = linesHere(call);
  if (text.isOver || /[gp]/.test(text.next)) {
    if (!editing.substitution) throw new EdFailure('No previous substitution');
    return flagged(editing, range, '', text);
  }
  const delimiter = text.letter();
  if (delimiter === ' ' || delimiter === '\n') throw new EdFailure('Invalid pattern delimiter');
  const pattern = text.expression(delimiter);
  const { written, ended } = await replacementIn(editing, text, delimiter);
  const pieces = written === '%' ? (editing.substitution?.pieces ?? []) : piecesOf(written, true);
  editing.substitution = { pieces, which: 0, all: false };
  if (!ended) return replaceIn(editing, range, pattern, '', 'p');
  return flagged(editing, range, pattern, text);
};

/** A replacement, which goes on in the next line after a backslash. `ended`: whether its delimiter was there. */
async function replacementIn(
  editing: Editing,
  text: CommandText,
  delimiter: string,
): Promise<{ written: string; ended: boolean }> {
  let written = '';
  for (let from = text; ;) {
    while (!from.isOver && from.next !== delimiter) {
      const pair = from.take(/\\[^]/y);
      if (pair === undefined && from.next === '\\') {
        from.letter();
        const more = await editing.nextLine();
        if (more === undefined) throw new EdFailure('Unexpected end-of-file');
        from = new CommandText(more);
        written += '\n';
      } else written += pair === `\\${delimiter}` ? delimiter : (pair ?? from.letter());
    }
    const ended = from.letter() !== '';
    if (from !== text) text.rest();
    return { written, ended };
  }
}

function flagged(editing: Editing, range: Range, pattern: string, text: CommandText): void {
  const flags = text.take(/(?:\d+|[gIi])*/y) ?? '';
  const suffix = editing.suffix(text);
  if (editing.substitution) {
    editing.substitution.all = flags.includes('g');
    editing.substitution.which = Number(/\d+/.exec(flags)?.[0] ?? 0);
  }
  replaceIn(editing, range, pattern, /i/i.test(flags) ? 'i' : '', suffix);
}

function replaceIn(editing: Editing, [from, to]: Range, pattern: string, flags: string, suffix: string): void {
  const { buffer, substitution } = editing;
  const expression = editing.compiled(pattern, `g${flags}`);
  if (!substitution) return;
  const { pieces: replacement, which, all } = substitution;
  let found = 0;
  for (const line of buffer.lines.slice(from - 1, to)) {
    const made = substituted(line.text, expression, { replacement, which, all });
    if (made === undefined) continue;
    const place = buffer.lines.indexOf(line) + 1;
    const [first = '', ...more] = made.split('\n');
    line.text = first;
    buffer.current = place;
    if (more.length > 0) buffer.insert(place, more);
    buffer.modified = true;
    found += 1;
  }
  if (found === 0 && !editing.listed) throw new EdFailure('No match');
  editing.showCurrent(suffix);
}
