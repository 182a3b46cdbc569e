import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, removeAll } from '../../git-fs';
import { currentBranch, headCommit } from '../../repository';
import { comparePaths, encodeUtf8 } from '../../store/bytes';
import { readCommit } from '../../store/commit';
import type { ObjectKind } from '../../store/objects';
import { NO_OID } from '../../store/refs';
import { peel } from '../../store/tag';
import { GITLINK, readTree, TREE } from '../../store/tree';
import { listWorktrees, worktreeRepository } from '../../worktrees';
import { autostashes } from '../stash/autostash';
import { closure } from '../refs/closure';
import { loadIndex, openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { parentsOf } from '../refs/history';
import { readOptions } from '../terminal/options';
import { readDate } from '../people/read-date';
import { findObject } from '../refs/revision';
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
async function roots(context: Context, rules: RootRules = {}): Promise<string[]> {
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

/** `--lost-found`: records an unreachable object in a folder; for a file, its contents. */
async function keepFound(context: Context, oid: string, kind: string): Promise<void> {
  const folder = `${context.common}/lost-found/${kind === 'commit' ? 'commit' : 'other'}`;
  await makeFolder(context.fs, folder);
  const bytes = kind === 'blob' ? await context.objects.blob(oid) : encodeUtf8(`${oid}\n`);
  await context.fs.writeFile(`${folder}/${oid}`, bytes);
}

interface Link {
  readonly from: string;
  readonly fromKind: ObjectKind;
  readonly oid: string;
  readonly kind: ObjectKind;
}

/** What objects point to that is not there. */
async function brokenLinks(given: Context, oids: ReadonlySet<string>): Promise<Link[]> {
  const context = { ...given, objects: given.objects.asStored };
  const found: Link[] = [];
  for (const from of oids) {
    const object = await context.objects.find(from);
    const links: (readonly [string, ObjectKind])[] = [];
    if (object?.kind === 'commit') {
      const commit = await readCommit(context.objects, from);
      links.push([commit.tree, 'tree']);
      for (const parent of await parentsOf(context, commit)) links.push([parent, 'commit']);
    } else if (object?.kind === 'tree') {
      for (const { mode, oid } of await readTree(context.objects, from))
        if (mode !== GITLINK) links.push([oid, mode === TREE ? 'tree' : 'blob']);
    }
    for (const [oid, kind] of links)
      if (object && !(await context.objects.find(oid))) found.push({ from, fromKind: object.kind, oid, kind });
  }
  return found;
}

export const fsck: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      full: '--full --no-full --strict --connectivity-only --no-progress --progress --cache --root --tags --name-objects',
      lost: '--lost-found',
      unreachable: '--unreachable',
      noDangling: '--no-dangling',
      dangling: '--dangling',
      noReflogs: '--no-reflogs',
    },
  });
  const context = await openContext(io);
  const branch = await currentBranch(context);
  if ((await headCommit(context)) === undefined) io.err(`notice: HEAD points to an unborn branch (${branch})\n`);
  if ((await context.refs.list()).length === 0) io.err('notice: No default references\n');
  let code = 0;
  const given: string[] = [];
  for (const name of options.rest) {
    const oid = await findObject(context, name);
    if (oid === undefined) io.err(`error: invalid parameter: expected sha1, got '${name}'\n`);
    if (oid === undefined) code |= 1;
    else given.push(oid);
  }
  const { refs, broken } = await context.refs.look();
  const lost = [];
  for (const { name, oid } of refs) if (!(await context.objects.find(oid))) lost.push({ name, oid });
  for (const { name, oid } of [...broken.map(({ name }) => ({ name, oid: NO_OID })), ...lost].toSorted((a, b) =>
    comparePaths(a.name, b.name),
  )) {
    io.err(`error: ${name}: invalid sha1 pointer ${oid}\n`);
    code |= 2;
  }
  // Named objects stand in place of all refs.
  const used = await closure(
    context,
    options.rest.length > 0
      ? given
      : await roots(context, { reflogs: !options.is('noReflogs') && !options.is('lost') }),
  );
  const all = await context.objects.all();
  const pointed = new Set<string>();
  const outside: { oid: string; kind: string }[] = [];
  for (const oid of all) {
    const object = await context.objects.asStored.find(oid).catch(() => undefined);
    if (!object || context.objects.hash(object.kind, object.data) !== oid) {
      io.err(`error: ${oid}: object corrupt or missing\n`);
      code |= 1;
      continue;
    }
    if (used.has(oid)) continue;
    outside.push({ oid, kind: object.kind });
    for (const inner of await closure(context, [oid])) if (inner !== oid) pointed.add(inner);
  }
  const links = await brokenLinks(context, used);
  const staged = new Set((await loadIndex(context)).all().map(({ oid }) => oid));
  for (const { from, fromKind, oid, kind } of links)
    // A blob of the index is only missing.
    if (!staged.has(oid))
      io.out(`broken link from ${fromKind.padStart(7)} ${from}\n              to ${kind.padStart(7)} ${oid}\n`);
  const missing = new Set(links.map(({ oid, kind }) => `missing ${kind} ${oid}\n`));
  for (const { oid, mode } of (await loadIndex(context)).all())
    if (mode !== GITLINK && !(await context.objects.find(oid))) missing.add(`missing blob ${oid}\n`);
  for (const line of missing) io.out(line);
  if (missing.size > 0) code |= 2;
  for (const { oid, kind } of outside.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))) {
    if (options.is('unreachable')) io.out(`unreachable ${kind} ${oid}\n`);
    else if (!options.is('noDangling') && !pointed.has(oid)) {
      io.out(`dangling ${kind} ${oid}\n`);
      if (options.is('lost')) await keepFound(context, oid, kind);
    }
  }
  return code;
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
