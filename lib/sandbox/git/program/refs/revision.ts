import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import { readCommit } from '../../store/commit';
import type { ObjectKind } from '../../store/objects';
import { isKind } from '../../store/objects';
import { peel } from '../../store/tag';
import { entryAt } from '../../store/tree';
import { loadIndex, type Context } from '../setup/context';
import { commitHistory, mergeBases, parentsOf } from './history';
import { inRepository } from '../setup/pathspec';
import { readDate } from '../people/read-date';
import { previousPlace, readReflog } from './reflog';
import { followedRef } from './push-destination';

/** What git says of an argument that is neither a revision nor a path. */
export const unknownRevision = (text: string): GitFailure =>
  new GitFailure(
    `ambiguous argument '${text}': unknown revision or path not in the working tree.\n` +
      "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'",
  );

/** The failure for an argument that names both a revision and a file. */
export const ambiguous = (text: string): GitFailure =>
  new GitFailure(
    `ambiguous argument '${text}': both revision and filename\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`,
  );

/** The object that a revision names; fails if there is none. */
export async function resolveObject(context: Context, text: string): Promise<string> {
  const found = await findObject(context, text);
  if (found === undefined) throw (await pathFailure(context, text)) ?? unknownRevision(text);
  return found;
}

/** The failure for `commit:path` if the path is what does not exist. */
export async function pathFailure(context: Context, text: string): Promise<GitFailure | undefined> {
  const staged = /^:(?![/(!^])(?:[0-3]:)?(.+)$/.exec(text)?.[1];
  if (staged !== undefined) return indexFailure(context, staged, Number(/^:([0-3]):/.exec(text)?.[1] ?? 0));
  const [, commit, path] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (commit === undefined || path === undefined) return undefined;
  if ((await findCommit(context, commit)) === undefined) return new GitFailure(`invalid object name '${commit}'.`);
  const below = inRepository(context, context.io.cwd, `./${path}`);
  if (below !== path && !path.startsWith('.') && (await inTree(context, commit, below)) !== undefined)
    return new GitFailure(
      `path '${below}' exists, but not '${path}'\nhint: Did you mean '${commit}:${below}' aka '${commit}:./${path}'?`,
    );
  return new GitFailure(`path '${path}' does not exist in '${commit}'`);
}

/** The failure for `:path` and `:1:path`: the path may be there at another stage. */
async function indexFailure(context: Context, path: string, stage: number): Promise<GitFailure> {
  const index = await loadIndex(context);
  const other = [0, 1, 2, 3].find((one) => index.get(path, one) !== undefined);
  return new GitFailure(
    other === undefined
      ? `path '${path}' does not exist (neither on disk nor in the index)`
      : `path '${path}' is in the index, but not at stage ${stage}\nhint: Did you mean ':${other}:${path}'?`,
  );
}

/** The commit that a revision names. */
export async function resolveCommit(context: Context, text: string): Promise<string> {
  const found = await findCommit(context, text);
  if (found === undefined) throw unknownRevision(text);
  return found;
}

/** What git says of an argument after the first path that is not there. */
export const noSuchPath = (text: string): string =>
  `${text}: no such path in the working tree.\nUse 'git <command> -- <path>...' to specify paths that do not exist locally.`;

/** Like `resolveCommit`, but undefined if there is no such object, or it is not a commit. */
export async function findCommit(context: Context, text: string): Promise<string | undefined> {
  const found = await findObject(context, text, 'commit');
  return found === undefined ? undefined : peel(context.objects, found, 'commit');
}

/** Like `findCommit`; `a...b` means the commit from which both come. */
export async function findStart(context: Context, text: string): Promise<string | undefined> {
  const range = revisionRange(text);
  if (!range?.symmetric) return findCommit(context, text);
  const [left, right] = [await findCommit(context, range.from), await findCommit(context, range.to)];
  return left === undefined || right === undefined ? undefined : (await mergeBases(context, [left, right]))[0];
}

export async function resolveTree(context: Context, text: string): Promise<string> {
  const found = await findObject(context, text, 'tree');
  const tree = found === undefined ? undefined : await peel(context.objects, found, 'tree');
  if (tree === undefined) throw new GitFailure(`Not a valid object name ${text}`);
  return tree;
}

/** Like `resolveObject`, but undefined if there is no such object. `hint`: the kind that a shortened id stands for. */
export async function findObject(context: Context, text: string, hint?: ObjectKind): Promise<string | undefined> {
  if (text === '') return undefined;
  const search = /^:\/(?!\()(.+)$/s.exec(text)?.[1];
  if (search !== undefined) return searchMessage(context, search, undefined);
  const staged = /^:(?:([0-3]):)?(.+)$/s.exec(text);
  if (staged && !text.startsWith(':/')) return inIndex(context, staged[2] ?? '', Number(staged[1] ?? 0));
  const colon = colonOf(text);
  if (colon > 0) return inTree(context, text.slice(0, colon), text.slice(colon + 1));
  const [base, steps] = splitSteps(text);
  let oid = await named(context, base === '@' ? 'HEAD' : base, hint);
  for (const step of steps) oid = oid === undefined ? undefined : await stepFrom(context, oid, step);
  return oid;
}

/** The position of the colon between a revision and a path, which is not one in braces (`^{/a:b}`). */
function colonOf(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}') depth--;
    if (text[at] === ':' && depth === 0) return at;
  }
  return -1;
}

