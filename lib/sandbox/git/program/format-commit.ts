import { bodyOf, subjectLine, type Commit } from '../store/commit';
import type { Person } from '../store/person';
import { colorCode, type Paint } from './color';
import { formatDate } from './dates';
import { mailHead } from './mail-head';
import { trailersOf } from './message';
import type { Mailmap } from './mailmap';
import type { NamedNotes } from './notes';

export interface CommitLook {
  /** A name such as `medium`, or a format such as `%h %s`. */
  readonly format: string;
  /** `false` if commits are shown with full ids. */
  readonly abbreviated: boolean;
  readonly digits: number;
  readonly date: string;
  readonly colored: boolean;
  readonly paint: Paint;
  /** Names by id, as git's built-in formats show them. */
  readonly names: ReadonlyMap<string, string>;
  /** The same for `%d` and `%D`, which always show them. */
  readonly allNames: ReadonlyMap<string, string>;
  /** Undefined if they were not asked for. */
  readonly notes: readonly NamedNotes[] | undefined;
  /** Whether notes are also shown below the message, not only in placeholders. */
  readonly showsNotes: boolean;
  /** Ids of parents or children, shown before a commit's subject. */
  readonly parents?: boolean;
  /** The parents after history simplification. */
  readonly linked?: readonly string[];
  /** For an entry of a reflog. */
  readonly reflog?: { readonly selector: string; readonly reason: string; readonly who: Person };
  readonly mark?: string;
  /** Maps people to their names in the mailmap. */
  readonly mapped: Mailmap;
  /** The revision that the commit was reached from; `showsSource`: whether it is shown after the id. */
  readonly source?: string;
  readonly showsSource?: boolean;
}

const NAMED = new Set(['oneline', 'short', 'medium', 'full', 'fuller', 'raw', 'email', 'mboxrd', 'reference']);

