import { lookAt } from '../../git-fs';
import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { openRepository, type Repository } from '../../repository';
import { stageChanges } from '../../stage';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { inRepository, pathspec, wantedBy } from '../pathspec';

export const add: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { all: '-A --all', update: '-u --update', force: '-f --force', verbose: '-v --verbose' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const { rest } = options;
  if (rest.length === 0 && !options.is('all') && !options.is('update')) {
    io.err("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\n");
    return;
  }
  const specs = rest.map((path) => pathspec(repository, io.cwd, path));
  const tracked = await git.listFiles(repository.at);
  for (const spec of specs) await mustBeSomething(repository, io.cwd, spec, tracked, options.is('force'));
  await stageChanges(repository, { wanted: wantedBy(specs), known: options.is('update') });
  if (options.is('force')) {
    for (const path of rest)
      await git.add({ ...repository.at, filepath: inRepository(repository, io.cwd, path) || '.', force: true });
  }
};

/** A path that is neither a file nor known to git, or that is ignored, is a mistake. */
async function mustBeSomething(
  repository: Repository,
  cwd: string,
  spec: ReturnType<typeof pathspec>,
  tracked: readonly string[],
  force: boolean,
): Promise<void> {
  if (tracked.some((path) => spec.matches(path))) return;
  const path = inRepository(repository, cwd, spec.given);
  const there = path === '' || (await lookAt(repository.fs, `${repository.root}/${path}`)) !== undefined;
  if (!there && !/[*?[]/.test(path)) throw new GitFailure(`pathspec '${spec.given}' did not match any files`);
  if (path === '' || force || !there) return;
  if (await git.isIgnored({ ...repository.at, filepath: path })) {
    throw new GitFailure(
      `The following paths are ignored by one of your .gitignore files:\n${path}\nhint: Use -f if you really want to add them.`,
      1,
    );
  }
}
