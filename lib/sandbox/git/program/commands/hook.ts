import { GitFailure } from '../../git-failure';
import { openContext } from '../context';
import type { GitCommand } from '../git-io';
import { findHook, runHook } from '../hooks';
import { readOptions } from '../options';

/** `hook run <name> [-- <args>]`. */
export const hook: GitCommand = async ([verb, ...args], io) => {
  if (verb !== 'run') throw new GitFailure('usage: git hook run [--ignore-missing] <hook-name> [-- <hook-args>]', 129);
  const options = readOptions(args, { absent: '--to-stdin', flags: { ignoreMissing: '--ignore-missing' } });
  const [name = ''] = options.before;
  const context = await openContext(io);
  if ((await findHook(context, name)) !== undefined) return runHook(context, name, options.paths ?? []);
  if (!options.is('ignoreMissing')) throw new GitFailure(`cannot find a hook named ${name}`, 1);
};
