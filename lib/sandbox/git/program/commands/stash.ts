import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { openRepository, currentBranch } from '../../repository';
import { readStatus } from '../../status';
import { subjectOf } from '../../subject';
import { committerOf } from '../committer';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { resolveCommit } from '../revision';

export const stash: Command = async (args, io) => {
  const [first = 'push', ...others] = args;
  const [verb, rest] = first.startsWith('-') ? ['push', args] : [first, others];
  const options = readOptions(rest, {
    flags: { untracked: '-u --include-untracked', quiet: '-q --quiet', index: '--index' },
    values: { message: '-m --message' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const { at } = repository;
  const say = (text: string) => (options.is('quiet') ? undefined : io.out(text));
  const refIdx = Number(/\d+/.exec(options.rest[0] ?? '0')?.[0] ?? 0);
  // Its types say text, and it gives a list.
  const entries = async () => [(await git.stash({ ...at, op: 'list' })) ?? ''].flat().filter((line) => line !== '');
  switch (verb) {
    case 'push':
    case 'save': {
      if (options.is('untracked'))
        throw new GitFailure('files that git does not know cannot be stashed here: add them first', 1);
      if (!(await readStatus(repository)).some(({ index }) => index !== '?')) return say('No local changes to save\n');
      const { author } = await committerOf(repository, io);
      // It reads who stashes from the repository's settings only.
      for (const [key, value] of Object.entries(author)) {
        if ((await git.getConfig({ ...at, path: `user.${key}` })) === undefined)
          await git.setConfig({ ...at, path: `user.${key}`, value });
      }
      const branch = (await currentBranch(repository)) ?? '(no branch)';
      const message = options.value('message') ?? options.rest[0];
      await git.stash({ ...at, op: 'push', ...(message !== undefined && { message }) });
      const head = await resolveCommit(repository, 'HEAD');
      const wip = `WIP on ${branch}: ${head.slice(0, 7)} ${await subjectOf(repository, head)}`;
      return say(
        `Saved working directory and index state ${message === undefined ? wip : `On ${branch}: ${message}`}\n`,
      );
    }
    case 'list':
      return io.out((await entries()).map((line) => `${line}\n`).join(''));
    case 'pop':
    case 'apply':
    case 'drop':
      if ((await entries()).length === 0) throw new GitFailure('No stash entries found.', 1);
      await git.stash({ ...at, op: verb, refIdx });
      return say(verb === 'apply' ? '' : `Dropped stash@{${refIdx}}\n`);
    case 'clear':
      return void (await git.stash({ ...at, op: 'clear' }));
    default:
      throw new GitFailure(
        `stash ${verb} is not supported in this sandbox; push, list, apply, pop, drop and clear are`,
        1,
      );
  }
};
