import { GitFailure } from '../../git-failure';

/** What `--dirstat` counts and shows. */
export interface DirstatRule {
  readonly counts: 'changes' | 'lines' | 'files';
  /** The least share that is shown, in thousandths. */
  readonly least: number;
  /** Whether a folder's share also counts in the folders above it. */
  readonly cumulative: boolean;
}

/** Reads values of `--dirstat` such as `lines,cumulative,10`, each adding to those before it. */
export function readDirstat(written: readonly (string | undefined)[]): DirstatRule {
  let [counts, least, cumulative]: [DirstatRule['counts'], number, boolean] = ['changes', 30, false];
  for (const word of written.flatMap((text) => text?.split(',') ?? [])) {
    const [, whole, tenth = '0'] = /^(\d+)(?:\.(\d)\d*)?$/.exec(word) ?? [];
    if (word === 'changes' || word === 'lines' || word === 'files') counts = word;
    else if (word === 'cumulative' || word === 'noncumulative') cumulative = word === 'cumulative';
    else if (whole !== undefined) least = Number(whole) * 10 + Number(tenth);
    else if (word !== '')
      throw new GitFailure(`Failed to parse --dirstat/-X option parameter:\n  Unknown dirstat parameter '${word}'\n`);
  }
  return { counts, least, cumulative };
}
