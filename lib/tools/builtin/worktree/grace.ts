/** Milliseconds git may take to stop after an abort: half a worktree, or a shell moved later, is worse than waiting. */
export const GRACE_MS = 10_000;
