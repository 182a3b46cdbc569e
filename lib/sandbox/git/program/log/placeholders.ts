import { charWidth } from '../../../char-width';
import { bodyOf, subjectLine, type Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { colorCode } from '../terminal/color';
import type { CommitLook } from './commit-look';
import { formatDate } from '../people/dates';
import { fileName } from '../message/message';
import { trailersText } from '../message/trailers-text';
import { wrapped } from '../text/wrap-text';

/** The codes of colours, which take no columns. */
const CODES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
/** Spaces and codes at the end of a text. */
const END = new RegExp(`(?: |${CODES.source})*$`);

const COLORS: Readonly<Record<string, string>> = { red: 'red', green: 'green', blue: 'blue', reset: '' };

/** The template with git's placeholders filled in. */
export function filledIn(template: string, commit: Commit, look: CommitLook): string {
  let out = '';
  let isAuto = false;
  let pad: Padding | undefined;
  let wrap: { width: number; first: number; rest: number; start: number } | undefined;
  const endWrap = () => {
    if (wrap && wrap.width + wrap.first + wrap.rest > 0)
      out = out.slice(0, wrap.start) + wrapped(out.slice(wrap.start), wrap);
    wrap = undefined;
  };
  const pattern =
    /%(?:%|n|x[0-9a-fA-F]{2}|C\([^)]*\)|C(?:red|green|blue|reset)|w\(\s*(\d*)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+)\s*)?\)|(<|><|>>|>)(\|?)\(\s*([+-]?\d+)[^,)]*(?:,(trunc|ltrunc|mtrunc))?\)|\(([a-z]+)(?::([^)]*))?\)|[+ -]?(?:a[nNeElLdDrtiIsh]|c[nNeElLdDrtiIsh]|g[dDnNeEsS]|G.|[HhTtPpdDSsfbBNme]))/g;
  let at = 0;
  for (const found of template.matchAll(pattern)) {
    out += template.slice(at, found.index);
    at = found.index + found[0].length;
    const word = found[0].slice(1);
    if (found[4] !== undefined) {
      const given = Number(found[6]);
      const column = found[5] === '|';
      const width = given < 0 && column ? given + (look.columns ?? 80) : given;
      if (width > 0) pad = { kind: found[4], width, column, cut: found[7] ?? '' };
      else out += found[0];
      continue;
    }
    if (word.startsWith('w(')) {
      endWrap();
      wrap = {
        width: Number(found[1] || 0),
        first: Number(found[2] ?? 0),
        rest: Number(found[3] ?? 0),
        start: out.length,
      };
      continue;
    }
    const sign = /^[+ -]/.test(word) ? word[0] : '';
    if (word.startsWith('C')) isAuto = word === 'C(auto)';
    if (word === 'C(auto)' && look.colored && out !== '') out += '\u001b[m';
    let value = placeholder(sign ? word.slice(1) : word, commit, look, found[8], found[9]);
    if (isAuto && look.colored && /^[+ -]?[hH]$/.test(word)) value = look.paint('yellow', value);
    // Names are coloured only if colours are chosen automatically.
    if (!isAuto && /^[+ -]?[dD]$/.test(word)) value = value.replaceAll(CODES, '');
    if (sign === '+' && value !== '') value = `\n${value}`;
    if (sign === ' ' && value !== '') value = ` ${value}`;
    if (sign === '-' && value === '') out = out.replace(/\n+$/, '');
    // A colour belongs to what follows it.
    if (pad && !(word.startsWith('C') && template[at] === '%')) {
      const { kept, text } = padded(value, pad, out);
      pad = undefined;
      out = kept + text;
    } else out += value;
  }
  out += template.slice(at);
  endWrap();
  return out;
}

const widthOf = (chars: readonly string[]): number => chars.reduce((sum, char) => sum + charWidth(char), 0);

/** Characters with two dots in place of those that begin in the `width` columns from `from` on. */
function shortened(chars: readonly string[], from: number, width: number): string {
  let out = '';
  let at = 0;
  let dots = '..';
  for (const char of chars) {
    const own = charWidth(char);
    if (own > 0 && at >= from && at < from + width) {
      out += dots;
      dots = '';
    } else out += char;
    at += own;
  }
  return out;
}

interface Padding {
  readonly kind: string;
  readonly width: number;
  /** Whether the width is counted from the start of the line. */
  readonly column: boolean;
  readonly cut: string;
}

