import type { ChangedFile, FileVersion } from '../../diff/file-change';
import { changesBetweenTrees } from './sides';
import { headCommit } from '../../repository';
import { subjectLine, type Commit } from '../../store/commit';
import { EMPTY_TREE } from '../../store/objects';
import { GITLINK } from '../../store/tree';
import { openContext, type Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import { commitHistory, isAncestor } from '../refs/history';
import { treeOfCommit } from '../worktree/merge-into-work';

/** What `--submodule=log` or `--submodule=diff` shows of a submodule; undefined if the change is not one of a submodule. */
export async function submoduleText(
  change: ChangedFile,
  style: DiffStyle,
  show: (changes: readonly ChangedFile[], style: DiffStyle) => Promise<string>,
): Promise<string | undefined> {
  const how = style.submodule;
  if (how === 'short' || !isLink(change.before ?? change.after) || !isLink(change.after ?? change.before))
    return undefined;
  const [old, now] = [change.before?.oid, change.after?.oid];
  const inner = await openInner(style.context, change.path);
  let out = change.after?.dirty ? `Submodule ${change.path} contains modified content\n` : '';
  if (old === now) return out;
  const short = (oid: string | undefined) => (oid ?? '0'.repeat(40)).slice(0, 7);
  const known = async (oid: string | undefined) => oid === undefined || (await inner?.objects.find(oid)) !== undefined;
  const missing = !inner || !(await known(old)) || !(await known(now));
  const head = `Submodule ${change.path} `;
  if (old === undefined || now === undefined || missing) {
    const what = old === undefined ? 'new submodule' : now === undefined ? 'submodule deleted' : 'commits not present';
    out += `${head}${short(old)}...${short(now)} (${what})\n`;
  } else {
    const back = await isAncestor(inner, now, old);
    const dots = back || (await isAncestor(inner, old, now)) ? '..' : '...';
    out += `${head}${short(old)}${dots}${short(now)}${back ? ' (rewind)' : ''}:\n`;
    if (how === 'log') out += await commitLines(inner, old, now);
  }
  if (how === 'log' || missing) return out;
  const [before, after] = [await treeOrEmpty(inner, old), await treeOrEmpty(inner, now)];
  const own: DiffStyle = {
    ...style,
    context: inner,
    prefixes: [`${style.prefixes[0]}${change.path}/`, `${style.prefixes[1]}${change.path}/`],
  };
  const changes = await changesBetweenTrees(inner, before, after);
  return out + (await show(changes, own));
}

const isLink = (version: FileVersion | undefined): boolean => version?.mode === GITLINK;

const treeOrEmpty = async (context: Context, oid: string | undefined): Promise<string> =>
  oid === undefined ? EMPTY_TREE : treeOfCommit(context, oid);

async function openInner(context: Context, path: string): Promise<Context | undefined> {
  const root = `${context.root}/${path}`;
  const env = { ...context.io.env };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];
  const found = await openContext({ ...context.io, cwd: root, env }).catch(() => undefined);
  return found?.root === root && (await headCommit(found)) !== undefined ? found : undefined;
}

/** The commits that only one of two has, newest first. */
async function commitLines(context: Context, old: string, now: string): Promise<string> {
  const side = async (from: string, without: string, mark: string) => {
    const found: { commit: Commit; mark: string }[] = [];
    for await (const commit of commitHistory(context, [from], { without: [without] })) found.push({ commit, mark });
    return found;
  };
  return [...(await side(old, now, '<')), ...(await side(now, old, '>'))]
    .toSorted((a, b) => b.commit.committer.time - a.commit.committer.time)
    .map(({ commit, mark }) => `  ${mark} ${subjectLine(commit.message)}\n`)
    .join('');
}
