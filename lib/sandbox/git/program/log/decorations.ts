import { currentBranch, headCommit } from '../../repository';
import { peel } from '../../store/tag';
import type { Paint } from '../terminal/color';
import { REPLACE, type Context } from '../setup/context';
import { globPattern, hasGlob } from '../setup/glob';
import { shallowCommits } from '../refs/history';

const plain: Paint = (_words, text) => text;

/** The refs that are shown, with their colours. */
const KINDS = [
  ['refs/tags/', 'bold yellow', 'tag'],
  ['refs/remotes/', 'bold red', 'remoteBranch'],
  ['refs/heads/', 'bold green', 'branch'],
  ['refs/stash', 'bold magenta', 'stash'],
  ['refs/bisect/', 'bold', 'branch'],
] as const;

/** What follows the ids of commits that have names: ` (HEAD -> main, tag: v1, other)`. */
export async function decorations(
  context: Context,
  {
    full = false,
    paint = plain,
    only = [],
    without = [],
  }: { full?: boolean; paint?: Paint; only?: readonly string[]; without?: readonly string[] } = {},
): Promise<Map<string, string>> {
  const names = new Map<string, string[]>();
  const put = (oid: string | undefined, name: string) => {
    if (oid !== undefined) names.set(oid, [...(names.get(oid) ?? []), name]);
  };
  const branch = await currentBranch(context);
  const comma = paint('yellow', ', ');
  const head = paint('bold cyan', 'HEAD', 'color.decorate.HEAD');
  const own =
    branch === undefined
      ? head
      : `${paint('bold cyan', 'HEAD -> ', 'color.decorate.HEAD')}${paint('bold green', full ? `refs/heads/${branch}` : branch, 'color.decorate.branch')}`;
  const patterns = (globs: readonly string[]) =>
    globs.map((glob) => globPattern(hasGlob(glob) ? glob : `${glob.replace(/\/$/, '')}*`, { slashes: true }));
  const [wanted, unwanted] = [patterns(only), patterns(without)];
  const isShown = (name: string) =>
    (only.length === 0 || wanted.some((glob) => glob.test(name))) && !unwanted.some((glob) => glob.test(name));
  for (const oid of await shallowCommits(context)) put(oid, paint('bold blue', 'grafted', 'color.decorate.grafted'));
  if (isShown('HEAD') && (branch === undefined || isShown(`refs/heads/${branch}`))) put(await headCommit(context), own);
  const refs = await context.refs.list();
  for (const { name, oid } of refs.toReversed()) {
    if (name.startsWith(REPLACE))
      put(name.slice(REPLACE.length), paint('bold blue', 'replaced', 'color.decorate.grafted'));
    if (name === `refs/heads/${branch}` || !isShown(name)) continue;
    const commit = await peel(context.objects, oid, 'commit');
    const short = full ? name : name.replace(/^refs\/(?:heads|tags|remotes)\//, '');
    const kind = KINDS.find(([start]) => name.startsWith(start));
    if (kind)
      put(commit, paint(kind[1], kind[0] === 'refs/tags/' ? `tag: ${short}` : short, `color.decorate.${kind[2]}`));
  }
  return new Map(
    [...names].map(([oid, all]) => [oid, `${paint('yellow', ' (')}${all.join(comma)}${paint('yellow', ')')}`]),
  );
}
