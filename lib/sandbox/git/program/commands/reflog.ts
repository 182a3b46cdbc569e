import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { openRepository } from '../../repository';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { readReflog } from '../reflog';
import { resolveCommit } from '../revision';

/** Where HEAD, or a branch, has been, the last place first. */
export const reflog: Command = async (args, io) => {
  const [first, ...others] = args;
  if (first === 'expire' || first === 'delete' || first === 'exists') {
    throw new GitFailure(`reflog ${first} is not supported in this sandbox; reflog [show] [<ref>] is`, 1);
  }
  const options = readOptions(first === 'show' ? others : args, { values: { count: '-n --max-count -<n>' } });
  const [name = 'HEAD'] = options.rest;
  const repository = await openRepository(io.fs, io.cwd);
  await resolveCommit(repository, name);
  const ref = name === 'HEAD' ? name : await git.expandRef({ ...repository.at, ref: name });
  const limit = options.value('count') === undefined ? Infinity : Number(options.value('count'));
  if (Number.isNaN(limit)) throw new GitFailure(`'${options.value('count')}': not an integer`);
  const moves = await readReflog(repository, ref);
  for (const [at, { after, reason }] of moves.entries()) {
    if (at >= limit) break;
    io.out(`${after.slice(0, 7)} ${name}@{${at}}: ${reason}\n`);
  }
};
