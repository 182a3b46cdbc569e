import { GitFailure } from '../../git-failure';
import { openContext, type Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import type { Shape } from '../diff/diff-options';
import { diffStyle, type DiffStyle } from '../diff/diff-style';
import { separates, type CommitLook } from '../log/commit-look';
import type { GitCommand, GitIo } from '../setup/git-io';
import { drawGraph } from '../log/graph';
import { chooseCommits, commitLook, diffPart, type Chosen, type LogOptions } from '../log/log-options';
import { commitHistory } from '../refs/history';
import type { Options } from '../terminal/options';
import { namesOnInput } from '../terminal/names-on-input';
import { readLogOptions } from '../log/read-log-options';
import { wantedBy } from '../setup/pathspec';
import { selectHistory, type Listed } from '../log/select-commits';
import { commitChanges, showCommit, type ShowRules } from '../log/show-commit';
import { lineHistory } from '../log/line-history';
import { showReflogs } from '../log/walk-reflogs';

export const log: GitCommand = async (args, io) =>
  showLog(io, readLogOptions(await withInput(args, io)), { otherwise: [] });

/** `--stdin`: revisions and paths on standard input, too. */
export const withInput = async (args: readonly string[], io: GitIo): Promise<readonly string[]> =>
  args.includes('--stdin') ? [...args.filter((arg) => arg !== '--stdin'), ...(await namesOnInput(io))] : args;

/** `log -m --raw` without merges, under its old name. */
export const whatchanged: GitCommand = async (args, io) =>
  showLog(io, readLogOptions(args), { otherwise: ['raw'], onlyChanged: true });

/** What `--diff-merges` may say, and what it means; `on` is what the settings say. */
const MERGE_RULES: Readonly<Record<string, ShowRules['merges']>> = {
  off: 'none',
  none: 'none',
  'first-parent': 'first',
  '1': 'first',
  separate: 'separate',
  m: 'separate',
  on: 'separate',
  c: 'combined',
  combined: 'combined',
  cc: 'dense',
  'dense-combined': 'dense',
};

/** How merges are shown; `standard` without an option that says so. */
export function mergeRule(
  { config }: Context,
  options: LogOptions,
  standard: ShowRules['merges'],
): ShowRules['merges'] {
  const asked = options.value('diffMerges');
  if (asked === 'remerge' || asked === 'r')
    throw new GitFailure(`--diff-merges=${asked} is not supported in this sandbox: use --diff-merges=cc`, 2);
  if (asked !== undefined && !Object.hasOwn(MERGE_RULES, asked))
    throw new GitFailure(`invalid value for '--diff-merges': '${asked}'`);
  mustCombine(options, asked);
  const chosen = options.last('mergesSeparate', 'combined', 'dense', 'diffMerges');
  if (chosen === undefined) return options.is('firstParent') ? 'first' : standard;
  if (chosen === 'combined' || chosen === 'dense') return chosen;
  const isOn = chosen === 'mergesSeparate' || asked === 'on' || asked === 'm';
  const rule = MERGE_RULES[(isOn ? config.get('log.diffMerges') : asked) ?? 'separate'] ?? 'separate';
  // Where only first parents are followed, a merge is compared only with its own.
  return rule === 'separate' && options.is('firstParent') ? 'first' : rule;
}

/** All paths are only shown of merges that are compared with all their parents at once, as is asked for. */
export function mustCombine({ is }: Pick<Options<'allPaths' | 'combined' | 'dense', never>, 'is'>, merges = ''): void {
  if (is('allPaths') && !is('combined') && !is('dense') && !/^(?:c|combined|cc|dense-combined)$/.test(merges))
    throw new GitFailure('--combined-all-paths makes no sense without -c or --cc');
}

/** Prints the history that the options select. `merges`: how merges are shown if no option says so. */
export async function showLog(
  io: GitIo,
  options: LogOptions,
  {
    otherwise,
    onlyChanged = false,
    merges = 'none',
  }: { otherwise: readonly Shape[]; onlyChanged?: boolean; merges?: ShowRules['merges'] },
): Promise<number | void> {
  const context = await openContext(io);
  const plain = diffStyle(context, diffPart(options));
  const style = {
    ...plain,
    silent: plain.silent || options.is('quiet'),
    pick: plain.pick && { ...plain.pick, ignoreCase: options.is('ignoreCase') },
  };
  const look = await commitLook(context, options, style);
  if (options.is('graph') && options.is('reverseOrder'))
    throw new GitFailure("options '--reverse' and '--graph' cannot be used together");
  if (options.is('walkReflogs')) return showReflogs(context, options, look);
  if (options.value('reflogMessage') !== undefined)
    throw new GitFailure('cannot use --grep-reflog without --walk-reflogs');
  const chosen = await chooseCommits(context, options);
  if (options.values('lines').length > 0) return io.out(await linesOf(context, chosen, look, style, options));
  // git lists nothing if the only filter leaves kinds out and no changes are shown.
  const isFilteredOut = style.shapes.length === 0 && !style.pick && /^[a-z]+$/.test(style.filter ?? '');
  if (isFilteredOut && otherwise.length === 0 && !options.is('follow')) return;
  const follows =
    context.config.boolean('log.follow') === true && chosen.specs.length === 1 && chosen.specs[0]?.isPattern === false;
  if (options.is('follow') && chosen.specs.length !== 1) throw new GitFailure('--follow requires exactly one pathspec');
  const following: LogOptions = follows ? { ...options, is: (flag) => flag === 'follow' || options.is(flag) } : options;
  // Of commits that are only shown with their changes, those without do not count, unless the last ones are turned around.
  const counts = (onlyChanged || style.filter !== undefined) && !options.is('reverseOrder');
  const most = counts ? Number(options.value('most') ?? Infinity) : Infinity;
  const asked: LogOptions =
    most === Infinity || most < 0
      ? following
      : { ...following, value: (name) => (name === 'most' ? undefined : following.value(name)) };
  const listed = await selectHistory(context, options.is('graph') ? following : asked, chosen, style);
  const rules = rulesOf(context, options, { style, otherwise, merges, chosen });
  if (options.is('graph')) return io.out(await graphText(context, listed, { look, rules, options, chosen }));
  const sources =
    look.showsSource || /%[+ -]?S/.test(look.format) ? await sourcesOf(context, chosen) : new Map<string, string>();
  let count = 0;
  let isFaulty = false;
  let differs = false;
  const children = options.is('children') ? childrenOf(listed) : undefined;
  for (const { commit, path, mark, sign, parents, kin } of listed) {
    if (most >= 0 && count >= most) break;
    const source = sources.get(commit.oid) ?? '';
    const linked = children ? (children.get(commit.oid) ?? []) : parents;
    const own = { ...look, source, linked, sign, ...(mark !== undefined && { mark }), ...(kin && { kin }) };
    const ruled = { ...rules, ...(path !== undefined && { path }) };
    const filtering: ShowRules =
      style.filter !== undefined && style.shapes.length === 0
        ? { ...ruled, style: { ...style, shapes: ['raw'] } }
        : ruled;
    if ((onlyChanged || style.filter !== undefined) && (await commitChanges(context, commit, filtering)) === undefined)
      continue;
    const shown = await showCommit(context, commit, own, ruled);
    if (options.is('exitCode') && (commit.parents.length < 2 || rules.merges !== 'none'))
      differs ||= (await changesOf(context, commit, rules.wanted)).length > 0;
    if (style.shapes.includes('check')) isFaulty ||= Boolean(await commitChanges(context, commit, ruled));
    const gap = style.zero ? '\0' : '\n';
    io.out(count === 0 || !separates(look.format) ? shown : gap + shown);
    count++;
  }
  return isFaulty ? 2 : differs ? 1 : 0;
}

/** `-L`: the history of some lines. */
async function linesOf(
  context: Context,
  chosen: Chosen,
  look: CommitLook,
  style: DiffStyle,
  options: LogOptions,
): Promise<string> {
  if (chosen.specs.length > 0) throw new GitFailure('-L<range>:<file> cannot be used with pathspec');
  if (options.is('graph'))
    throw new GitFailure('-L with --graph is not supported in this sandbox: leave --graph out', 2, 'error: ');
  if (style.shapes.some((shape) => shape !== 'patch'))
    throw new GitFailure('-L does not yet support diff formats besides -p and -s');
  return lineHistory(context, chosen, options.values('lines'), look, style, options);
}

/** How commits are shown with their changes. */
function rulesOf(
  context: Context,
  options: LogOptions,
  { style, otherwise, merges, chosen }: Pick<ShowRules, 'style' | 'otherwise' | 'merges'> & { readonly chosen: Chosen },
): ShowRules {
  const asksMerges = !['off', 'none', undefined].includes(options.value('diffMerges'));
  const asksAll = options.is('dense') || options.is('combined');
  return {
    style,
    otherwise: asksMerges || asksAll ? ['patch'] : otherwise,
    wanted: options.is('fullDiff') ? () => true : wantedBy(chosen.specs),
    merges: mergeRule(context, options, merges),
    onlyMerges: asksMerges && !asksAll && style.shapes.length === 0 && otherwise.length === 0,
  };
}

/** The commits of a list that each commit is a parent of. */
export function childrenOf(listed: readonly Listed[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { commit, parents } of listed)
    for (const parent of parents) found.set(parent, [commit.oid, ...(found.get(parent) ?? [])]);
  return found;
}

/** The ref from which each commit was first reached, by id. */
async function sourcesOf(context: Context, { include, exclude, sources }: Chosen): Promise<Map<string, string>> {
  const found = new Map(sources);
  for await (const { oid, parents } of commitHistory(context, include, { without: exclude }))
    for (const parent of parents) if (!found.has(parent)) found.set(parent, found.get(oid) ?? '');
  return found;
}

async function graphText(
  context: Context,
  listed: readonly Listed[],
  { look, rules, options, chosen }: { look: CommitLook; rules: ShowRules; options: LogOptions; chosen: Chosen },
): Promise<string> {
  const unlimited = options.value('most') === undefined && options.value('skip') === undefined;
  const without: LogOptions = {
    ...options,
    value: (name) => (name === 'most' || name === 'skip' ? undefined : options.value(name)),
  };
  // Lines also lead to commits that are only left out because of the number limit.
  const reached = unlimited ? listed : await selectHistory(context, without, chosen, rules.style);
  const linked = new Set(reached.map(({ commit }) => commit.oid));
  const entries = [];
  for (const [at, { commit, parents, mark, sign, kin }] of listed.entries()) {
    const own = { ...look, sign, ...(kin && { kin }) };
    const text = await showCommit(context, commit, own, rules);
    const message = await showCommit(context, commit, own, { ...rules, style: { ...rules.style, silent: true } });
    const split = text.startsWith(message);
    const told = split ? message : text;
    entries.push({
      oid: commit.oid,
      ...(mark !== undefined && { mark }),
      parents: (options.is('firstParent') ? parents.slice(0, 1) : parents).filter((oid) => linked.has(oid)),
      message: separates(look.format) ? told : told.replace(/\n$/, ''),
      changes: split ? text.slice(message.length) : '',
      apart: at > 0 && separates(look.format),
      ended: !separates(look.format) && told !== '',
    });
  }
  return drawGraph(entries, look.paint, look.colored);
}
