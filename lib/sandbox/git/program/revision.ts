import git from 'isomorphic-git';
import { GitFailure } from '../git-failure';
import { currentBranch, type Repository } from '../repository';
import { previousPlace, readReflog } from './reflog';

const unknown = (text: string) =>
  new GitFailure(`ambiguous argument '${text}': unknown revision or path not in the working tree.`);

/**
 * The commit that a name means: a branch, a tag, `HEAD`, the start of an id, `main@{1}` or `@{-1}`, each with `~2` or `^`
 * behind it.
 */
export async function resolveCommit(repository: Repository, text: string): Promise<string> {
  const found = await findCommit(repository, text);
  if (found === undefined) throw unknown(text);
  return found;
}

/** Like `resolveCommit`, but undefined where it means nothing. */
export async function findCommit(repository: Repository, text: string): Promise<string | undefined> {
  const { at } = repository;
  const [, base = '', steps = ''] = /^(.*?)((?:~\d*|\^\d*)*)(?:\^\{commit\})?$/s.exec(text) ?? [];
  let oid = await objectNamed(repository, base === '' || base === '@' ? 'HEAD' : base);
  for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g)) {
    const count = digits === '' ? 1 : Number(digits);
    for (let step = 0; oid !== undefined && step < (kind === '~' ? count : 1); step++) {
      const { parent } = (await git.readCommit({ ...at, oid })).commit;
      oid = kind === '~' ? parent[0] : count === 0 ? oid : parent[count - 1];
    }
  }
  return oid;
}

/** Where the histories of commits part. */
export async function mergeBases({ at }: Repository, ...oids: string[]): Promise<string[]> {
  const found: unknown = await git.findMergeBase({ ...at, oids });
  return Array.isArray(found) ? found.filter((oid) => typeof oid === 'string') : [];
}

async function objectNamed(repository: Repository, name: string): Promise<string | undefined> {
  const { at } = repository;
  const [, of, number] = /^(.*)@\{(-?\d+)\}$/.exec(name) ?? [];
  if (of !== undefined && number !== undefined) return formerly(repository, of, Number(number));
  const oid = await attempt(() => git.resolveRef({ ...at, ref: name }));
  const id =
    oid ?? (/^[0-9a-f]{4,40}$/.test(name) ? await attempt(() => git.expandOid({ ...at, oid: name })) : undefined);
  // Reading it goes from a tag to what it marks.
  return id === undefined ? undefined : attempt(async () => (await git.readCommit({ ...at, oid: id })).oid);
}

/** Where a name has been: `HEAD@{2}`, `main@{1}`, `@{1}` of the branch HEAD is on, `@{-1}` what it was on before. */
async function formerly(repository: Repository, name: string, number: number): Promise<string | undefined> {
  if (Object.is(number, -0) || number < 0) {
    const place = name === '' ? await previousPlace(repository, -number) : undefined;
    return place === undefined ? undefined : objectNamed(repository, place);
  }
  const branch = name === '' ? ((await currentBranch(repository)) ?? 'HEAD') : name;
  const ref = branch === 'HEAD' ? branch : await attempt(() => git.expandRef({ ...repository.at, ref: branch }));
  return ref === undefined ? undefined : (await readReflog(repository, ref))[number]?.after;
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const { NotFoundError, ObjectTypeError, InvalidOidError, AmbiguousError } = git.Errors;
    const kinds = [NotFoundError, ObjectTypeError, InvalidOidError, AmbiguousError];
    if (kinds.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

/** Splits `a..b`; undefined where it is no range. An empty side is HEAD. */
export function rangeOf(text: string): { from: string; to: string; symmetric: boolean } | undefined {
  const found = /^(.*?)(\.{2,3})(.*)$/.exec(text);
  if (!found || text.startsWith('./') || text.startsWith('../')) return undefined;
  const [, from, dots, to] = found;
  return { from: from || 'HEAD', to: to || 'HEAD', symmetric: dots === '...' };
}
