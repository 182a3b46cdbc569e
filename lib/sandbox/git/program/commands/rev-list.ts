import { GitFailure } from '../../git-failure';
import type { Commit } from '../../store/commit';
import { readTree, TREE } from '../../store/tree';
import { closure } from '../closure';
import { openContext, type Context } from '../context';
import { diffStyle } from '../diff-style';
import { formatCommit } from '../format-commit';
import type { GitCommand, GitIo } from '../git-io';
import { chooseCommits, commitLook, diffPart, LOG_FLAGS, LOG_OPTIONAL, LOG_VALUES } from '../log-options';
import { treeOf } from '../merge-into-work';
import { readOptions } from '../options';
import { childrenOf, log, turnRound, withInput } from './log';
import { selectHistory } from '../select-commits';

/** `--graph`: the same as `log` draws it, with ids alone or on one line. */
async function graph(args: readonly string[], isFormatted: boolean, io: GitIo): Promise<number> {
  if (isFormatted)
    throw new GitFailure(
      '--graph with a format is not supported by `rev-list` in this sandbox: use `git log --graph`',
      2,
    );
  const isOneline = args.includes('--oneline');
  return (await log(isOneline ? args : ['--format=%H', ...args], io)) ?? 0;
}

export const revList: GitCommand = async (given, io) => {
  const args = await withInput(given, io);
  const options = readOptions(turnRound(args), {
    flags: {
      ...LOG_FLAGS,
      count: '--count',
      objects: '--objects --objects-edge',
      header: '--header',
      timestamp: '--timestamp',
      noCommitHeader: '--no-commit-header',
      children: '--children',
      noNames: '--no-object-names',
      silent: '--quiet',
      plain: '--use-bitmap-index --in-commit-order --object-names',
    },
    values: LOG_VALUES,
    optional: LOG_OPTIONAL,
    absent: '--bisect --bisect-all --bisect-vars --disk-usage --unpacked --filter --missing',
  });
  const context = await openContext(io);
  const style = diffStyle(context, diffPart(options));
  if (
    options.before.length === 0 &&
    !['all', 'branches', 'tags', 'remotes'].some((name) => options.is(name as 'all')) &&
    options.value('glob') === undefined
  ) {
    throw new GitFailure('usage: git rev-list [<options>] <commit>... [--] [<path>...]', 129);
  }
  if (options.is('graph')) return graph(args, options.value('format') !== undefined || options.is('header'), io);
  const chosen = await chooseCommits(context, options, undefined);
  const listed = await selectHistory(context, options, chosen, style);
  if (options.is('silent')) return 0;
  if (options.is('count')) {
    if (!options.is('leftRight')) return io.out(`${listed.length}\n`);
    const left = listed.filter(({ mark }) => mark === '<').length;
    return io.out(`${left}\t${listed.length - left}\n`);
  }
  const format = options.value('format') !== undefined || options.is('oneline') || options.is('header');
  const isOneline = options.is('oneline') || options.value('format') === 'oneline';
  const look = await commitLook(context, options, style, 'raw');
  const children = options.is('children') ? childrenOf(listed) : undefined;
  for (const { commit, parents, mark, sign } of listed) {
    const own = { ...look, sign };
    const id = options.is('abbrevCommit') ? commit.oid.slice(0, 7) : commit.oid;
    const marked = `${mark ?? ''}${id}${options.is('parents') ? parents.map((oid) => ` ${oid}`).join('') : ''}${(children?.get(commit.oid) ?? []).map((oid) => ` ${oid}`).join('')}`;
    if (!format) io.out(`${options.is('timestamp') ? `${commit.committer.time} ` : ''}${marked}\n`);
    else if (isOneline)
      io.out(
        formatCommit(commit, { ...own, parents: false }).replace(
          /^\S+/,
          mark ? `${mark}${commit.oid.slice(0, 7)}` : '$&',
        ),
      );
    else if (options.is('header')) io.out(`${marked}\n${formatCommit(commit, own).replace(/^commit .*\n/, '')}\0`);
    else io.out(`${options.is('noCommitHeader') ? '' : `commit ${marked}\n`}${formatCommit(commit, own)}`);
  }
  if (options.is('objects'))
    await listObjects(
      context,
      listed.map(({ commit }) => commit.tree),
      await edgeTrees(context, listed, chosen.exclude),
      !options.is('noNames'),
    );
};

/** The trees of the commits at the edge of a range. */
async function edgeTrees(
  context: Context,
  listed: readonly { readonly commit: Commit }[],
  exclude: readonly string[],
): Promise<string[]> {
  const inside = new Set(listed.map(({ commit }) => commit.oid));
  const edges = exclude.length === 0 ? [] : listed.flatMap(({ commit }) => commit.parents);
  return Promise.all(
    [...new Set([...exclude, ...edges])].filter((oid) => !inside.has(oid)).map((oid) => treeOf(context, oid)),
  );
}

/** All objects in some trees that the edges of the range do not have. */
async function listObjects(
  context: Context,
  trees: readonly string[],
  edges: readonly string[],
  named: boolean,
): Promise<void> {
  const seen = await closure(context, edges);
  const walk = async (oid: string, path: string): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    context.io.out(named ? `${oid} ${path}\n` : `${oid}\n`);
    for (const entry of await readTree(context.objects, oid)) {
      const at = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.mode === TREE) await walk(entry.oid, at);
      else if (!seen.has(entry.oid)) {
        seen.add(entry.oid);
        context.io.out(named ? `${entry.oid} ${at}\n` : `${entry.oid}\n`);
      }
    }
  };
  for (const tree of trees) await walk(tree, '');
}
