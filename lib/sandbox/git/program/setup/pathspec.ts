import { isBelow, resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { asBoolean } from '../../store/config';
import type { Repository } from '../../repository';
import type { GitIo } from './git-io';
import { attributeTest } from './attribute-test';
import { globPattern, hasGlob } from './glob';

type Place = Pick<Repository, 'root' | 'bare'>;
type Asked = Place & { readonly io: Pick<GitIo, 'env' | 'attributes'> };

/** A path relative to the repository's root; empty for the root itself. */
export function inRepository({ root }: Place, cwd: string, given: string): string {
  const path = resolveFrom(cwd, given);
  if (!isBelow(path, root)) throw new GitFailure(`${given}: '${given}' is outside repository at '${root}'`);
  return path.slice(root === '/' ? 1 : root.length + 1);
}

/** The caller's folder relative to the root, with a slash at the end; empty for the root. */
export const prefixOf = ({ root, bare }: Place, cwd: string): string =>
  bare || cwd === root || !isBelow(cwd, root) ? '' : `${cwd.slice(root === '/' ? 1 : root.length + 1)}/`;

/** A path of the repository, relative to a folder. */
export function seenFrom({ root }: Place, cwd: string, path: string): string {
  if (!isBelow(cwd, root) || cwd === root) return path;
  const from = cwd.slice(root.length + 1).split('/');
  const to = path.split('/');
  while (from.length > 0 && from[0] === to[0] && to.length > 1) {
    from.shift();
    to.shift();
  }
  const seen = [...from.map(() => '..'), ...to].join('/');
  return seen === '' || seen.startsWith('/') ? './' : seen;
}

export interface Pathspec {
  readonly given: string;
  /** Relative to the root; a pattern is kept as written. */
  readonly path: string;
  readonly isPattern: boolean;
  readonly excludes: boolean;
  matches(path: string): boolean;
  /** Whether anything below a folder could match. */
  mayMatchBelow(folder: string): boolean;
}

const LETTERS: Readonly<Record<string, string>> = { '!': 'exclude', '^': 'exclude', '/': 'top' };

/** A path on the command line: a file, a folder with everything in it, or a pattern; `:!x` means all but `x`. */
function pathspec(repository: Asked, cwd: string, given: string): Pathspec {
  const { words, text } = magicOf(given, repository.io.env);
  if (given === '')
    throw new GitFailure('empty string is not a valid pathspec. please use . instead if you meant to match all paths');
  const base = words.includes('top') ? repository.root : cwd;
  const folder = text.endsWith('/') && text !== '/';
  const path = text === '' ? prefixOf(repository, base).replace(/\/$/, '') : inRepository(repository, base, text);
  const isPattern = hasGlob(text) && !words.includes('literal');
  const ignoreCase = words.includes('icase');
  const pattern =
    isPattern || ignoreCase ? globPattern(path, { slashes: !words.includes('glob'), ignoreCase }) : undefined;
  const fixed = path.split('/').findIndex(hasGlob);
  const start = fixed < 0 ? path : path.split('/').slice(0, fixed).join('/');
  const cased = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const attributes = words.find((word) => word.startsWith('attr:'))?.slice('attr:'.length);
  const fits = attributes === undefined ? undefined : attributeTest(attributes, repository.io.attributes, given);
  const plain = (candidate: string) =>
    path === '' || (cased(candidate) === cased(path) && !folder) || cased(candidate).startsWith(cased(`${path}/`));
  return {
    given,
    path,
    isPattern,
    excludes: words.includes('exclude'),
    matches: (candidate) =>
      (plain(candidate) || (pattern?.test(candidate) ?? false) || (folder && !isPattern && candidate === `${path}/`)) &&
      (fits?.(candidate) ?? true),
    mayMatchBelow: (below) =>
      start === '' || ignoreCase || `${below}/`.startsWith(`${start}/`) || start.startsWith(`${below}/`),
  };
}

/** Splits `:(top,glob)x` and `:!/x` into magic words and the path. */
function magicOf(given: string, env: GitIo['env']): { words: readonly string[]; text: string } {
  const always = Object.keys(EVERYWHERE).flatMap((name) =>
    asBoolean(env[name] ?? '') ? [EVERYWHERE[name] ?? ''] : [],
  );
  if (always.includes('literal')) return { words: ['literal'], text: given };
  const { words, text } = ownMagic(given);
  const isPlain = asBoolean(env.GIT_NOGLOB_PATHSPECS ?? '') === true && !words.includes('glob');
  return { words: [...words, ...always, ...(isPlain ? ['literal'] : [])], text };
}

/** What `git --literal-pathspecs` and the like say for all paths. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  GIT_LITERAL_PATHSPECS: 'literal',
  GIT_GLOB_PATHSPECS: 'glob',
  GIT_ICASE_PATHSPECS: 'icase',
};

function ownMagic(given: string): { words: readonly string[]; text: string } {
  const [whole, long] = /^:\(([^)]*)\)/.exec(given) ?? [];
  if (whole !== undefined) {
    const words = (long ?? '').split(/(?<!\\),/).filter((word) => word !== '');
    const odd = words.find((word) => !/^(?:top|literal|icase|glob|exclude|attr:.*|prefix:\d+)$/.test(word));
    if (words.filter((word) => word.startsWith('attr:')).length > 1)
      throw new GitFailure("Only one 'attr:' specification is allowed.");
    if (words.includes('literal') && words.includes('glob'))
      throw new GitFailure(`${given}: 'literal' and 'glob' are incompatible`);
    if (odd !== undefined) throw new GitFailure(`Invalid pathspec magic '${odd}' in '${given}'`);
    return { words, text: given.slice(whole.length) };
  }
  const short = /^:([!^/]+):?/.exec(given);
  // After a colon, what is no magic is the path.
  if (!short) return { words: [], text: given.replace(/^:/, '') };
  return {
    words: Array.from(short[1] ?? '', (letter) => LETTERS[letter] ?? ''),
    text: given.slice(short[0].length),
  };
}

/** Whether any of several pathspecs matches a file; without pathspecs, every file matches. */
export function wantedBy(specs: readonly Pathspec[]): (path: string) => boolean {
  const [out, into] = [specs.filter(({ excludes }) => excludes), specs.filter(({ excludes }) => !excludes)];
  return (path) =>
    (into.length === 0 || into.some((spec) => spec.matches(path))) && !out.some((spec) => spec.matches(path));
}

/** The paths of a command line. If all only exclude, it is from everything, or with `here` from the caller's folder. */
export function pathspecs(
  repository: Asked,
  cwd: string,
  given: readonly string[],
  { here = false }: { here?: boolean } = {},
): Pathspec[] {
  const found = given.map((path) => pathspec(repository, cwd, path));
  if (found.length === 0 || found.some(({ excludes }) => !excludes)) return found;
  const place = here && isBelow(cwd, repository.root) ? cwd : repository.root;
  return [...found, { ...pathspec({ ...repository, io: { env: {} } }, place, '.'), given: '.' }];
}
