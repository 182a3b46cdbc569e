import { repositoryAt } from '../../repository';
import { Config } from './config';
import type { Context } from './context';
import type { GitIo } from './git-io';

/** A context outside of any repository, for commands that need none. */
export const bareContext = (io: GitIo): Context => ({
  ...repositoryAt(io.fs, io.cwd, `${io.cwd}/.git`, `${io.cwd}/.git`),
  bare: true,
  io,
  config: new Config([]),
});
