import { CommandFailure, type Command } from '../context';
import { eachFile } from '../each-file';
import { parseOptions } from '../options';

const SPEC =
  'c! t! s u w: g: p: crown-margin=c tagged-paragraph=t split-only=s uniform-spacing=u width:=w goal:=g prefix:=p';

/** The width of a line, and the largest that may be asked for. */
const [USUAL, MOST] = [75, 2500];

interface Word {
  readonly text: string;
  /** Number of blanks after it. */
  space: number;
  readonly paren: boolean;
  readonly punct: boolean;
  period: boolean;
  /** Whether it ends a sentence. */
  final: boolean;
}

interface Rules {
  readonly width: number;
  readonly goal: number;
  readonly prefix: string;
  readonly uniform: boolean;
  readonly splitOnly: boolean;
}

/** `fmt`: refills paragraphs, with line breaks at GNU's lowest cost. */
export const fmt: Command = async (context) => {
  const options = parseOptions(
    context.args.map((arg, at) => (at === 0 ? arg.replace(/^-(\d+)$/, '-w$1') : arg)),
    SPEC,
  );
  const [given, wanted] = [options.get('w'), options.get('g')];
  for (const value of [given, wanted])
    if (value !== undefined && !/^\d+$/.test(value)) throw new CommandFailure(`invalid width: ‘${value}’`);
  const width = given === undefined ? (wanted === undefined ? USUAL : Number(wanted) + 10) : Number(given);
  const most = given === undefined ? USUAL : width;
  for (const [value, limit] of [
    [given, MOST],
    [wanted, most],
  ] as const)
    if (value !== undefined && Number(value) > limit)
      throw new CommandFailure(`invalid width: ‘${value}’: Numerical result out of range`);
  const rules: Rules = {
    width,
    goal: wanted === undefined ? Math.trunc((width * 187) / 200) : Number(wanted),
    prefix: options.get('p') ?? '',
    uniform: options.has('u'),
    splitOnly: options.has('s'),
  };
  return eachFile(context, options.operands, async (input) => {
    context.out.write(filled(await input.lines(), rules));
  });
};

interface Line {
  readonly raw: string;
  /** The columns of the prefix and of the text; undefined if the line is kept as it is. */
  readonly place: { readonly prefix: number; readonly text: number } | undefined;
  readonly text: string;
}

function readLine(raw: string, prefix: string): Line {
  const [, before = '', rest = ''] = /^([ \t]*)(.*)$/s.exec(untabbed(raw)) ?? [];
  const lead = prefix.trim();
  const after = rest.startsWith(lead) ? rest.slice(lead.length) : undefined;
  const text = after?.trimStart() ?? '';
  if (after === undefined || text === '') return { raw, place: undefined, text: '' };
  const place = { prefix: before.length, text: before.length + rest.length - text.length };
  const full = prefix.trimStart().length;
  const isIn = before.length >= prefix.length - full && place.text >= place.prefix + full;
  // Without a prefix, all leading blanks belong to the text.
  return { raw, place: isIn ? { ...place, prefix: lead === '' ? 0 : place.prefix } : undefined, text };
}

const untabbed = (text: string): string => {
  let made = '';
  for (const char of text) made += char === '\t' ? ' '.repeat(8 - (made.length % 8)) : char;
  return made;
};

function filled(raw: readonly string[], rules: Rules): string {
  const lines = raw.map((line) => readLine(line, rules.prefix));
  let out = '';
  for (let at = 0; at < lines.length;) {
    const first = lines[at++];
    if (!first?.place) {
      out += `${first?.raw.trim() === '' ? '' : first?.raw}\n`;
      continue;
    }
    const { place } = first;
    const texts = [first.text];
    const joins = (line: Line | undefined) => line?.place?.prefix === place.prefix && line.place.text === place.text;
    while (!rules.splitOnly && joins(lines[at])) texts.push(lines[at++]?.text ?? '');
    const words = texts.flatMap((text) => wordsOf(text, rules.uniform));
    const last = words.at(-1);
    if (last) [last.period, last.final] = [true, true];
    const lead = rules.prefix.trim();
    const start = ' '.repeat(place.prefix) + lead;
    const indent = start + ' '.repeat(place.text - start.length);
    for (const line of broken(words, place.text, rules)) out += `${indent}${line}\n`;
  }
  return out;
}

function wordsOf(text: string, uniform: boolean): Word[] {
  return [...text.matchAll(/(\S+)(\s*)/g)].map(({ 1: word = '', 2: blanks = '', index, 0: whole }) => {
    const bare = word.replace(/[)\]'"]+$/, '');
    const period = /[.?!]$/.test(bare);
    const ends = index + whole.length >= text.length;
    const final = period && (ends || blanks.length > 1);
    const space = ends || uniform ? (final ? 2 : 1) : blanks.length;
    return { text: word, space, paren: /^[(['`"]/.test(word), punct: /[!-/:-@[-`{-~]$/.test(word), period, final };
  });
}

const square = (value: number): number => value * value;
const LINE_COST = square(70);
const short = (by: number): number => square(by * 10);
const ragged = (by: number): number => short(by) / 2;

/** The cost of starting a line with a word. */
function beginCost(words: readonly Word[], at: number): number {
  let cost = LINE_COST;
  const [word, before, second] = [words[at], words[at - 1], words[at - 2]];
  if (before) {
    if (before.period) cost += before.final ? -square(50) : square(600);
    else if (before.punct) cost -= square(40);
    else if (second?.final) cost += Math.trunc(square(200) / (before.text.length + 2));
  }
  if (word?.paren) cost -= square(40);
  else if (word?.final) cost += Math.trunc(square(150) / (word.text.length + 2));
  return cost;
}

/** The lines of a paragraph with the lowest total cost by GNU's rules, computed from the last word to the first. */
function broken(words: readonly Word[], indent: number, { width, goal }: Rules): string[] {
  const end = words.length;
  const best = Array.from({ length: end + 1 }, () => 0);
  const next = Array.from({ length: end + 1 }, () => end);
  const sizes = Array.from({ length: end + 1 }, () => 0);
  for (let start = end - 1; start >= 0; start--) {
    let least = Infinity;
    let size = indent + (words[start]?.text.length ?? 0);
    for (let to = start + 1; ; to++) {
      let cost = best[to] ?? 0;
      if (to < end) {
        cost += short(goal - size);
        if (next[to] !== end) cost += ragged(size - (sizes[to] ?? 0));
      }
      if (cost < least) [least, next[start], sizes[start]] = [cost, to, size];
      if (to === end) break;
      size += (words[to - 1]?.space ?? 1) + (words[to]?.text.length ?? 0);
      if (size >= width) break;
    }
    best[start] = least + beginCost(words, start);
  }
  const lines: string[] = [];
  for (let at = 0; at < end; at = next[at] ?? end) {
    const line = words.slice(at, next[at]);
    lines.push(
      line.map(({ text, space }, index) => text + (index === line.length - 1 ? '' : ' '.repeat(space))).join(''),
    );
  }
  return lines;
}
