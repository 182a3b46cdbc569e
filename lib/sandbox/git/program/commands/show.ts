import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { openRepository } from '../../repository';
import { decorations } from '../decorations';
import { commitFormat } from '../format-commit';
import type { Command } from '../git-io';
import { readOptions } from '../options';
import { inRepository } from '../pathspec';
import { resolveCommit } from '../revision';
import { SHOW_FLAGS } from '../show-changes';
import { commitShower } from '../show-commits';
import { ownChanges } from './log';

export const show: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { ...SHOW_FLAGS, oneline: '--oneline', decorate: '--decorate', ignored: '--no-decorate --abbrev-commit' },
    values: { format: '--format --pretty' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const names = await decorations(repository);
  const shownNames = options.is('decorate') ? names : new Map<string, string[]>();
  const wanted = options.value('format') ?? (options.is('oneline') ? 'oneline' : 'medium');
  const showCommit = commitShower(io, commitFormat(wanted, names, shownNames), options.is, 'patch');
  for (const name of options.rest.length > 0 ? options.rest : ['HEAD']) {
    const [, revision, path] = /^([^:]*):(.+)$/.exec(name) ?? [];
    if (revision !== undefined && path !== undefined) {
      const filepath = path.startsWith('./') ? inRepository(repository, io.cwd, path) : path;
      io.out(await contentOf(repository, revision || 'HEAD', filepath));
      continue;
    }
    const entry = await git.readCommit({ ...repository.at, oid: await resolveCommit(repository, name) });
    await showCommit(entry, await ownChanges(repository, entry));
  }
};

async function contentOf(
  repository: Awaited<ReturnType<typeof openRepository>>,
  revision: string,
  filepath: string,
): Promise<string> {
  const oid = await resolveCommit(repository, revision);
  try {
    return new TextDecoder().decode((await git.readBlob({ ...repository.at, oid, filepath })).blob);
  } catch (error) {
    if (error instanceof git.Errors.NotFoundError)
      throw new GitFailure(`path '${filepath}' does not exist in '${revision}'`);
    throw error;
  }
}
