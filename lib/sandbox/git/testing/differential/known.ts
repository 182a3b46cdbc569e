/** Cases in which our git differs from git 2.39, and what differs. `docs/differences/git.md` lists them. */
export const KNOWN: ReadonlyMap<string, string> = new Map([
  ['agents: fsck gc and counts', 'an exit code, what is printed'],
  ['agents: pathspecs with magic', 'what is printed'],
  ['agents: mistakes newcomers make', 'what is printed'],
  ['everyday: sparse and other words', 'an exit code, what is left in the repository'],
  ['history: blame', 'what is printed'],
  ['history: archive', 'what is left in the repository'],
  ['remotes: bundle', 'what is left in the repository'],
]);