/** A value in its width; `kept` is what is left of the text before it, from which `>>` takes spaces. */
function padded(value: string, { kind, width, column, cut }: Padding, before: string): { kept: string; text: string } {
  const line = before.slice(before.lastIndexOf('\n') + 1).replaceAll(CODES, '');
  let room = column ? width - widthOf(Array.from(line)) : width;
  const chars = Array.from(value);
  const size = widthOf(Array.from(value.replaceAll(CODES, '')));
  const [end = ''] = END.exec(before) ?? [];
  let [kept, taken] = [before, ''];
  for (const [part] of kind === '>>' ? [...end.matchAll(new RegExp(` |${CODES.source}`, 'g'))].toReversed() : []) {
    if (size <= room || kept.length <= 1) break;
    kept = kept.slice(0, -part.length);
    if (part === ' ') room++;
    else taken = part + taken;
  }
  const over = size - (room - 2);
  if (size > room && cut !== '') {
    const from = cut === 'ltrunc' ? 0 : cut === 'mtrunc' ? Math.floor(room / 2) - 1 : room - 2;
    return { kept, text: taken + shortened(chars, from, over) };
  }
  const left = Math.max(0, room - size);
  const start = kind === '<' ? 0 : kind === '><' ? Math.floor(left / 2) : left;
  return { kept, text: ' '.repeat(start) + taken + value + ' '.repeat(left - start) };
}

function placeholder(
  word: string,
  commit: Commit,
  look: CommitLook,
  name: string | undefined,
  option: string | undefined,
): string {
  if (word === '%') return '%';
  if (word === 'n') return '\n';
  if (word.startsWith('x')) return String.fromCharCode(parseInt(word.slice(1), 16));
  if (word.startsWith('C')) return color(word, look);
  if (name === 'trailers') return trailersText(option ?? '', commit.message);
  if (name !== undefined) return `%${word}`;
  const { oid, tree, parents, author, committer, message, encoding } = commit;
  const short = (id: string) => id.slice(0, look.digits);
  if (/^[ac]/.test(word)) {
    const who = word.startsWith('a') ? author : committer;
    return personField(word[1] ?? '', /[NEL]/.test(word) ? look.named(who) : who, look.date);
  }
  const names = look.allNames.get(oid) ?? '';
  const values: Readonly<Record<string, () => string>> = {
    H: () => oid,
    h: () => short(oid),
    T: () => tree,
    t: () => short(tree),
    P: () => parents.join(' '),
    p: () => parents.map(short).join(' '),
    s: () => subjectLine(message),
    f: () => fileName(message.replace(/^\n+/, '').split('\n', 1)[0] ?? ''),
    b: () => (bodyOf(message) === '' ? '' : `${bodyOf(message).trimEnd()}\n`),
    B: () => message,
    N: () => look.notes?.map(({ notes }) => notes.get(oid) ?? '').join('') ?? '%N',
    d: () => names,
    D: () => names.replace(/^(\S*) \((.*)\)/s, '$1$2'),
    m: () => look.sign ?? '>',
    e: () => encoding,
    S: () => look.source ?? '',
    gd: () => look.reflog?.short ?? look.reflog?.selector ?? '',
    gD: () => look.reflog?.selector ?? '',
    gs: () => look.reflog?.reason ?? '',
    gn: () => look.reflog?.who.name ?? '',
    gN: () => (look.reflog ? look.named(look.reflog.who).name : ''),
    gE: () => (look.reflog ? look.named(look.reflog.who).email : ''),
    ge: () => look.reflog?.who.email ?? '',
  };
  return (
    values[word]?.() ?? (word.startsWith('G') ? (word === 'G?' ? 'N' : word === 'GT' ? 'undefined' : '') : `%${word}`)
  );
}

function color(word: string, { colored }: CommitLook): string {
  const inner = /^C\((?:(always|auto),)?(.*)\)$/.exec(word);
  const words = inner ? (inner[2] ?? '') : (COLORS[word.slice(1)] ?? '');
  if (words === 'auto' || (!colored && inner?.[1] !== 'always')) return '';
  return words === 'reset' || words === '' ? '\u001b[m' : colorCode(words);
}

function personField(field: string, person: Signature, date: string): string {
  switch (field) {
    case 'n':
    case 'N':
      return person.name;
    case 'e':
    case 'E':
      return person.email;
    case 'l':
    case 'L':
      return person.email.replace(/@.*$/, '');
    case 'd':
      return formatDate(person, date);
    case 'D':
      return formatDate(person, 'rfc');
    case 'r':
      return formatDate(person, 'relative');
    case 't':
      return String(person.time);
    case 'i':
      return formatDate(person, 'iso');
    case 'I':
      return formatDate(person, 'iso-strict');
    case 's':
      return formatDate(person, 'short');
    default:
      return formatDate(person, 'human');
  }
}
