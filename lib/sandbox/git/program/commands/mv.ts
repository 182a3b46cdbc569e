import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder } from '../../git-fs';
import { baseOf, openRepository, parentOf } from '../../repository';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { inRepository, pathspec } from '../pathspec';

export const mv: Command = async (args, io) => {
  const options = readOptions(args, { flags: { force: '-f --force', verbose: '-v --verbose' } });
  const repository = await openRepository(io.fs, io.cwd);
  const [to, ...from] = options.rest.toReversed();
  if (to === undefined || from.length === 0) throw new GitFailure('usage: git mv <source>... <destination>', 129);
  const { root, fs, at } = repository;
  const target = inRepository(repository, io.cwd, to);
  const intoFolder = (await lookAt(fs, `${root}/${target}`))?.type === 'directory';
  if (from.length > 1 && !intoFolder) throw new GitFailure(`destination '${to}' is not a directory`);
  const tracked = await git.listFiles(at);
  for (const given of from.toReversed()) {
    const source = inRepository(repository, io.cwd, given);
    const spec = pathspec(repository, io.cwd, given);
    const moved = tracked.filter((path) => spec.matches(path));
    const end = intoFolder ? `${target ? `${target}/` : ''}${baseOf(source)}` : target;
    const what = `source=${source}, destination=${end}`;
    if (!(await lookAt(fs, `${root}/${source}`))) throw new GitFailure(`bad source, ${what}`);
    if (moved.length === 0) throw new GitFailure(`not under version control, ${what}`);
    if ((await lookAt(fs, `${root}/${end}`)) && !options.is('force'))
      throw new GitFailure(`destination exists, ${what}`);
    for (const path of moved) {
      const destination = end + path.slice(source.length);
      const found = await fs.lstat(`${root}/${path}`);
      await makeFolder(fs, parentOf(`${root}/${destination}`));
      await fs.writeFile(`${root}/${destination}`, await fs.readFile(`${root}/${path}`), found.mode);
      await fs.unlink(`${root}/${path}`);
      await git.remove({ ...at, filepath: path });
      await git.add({ ...at, filepath: destination, force: true });
    }
    for (let folder = `${root}/${source}`; folder !== root; folder = parentOf(folder)) {
      if (
        (await lookAt(fs, folder)) &&
        !(await fs.rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        break;
    }
  }
};
