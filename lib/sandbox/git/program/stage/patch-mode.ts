export type PatchUse = 'stage' | 'stash' | 'unstage' | 'discard' | 'checkout';

/** How a use compares two states, and what becomes of the chosen hunks. */
export interface PatchMode {
  /** Such as `Stage`. */
  readonly verb: string;
  readonly where: string;
  readonly from: 'commit' | 'index' | 'work';
  readonly to: 'commit' | 'index' | 'work';
  /** Whether the chosen hunks are undone in `to`, instead of done in `from`. */
  readonly undoes: boolean;
  readonly targets: readonly ('index' | 'work')[];
}

/** `other`: whether a commit other than HEAD was named. */
export function modeOfUse(use: PatchUse, commit: string | undefined): PatchMode {
  const other = commit !== undefined && commit !== 'HEAD';
  const applies = { verb: 'Apply', to: 'commit', undoes: false } as const;
  switch (use) {
    case 'stage':
      return { verb: 'Stage', where: '', from: 'index', to: 'work', undoes: false, targets: ['index'] };
    case 'stash':
      return { verb: 'Stash', where: '', from: 'commit', to: 'work', undoes: false, targets: [] };
    case 'unstage':
      return other
        ? { ...applies, where: ' to index', from: 'index', targets: ['index'] }
        : { verb: 'Unstage', where: '', from: 'commit', to: 'index', undoes: true, targets: ['index'] };
    case 'discard': {
      const from = commit === undefined ? 'index' : 'commit';
      return other
        ? { ...applies, where: ' to worktree', from: 'work', targets: ['work'] }
        : { verb: 'Discard', where: ' from worktree', from, to: 'work', undoes: true, targets: ['work'] };
    }
    case 'checkout': {
      const targets = ['index', 'work'] as const;
      return other
        ? { ...applies, where: ' to index and worktree', from: 'work', targets }
        : { verb: 'Discard', where: ' from index and worktree', from: 'commit', to: 'work', undoes: true, targets };
    }
  }
}
