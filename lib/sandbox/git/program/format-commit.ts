import type { ReadCommitResult } from 'isomorphic-git';
import { formatStamp } from './stamp';

type Names = ReadonlyMap<string, readonly string[]>;

const subjectOf = (message: string): string => message.split('\n')[0] ?? '';

/** As `git log` shows a commit without being told how. */
export function formatCommit({ oid, commit }: ReadCommitResult, names: Names): string {
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

/** One commit by a format: `oneline`, or `%h %s` with git's usual placeholders. */
export function formatPretty(format: string, { oid, commit }: ReadCommitResult, names: Names): string {
  if (format === 'oneline') return `${oid.slice(0, 7)}${inBrackets(names.get(oid))} ${subjectOf(commit.message)}\n`;
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
    s: subjectOf(message),
    b: message.split('\n').slice(1).join('\n').trim(),
    B: message.trimEnd(),
    d: inBrackets(names.get(oid)),
    D: names.get(oid)?.join(', ') ?? '',
    n: '\n',
    '%': '%',
  };
  const template = format.replace(/^t?format:/, '');
  return `${template.replace(/%(a[nedtI]|c[nedtI]|[HhTtPpsbBdDn%])/g, (whole, key: string) => values[key] ?? whole)}\n`;
}
