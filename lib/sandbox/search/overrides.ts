import picomatch from 'picomatch/posix';
import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { IgnoreVerdict } from './ignore-rules';

/** What the globs of a search say about a path, relative to the folder that is searched. */
export type Override = (relative: string, isFolder: boolean) => IgnoreVerdict;

/**
 * ripgrep's `--glob`: each glob is a line of `.gitignore` with `!` inverted, and the last one that matches decides. One with `!`
 * excludes what it names, whole folders too; if there is one without `!`, files that no glob matches are excluded. Globs
 * override any `.gitignore`.
 */
export function overrideOf(globs: readonly { glob: string; anyCase?: boolean }[]): Override {
  const rules = globs.map(({ glob, anyCase }) => {
    const negated = glob.startsWith('!');
    return { negated, matches: matcherOf(negated ? glob.slice(1) : glob, anyCase ?? false) };
  });
  const wants = rules.some(({ negated }) => !negated);
  return (relative, isFolder) => {
    const rule = rules.findLast(({ matches }) => matches(relative, isFolder));
    if (rule) return rule.negated ? 'ignore' : 'keep';
    return wants && !isFolder ? 'ignore' : undefined;
  };
}

function matcherOf(glob: string, anyCase: boolean): (relative: string, isFolder: boolean) => boolean {
  const foldersOnly = glob.endsWith('/');
  const bare = foldersOnly ? glob.slice(0, -1) : glob;
  const anchored = bare.startsWith('/') ? bare.slice(1) : bare.includes('/') ? bare : `**/${bare}`;
  const whole = anchored.endsWith('/**') ? `${anchored}/*` : anchored;
  const matches = compileGlob(whole, anyCase);
  return (relative, isFolder) => (isFolder || !foldersOnly) && matches(relative);
}

/** A glob as ripgrep reads it: `*` stays in a folder, `{a,b}` is a choice, no extended patterns. Throws `SandboxError`. */
export function compileGlob(glob: string, anyCase = false): (path: string) => boolean {
  try {
    return picomatch(glob, { dot: true, noextglob: true, nonegate: true, strictBrackets: true, nocase: anyCase });
  } catch (error) {
    throw new SandboxError('EINVAL', `the glob ${glob} is broken: ${messageOf(error)}`);
  }
}
