import { charWidth } from '../../../char-width';
import { bodyOf, subjectLine, type Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { colorCode } from '../terminal/color';
import type { CommitLook } from './commit-look';
import { formatDate } from '../people/dates';
import { fileName } from '../message/message';
import { trailersText } from '../message/trailers-text';
import { wrapped } from '../text/wrap-text';

const COLORS: Readonly<Record<string, string>> = { red: 'red', green: 'green', blue: 'blue', reset: '' };

/** The template with git's placeholders filled in. */
export function filledIn(template: string, commit: Commit, look: CommitLook): string {
  let out = '';
  let isAuto = false;
  let pad: { kind: string; width: number; cut: string } | undefined;
  let wrap: { width: number; first: number; rest: number; start: number } | undefined;
  const endWrap = () => {
    if (wrap && wrap.width + wrap.first + wrap.rest > 0)
      out = out.slice(0, wrap.start) + wrapped(out.slice(wrap.start), wrap);
    wrap = undefined;
  };
  const pattern =
    /%(?:%|n|x[0-9a-fA-F]{2}|C\([^)]*\)|C(?:red|green|blue|reset)|w\(\s*(\d*)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+)\s*)?\)|(<\||>\||><|>>|<|>)\((\d+)(?:,(trunc|ltrunc|mtrunc))?\)|\(([a-z]+)(?::([^)]*))?\)|[+ -]?(?:a[nNeElLdDrtiIsh]|c[nNeElLdDrtiIsh]|g[dDnNeEsS]|G.|[HhTtPpdDSsfbBNme]))/g;
  let at = 0;
  for (const found of template.matchAll(pattern)) {
    out += template.slice(at, found.index);
    at = found.index + found[0].length;
    const word = found[0].slice(1);
    if (found[4] !== undefined) {
      pad = { kind: found[4], width: Number(found[5]), cut: found[6] ?? '' };
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
    let value = placeholder(sign ? word.slice(1) : word, commit, look, found[7], found[8]);
    if (isAuto && look.colored && /^[+ -]?[hH]$/.test(word)) value = look.paint('yellow', value);
    if (sign === '+' && value !== '') value = `\n${value}`;
    if (sign === ' ' && value !== '') value = ` ${value}`;
    if (sign === '-' && value === '') out = out.replace(/\n+$/, '');
    const isColor = word.startsWith('C');
    if (pad && !isColor) {
      value = padded(value, pad, out);
      pad = undefined;
    }
    out += value;
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

function padded(
  value: string,
  { kind, width, cut }: { kind: string; width: number; cut: string },
  before: string,
): string {
  const column = kind.endsWith('|') ? Math.max(0, width - (before.length - before.lastIndexOf('\n') - 1)) : width;
  const chars = Array.from(value);
  const size = widthOf(chars);
  const over = size - (column - 2);
  if (size > column && cut !== '')
    return shortened(chars, cut === 'ltrunc' ? 0 : cut === 'mtrunc' ? Math.floor(column / 2) - 1 : column - 2, over);
  const left = Math.max(0, column - size);
  if (kind === '><') return ' '.repeat(Math.floor(left / 2)) + value + ' '.repeat(left - Math.floor(left / 2));
  return kind.startsWith('<') ? value + ' '.repeat(left) : ' '.repeat(left) + value;
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
    f: () => fileName(message.replace(/^\n+/, '').split('\n', 1)[0] ?? '', Infinity),
    b: () => (bodyOf(message) === '' ? '' : `${bodyOf(message).trimEnd()}\n`),
    B: () => message,
    N: () => look.notes?.map(({ notes }) => notes.get(oid) ?? '').join('') ?? '%N',
    d: () => names,
    D: () => names.replace(/^ \(/, '').replace(/\)$/, ''),
    m: () => look.sign ?? '>',
    e: () => encoding,
    S: () => look.source ?? '',
    gd: () => look.reflog?.selector ?? '',
    gD: () => look.reflog?.selector ?? '',
    gs: () => look.reflog?.reason ?? '',
    gn: () => look.reflog?.who.name ?? '',
    ge: () => look.reflog?.who.email ?? '',
  };
  return values[word]?.() ?? (word.startsWith('G') ? (word === 'G?' ? 'N' : '') : `%${word}`);
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