/** `format:…`, `tformat:…`, `%h`, or one of git's names; undefined if it is not a format. */
export function readFormat(text: string): string | undefined {
  if (NAMED.has(text)) return text;
  if (/^t?format:/.test(text)) return text;
  if (text.includes('%') || text === '') return `tformat:${text}`;
  const found = [...NAMED].filter((name) => name.startsWith(text));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether git separates commits with a line end instead of ending each with one. */
export const separates = (format: string): boolean =>
  ['short', 'medium', 'full', 'fuller', 'raw', 'email', 'mboxrd'].includes(format) || format.startsWith('format:');

/** Expands tabs to every eighth column, so that the indentation does not shift them. */
function withoutTabs(line: string): string {
  let out = '';
  for (const part of line.split(/(\t)/)) out += part === '\t' ? ' '.repeat(8 - (out.length % 8)) : part;
  return out;
}

const indented = (text: string): string =>
  text
    .replace(/^(?=.)/gm, '    ')
    .split('\n')
    .map((line) => (line === '' ? '    ' : `    ${withoutTabs(line.slice(4))}`))
    .join('\n');

const isMerge = ({ parents }: Commit): boolean => parents.length > 1;

/** A commit as it is shown, with its line end. */
export function formatCommit(commit: Commit, look: CommitLook): string {
  const { format } = look;
  if (format === 'oneline') return oneline(commit, look);
  if (format === 'reference') {
    return `${commit.oid.slice(0, look.digits)} (${subjectLine(commit.message)}, ${formatDate(commit.author, look.date === 'default' ? 'short' : look.date)})\n`;
  }
  if (format === 'email') return email(commit);
  if (format === 'mboxrd') return email({ ...commit, message: commit.message.replaceAll(/^(?=>*From )/gm, '>') });
  const template = /^t?format:(.*)$/s.exec(format)?.[1];
  if (template !== undefined) {
    const text = filledIn(template, commit, look);
    if (format.startsWith('format:')) return text;
    return template === '' ? '' : `${text}\n`;
  }
  const lines = [
    headLine(commit, look),
    ...(look.reflog
      ? [
          `Reflog: ${look.reflog.selector} (${look.reflog.who.name} <${look.reflog.who.email}>)`,
          `Reflog message: ${look.reflog.reason}`,
        ]
      : []),
    ...headerLines(commit, look),
    '',
    indented(commit.message.replace(/^\n+/, '').trimEnd()),
  ];
  const body =
    commit.message.trim() === ''
      ? lines.slice(0, -1)
      : format === 'short'
        ? [...lines.slice(0, -1), `    ${subjectLine(commit.message)}`]
        : lines;
  const notes = notesOf(commit, look).map((text) => `\n${text}`);
  return `${body.join('\n')}\n${notes.join('')}`;
}

const notesOf = ({ oid }: Commit, { notes = [], showsNotes }: CommitLook): string[] =>
  notes.flatMap(({ title, notes: all }) => {
    const note = showsNotes ? all.get(oid) : undefined;
    return note === undefined ? [] : [`${title}:\n${indented(note.trimEnd())}\n`];
  });

const sourceText = ({ showsSource, source }: CommitLook): string => (showsSource ? `\t${source ?? ''}` : '');

function headLine(commit: Commit, look: CommitLook): string {
  const id = look.abbreviated ? commit.oid.slice(0, look.digits) : commit.oid;
  const parents = look.parents
    ? (look.linked ?? commit.parents).map((oid) => ` ${look.abbreviated ? oid.slice(0, look.digits) : oid}`).join('')
    : '';
  return `${look.paint('yellow', `commit ${look.mark ? `${look.mark} ` : ''}${id}${parents}${sourceText(look)}`)}${look.names.get(commit.oid) ?? ''}`;
}

function headerLines(commit: Commit, { format, date, digits, mapped }: CommitLook): string[] {
  if (format === 'raw') return commit.header.split('\n');
  const merge = isMerge(commit) ? [`Merge: ${commit.parents.map((oid) => oid.slice(0, digits)).join(' ')}`] : [];
  const who = (key: string, { name, email }: Person) => `${key} ${name} <${email}>`;
  const when = (key: string, person: Person) => `${key} ${formatDate(person, date)}`;
  const [author, committer] = [mapped(commit.author), mapped(commit.committer)];
  switch (format) {
    case 'short':
      return [...merge, who('Author:', author)];
    case 'full':
      return [...merge, who('Author:', author), who('Commit:', committer)];
    case 'fuller':
      return [
        ...merge,
        who('Author:    ', author),
        when('AuthorDate:', author),
        who('Commit:    ', committer),
        when('CommitDate:', committer),
      ];
    default:
      return [...merge, who('Author:', author), when('Date:  ', author)];
  }
}

function oneline(commit: Commit, look: CommitLook): string {
  const id = look.abbreviated ? commit.oid.slice(0, look.digits) : commit.oid;
  const parents = look.parents
    ? (look.linked ?? commit.parents).map((oid) => ` ${look.abbreviated ? oid.slice(0, look.digits) : oid}`).join('')
    : '';
  const reflog = look.reflog ? `${look.reflog.selector}: ${look.reflog.reason}` : undefined;
  const mark = look.mark ? `${look.mark} ` : '';
  return `${look.paint('yellow', `${mark}${id}${parents}${sourceText(look)}`)}${look.names.get(commit.oid) ?? ''} ${reflog ?? subjectLine(commit.message)}\n${notesOf(
    commit,
    look,
  )
    .map((text) => `${text}\n`)
    .join('')}`;
}

function email(commit: Commit): string {
  const body = bodyOf(commit.message).trimEnd();
  return `${mailHead(commit, '[PATCH] ')}${body === '' ? '' : `${body}\n`}`;
}

/** A subject, made fit for a file name. */
export const fileName = (subject: string, most = 52): string =>
  subject
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/[-.]+$/, '');

const COLORS: Readonly<Record<string, string>> = { red: 'red', green: 'green', blue: 'blue', reset: '' };

