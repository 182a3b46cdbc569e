import { GitFailure } from '../../git-failure';
import { removeAll } from '../../git-fs';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import { chooseRemovals } from '../stage/clean-menu';
import type { GitCommand } from '../setup/git-io';
import { GitIgnoreRules } from '../worktree/ignore-rules';
import { readOptions } from '../terminal/options';
import { pathspecs, prefixOf, seenFrom, wantedBy } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { repositoriesIn } from '../worktree/empty-folders';
import { lookAtWork } from '../worktree/work-state';

async function without(paths: readonly string[], rules: GitIgnoreRules): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (!(await rules.ruleFor(path, false))?.ignored) found.push(path);
  return found;
}

/** What to remove from a folder in which something stays: whole folders if possible. */
function piecesOf(folder: string, going: readonly string[], staying: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of going) {
    if (!path.startsWith(folder)) continue;
    const end = path.indexOf('/', folder.length);
    found.add(end < 0 ? path : path.slice(0, end + 1));
  }
  return [...found].flatMap((path) => {
    if (!path.endsWith('/')) return [path];
    const stays = staying.filter((other) => other.startsWith(path) && !going.includes(other));
    return stays.length > 0 ? piecesOf(path, going, staying) : [path];
  });
}

export const clean: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      force: '-f --force',
      folders: '-d',
      dry: '-n --dry-run',
      quiet: '-q --quiet',
      all: '-x',
      onlyIgnored: '-X',
      interactive: '-i --interactive',
    },
    values: { exclude: '-e --exclude' },
  });
  const { is } = options;
  const context = await openWorkTree(io);
  if (!is('force') && !is('dry') && !is('interactive') && context.config.boolean('clean.requireForce') !== false) {
    throw new GitFailure('clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean');
  }
  const specs = pathspecs(context, io.cwd, options.rest, { here: true });
  const index = await loadIndex(context);
  const prefix = prefixOf(context, io.cwd);
  const wanted = (path: string) =>
    (specs.length > 0 || path.startsWith(prefix)) &&
    (specs.length === 0 || wantedBy(specs)(path) || wantedBy(specs)(path.replace(/\/$/, '')));
  const excludes = options.values('exclude');
  const spare = new GitIgnoreRules(context, is('onlyIgnored') ? [] : excludes, false);
  const detailed = await lookAtWork(context, index, {
    untracked: 'normal',
    ignored: is('all') || is('onlyIgnored'),
    empty: true,
  });
  const inside = await lookAtWork(context, index, { untracked: 'all', ignored: true });
  // With -X, what -e names is ignored as well.
  const more = new GitIgnoreRules(context, excludes, false);
  const named = await without(detailed.untracked, more);
  const plain = is('onlyIgnored') ? detailed.untracked.filter((path) => !named.includes(path)) : detailed.untracked;
  const ignored = is('all') || is('onlyIgnored') ? detailed.ignored : [];
  const found: string[] = [];
  for (const path of [...plain, ...ignored].toSorted()) {
    const isFolder = path.endsWith('/');
    const bare = path.replace(/\/$/, '');
    // A folder is only removed as a whole if nothing in it has to stay.
    const kept =
      isFolder && !is('all') && plain.includes(path) ? inside.ignored.filter((other) => other.startsWith(path)) : [];
    if (isFolder && (kept.length > 0 || (specs.length > 0 && !wanted(path)))) {
      const going = await without(inside.untracked.filter(wanted), spare);
      if (is('folders') || specs.length > 0) found.push(...piecesOf(path, going, [...kept, ...inside.untracked]));
      continue;
    }
    if (!wanted(path) || (isFolder && !is('folders') && specs.length === 0)) continue;
    if ((await spare.ruleFor(bare, isFolder))?.ignored) continue;
    const spared = isFolder
      ? (
          await Promise.all(
            inside.untracked
              .filter((other) => other.startsWith(path))
              .map(async (other) => (await spare.ruleFor(other, false))?.ignored),
          )
        ).some(Boolean)
      : false;
    if (spared && isFolder && is('folders')) {
      const going = await without([...inside.untracked, ...(is('all') ? inside.ignored : [])], spare);
      found.push(...piecesOf(path, going, [...inside.untracked, ...inside.ignored]));
    }
    if (!spared && !found.some((other) => other.endsWith('/') && path.startsWith(other))) found.push(path);
  }
  const shown = (path: string) => quotePath(seenFrom(context, io.cwd, path), context);
  // What is in a folder is named from that folder's name, as in `./a`.
  const within = (folder: string, path: string) => shown(folder) + quotePath(path.slice(folder.length), context);
  const going =
    is('interactive') && found.length > 0
      ? (
          await chooseRemovals(
            context,
            found.map((path) => ({ path, name: shown(path) })),
          )
        ).map(({ path }) => path)
      : found;
  const say = (done: string, wouldBe: string, path: string, name = shown(path)) =>
    is('quiet') ? undefined : io.out(`${is('dry') ? wouldBe : done} ${name}\n`);
  for (const path of going) {
    const inner = options.values('force').length > 1 ? [] : await repositoriesIn(context, path);
    const nested = inner.filter((folder) => `${folder}/` !== path);
    for (const folder of nested) say('Skipping repository', 'Would skip repository', folder);
    if (inner.some((folder) => `${folder}/` === path)) continue;
    const held = heldBy(context, path);
    if (held.length > 0) io.out(`${is('dry') ? 'Would refuse' : 'Refusing'} to remove current working directory\n`);
    const staying = [...inner.map((folder) => `${folder}/`), ...held];
    const untracked = [...inside.untracked, ...(is('all') || is('onlyIgnored') ? inside.ignored : [])];
    const left = untracked.filter((other) => !inner.some((folder) => other.startsWith(`${folder}/`)));
    const whole = staying.length === 0;
    for (const piece of whole ? [path] : piecesOf(path, left, staying)) {
      say('Removing', 'Would remove', piece, whole ? shown(piece) : within(path, piece));
      if (!is('dry')) await removeAll(context.fs, `${context.root}/${piece.replace(/\/$/, '')}`);
    }
  }
};

/** The folder that the command is run in, if it lies in one to remove: it stays. */
const heldBy = (context: Context, path: string): string[] => {
  const here = prefixOf(context, context.io.cwd);
  return here !== '' && here.startsWith(path) ? [here] : [];
};
