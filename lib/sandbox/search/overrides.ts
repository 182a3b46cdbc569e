import picomatch from 'picomatch/posix';
import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { IgnoreVerdict } from './ignore-rules';

/** What a glob of a search says of a path below the folder that is searched. */
export type Override = (relative: string, isFolder: boolean) => IgnoreVerdict;

/**
 * ripgrep's `--glob`s: each is a line of `.gitignore` with the signs exchanged, and the last that fits decides. One with `!` leaves
 * out what it names, whole folders too; where there is one without, files that none of them wants are left out. They count more
 * than any `.gitignore`.
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

/** A glob as ripgrep reads it: `*` stays in a folder, `{a,b}` is a choice, and there are no other extras. */
export function compileGlob(glob: string, anyCase = false): (path: string) => boolean {
  try {
    return picomatch(glob, { dot: true, noextglob: true, nonegate: true, strictBrackets: true, nocase: anyCase });
  } catch (error) {
    throw new SandboxError('EINVAL', `the glob ${glob} is broken: ${messageOf(error)}`);
  }
}
