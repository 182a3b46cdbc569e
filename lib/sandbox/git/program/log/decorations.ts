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

interface DecorationRules {
  readonly full?: boolean;
  readonly paint?: Paint;
  /** The refs that are shown alone, and those that are not. */
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  /** Whether refs of other kinds are shown, too. */
  readonly all?: boolean;
}

/** What follows the ids of commits that have names: ` (HEAD -> main, tag: v1, other)`. */
export async function decorations(
  context: Context,
  { full = false, paint = plain, only = [], without = [], all = false }: DecorationRules = {},
): Promise<Map<string, string>> {
  const names = new Map<string, string[]>();
  const put = (oid: string | undefined, name: string) => {
    if (oid !== undefined) names.set(oid, [...(names.get(oid) ?? []), name]);
  };
  const branch = await currentBranch(context);
  const patterns = (globs: readonly string[]) =>
    globs.map((glob) => globPattern(hasGlob(glob) ? glob : `${glob.replace(/\/$/, '')}*`, { slashes: true }));
  const settings = context.config.getAll('log.excludeDecoration');
  const [wanted, unwanted, hidden] = [only, without, settings].map(patterns);
  const isAmong = (globs: readonly RegExp[] | undefined, name: string) =>
    globs?.some((glob) => glob.test(name)) === true;
  // An option that names refs is stronger than the settings.
  const isShown = (name: string) =>
    !isAmong(unwanted, name) && (only.length > 0 ? isAmong(wanted, name) : !isAmong(hidden, name));
  const showsAll =
    all ||
    only.length + without.length + settings.length > 0 ||
    context.config.get('log.initialDecorationSet') === 'all';
  const comma = paint('yellow', ', ');
  const head = paint('bold cyan', 'HEAD', 'color.decorate.HEAD');
  const showsHead = isShown('HEAD');
  const own =
    branch === undefined || !isShown(`refs/heads/${branch}`)
      ? head
      : `${paint('bold cyan', 'HEAD -> ', 'color.decorate.HEAD')}${paint('bold green', full ? `refs/heads/${branch}` : branch, 'color.decorate.branch')}`;
  for (const oid of await shallowCommits(context)) put(oid, paint('bold blue', 'grafted', 'color.decorate.grafted'));
  if (showsHead) put(await headCommit(context), own);
  const refs = await context.refs.list();
  for (const { name, oid } of refs.toReversed()) {
    if (name.startsWith(REPLACE))
      put(name.slice(REPLACE.length), paint('bold blue', 'replaced', 'color.decorate.grafted'));
    if ((showsHead && name === `refs/heads/${branch}`) || !isShown(name)) continue;
    const commit = await peel(context.objects, oid, 'commit');
    const short = full ? name : name.replace(/^refs\/(?:heads|tags|remotes)\//, '');
    const kind = KINDS.find(([start]) => name.startsWith(start));
    if (!kind && showsAll && !name.startsWith(REPLACE)) put(commit, name);
    if (kind)
      put(commit, paint(kind[1], kind[0] === 'refs/tags/' ? `tag: ${short}` : short, `color.decorate.${kind[2]}`));
  }
  return new Map(
    [...names].map(([oid, all]) => [oid, `${paint('yellow', ' (')}${all.join(comma)}${paint('yellow', ')')}`]),
  );
}
