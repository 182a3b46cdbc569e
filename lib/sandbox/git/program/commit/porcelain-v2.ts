import { GITLINK } from '../../store/tree';
import { comparePaths } from '../../store/bytes';
import { formatMode } from '../../store/tree';
import { letterOf, percent } from '../../diff/file-change';
import type { Context } from '../setup/context';
import { quotePath } from '../text/quote-path';
import { readReflog } from '../refs/reflog';
import { conflictCode, type Standing } from './status-text';
import { tracking } from '../refs/upstream';
import { lookAtFile, modeOf } from '../worktree/work-files';

const NOTHING = '0'.repeat(40);
const mode = (value: number | undefined): string => formatMode(value ?? 0);

/** `git status --porcelain=v2`. */
export async function porcelainText(
  context: Context,
  found: Standing,
  { branch, zero, stash, counts }: { branch: boolean; zero: boolean; stash: boolean; counts: boolean },
): Promise<string> {
  const { index, staged, changed, conflicts } = found;
  const name = (path: string) => (zero ? path : quotePath(path, context));
  const end = zero ? '\0' : '\n';
  let out = branch ? await branchLines(context, found, end, counts) : '';
  if (stash) {
    const count = (await readReflog(context, 'refs/stash')).length;
    if (count > 0) out += `# stash ${count}${end}`;
  }
  const byPath = new Map(staged.map((change) => [change.path, change]));
  const work = new Map(changed.map((change) => [change.path, change]));
  for (const path of [...new Set([...byPath.keys(), ...work.keys()])].sort(comparePaths)) {
    const [one, other] = [byPath.get(path), work.get(path)];
    const entry = index.get(path);
    const isNew = entry?.intentToAdd === true && other?.before === undefined;
    const code = `${one ? letterOf(one) : '.'}${other ? (other.before ? letterOf(other) : 'A') : '.'}`;
    const head = one ? one.before : entry;
    const own = one ? one.after : isNew ? undefined : entry;
    const modes = `${mode(isNew ? 0 : head?.mode)} ${mode(own?.mode)} ${mode(other ? other.after?.mode : entry?.mode)}`;
    const ids = `${(isNew ? undefined : head?.oid) ?? NOTHING} ${own?.oid ?? NOTHING}`;
    const isInner = [head?.mode, own?.mode].includes(GITLINK);
    const has = (words: string, letter: string) => (other?.inner?.includes(words) ? letter : '.');
    const kind = isInner
      ? `S${has('new commits', 'C')}${has('modified content', 'M')}${has('untracked content', 'U')}`
      : 'N...';
    if (one?.similarity === undefined) out += `1 ${code} ${kind} ${modes} ${ids} ${name(path)}${end}`;
    else
      out += `2 ${code} ${kind} ${modes} ${ids} ${letterOf(one)}${percent(one.similarity)} ${name(path)}${zero ? '\0' : '\t'}${name(one.before?.path ?? '')}${end}`;
  }
  for (const path of conflicts) {
    const stages = [1, 2, 3].map((stage) => index.get(path, stage));
    const stat = await lookAtFile(context, path);
    out += `u ${conflictCode(index, path).code} N... ${stages.map((entry) => mode(entry?.mode)).join(' ')} ${mode(stat && stat.type !== 'directory' ? modeOf(context, stat, stages[1]?.mode) : 0)} ${stages.map((entry) => entry?.oid ?? NOTHING).join(' ')} ${name(path)}${end}`;
  }
  out += found.untracked.map((path) => `? ${name(path)}${end}`).join('');
  return out + found.ignored.map((path) => `! ${name(path)}${end}`).join('');
}

async function branchLines(
  context: Context,
  { head, branch }: Standing,
  end: string,
  counts: boolean,
): Promise<string> {
  let out = `# branch.oid ${head ?? '(initial)'}${end}# branch.head ${branch ?? '(detached)'}${end}`;
  const found = branch === undefined ? undefined : await tracking(context, branch);
  if (!found) return out;
  out += `# branch.upstream ${found.upstream.short}${end}`;
  if (found.gone || head === undefined) return out;
  const isApart = found.ahead + found.behind > 0;
  return `${out}# branch.ab ${isApart && !counts ? '+? -?' : `+${found.ahead} -${found.behind}`}${end}`;
}
