import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder } from '../../git-fs';
import { isRefName } from '../../store/refs';
import { initRepository } from '../../repository';
import { readConfig } from '../config';
import type { GitCommand } from '../git-io';
import { readOptions } from '../options';
import { moveRepository } from './clone';

export const init: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { quiet: '-q --quiet', bare: '--bare' },
    values: {
      branch: '-b --initial-branch',
      template: '--template',
      format: '--object-format',
      apart: '--separate-git-dir',
    },
    absent: '--shared',
  });
  if (options.rest.length > 1) throw new GitFailure('usage: git init [<options>] [<directory>]', 129);
  if ((options.value('format') ?? 'sha1') !== 'sha1')
    throw new GitFailure(
      `--object-format=${options.value('format')} is not supported in this sandbox: only sha1 is`,
      2,
    );
  if (options.value('template'))
    throw new GitFailure('--template is not supported in this sandbox: copy the files after `git init`', 2);
  const root = resolveFrom(io.cwd, options.rest[0] ?? '.');
  const bare = options.is('bare');
  const config = await readConfig(io, undefined);
  const branch = options.value('branch') ?? config.get('init.defaultBranch') ?? 'main';
  if (!isRefName(`refs/heads/${branch}`)) throw new GitFailure(`invalid initial branch name: '${branch}'`);
  const apart = options.value('apart');
  if (apart !== undefined && bare)
    throw new GitFailure("options '--separate-git-dir' and '--bare' cannot be used together");
  const own = bare ? root : resolveFrom(root, '.git');
  const gitdir = apart === undefined ? own : resolveFrom(io.cwd, apart);
  const again = (await lookAt(io.fs, `${gitdir}/HEAD`)) !== undefined;
  await makeFolder(io.fs, root);
  await initRepository(io.fs, root, branch, bare);
  if (apart !== undefined && !again) await moveRepository(io.fs, root, gitdir);
  if (again && options.value('branch') !== undefined) io.err(`warning: re-init: ignored --initial-branch=${branch}\n`);
  if (!options.is('quiet'))
    io.out(`${again ? 'Reinitialized existing' : 'Initialized empty'} Git repository in ${gitdir}/\n`);
};
