import { subjectLine, type Commit } from '../../store/commit';
import type { BlamedLine } from './blame-text';

/** What `--porcelain` prints; with `each`, every line tells of its commit. */
export function porcelain(shown: readonly BlamedLine[], each: boolean): string {
  const told = new Set<string>();
  const pathOf = new Map<string | undefined, string>();
  const several = new Set<string | undefined>();
  for (const { own } of shown) {
    const oid = own?.commit?.oid;
    if ((pathOf.get(oid) ?? own?.path) !== own?.path) several.add(oid);
    pathOf.set(oid, own?.path ?? '');
  }
  let out = '';
  for (const [index, { at, line, own }] of shown.entries()) {
    const commit = own?.commit;
    const oid = commit?.oid ?? '0'.repeat(40);
    const previous = shown[index - 1];
    const starts =
      !previous ||
      previous.own?.commit?.oid !== commit?.oid ||
      previous.at + 1 !== at ||
      (previous.own?.line ?? 0) + 1 !== own?.line;
    let count = 1;
    while (
      starts &&
      shown[index + count]?.own?.commit?.oid === commit?.oid &&
      shown[index + count]?.at === at + count &&
      (shown[index + count]?.own?.line ?? -1) === (own?.line ?? 0) + count
    )
      count++;
    out += `${oid} ${(own?.line ?? 0) + 1} ${at + 1}${starts ? ` ${count}` : ''}\n`;
    const before = own?.previous;
    const whence = `${before === undefined ? '' : `previous ${before.oid} ${before.path}\n`}filename ${own?.path}\n`;
    if (each || !told.has(oid)) {
      const role = (name: string, person: Commit['author'] | undefined) =>
        `${name} ${person?.name ?? 'Not Committed Yet'}\n${name}-mail <${person?.email ?? 'not.committed.yet'}>\n${name}-time ${person?.time ?? Math.floor(Date.now() / 1000)}\n${name}-tz ${person?.zone ?? '+0000'}\n`;
      out += `${role('author', commit?.author)}${role('committer', commit?.committer)}summary ${commit ? subjectLine(commit.message) : `Version of ${own?.path} from ${own?.path}`}\n${own?.end === undefined ? '' : 'boundary\n'}${whence}`;
    } else if (starts && several.has(oid)) out += whence;
    told.add(oid);
    out += `\t${line.replace(/\n$/, '')}\n`;
  }
  return out;
}
