import type { PromiseFsClient } from 'isomorphic-git';

/** The first arguments of everything isomorphic-git does. */
export interface At {
  readonly fs: PromiseFsClient;
  readonly dir: string;
  readonly gitdir: string;
}
