import { GitFailure } from '../../git-failure';
import { openRepository } from '../../repository';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { pathspec } from '../pathspec';
import { restorePaths } from '../restore-paths';
import { resolveCommit } from '../revision';

export const restore: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { staged: '-S --staged', worktree: '-W --worktree', quiet: '-q --quiet' },
    values: { source: '-s --source' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  if (options.rest.length === 0) throw new GitFailure('you must specify path(s) to restore');
  const source = options.value('source') ?? (options.is('staged') ? 'HEAD' : undefined);
  const from = source === undefined ? undefined : await resolveCommit(repository, source);
  const specs = options.rest.map((path) => pathspec(repository, io.cwd, path));
  await restorePaths(repository, specs, {
    ...(from !== undefined && { from }),
    index: options.is('staged'),
    work: options.is('worktree') || !options.is('staged'),
  });
};
