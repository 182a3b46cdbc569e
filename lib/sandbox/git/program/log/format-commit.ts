import { bodyOf, subjectLine, type Commit } from '../../store/commit';
import { encodeUtf8 } from '../../store/bytes';
import { recode } from '../../store/encoding';
import type { Signature } from '../../store/person';
import type { CommitLook } from './commit-look';
import { formatDate } from '../people/dates';
import { mailHead } from './mail-head';
import { filledIn } from './placeholders';

/** Expands tabs to every so many columns, so that the indentation does not shift them. */
function withoutTabs(line: string, width: number): string {
  if (width === 0) return line;
  let out = '';
  for (const part of line.split(/(\t)/)) out += part === '\t' ? ' '.repeat(width - (out.length % width)) : part;
  return out;
}

const indented = (text: string, tabs = 0): string =>
  text
    .replace(/^(?=.)/gm, '    ')
    .split('\n')
    .map((line) => (line === '' ? '    ' : `    ${withoutTabs(line.slice(4), tabs)}`))
    .join('\n');

const isMerge = ({ parents }: Commit): boolean => parents.length > 1;

/** A commit with its texts in the encoding that they are shown in; unchanged where they cannot be converted. */
function encoded(commit: Commit, { encoding, format }: CommitLook): Commit {
  if (!encoding || (encoding.to === '' && /^t?format:/.test(format))) return commit;
  const to = (text: string) => recode(text, encoding.from, encoding.to || commit.encoding) ?? text;
  const person = (one: Signature): Signature => ({ ...one, name: to(one.name), email: to(one.email) });
  return { ...commit, message: to(commit.message), author: person(commit.author), committer: person(commit.committer) };
}

/** A commit as it is shown, with its line end. */
export function formatCommit(given: Commit, look: CommitLook): string {
  const commit = encoded(given, look);
  const { format } = look;
  if (look.showsSize === true) return withSize(given, { ...look, showsSize: false });
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
    return template === '' && look.isFilled !== true ? '' : `${text}\n`;
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
    indented(
      commit.message.replace(/^\n+/, '').trimEnd(),
      look.tabs ?? (['medium', 'full', 'fuller'].includes(format) ? 8 : 0),
    ),
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

/** `--log-size`: how long the text is that follows. */
function withSize(commit: Commit, look: CommitLook): string {
  const text = formatCommit(commit, look);
  const isTemplate = /^t?format:/.test(look.format);
  const cut = isTemplate ? 0 : look.format === 'oneline' ? text.indexOf(' ') + 1 : text.indexOf('\n') + 1;
  const rest = text.slice(cut);
  const size = encodeUtf8(isTemplate || look.format === 'oneline' ? rest.replace(/\n$/, '') : rest).length;
  return `${text.slice(0, cut)}log size ${size}\n${rest}`;
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
  const who = (key: string, { name, email }: Signature) => `${key} ${name} <${email}>`;
  const when = (key: string, person: Signature) => `${key} ${formatDate(person, date)}`;
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
