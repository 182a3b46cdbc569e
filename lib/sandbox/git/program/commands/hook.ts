import { GitFailure } from '../../git-failure';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { findHook, runHook } from '../setup/hooks';
import { readOptions } from '../terminal/options';

/** `hook run <name> [-- <args>]`. */
export const hook: GitCommand = async ([verb, ...args], io) => {
  if (verb !== 'run') throw new GitFailure('usage: git hook run [--ignore-missing] <hook-name> [-- <hook-args>]', 129);
  const options = readOptions(args, { absent: '--to-stdin', flags: { ignoreMissing: '--ignore-missing' } });
  const [name = ''] = options.before;
  const context = await openContext(io);
  if ((await findHook(context, name)) !== undefined) return runHook(context, name, options.paths ?? []);
  if (!options.is('ignoreMissing')) throw new GitFailure(`cannot find a hook named ${name}`, 1);
};
