import picomatch from 'picomatch/posix';
import { SandboxError } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { IgnoreVerdict } from './ignore-rules';

/** What a glob of a search says of a path below the folder that is searched. */
export type Override = (relative: string, isFolder: boolean) => IgnoreVerdict;

/**
 * One `--glob` of ripgrep: as a line of `.gitignore` with the signs exchanged. Without `!` it wants files and leaves out every
 * other; with `!` it leaves out what it names, whole folders too. It counts more than any `.gitignore`.
 */
export function overrideOf(glob: string): Override {
  const negated = glob.startsWith('!');
  const matches = matcherOf(negated ? glob.slice(1) : glob);
  return (relative, isFolder) => {
    if (matches(relative, isFolder)) return negated ? 'ignore' : 'keep';
    return negated || isFolder ? undefined : 'ignore';
  };
}

function matcherOf(glob: string): (relative: string, isFolder: boolean) => boolean {
  const foldersOnly = glob.endsWith('/');
  const bare = foldersOnly ? glob.slice(0, -1) : glob;
  const anchored = bare.startsWith('/') ? bare.slice(1) : bare.includes('/') ? bare : `**/${bare}`;
  const whole = anchored.endsWith('/**') ? `${anchored}/*` : anchored;
  const matches = compileGlob(whole);
  return (relative, isFolder) => (isFolder || !foldersOnly) && matches(relative);
}

/** A glob as ripgrep reads it: `*` stays in a folder, `{a,b}` is a choice, and there are no other extras. */
export function compileGlob(glob: string): (path: string) => boolean {
  try {
    return picomatch(glob, { dot: true, noextglob: true, nonegate: true, strictBrackets: true });
  } catch (error) {
    throw new SandboxError('EINVAL', `the glob ${glob} is broken: ${messageOf(error)}`);
  }
}
