import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, readText, writeText } from '../../git-fs';
import { clientOf } from '../../client';
import { findRepository } from '../../repository';
import type { Command, GitIo } from '../git-io';
import { readOptions } from '../options';

export const config: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      global: '--global --system',
      local: '--local',
      list: '-l --list',
      get: '--get',
      unset: '--unset',
      add: '--add',
    },
    values: { type: '--type --default' },
  });
  const places = await placesOf(io, options.is('global'), options.is('local'));
  const [first, second, third] = options.rest;
  const verbs = ['get', 'set', 'unset', 'list'];
  const verb = verbs.includes(first ?? '') && !first?.includes('.') ? first : undefined;
  const [path, value] = verb === undefined ? [first, second] : [second, third];
  if (options.is('list') || verb === 'list') {
    for (const { gitdir } of places.toReversed()) io.out(listed((await readText(io.fs, `${gitdir}/config`)) ?? ''));
    return;
  }
  if (path === undefined || !path.includes('.'))
    throw new GitFailure(`key does not contain a section: ${path ?? ''}`, 2);
  const [nearest] = places;
  if (options.is('unset') || verb === 'unset') {
    if (nearest) await git.setConfig({ ...nearest, path, value: undefined });
    return;
  }
  if (value !== undefined) {
    if (!nearest) throw new GitFailure('not in a git directory');
    if (!(await lookAt(io.fs, `${nearest.gitdir}/config`))) {
      await makeFolder(io.fs, nearest.gitdir);
      await writeText(io.fs, `${nearest.gitdir}/config`, '');
    }
    return git.setConfig({ ...nearest, path, value, append: options.is('add') });
  }
  for (const place of places) {
    const found: unknown = await git.getConfig({ ...place, path });
    if (typeof found === 'string' || typeof found === 'boolean' || typeof found === 'number')
      return io.out(`${found}\n`);
  }
  return 1;
};

/** Where settings stand, the nearest first. */
async function placesOf(io: GitIo, global: boolean, local: boolean) {
  const shared = { fs: clientOf(io.fs), gitdir: io.settings };
  if (global) return [shared];
  const found = await findRepository(io.fs, io.cwd);
  if (!found) {
    if (local) throw new GitFailure('--local can only be used inside a git repository');
    return [shared];
  }
  const own = { fs: found.at.fs, gitdir: found.gitdir };
  return local ? [own] : [own, shared];
}

function listed(text: string): string {
  let section = '';
  const lines = text.split('\n').flatMap((line) => {
    const [, name, sub] = /^\s*\[([^\s\]"]+)(?:\s+"(.*)")?\]/.exec(line) ?? [];
    if (name !== undefined) section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined ? [] : [`${section}.${key.toLowerCase()}=${value}\n`];
  });
  return lines.join('');
}