function splitSteps(text: string): [string, string[]] {
  const steps: string[] = [];
  let base = text;
  for (;;) {
    const found = /(?:\^\{[^}]*\}|~\d*|\^\d*)$/.exec(base);
    if (!found || found.index === 0) return [base, steps];
    steps.unshift(found[0]);
    base = base.slice(0, found.index);
  }
}

async function stepFrom(context: Context, oid: string, step: string): Promise<string | undefined> {
  const { objects } = context;
  const inner = /^\^\{(.*)\}$/s.exec(step)?.[1];
  if (inner !== undefined) {
    if (inner.startsWith('/')) return searchMessage(context, inner.slice(1), await peel(objects, oid, 'commit'));
    if (inner === '' || inner === 'object') return inner === '' ? peel(objects, oid) : oid;
    return isKind(inner) ? peel(objects, oid, inner) : undefined;
  }
  let at = await peel(objects, oid, 'commit');
  const number = step.length === 1 ? 1 : Number(step.slice(1));
  if (step.startsWith('^')) {
    if (at === undefined || number === 0) return at;
    return (await parentsOf(context, await readCommit(objects, at)))[number - 1];
  }
  for (let left = number; left > 0 && at !== undefined; left--)
    at = (await parentsOf(context, await readCommit(objects, at)))[0];
  return at;
}

/** The youngest commit whose message matches. */
async function searchMessage(
  context: Context,
  pattern: string,
  start: string | undefined,
): Promise<string | undefined> {
  const starts =
    start === undefined
      ? [...(await context.refs.list()).map(({ oid }) => oid), await context.refs.resolve('HEAD')]
      : [start];
  const commits = await Promise.all(starts.map(async (oid) => oid && peel(context.objects, oid, 'commit')));
  const negated = pattern.startsWith('!-');
  const wanted = new RegExp(negated ? pattern.slice(2) : pattern.replace(/^!!/, '!'));
  for await (const { oid, message } of commitHistory(
    context,
    commits.flatMap((oid) => oid ?? []),
  )) {
    if (wanted.test(message) !== negated) return oid;
  }
  return undefined;
}

async function inIndex(context: Context, given: string, stage: number): Promise<string | undefined> {
  const relative = /^\.{1,2}\//.test(given);
  const path = relative ? inRepository(context, context.io.cwd, given) : given;
  return (await loadIndex(context)).get(path, stage)?.oid;
}

async function inTree(context: Context, revision: string, given: string): Promise<string | undefined> {
  const found = await findObject(context, revision, 'tree');
  const tree = found === undefined ? undefined : await peel(context.objects, found, 'tree');
  if (tree === undefined) return undefined;
  const path = /^\.{1,2}(?:\/|$)/.test(given) ? inRepository(context, context.io.cwd, given) : given;
  return path === '' ? tree : (await entryAt(context.objects, tree, path))?.oid;
}

/** Where short names are looked up. */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

/** The full name of a ref; undefined if it does not exist. */
export async function fullRef(context: Context, name: string): Promise<string | undefined> {
  for (const place of PLACES) {
    if (place === '' && !/^(?:refs\/|[A-Z_]+$)/.test(name)) continue;
    if ((await context.refs.resolve(place + name)) !== undefined) return place + name;
  }
  const remote = `refs/remotes/${name}/HEAD`;
  return (await context.refs.resolve(remote)) === undefined ? undefined : remote;
}

async function named(context: Context, name: string, hint: ObjectKind | undefined): Promise<string | undefined> {
  const [, of, at] = /^(.*)@\{(.+)\}$/s.exec(name) ?? [];
  if (of !== undefined && at !== undefined) return formerly(context, of, at);
  if (/^[0-9a-f]{40}$/.test(name)) return name;
  if (name === 'FETCH_HEAD') return fetchHead(context);
  const ref = await fullRef(context, name);
  if (ref !== undefined) return context.refs.resolve(ref);
  const described = /-g([0-9a-f]{4,40})$/.exec(name)?.[1];
  const id = described ?? (/^[0-9a-f]{4,39}$/.test(name) ? name : undefined);
  return id === undefined ? undefined : byStart(context, id, hint);
}

