import git from 'isomorphic-git';
import { openRepository } from '../../repository';
import { readStatus } from '../../status';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { pathspec, seenFrom, wantedBy } from '../pathspec';

export const lsFiles: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      cached: '-c --cached',
      modified: '-m --modified',
      deleted: '-d --deleted',
      others: '-o --others',
      standard: '--exclude-standard --full-name',
      zero: '-z',
    },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const specs = options.rest.map((path) => pathspec(repository, io.cwd, path));
  const here = options.rest.length === 0 ? [pathspec(repository, io.cwd, '.')] : specs;
  const wanted = wantedBy(here);
  const end = options.is('zero') ? '\0' : '\n';
  const shown: string[] = [];
  const narrowed = options.is('modified') || options.is('deleted') || options.is('others');
  if (!narrowed || options.is('cached')) shown.push(...(await git.listFiles(repository.at)));
  if (narrowed) {
    for (const { path, work } of await readStatus(repository)) {
      const modified = options.is('modified') && (work === 'M' || work === 'D');
      const others = options.is('others') && work === '?';
      if (modified || others || (options.is('deleted') && work === 'D')) shown.push(path);
    }
  }
  for (const path of shown.filter(wanted)) io.out(`${seenFrom(repository, io.cwd, path)}${end}`);
};
