import { GitFailure } from '../../git-failure';
import type { Commit } from '../../store/commit';
import { GITLINK } from '../../store/tree';
import { bestFirst, byRank, rankCommits, stepsFor } from '../log/bisect-rank';
import { loadIndex, openContext, type Context } from '../setup/context';
import { decorations } from '../log/decorations';
import { diffStyle } from '../diff/diff-style';
import { formatCommit } from '../log/format-commit';
import type { GitCommand, GitIo } from '../setup/git-io';
import {
  chooseCommits,
  commitLook,
  diffPart,
  LOG_FLAGS,
  LOG_OPTIONAL,
  LOG_VALUES,
  wantedRefs,
} from '../log/log-options';
import { excludedEdges, edgeTrees, objectLister, tagsAmong } from '../log/list-objects';
import { readOptions } from '../terminal/options';
import { turnRound } from '../log/read-log-options';
import { childrenOf, log, withInput } from './log';
import { selectHistory } from '../log/select-commits';
import { wantedEntries } from '../log/walk-reflogs';

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
    exact: true,
    flags: {
      ...LOG_FLAGS,
      count: '--count',
      objects: '--objects',
      edges: '--objects-edge --objects-edge-aggressive',
      inOrder: '--in-commit-order',
      bisect: '--bisect',
      bisectVars: '--bisect-vars',
      bisectAll: '--bisect-all',
      printOmitted: '--filter-print-omitted',
      indexed: '--indexed-objects',
      header: '--header',
      timestamp: '--timestamp',
      noCommitHeader: '--no-commit-header',
      children: '--children',
      noNames: '--no-object-names',
      silent: '--quiet',
      plain: `${LOG_FLAGS.plain} --use-bitmap-index --object-names --commit-header --exclude-promisor-objects`,
    },
    values: { ...LOG_VALUES, objectFilter: '--filter', missing: '--missing' },
    optional: LOG_OPTIONAL,
    absent: '--disk-usage --unpacked --exclude-first-parent-only --filter-provided-objects --progress -v',
  });
  if (options.value('objectFilter') !== undefined && !options.is('objects') && !options.is('edges'))
    throw new GitFailure('object filtering requires --objects');
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
  if (options.is('walkReflogs') && options.is('count')) {
    let count = 0;
    for await (const _ of wantedEntries(context, options, 'default')) count++;
    return io.out(`${count}\n`);
  }
  const chosen = await chooseCommits(context, options, 'nothing');
  const listed = await selectHistory(context, options, chosen, style);
  if (options.is('silent')) return 0;
  if (options.is('parents') && options.is('children'))
    throw new GitFailure("options '--parents' and '--children' cannot be used together");
  if (options.is('bisect') || options.is('bisectVars') || options.is('bisectAll'))
    return halve(
      context,
      listed.map(({ commit }) => commit),
      options.last('bisect', 'bisectVars', 'bisectAll'),
    );
  if (options.is('count')) {
    const counted = (sign: string) => listed.filter(({ mark }) => mark === sign).length;
    const [left, same] = [counted('<'), counted('=')];
    const others = listed.length - left - same;
    const sides = options.is('leftRight') ? `${left}\t${others}` : String(left + others);
    return io.out(options.is('cherryMark') ? `${sides}\t${same}\n` : `${sides}\n`);
  }
  const format = options.value('format') !== undefined || options.is('oneline') || options.is('header');
  const isOneline = options.is('oneline') || options.value('format') === 'oneline';
  const look = await commitLook(context, options, style, 'raw');
  if (options.is('edges'))
    io.out(
      excludedEdges(listed, chosen.exclude)
        .map((oid) => `-${oid}\n`)
        .join(''),
    );
  const lister =
    options.is('objects') || options.is('edges')
      ? await objectLister(context, await edgeTrees(context, listed, chosen.exclude), {
          named: !options.is('noNames'),
          filter: options.value('objectFilter'),
          missing: options.value('missing'),
          specs: chosen.specs,
        })
      : undefined;
  const isTyped = options.value('objectFilter')?.startsWith('object:type=') === true;
  const tags =
    lister && !isTyped
      ? await tagsAmong(context, chosen.named, (await wantedRefs(context, options)) ?? [])
      : new Map<string, string>();
  const listTags = () => {
    for (const [oid, name] of tags) lister?.tag(oid, name);
    tags.clear();
  };
  const children = options.is('children') ? childrenOf(listed) : undefined;
  for (const { commit, parents, mark, sign } of listed) {
    const own = { ...look, sign };
    const id = options.is('abbrevCommit') ? commit.oid.slice(0, style.digits) : commit.oid;
    const marked = `${mark ?? ''}${id}${options.is('parents') ? parents.map((oid) => ` ${oid}`).join('') : ''}${(children?.get(commit.oid) ?? []).map((oid) => ` ${oid}`).join('')}`;
    if (!format) io.out(`${options.is('timestamp') ? `${commit.committer.time} ` : ''}${marked}\n`);
    else if (isOneline)
      io.out(
        formatCommit(commit, { ...own, parents: false }).replace(
          /^\S+/,
          mark ? `${mark}${commit.oid.slice(0, 7)}` : '$&',
        ),
      );
    else if (options.is('header'))
      io.out(`${marked}\n${formatCommit(commit, { ...own, showsNotes: false }).replace(/^commit .*\n/, '')}\0`);
    else {
      const text = formatCommit(commit, own);
      // The formats with names begin with a line for the commit, which is this one.
      const isNamed = !/^t?format:/.test(look.format);
      const body = isNamed ? `${text.replace(/^commit .*\n/, '')}\n` : text;
      io.out(`${options.is('noCommitHeader') ? '' : `commit ${marked}\n`}${body}`);
    }
    if (lister && options.is('inOrder')) {
      listTags();
      await lister.list(commit.tree);
    }
  }
  if (!lister) return;
  listTags();
  if (!options.is('inOrder')) for (const { commit } of listed) await lister.list(commit.tree);
  if (options.is('indexed'))
    for (const { path, oid, mode } of (await loadIndex(context)).all())
      if (mode !== GITLINK) await lister.file(oid, path);
  if (options.is('printOmitted')) io.out(lister.omitted.map((oid) => `~${oid}\n`).join(''));
  if (options.value('missing') === 'print') io.out(lister.missing.map((oid) => `?${oid}\n`).join(''));
};

/** `--bisect`, `--bisect-vars` and `--bisect-all`: the commits that halve the listed ones best. */
async function halve(
  context: Context,
  commits: readonly Commit[],
  how: 'bisect' | 'bisectVars' | 'bisectAll' | undefined,
): Promise<number> {
  const { io } = context;
  const ranked = await rankCommits(context, commits);
  const [best] = bestFirst(ranked);
  if (how === 'bisectAll') {
    const names = await decorations(context);
    for (const { commit, distance } of byRank(ranked)) {
      const own = names.get(commit.oid)?.replace(/^ \((.*)\)$/, '$1, ') ?? '';
      io.out(`${commit.oid} (${own}dist=${distance})\n`);
    }
    return 0;
  }
  if (how === 'bisect') {
    if (best) io.out(`${best.commit.oid}\n`);
    return 0;
  }
  const [all, reaches] = [commits.length, best?.weight ?? 0];
  io.out(
    `bisect_rev='${best?.commit.oid ?? ''}'\nbisect_nr=${Math.max(all - reaches, reaches) - 1}\nbisect_good=${all - reaches - 1}\nbisect_bad=${reaches - 1}\nbisect_all=${all}\nbisect_steps=${stepsFor(all)}\n`,
  );
  return 0;
}