/** The template with git's placeholders filled in. */
function filledIn(template: string, commit: Commit, look: CommitLook): string {
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

function padded(
  value: string,
  { kind, width, cut }: { kind: string; width: number; cut: string },
  before: string,
): string {
  const column = kind.endsWith('|') ? Math.max(0, width - (before.length - before.lastIndexOf('\n') - 1)) : width;
  const chars = Array.from(value);
  if (chars.length > column && cut !== '') {
    if (cut === 'ltrunc') return `..${chars.slice(chars.length - column + 2).join('')}`;
    if (cut === 'mtrunc') {
      const half = Math.floor(column / 2) - 1;
      return `${chars.slice(0, half).join('')}..${chars.slice(chars.length - (column - half - 2)).join('')}`;
    }
    return `${chars.slice(0, column - 2).join('')}..`;
  }
  const left = Math.max(0, column - chars.length);
  if (kind === '><') return ' '.repeat(Math.floor(left / 2)) + value + ' '.repeat(left - Math.floor(left / 2));
  return kind.startsWith('<') ? value + ' '.repeat(left) : ' '.repeat(left) + value;
}

/** Wraps as git does: keeps blank lines, and line ends that are not followed by a letter or digit. */
export function wrapped(text: string, { width, first, rest }: { width: number; first: number; rest: number }): string {
  if (width === 0) return text.replaceAll(/^(?=[^])/gm, (_, at: number) => ' '.repeat(at === 0 ? first : rest));
  let out = '';
  let [indent, used, begin, blank]: [number, number, number, number | undefined] = [first, first, 0, undefined];
  for (let at = 0; ;) {
    const letter = text[at];
    if (letter !== undefined && !/\s/.test(letter)) {
      used++;
      at++;
      continue;
    }
    let ends = used > width && blank !== undefined;
    if (!ends) {
      if (letter === undefined && at === begin) return out;
      out += (blank === undefined ? ' '.repeat(indent) : '') + text.slice(blank ?? begin, at);
      if (letter === undefined) return out;
      blank = at;
      if (letter === '\n') {
        blank++;
        if (text[blank] === '\n') out += '\n';
        else if (/[a-z0-9]/i.test(text[blank] ?? '')) out += ' ';
        ends = !/[a-z0-9]/i.test(text[blank] ?? '');
      }
      if (!ends) {
        used = (letter === '\t' ? used | 7 : used) + 1;
        at++;
        continue;
      }
    }
    out += '\n';
    const from = blank ?? at;
    at = from + (/\s/.test(text[from] ?? '') ? 1 : 0);
    begin = at;
    blank = undefined;
    used = indent = rest;
  }
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
  if (name !== undefined) return named(name, option ?? '', commit);
  const { oid, tree, parents, author, committer, message } = commit;
  const short = (id: string) => id.slice(0, look.digits);
  if (/^[ac]/.test(word)) {
    const who = word.startsWith('a') ? author : committer;
    return personField(word[1] ?? '', /[NEL]/.test(word) ? look.mapped(who) : who, look.date);
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
    f: () => fileName(subjectLine(message), Infinity),
    b: () => (bodyOf(message) === '' ? '' : `${bodyOf(message).trimEnd()}\n`),
    B: () => `${message.replace(/^\n+/, '').replace(/\n+$/, '')}\n`,
    N: () => look.notes?.map(({ notes }) => notes.get(oid) ?? '').join('') ?? '%N',
    d: () => names,
    D: () => names.replace(/^ \(/, '').replace(/\)$/, ''),
    m: () => look.mark ?? '>',
    e: () => '',
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

function named(name: string, option: string, { message }: Commit): string {
  if (name !== 'trailers') return '';
  const given = new Map(option.split(',').map((part) => [part.replace(/=.*$/s, ''), part.replace(/^[^=]*=?/, '')]));
  const keys = option.split(',').flatMap((part) => /^key=(.*?):?$/.exec(part)?.[1]?.toLowerCase() ?? []);
  const literal = (text: string) =>
    text.replaceAll(/%(?:n|x([0-9a-f]{2}))/gi, (_, hex?: string) =>
      hex === undefined ? '\n' : String.fromCharCode(parseInt(hex, 16)),
    );
  const isOn = (key: string) => given.has(key) && !/^(?:no|false|off)$/.test(given.get(key) ?? '');
  const all = trailersOf(message);
  const whole = isOn('unfold') ? all.join('\n').replaceAll(/\n\s+/g, ' ').split('\n') : all;
  const lines = whole.filter(
    (line) => keys.length === 0 || keys.some((key) => line.toLowerCase().startsWith(`${key}:`)),
  );
  const between = literal(given.get('key_value_separator') ?? ': ');
  const shown = lines.map((line) => {
    const [, key = line, value = ''] = /^([^:]*):\s*(.*)$/s.exec(line) ?? [];
    return isOn('valueonly')
      ? value
      : isOn('keyonly')
        ? key
        : given.has('key_value_separator')
          ? key + between + value
          : line;
  });
  const separator = given.get('separator');
  return separator === undefined ? shown.map((line) => `${line}\n`).join('') : shown.join(literal(separator));
}

function personField(field: string, person: Person, date: string): string {
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
