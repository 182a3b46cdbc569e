import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { findRepository, openRepository } from '../../repository';
import type { Command } from '../git-io';
import { seenFrom } from '../pathspec';
import { findCommit, resolveCommit } from '../revision';

export const revParse: Command = async (args, io) => {
  const found = await findRepository(io.fs, io.cwd);
  if (args[0] === '--is-inside-work-tree' && !found) await openRepository(io.fs, io.cwd);
  const repository = await openRepository(io.fs, io.cwd);
  const { root, gitdir, common, at } = repository;
  let short: number | undefined;
  let byName = false;
  const quiet = args.includes('-q') || args.includes('--quiet');
  for (const arg of args) {
    const [, digits] = /^--short(?:=(\d+))?$/.exec(arg) ?? [];
    if (arg.startsWith('--short')) short = digits === undefined ? 7 : Number(digits);
    else if (arg === '--abbrev-ref') byName = true;
    else if (arg === '--verify' || arg === '-q' || arg === '--quiet') continue;
    else if (arg === '--show-toplevel') io.out(`${root}\n`);
    else if (arg === '--git-dir' || arg === '--absolute-git-dir')
      io.out(`${gitdir === `${io.cwd}/.git` && arg === '--git-dir' ? '.git' : gitdir}\n`);
    else if (arg === '--git-common-dir') io.out(`${common === `${io.cwd}/.git` ? '.git' : common}\n`);
    else if (arg === '--is-inside-work-tree') io.out('true\n');
    else if (arg === '--is-bare-repository') io.out('false\n');
    else if (arg === '--show-prefix') io.out(io.cwd === root ? '\n' : `${io.cwd.slice(root.length + 1)}/\n`);
    else if (arg === '--show-cdup') io.out(`${io.cwd === root ? '' : seenFrom(repository, io.cwd, '')}\n`);
    else if (arg.startsWith('--')) throw new GitFailure(`unknown option ${arg}`, 129);
    else if (byName) {
      const ref = arg === '@' ? 'HEAD' : arg;
      const name = ref === 'HEAD' ? await git.currentBranch(at) : ref;
      io.out(`${name ?? 'HEAD'}\n`);
    } else if (quiet && (await findCommit(repository, arg)) === undefined) return 1;
    else io.out(`${(await resolveCommit(repository, arg)).slice(0, short)}\n`);
  }
};
