import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { isAncestor, mergeBases, topologically } from '../refs/history';
import { readOptions, type Options } from '../terminal/options';
import { findCommit, fullRef } from '../refs/revision';
import { readReflog } from '../refs/reflog';
import { columnColor } from '../log/graph';
import { compareVersions } from '../log/ref-format';
import { formatDate } from '../people/dates';
import { globPattern, hasGlob } from '../setup/glob';
import { painter } from '../terminal/color';

/** A visited commit, with a bit for each branch that contains it. */
interface Seen {
  readonly commit: Commit;
  bits: number;
}

/** A branch to show. */
interface Head {
  readonly name: string;
  readonly oid: string;
  /** What is said of it, if not what its commit says. */
  readonly told?: string;
}

/** The most branches, as each needs a bit. */
const MOST_HEADS = 26;

/** Shows branches side by side, down to their common ancestors. */
export const showBranch: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      all: '-a --all',
      remotes: '-r --remotes',
      current: '--current',
      list: '--list',
      noName: '--no-name',
      ids: '--sha1-name',
      sparse: '--sparse',
      topics: '--topics',
      bases: '--merge-base',
      independent: '--independent',
      topo: '--topo-order',
      byDate: '--date-order',
      noColor: '--no-color',
    },
    optional: { more: '--more', color: '--color', reflog: '-g --reflog' },
    stopEarly: true,
  });
  const { is } = options;
  const context = await openContext(io);
  const branch = await currentBranch(context);
  const { paint } = painter(context, is('noColor') ? 'never' : options.value('color'), 'color.showBranch');
  const tinted = (at: number, mark: string) => (mark === ' ' ? mark : paint(columnColor(at), mark));
  const heads = await headsToShow(context, options);
  if (is('current') && branch !== undefined && !heads.some(({ name }) => name === branch))
    heads.push({ name: branch, oid: (await context.refs.resolve(`refs/heads/${branch}`)) ?? '' });
  if (heads.length === 0) throw new GitFailure('No revs to be shown.', 0, '');
  if (heads.length > MOST_HEADS) throw new GitFailure(`cannot handle more than ${MOST_HEADS} revs.`);
  const oids = heads.map(({ oid }) => oid);
  if (is('bases')) {
    const bases = await mergeBases(context, oids);
    io.out(bases.map((oid) => `${oid}\n`).join(''));
    return bases.length > 0 ? 0 : 1;
  }
  if (is('independent')) {
    for (const oid of oids) {
      const held = await Promise.all(oids.map(async (other) => other !== oid && isAncestor(context, oid, other)));
      if (!held.some(Boolean)) io.out(`${oid}\n`);
    }
    return 0;
  }
  const commits = await Promise.all(oids.map((oid) => readCommit(context.objects, oid)));
  const own = heads.findIndex(({ name }) => name.replace(/^(?:refs\/)?heads\//, '') === branch);
  for (const [at, { name, told }] of heads.entries()) {
    const mark = at === own ? '*' : is('list') ? ' ' : '!';
    const indent = is('list') ? '' : ' '.repeat(at);
    const subject = told ?? titleOf(commits[at]);
    const shown = is('list') ? mark : tinted(at, mark);
    if (heads.length > 1 || is('list')) io.out(`${indent}${shown} [${name}] ${subject}\n`);
  }
  if (is('list')) return 0;
  if (heads.length > 1) io.out(`${'-'.repeat(heads.length)}\n`);
  const seen = await joined(context, commits, Number(options.value('more') || 0));
  const sorted = await topologically(
    context,
    [...seen.values()].map(({ commit }) => commit),
    options.last('topo', 'byDate') === 'byDate',
  );
  const names = namesOf(sorted, heads);
  const every = 2 ** heads.length - 1;
  let left = Number(options.value('more') || 0);
  let met = false;
  for (const commit of sorted) {
    const bits = (seen.get(commit.oid)?.bits ?? 0) & every;
    met ||= bits === every;
    // Topics are what the first branch does not have.
    if (heads.length > 1 && is('topics') && bits !== every && bits & 1) continue;
    const isMerge = commit.parents.length > 1;
    const isOfOne = (bits & (bits - 1)) === 0 && !oids.includes(commit.oid);
    if (heads.length > 1 && isMerge && isOfOne && !is('sparse')) continue;
    const marks = heads.map((_, at) => tinted(at, bits & (1 << at) ? (isMerge ? '-' : at === own ? '*' : '+') : ' '));
    const name = is('ids') ? commit.oid.slice(0, 7) : (names.get(commit.oid) ?? commit.oid.slice(0, 7));
    const title = is('noName') ? '' : `[${name}] `;
    io.out(`${heads.length > 1 ? `${marks.join('')} ` : ''}${title}${titleOf(commit)}\n`);
    if (met && --left < 0) break;
  }
  return 0;
};

/** What is asked for: branches, or the last places of one. */
async function headsToShow(
  context: Context,
  { is, value, rest }: Options<'all' | 'remotes' | 'topics' | 'current', 'reflog' | 'more'>,
): Promise<Head[]> {
  const moves = value('reflog');
  if (moves === undefined)
    return headsOf(context, rest, { all: is('all'), remotes: is('remotes'), topics: is('topics') });
  if (is('all') || is('remotes') || value('more') !== undefined)
    throw new GitFailure("options '--reflog' and '--all/--remotes/--independent/--merge-base' cannot be used together");
  if (is('current')) throw new GitFailure("options '--reflog' and '--current' cannot be used together");
  return movesOf(context, rest, moves);
}

const titleOf = (commit: Commit | undefined): string => subjectLine(commit?.message ?? '').replace(/^\[PATCH\] /, '');

const byVersion = (a: Head, b: Head): number => compareVersions(a.name, b.name);

/** The revisions, patterns and kinds of branches that are asked for; without any, the settings' or all branches. */
async function headsOf(
  context: Context,
  written: readonly string[],
  { all, remotes, topics }: { all: boolean; remotes: boolean; topics: boolean },
): Promise<Head[]> {
  const isBare = written.length === 0 && !all && !remotes && !topics;
  const given = isBare ? context.config.getAll('showBranch.default') : written;
  const found: Head[] = [];
  for (const name of given) {
    const oid = await findCommit(context, name);
    if (oid !== undefined) found.push({ name, oid });
    else if (!hasGlob(name)) throw new GitFailure(`bad sha1 reference ${name}`);
    else found.push(...(await matching(context, name)));
  }
  const isAll = given.length <= Number(topics) && !remotes;
  const folders = [...(isAll || all ? ['refs/heads/'] : []), ...(remotes || all ? ['refs/remotes/'] : [])];
  for (const folder of folders) {
    const own = (await context.refs.list(folder)).map(({ name, oid }) => ({ name: name.slice(folder.length), oid }));
    found.push(...own.filter(({ name }) => !found.some((one) => one.name === name)).toSorted(byVersion));
  }
  return found;
}

/** The refs that a pattern names: branches and tags by their short names. */
async function matching(context: Context, glob: string): Promise<Head[]> {
  const pattern = globPattern(glob, { slashes: true });
  const depth = glob.split('/').length;
  const own = (await context.refs.list()).flatMap(({ name, oid }) => {
    const tail = name.split('/').slice(-depth).join('/');
    return pattern.test(tail) || pattern.test(name)
      ? [{ name: name.replace(/^refs\/(?:heads|tags|remotes)\//, ''), oid }]
      : [];
  });
  if (own.length === 0) context.io.err(`error: no matching refs with ${glob}\n`);
  return own.toSorted(byVersion);
}

const STANDARD_MOVES = 4;

/** `--reflog=<n>,<base>`: the last places of a branch. */
async function movesOf(context: Context, given: readonly string[], written: string): Promise<Head[]> {
  const [, count = '', base = '0'] = /^(\d*)(?:,(\d+))?$/.exec(written) ?? [];
  if (!/^\d*(?:,\d+)?$/.test(written))
    throw new GitFailure(`--reflog=${written} is not supported in this sandbox: give numbers`, 2);
  const name = given[0] ?? (await context.refs.target('HEAD')) ?? 'HEAD';
  if (given.length > 1) throw new GitFailure('--reflog option needs one branch name');
  const ref = await fullRef(context, name);
  if (ref === undefined) throw new GitFailure(`no such ref ${name}`);
  const [from, most] = [Number(base), Number(count) || STANDARD_MOVES];
  const log = await readReflog(context, ref);
  return log.slice(from, from + most).map(({ after }, at) => {
    // Of every place but the last one, git tells what made the place after it.
    const said = log[Math.max(0, from + at - 1)];
    const when = said ? formatDate(said.who, 'relative') : '';
    return { name: `${name}@{${from + at}}`, oid: after, told: `(${when}) ${said?.reason || '(none)'}` };
  });
}

/** The commits down to the common ancestors, and `more` beyond; youngest first. */
async function joined(context: Context, heads: readonly Commit[], more: number): Promise<Map<string, Seen>> {
  const every = 2 ** heads.length - 1;
  /** Set on what all heads contain, below the first such commit. */
  const common = 2 ** heads.length;
  const known = new Map<string, Seen>();
  const seen = new Map<string, Seen>();
  const waiting: Seen[] = [];
  let extra = more;
  const put = (one: Seen) => {
    const at = waiting.findIndex(({ commit }) => commit.committer.time < one.commit.committer.time);
    waiting.splice(at < 0 ? waiting.length : at, 0, one);
  };
  for (const [at, commit] of heads.entries()) {
    const one = known.get(commit.oid) ?? { commit, bits: 0 };
    if (!known.has(commit.oid)) put(one);
    one.bits |= 1 << at;
    known.set(commit.oid, one);
  }
  for (;;) {
    const isOpen = waiting.some(({ bits }) => !(bits & common));
    const one = waiting.shift();
    if (!one || (!isOpen && extra <= 0)) return seen;
    seen.set(one.commit.oid, one);
    const bits = (one.bits & every) === every ? one.bits | common : one.bits;
    for (const oid of one.commit.parents) {
      const parent = known.get(oid) ?? { commit: await readCommit(context.objects, oid), bits: 0 };
      if ((parent.bits & bits) === bits) continue;
      if (!seen.has(oid) && !isOpen) extra--;
      seen.set(oid, parent);
      known.set(oid, parent);
      parent.bits |= bits;
      put(parent);
    }
  }
}

/** Names of commits relative to the branches: `main`, `main^`, `main~3`, `main^2`. */
function namesOf(commits: readonly Commit[], heads: readonly Head[]): Map<string, string> {
  const found = new Map<string, { head: string; steps: number }>();
  const byId = new Map(commits.map((commit) => [commit.oid, commit]));
  const text = ({ head, steps }: { head: string; steps: number }) =>
    steps === 0 ? head : steps === 1 ? `${head}^` : `${head}~${steps}`;
  const nameChain = (start: Commit) => {
    for (let at: Commit | undefined = start; at;) {
      const [own, first] = [found.get(at.oid), at.parents[0]];
      if (!own || first === undefined || found.has(first)) return;
      found.set(first, { head: own.head, steps: own.steps + 1 });
      at = byId.get(first);
    }
  };
  for (const { oid } of commits) {
    const head = heads.find((one) => one.oid === oid);
    if (head) found.set(oid, { head: head.name, steps: 0 });
  }
  for (const commit of commits) nameChain(commit);
  for (let count = -1; count !== found.size;) {
    count = found.size;
    for (const commit of commits) {
      const own = found.get(commit.oid);
      for (const [at, parent] of commit.parents.entries()) {
        if (!own || found.has(parent)) continue;
        found.set(parent, { head: `${text(own)}^${at === 0 ? '' : at + 1}`, steps: 0 });
        const inner = byId.get(parent);
        if (inner) nameChain(inner);
      }
    }
  }
  return new Map([...found].map(([oid, name]) => [oid, text(name)]));
}
