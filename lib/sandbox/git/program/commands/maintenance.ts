import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { lookAt, removeAll } from '../../git-fs';
import { peel } from '../../store/tag';
import { listWorktrees, worktreeRepository } from '../../worktrees';
import { autostashes } from '../stash/autostash';
import { closure } from '../refs/closure';
import { loadIndex, openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { readDate } from '../people/read-date';
import { soundRefs } from '../refs/ref-filter';
import { readReflog } from '../refs/reflog';
import { outside } from '../submodule/submodule-file';
import { expireReflogs } from './reflog';

/** Heads of unfinished operations, and of the state before them. */
const PASSING = ['ORIG_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'FETCH_HEAD'];

interface RootRules {
  readonly reflogs?: boolean;
  /** Whether those heads count. */
  readonly passing?: boolean;
  /** Whether autostashes count. */
  readonly stashed?: boolean;
}

/** Every object that refs, or the reflogs or the index of a worktree, point to. */
export async function roots(context: Context, rules: RootRules = {}): Promise<string[]> {
  const found = await rootsOf(context, rules);
  for (const other of await listWorktrees(context)) {
    const place = worktreeRepository(context, other);
    if (other.bare || place.gitdir === context.gitdir) continue;
    found.push(...(await rootsOf({ ...context, ...place, io: outside(context.io, other.path) }, rules)));
  }
  return found;
}

async function rootsOf(
  context: Context,
  { reflogs = true, passing = false, stashed = false }: RootRules,
): Promise<string[]> {
  const refs = await context.refs.list();
  const named = reflogs ? ['HEAD', ...refs.map(({ name }) => name)] : [];
  const logs = await Promise.all(named.map((name) => readReflog(context, name)));
  const heads = await Promise.all(['HEAD', ...(passing ? PASSING : [])].map((name) => context.refs.resolve(name)));
  return [
    ...refs.map(({ oid }) => oid),
    ...logs.flat().flatMap(({ before, after }) => [after, ...(before === undefined ? [] : [before])]),
    ...heads.filter((oid) => oid !== undefined),
    ...(stashed ? await autostashes(context) : []),
    ...(await loadIndex(context)).all().map(({ oid }) => oid),
  ];
}

export const gc: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { quiet: '-q --quiet', aggressive: '--aggressive', auto: '--auto', force: '--force --keep-largest-pack' },
    optional: { prune: '--prune' },
  });
  const context = await openContext(io);
  const throwsAway = ['now', 'all'].includes(options.value('prune') ?? '');
  await expireReflogs(context, ['--all']);
  const refs = await soundRefs(context).catch(repackFailed);
  const heads = [
    ...refs.map(({ oid }) => oid),
    ...[await context.refs.resolve('HEAD')].filter((oid) => oid !== undefined),
  ];
  await closure(context, heads, undefined, { whole: true }).catch(repackFailed);
  const oids = [...(await closure(context, await roots(context, { passing: !throwsAway, stashed: true })))];
  if (oids.length === 0) return;
  const old = (await context.fs.readdir(`${context.common}/objects/pack`).catch(() => [])).map(
    (name) => `${context.common}/objects/pack/${name}`,
  );
  const { filename } = await git.packObjects({ ...context.at, oids, write: true });
  const own = await git.indexPack({ ...context.at, dir: context.at.gitdir, filepath: `objects/pack/${filename}` });
  // Objects that are not in the new pack stay: nothing is thrown away.
  const packed = new Set(own.oids);
  for (const oid of await context.objects.looseIds())
    if (packed.has(oid)) await removeAll(context.fs, `${context.common}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
  for (const first of await context.fs.readdir(`${context.common}/objects`)) {
    const folder = `${context.common}/objects/${first}`;
    if (/^[0-9a-f]{2}$/.test(first) && (await context.fs.readdir(folder)).length === 0) await context.fs.rmdir(folder);
  }
  const stem = filename.replace(/\.pack$/, '');
  const all = new Set(await context.objects.all());
  if ([...packed].every((oid) => all.has(oid)) && old.length > 0) {
    // What nothing leads to any more stays as loose objects until it is pruned.
    for (const oid of throwsAway ? [] : all) {
      if (packed.has(oid)) continue;
      const { kind, data } = await context.objects.asStored.read(oid);
      await context.objects.write(kind, data);
    }
    context.objects.forgetPacks();
    const rest = oids.length === packed.size;
    for (const path of old) if (rest && !path.includes(stem)) await removeAll(context.fs, path);
  }
  context.objects.forgetPacks();
  await context.refs.pack(await peeledTags(context));
  if (throwsAway) await prune([], io);
};

/** What `gc` says if something that history needs is not there. */
function repackFailed(error: unknown): never {
  if (!(error instanceof GitFailure)) throw error;
  throw new GitFailure(`${error.message}\nfatal: failed to run repack`);
}

export const packRefs: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { all: '--all', prune: '--prune', keep: '--no-prune' } });
  const context = await openContext(io);
  await context.refs.pack(await peeledTags(context), {
    all: options.is('all'),
    prune: options.last('prune', 'keep') !== 'keep',
  });
};

/** What annotated tags lead to, by their ids. */
async function peeledTags({ refs, objects }: Context): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { oid } of await refs.list('refs/tags/')) {
    const target = await peel(objects, oid);
    if (target !== undefined && target !== oid) found.set(oid, target);
  }
  return found;
}

export const prune: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { dry: '-n --dry-run', verbose: '-v --verbose', progress: '--progress --no-progress' },
    values: { expire: '--expire' },
  });
  const context = await openContext(io);
  const expire = options.value('expire') ?? 'now';
  const before = expire === 'now' || expire === 'all' ? Infinity : expire === 'never' ? 0 : readDate(expire) * 1000;
  const used = await closure(context, [...(await roots(context, { stashed: true })), ...options.rest]);
  for (const oid of (await context.objects.looseIds()).toSorted()) {
    if (used.has(oid)) continue;
    const path = `${context.common}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
    const stat = await lookAt(context.fs, path);
    if (!stat || stat.mtimeMs > before) continue;
    if (options.is('dry') || options.is('verbose')) io.out(`${oid} ${(await context.objects.read(oid)).kind}\n`);
    if (!options.is('dry')) await removeAll(context.fs, path);
  }
};

const VERBS = new Set(['run', 'register', 'unregister', 'stop']);

/** What `git maintenance run` does is done by `gc`; there is nothing to register or to stop. */
export const maintenance: GitCommand = async ([verb], io) => {
  if (verb === 'start')
    throw new GitFailure(
      'maintenance start is not supported in this sandbox, where nothing runs in the background: use `git maintenance run`',
      2,
      'error: ',
    );
  if (verb === undefined) throw new GitFailure('need a subcommand', 129, 'error: ');
  if (!VERBS.has(verb)) throw new GitFailure(`unknown subcommand: \`${verb}'`, 129, 'error: ');
  return verb === 'run' ? gc(['--quiet'], io) : 0;
};
