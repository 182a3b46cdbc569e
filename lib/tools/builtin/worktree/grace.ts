/** Milliseconds that git may take to end after an abort: half a worktree, or a shell that moves later, is worse than waiting. */
export const GRACE_MS = 10_000;
