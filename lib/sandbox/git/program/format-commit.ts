import type { ReadCommitResult } from 'isomorphic-git';
import { formatStamp } from './stamp';
import { subjectLine } from '../subject';

type Names = ReadonlyMap<string, readonly string[]>;

/** How commits are shown, one after the other. */
export interface CommitFormat {
  text(entry: ReadCommitResult): string;
  /** What stands between two of them. */
  readonly between: string;
  /** What stands between one and what it changed. */
  readonly beforeChanges: string;
}

/** `wanted` is `medium`, `oneline`, or a format such as `%h %s`; `shown` are the names that the first two say. */
export function commitFormat(wanted: string, names: Names, shown: Names): CommitFormat {
  if (wanted === 'medium') return { text: (entry) => medium(entry, shown), between: '\n', beforeChanges: '\n' };
  if (wanted === 'oneline') return { text: (entry) => oneline(entry, shown), between: '', beforeChanges: '' };
  const template = wanted.replace(/^t?format:/, '');
  const text = (entry: ReadCommitResult) => filledIn(template, entry, names);
  if (wanted.startsWith('format:')) return { text, between: '\n', beforeChanges: '\n' };
  if (template === '') return { text, between: '', beforeChanges: '' };
  return { text: (entry) => `${text(entry)}\n`, between: '', beforeChanges: '\n' };
}

function medium({ oid, commit }: ReadCommitResult, names: Names): string {
  const { author, message, parent } = commit;
  const lines = [
    `commit ${oid}${inBrackets(names.get(oid))}`,
    ...(parent.length > 1 ? [`Merge: ${parent.map((id) => id.slice(0, 7)).join(' ')}`] : []),
    `Author: ${author.name} <${author.email}>`,
    `Date:   ${formatStamp(author.timestamp, author.timezoneOffset)}`,
    '',
    ...message
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const inBrackets = (names: readonly string[] | undefined): string => (names ? ` (${names.join(', ')})` : '');

const oneline = ({ oid, commit }: ReadCommitResult, names: Names): string =>
  `${oid.slice(0, 7)}${inBrackets(names.get(oid))} ${subjectLine(commit.message)}\n`;

/** With git's usual placeholders. */
function filledIn(template: string, { oid, commit }: ReadCommitResult, names: Names): string {
  const { author, committer, message, parent, tree } = commit;
  const values: Readonly<Record<string, string>> = {
    H: oid,
    h: oid.slice(0, 7),
    T: tree,
    t: tree.slice(0, 7),
    P: parent.join(' '),
    p: parent.map((id) => id.slice(0, 7)).join(' '),
    an: author.name,
    ae: author.email,
    at: String(author.timestamp),
    ad: formatStamp(author.timestamp, author.timezoneOffset),
    aI: new Date(author.timestamp * 1000).toISOString(),
    cn: committer.name,
    ce: committer.email,
    ct: String(committer.timestamp),
    cd: formatStamp(committer.timestamp, committer.timezoneOffset),
    cI: new Date(committer.timestamp * 1000).toISOString(),
    s: subjectLine(message),
    b: message.split('\n').slice(1).join('\n').trim(),
    B: message.trimEnd(),
    d: inBrackets(names.get(oid)),
    D: names.get(oid)?.join(', ') ?? '',
    n: '\n',
    '%': '%',
  };
  return template.replace(/%(a[nedtI]|c[nedtI]|[HhTtPpsbBdDn%])/g, (whole, key: string) => values[key] ?? whole);
}
