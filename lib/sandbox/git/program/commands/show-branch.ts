import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { comparePaths } from '../../store/bytes';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { isAncestor, mergeBases, topologically } from '../refs/history';
import { readOptions } from '../terminal/options';
import { findCommit } from '../refs/revision';

/** A visited commit, with a bit for each branch that contains it. */
interface Seen {
  readonly commit: Commit;
  bits: number;
}

/** A branch to show. */
interface Head {
  readonly name: string;
  readonly oid: string;
}

/** The most branches, as each needs a bit. */
const MOST_HEADS = 26;

/** Shows branches side by side, down to their common ancestors. */
export const showBranch: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '-g --reflog',
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
      order: '--topo-order --date-order --no-color',
    },
    optional: { more: '--more', color: '--color' },
  });
  const { is } = options;
  const context = await openContext(io);
  const branch = await currentBranch(context);
  const heads = await headsOf(context, options.rest, { all: is('all'), remotes: is('remotes') });
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
  const own = heads.findIndex(({ name }) => name === branch);
  for (const [at, { name }] of heads.entries()) {
    const mark = at === own ? '*' : is('list') ? ' ' : '!';
    const indent = is('list') ? '' : ' '.repeat(at);
    const subject = subjectLine(commits[at]?.message ?? '');
    if (heads.length > 1 || is('list')) io.out(`${indent}${mark} [${name}] ${subject}\n`);
  }
  if (is('list')) return 0;
  if (heads.length > 1) io.out(`${'-'.repeat(heads.length)}\n`);
  const seen = await joined(context, commits, Number(options.value('more') || 0));
  const sorted = await topologically(
    context,
    [...seen.values()].map(({ commit }) => commit),
  );
  const names = namesOf(sorted, heads);
  const every = 2 ** heads.length - 1;
  let left = Number(options.value('more') || 0);
  let met = false;
  for (const commit of sorted) {
    const bits = seen.get(commit.oid)?.bits ?? 0;
    met ||= bits === every;
    // Topics are what the first branch does not have.
    if (heads.length > 1 && is('topics') && bits !== every && bits & 1) continue;
    const isMerge = commit.parents.length > 1;
    const isOfOne = (bits & (bits - 1)) === 0 && !oids.includes(commit.oid);
    if (heads.length > 1 && isMerge && isOfOne && !is('sparse')) continue;
    const marks = heads.map((_, at) => (bits & (1 << at) ? (isMerge ? '-' : at === own ? '*' : '+') : ' '));
    const name = is('ids') ? commit.oid.slice(0, 7) : (names.get(commit.oid) ?? commit.oid.slice(0, 7));
    const title = is('noName') ? '' : `[${name}] `;
    io.out(`${heads.length > 1 ? `${marks.join('')} ` : ''}${title}${subjectLine(commit.message)}\n`);
    if (met && --left < 0) break;
  }
  return 0;
};

async function headsOf(
  context: Context,
  given: readonly string[],
  { all, remotes }: { all: boolean; remotes: boolean },
): Promise<Head[]> {
  const found: Head[] = [];
  for (const name of given) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`bad sha1 reference ${name}`);
    found.push({ name, oid });
  }
  const folders = [
    ...((given.length === 0 && !remotes) || all ? ['refs/heads/'] : []),
    ...(remotes || all ? ['refs/remotes/'] : []),
  ];
  for (const folder of folders)
    for (const { name, oid } of (await context.refs.list(folder)).toSorted((a, b) => comparePaths(a.name, b.name)))
      found.push({ name: name.slice(folder.length), oid });
  return found;
}

/** The commits down to the common ancestors, and `more` beyond; youngest first. */
async function joined(context: Context, heads: readonly Commit[], more: number): Promise<Map<string, Seen>> {
  const every = 2 ** heads.length - 1;
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
    const isOpen = waiting.some(({ bits }) => bits !== every);
    const one = waiting.shift();
    if (!one) return seen;
    // Where all heads are one commit, it is shown all the same.
    if (isOpen || extra > 0 || seen.size === 0) seen.set(one.commit.oid, one);
    if (!isOpen && extra <= 0) return seen;
    for (const oid of one.commit.parents) {
      const parent = known.get(oid) ?? { commit: await readCommit(context.objects, oid), bits: 0 };
      if ((parent.bits & one.bits) === one.bits) continue;
      if (!seen.has(oid) && !isOpen) extra--;
      seen.set(oid, parent);
      known.set(oid, parent);
      parent.bits |= one.bits;
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
