import type { PromiseFsClient } from 'isomorphic-git';

/** The first arguments of every isomorphic-git function. */
export interface At {
  readonly fs: PromiseFsClient;
  readonly dir: string;
  readonly gitdir: string;
}
