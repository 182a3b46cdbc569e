import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { writeText } from '../../git-fs';
import { headCommit, openRepository } from '../../repository';
import { readStatus } from '../../status';
import { subjectOf } from '../../subject';
import type { Command } from '../git-io';
import { moveHead } from '../move-head';
import { readOptions } from '../options';
import { pathspec } from '../pathspec';
import { restorePaths } from '../restore-paths';
import { findCommit, resolveCommit } from '../revision';
import { forgetStopped } from '../stopped';
import { updateFiles } from './checkout';

export const reset: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { soft: '--soft', mixed: '--mixed', hard: '--hard', quiet: '-q --quiet' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const words = [...options.rest];
  const head = await headCommit(repository);
  const firstIsPath = options.paths !== undefined && options.paths.length === words.length;
  const named = !firstIsPath && words[0] !== undefined && (await findCommit(repository, words[0])) !== undefined;
  const target = named ? await resolveCommit(repository, words.shift() ?? '') : head;
  if (words.length > 0) {
    if (options.is('hard') || options.is('soft')) throw new GitFailure('Cannot do hard or soft reset with paths.');
    if (target === undefined) {
      for (const path of words) await git.remove({ ...repository.at, filepath: path });
      return;
    }
    const specs = words.map((path) => pathspec(repository, io.cwd, path));
    await restorePaths(repository, specs, { from: target, index: true, work: false });
    return;
  }
  if (target === undefined) throw new GitFailure("ambiguous argument 'HEAD': there is no commit yet");
  if (head !== undefined) await writeText(io.fs, `${repository.gitdir}/ORIG_HEAD`, `${head}\n`);
  if (options.is('hard')) await updateFiles(repository, target, true);
  else if (!options.is('soft')) await restorePaths(repository, [], { from: target, index: true, work: false });
  await moveHead(repository, io, target, `reset: moving to ${named ? options.rest[0] : 'HEAD'}`);
  if (!options.is('soft')) {
    await forgetStopped(repository);
  }
  if (options.is('quiet')) return;
  if (options.is('hard')) {
    const subject = await subjectOf(repository, target);
    return io.out(`HEAD is now at ${target.slice(0, 7)} ${subject}\n`);
  }
  const changed = (await readStatus(repository)).filter(({ work }) => work === 'M' || work === 'D');
  if (changed.length === 0 || options.is('soft')) return;
  io.out(`Unstaged changes after reset:\n${changed.map(({ work, path }) => `${work}\t${path}\n`).join('')}`);
};
