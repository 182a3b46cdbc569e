import { resolveFrom } from '../../../embedded/fs/paths';
import { lookAt } from '../../git-fs';
import { initRepository } from '../../repository';
import type { Command } from '../git-io';
import { readOptions } from '../options';

export const init: Command = async (args, io) => {
  const options = readOptions(args, { flags: { quiet: '-q --quiet' }, values: { branch: '-b --initial-branch' } });
  const root = resolveFrom(io.cwd, options.rest[0] ?? '.');
  const again = (await lookAt(io.fs, `${root}/.git`)) !== undefined;
  await initRepository(io.fs, root, options.value('branch'));
  if (options.is('quiet')) return;
  io.out(`${again ? 'Reinitialized existing' : 'Initialized empty'} Git repository in ${root}/.git/\n`);
};
