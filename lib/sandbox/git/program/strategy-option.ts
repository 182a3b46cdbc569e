import { GitFailure } from '../git-failure';

/**
 * The side that `-X` prefers if both changed the same lines; fails for options that would change the merge in ways not
 * supported here.
 */
export function favorOf(written: readonly string[]): 'ours' | 'theirs' | undefined {
  const unknown = written.find(
    (value) => !/^(?:ours|theirs|(?:no-|find-)?renames|patience|histogram|diff-algorithm=.*)$/.test(value),
  );
  if (unknown !== undefined)
    throw new GitFailure(
      `-X ${unknown} is not supported in this sandbox: use -X ours or -X theirs, or solve the conflicts`,
      2,
    );
  const favor = written.findLast((value) => value === 'ours' || value === 'theirs');
  return favor === 'ours' || favor === 'theirs' ? favor : undefined;
}

/** Fails unless the strategy for picking is the default one. */
export function mustBeUsual(strategy: string | undefined): void {
  if (strategy !== undefined && !['ort', 'recursive', 'resolve'].includes(strategy))
    throw new GitFailure(`--strategy=${strategy} is not supported in this sandbox: leave it out`, 2);
}
