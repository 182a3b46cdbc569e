import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, moveAll, readGitText, writeText, type GitFs } from '../../git-fs';
import { addSetting, asBoolean } from '../../store/config';
import { isRefName } from '../../store/refs';
import { findRepository, initRepository } from '../../repository';
import { readConfig } from '../setup/config';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { copyTemplate } from '../setup/template-folder';
import { moveRepository } from './clone';

export const gitInit: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { quiet: '-q --quiet', bare: '--bare' },
    values: {
      branch: '-b --initial-branch',
      template: '--template',
      format: '--object-format',
      apart: '--separate-git-dir',
    },
    optional: { shared: '--shared' },
  });
  if (options.rest.length > 1) throw new GitFailure('usage: git init [<options>] [<directory>]', 129);
  if ((options.value('format') ?? 'sha1') !== 'sha1')
    throw new GitFailure(
      `--object-format=${options.value('format')} is not supported in this sandbox: only sha1 is`,
      2,
    );
  const root = resolveFrom(io.cwd, options.rest[0] ?? '.');
  // `git --bare init` sets it, too.
  const bare = options.is('bare') || io.env.GIT_DIR === io.cwd;
  if (io.env.GIT_DIR !== undefined && !bare)
    throw new GitFailure('`init` with GIT_DIR is not supported in this sandbox: use --separate-git-dir', 2);
  const sharing = sharingOf(options.value('shared'));
  const config = await readConfig(io, undefined);
  const branch = options.value('branch') ?? config.get('init.defaultBranch') ?? 'main';
  if (!isRefName(`refs/heads/${branch}`)) throw new GitFailure(`invalid initial branch name: '${branch}'`);
  const apart = options.value('apart');
  if (apart !== undefined && bare)
    throw new GitFailure("options '--separate-git-dir' and '--bare' cannot be used together");
  const now = bare ? root : await ownFolder(io.fs, root);
  const gitdir = apart === undefined ? now : resolveFrom(io.cwd, apart);
  const again = (await lookAt(io.fs, `${now}/HEAD`)) !== undefined;
  await makeFolder(io.fs, root);
  if (!again) await initRepository(io.fs, root, branch, bare);
  await copyTemplate({ io, config }, options.value('template'), now, again);
  if (sharing !== undefined) {
    const file = `${now}/config`;
    const text = (await readGitText(io.fs, file)) ?? '';
    const shared = addSetting(text, 'core.sharedRepository', sharing, []);
    await writeText(io.fs, file, addSetting(shared, 'receive.denyNonFastforwards', 'true', []));
  }
  if (gitdir !== now) await moveThere(io.fs, root, now, gitdir);
  if (again && options.value('branch') !== undefined) io.err(`warning: re-init: ignored --initial-branch=${branch}\n`);
  if (!options.is('quiet'))
    io.out(
      `${again ? 'Reinitialized existing' : 'Initialized empty'}${sharing === undefined ? '' : ' shared'} Git repository in ${gitdir}/\n`,
    );
};

/** The setting for what `--shared` says; undefined if nothing is shared. All files here have one owner, so it is only noted. */
function sharingOf(written: string | undefined): string | undefined {
  if (written === undefined || written === 'umask' || asBoolean(written || 'true') === false) return undefined;
  if (written === '' || written === 'group' || asBoolean(written) === true) return '1';
  if (['all', 'world', 'everybody'].includes(written)) return '2';
  if (/^0?[0-7]{3}$/.test(written)) return written.padStart(4, '0');
  throw new GitFailure(`bad boolean config value '${written}' for 'arg'`);
}

/** The repository of a folder: `.git`, or where a file of that name says that it is. */
async function ownFolder(fs: GitFs, root: string): Promise<string> {
  const own = resolveFrom(root, '.git');
  const isFile = (await lookAt(fs, own))?.type === 'file';
  return isFile ? ((await findRepository(fs, root))?.gitdir ?? own) : own;
}

/** Moves a repository elsewhere, wherever it is now. */
async function moveThere(fs: GitFs, root: string, from: string, to: string): Promise<void> {
  if (from === resolveFrom(root, '.git')) return moveRepository(fs, root, to);
  await moveAll(fs, from, to);
  await writeText(fs, `${root}/.git`, `gitdir: ${to}\n`);
}
