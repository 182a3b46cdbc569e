import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { openContext } from '../context';
import type { GitCommand } from '../git-io';
import { runHook } from '../hooks';
import { readOptions } from '../options';

/** `hook run <name> [-- <args>]`. */
export const hook: GitCommand = async ([verb, ...args], io) => {
  if (verb !== 'run') throw new GitFailure('usage: git hook run [--ignore-missing] <hook-name> [-- <hook-args>]', 129);
  const options = readOptions(args, { absent: '--to-stdin', flags: { ignoreMissing: '--ignore-missing' } });
  const [name = ''] = options.before;
  const context = await openContext(io);
  const own = context.config.get('core.hooksPath');
  const folder = own === undefined ? `${context.common}/hooks` : resolveFrom(context.root, own);
  const found = await lookAt(context.fs, `${folder}/${name}`);
  if (!found && !options.is('ignoreMissing')) throw new GitFailure(`cannot find a hook named ${name}`, 1);
  return runHook(context, name, options.paths ?? []);
};
