import { resolveFrom } from '../../../embedded/fs/paths';
import { lookAt, makeFolder } from '../../git-fs';
import { initRepository } from '../../repository';
import { readConfig } from '../config';
import type { GitCommand } from '../git-io';
import { readOptions } from '../options';

export const init: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { quiet: '-q --quiet', bare: '--bare' },
    values: { branch: '-b --initial-branch', template: '--template', format: '--object-format' },
    optional: { shared: '--shared' },
  });
  const root = resolveFrom(io.cwd, options.rest[0] ?? '.');
  const bare = options.is('bare');
  const config = await readConfig(io, undefined);
  const branch = options.value('branch') ?? config.get('init.defaultBranch') ?? 'main';
  const gitdir = bare ? root : resolveFrom(root, '.git');
  const again = (await lookAt(io.fs, `${gitdir}/HEAD`)) !== undefined;
  await makeFolder(io.fs, root);
  await initRepository(io.fs, root, branch, bare);
  if (again && options.value('branch') !== undefined) io.err(`warning: re-init: ignored --initial-branch=${branch}\n`);
  if (!options.is('quiet'))
    io.out(`${again ? 'Reinitialized existing' : 'Initialized empty'} Git repository in ${gitdir}/\n`);
};