async function fetchHead({ fs, gitdir }: Context): Promise<string | undefined> {
  const bytes = await fs.readFile(`${gitdir}/FETCH_HEAD`).catch(() => undefined);
  return bytes && /^[0-9a-f]{40}/.exec(decodeUtf8(bytes))?.[0];
}

async function byStart(context: Context, start: string, hint: ObjectKind | undefined): Promise<string | undefined> {
  const found = await context.objects.beginningWith(start);
  if (found.length < 2) return found[0];
  const kinds = await Promise.all(found.map((oid) => context.objects.read(oid)));
  const wanted = found.filter((_, at) => {
    const kind = kinds[at]?.kind;
    return hint === undefined
      ? kind === 'commit'
      : kind === hint || kind === 'tag' || (hint === 'tree' && kind === 'commit');
  });
  if (wanted.length === 1) return wanted[0];
  throw new GitFailure(`short object ID ${start} is ambiguous`);
}

/** What a ref was (`main@{1}`, `@{-1}`, `HEAD@{yesterday}`), or its upstream (`@{u}`). */
async function formerly(context: Context, name: string, at: string): Promise<string | undefined> {
  const branch =
    name === '' || name === '@'
      ? await currentBranch(context)
      : name === 'HEAD' && /^[up]/i.test(at)
        ? await currentBranch(context)
        : name;
  if (/^(?:u|upstream|push)$/i.test(at)) {
    if (branch === undefined) throw new GitFailure('HEAD does not point to a branch');
    return context.refs.resolve(await followedRef(context, branch.replace(/^refs\/heads\//, ''), at));
  }
  if (/^-\d+$/.test(at)) {
    const place = name === '' ? await previousPlace(context, Number(at.slice(1))) : undefined;
    return place === undefined ? undefined : named(context, place, 'commit');
  }
  const ref = branch === undefined || name === 'HEAD' ? 'HEAD' : await fullRef(context, branch);
  if (ref === undefined) return undefined;
  const moves = await readReflog(context, ref);
  // A larger number is a time.
  if (!/^\d{1,8}$/.test(at)) {
    const when = readDate(at);
    return (moves.find(({ who }) => who.time <= when) ?? moves.at(-1))?.after;
  }
  const number = Number(at);
  const found = moves[number]?.after ?? (number === moves.length ? moves.at(-1)?.before : undefined);
  if (found === undefined && moves.length === 0 && number > 0) throw new GitFailure(`log for ${ref} is empty`);
  if (found === undefined && moves.length > 0)
    throw new GitFailure(`log for '${name || branch}' only has ${moves.length} entries`);
  return found ?? (number === 0 ? context.refs.resolve(ref) : undefined);
}

export interface Range {
  readonly from: string;
  readonly to: string;
  readonly symmetric: boolean;
}

/** Splits `a..b`; undefined if it is not a range. An empty side is HEAD. */
export function revisionRange(text: string): Range | undefined {
  const found = /^((?:(?!\.\.)[\s\S])*?)(\.{2,3})([\s\S]*)$/.exec(text);
  if (!found || /^\.{1,2}(?:\/|$)/.test(text)) return undefined;
  const [, from, dots, to] = found;
  return { from: from || 'HEAD', to: to || 'HEAD', symmetric: dots === '...' };
}

/** Commits to include with their history, and commits whose history is excluded. */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The left side of `a...b`. */
  readonly left: readonly string[];
}

/** Reads `a`, `^a`, `a..b`, `a...b`, `a^@`, `a^!` and `a^-`; undefined if a name does not exist. */
export async function selectCommits(context: Context, text: string): Promise<Selection | undefined> {
  const find = (name: string) => findCommit(context, name);
  const range = revisionRange(text);
  if (range) {
    const [from, to] = [await find(range.from), await find(range.to)];
    if (from === undefined || to === undefined) return undefined;
    if (!range.symmetric) return { include: [to], exclude: [from], left: [] };
    return { include: [from, to], exclude: await mergeBases(context, [from, to]), left: [from] };
  }
  if (text.startsWith('^')) {
    const oid = await find(text.slice(1));
    return oid === undefined ? undefined : { include: [], exclude: [oid], left: [] };
  }
  const [, base, kind, number] = /^(.+)\^(@|!|-(\d*))$/s.exec(text) ?? [];
  if (base !== undefined && kind !== undefined) {
    const oid = await find(base);
    if (oid === undefined) return undefined;
    const parents = await parentsOf(context, await readCommit(context.objects, oid));
    if (kind === '@') return { include: parents, exclude: [], left: [] };
    if (kind === '!') return { include: [oid], exclude: parents, left: [] };
    const parent = parents[Number(number || 1) - 1];
    return parent === undefined ? undefined : { include: [oid], exclude: [parent], left: [] };
  }
  const oid = await find(text);
  return oid === undefined ? undefined : { include: [oid], exclude: [], left: [] };
}
