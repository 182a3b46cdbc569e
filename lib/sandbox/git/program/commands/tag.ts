import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { openRepository } from '../../repository';
import { committerOf } from '../committer';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { resolveCommit } from '../revision';

export const tag: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { list: '-l --list', remove: '-d --delete', annotate: '-a --annotate', force: '-f --force' },
    values: { message: '-m --message' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const { at } = repository;
  const tags = await git.listTags(at);
  const [name, start = 'HEAD'] = options.rest;
  if (name === undefined || options.is('list'))
    return io.out(
      tags
        .toSorted()
        .map((each) => `${each}\n`)
        .join(''),
    );
  if (options.is('remove')) {
    if (!tags.includes(name)) throw new GitFailure(`tag '${name}' not found.`, 1);
    await git.deleteTag({ ...at, ref: name });
    return io.out(`Deleted tag '${name}'\n`);
  }
  const force = options.is('force');
  if (tags.includes(name) && !force) throw new GitFailure(`tag '${name}' already exists`);
  const object = await resolveCommit(repository, start);
  const message = options.value('message');
  if (options.is('annotate') && message === undefined)
    throw new GitFailure('there is no editor here: give the message with -m');
  if (message === undefined) return git.tag({ ...at, ref: name, object, force });
  const { committer } = await committerOf(repository, io);
  return git.annotatedTag({ ...at, ref: name, object, message: `${message}\n`, tagger: committer, force });
};
