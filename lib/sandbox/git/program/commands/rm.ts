import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { removeAll } from '../../git-fs';
import { openRepository, parentOf } from '../../repository';
import { readStatus } from '../../status';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { inRepository, pathspec } from '../pathspec';

export const rm: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      cached: '--cached',
      recursive: '-r',
      force: '-f --force',
      quiet: '-q --quiet',
      lenient: '--ignore-unmatch',
    },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const tracked = await git.listFiles(repository.at);
  const doomed = new Set<string>();
  for (const given of options.rest) {
    const spec = pathspec(repository, io.cwd, given);
    const found = tracked.filter((path) => spec.matches(path));
    if (found.length === 0 && !options.is('lenient'))
      throw new GitFailure(`pathspec '${given}' did not match any files`);
    const isFile = found[0] === inRepository(repository, io.cwd, given);
    if (found.length > 0 && !isFile && !options.is('recursive') && !/[*?[]/.test(given)) {
      throw new GitFailure(`not removing '${given}' recursively without -r`);
    }
    for (const path of found) doomed.add(path);
  }
  if (!options.is('force') && !options.is('cached')) {
    const changed = await readStatus(repository, { wanted: (path) => doomed.has(path) });
    const dirty = changed.filter(
      ({ path, work, index }) => doomed.has(path) && (work === 'M' || index === 'A' || index === 'M'),
    );
    if (dirty.length > 0) {
      const list = dirty.map(({ path }) => `    ${path}\n`).join('');
      throw new GitFailure(
        `the following file has changes that are not committed:\n${list}(use --cached to keep the file, or -f to force removal)`,
        1,
      );
    }
  }
  for (const path of doomed) {
    await git.remove({ ...repository.at, filepath: path });
    if (!options.is('cached')) {
      await removeAll(io.fs, `${repository.root}/${path}`);
      for (let folder = parentOf(path); folder !== '/'; folder = parentOf(folder)) {
        if (
          !(await io.fs.rmdir(`${repository.root}/${folder}`).then(
            () => true,
            () => false,
          ))
        )
          break;
      }
    }
    if (!options.is('quiet')) io.out(`rm '${path}'\n`);
  }
};
