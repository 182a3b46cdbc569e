import { resolveFrom } from '../../../paths';
import { lookAt, makeFolder, removeAll, type GitFs } from '../../git-fs';
import type { Context } from './context';

/** Gives a repository what the template of `--template` or the settings has, in a new one in place of the usual files. */
export async function copyTemplate(
  { io, config }: Pick<Context, 'io' | 'config'>,
  written: string | undefined,
  gitdir: string,
  again = false,
): Promise<void> {
  const template = written ?? io.env.GIT_TEMPLATE_DIR ?? config.get('init.templateDir');
  if (template === undefined) return;
  const from = resolveFrom(io.cwd, template.replace(/^~(?=\/)/, io.env.HOME ?? ''));
  const isThere = template !== '' && (await lookAt(io.fs, from))?.type === 'directory';
  if (template !== '' && !isThere) return io.err(`warning: templates not found in ${template}\n`);
  for (const name of again ? [] : ['branches', 'description', 'hooks', 'info'])
    await removeAll(io.fs, `${gitdir}/${name}`);
  if (isThere) await copyMissing(io.fs, from, gitdir);
}

async function copyMissing(fs: GitFs, from: string, to: string): Promise<void> {
  await makeFolder(fs, to);
  for (const name of await fs.readdir(from)) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    const stat = await lookAt(fs, source);
    if (name.startsWith('.') || !stat) continue;
    if (stat.type === 'directory') await copyMissing(fs, source, target);
    else if (await lookAt(fs, target)) continue;
    else if (stat.type === 'symlink') await fs.symlink(await fs.readlink(source), target);
    else await fs.writeFile(target, await fs.readFile(source), stat.mode & 0o100 ? 0o755 : undefined);
  }
}
