import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { isShared } from '../../common-folder';
import type { Context } from '../setup/context';
import { prefixOf } from '../setup/pathspec';

/** How paths are shown: as each option does by itself, or all of them alike. */
export type PathFormat = 'absolute' | 'relative' | undefined;

/** Where the process of git would be: at the root of the work tree, if the caller is in it. */
const baseOf = (context: Context): string =>
  context.bare || isInside(context.gitdir, context.io.cwd) ? context.io.cwd : context.root;

const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The repository as git names it: `.git`, unless it is elsewhere. */
function gitdirName({ gitdir, root, bare, io }: Context): string {
  if (io.env.GIT_DIR !== undefined && io.env.GIT_WORK_TREE === undefined) return io.env.GIT_DIR;
  if (io.cwd === gitdir) return '.';
  return bare || isInside(gitdir, io.cwd) || gitdir !== `${root}/.git` ? gitdir : '.git';
}

/** A path as seen from a folder. */
function relativePath(from: string, to: string): string {
  const [left, right] = [from.split('/').filter(Boolean), to.split('/').filter(Boolean)];
  while (left.length > 0 && left[0] === right[0]) {
    left.shift();
    right.shift();
  }
  return [...left.map(() => '..'), ...right].join('/') + (right.length === 0 ? (left.length === 0 ? './' : '/') : '');
}

/**
 * A path as the format says; without one as `own` says: as it is, in full, or seen from the caller's folder if it is
 * not a full one.
 */
function shown(context: Context, path: string, format: PathFormat, own: 'plain' | 'full' | 'shared'): string {
  const whole = resolveFrom(baseOf(context), path);
  if (format === 'relative') return relativePath(context.io.cwd, whole);
  if (format === 'absolute' || own === 'full') return whole;
  if (own === 'plain' || path.startsWith('/') || prefixOf(context, context.io.cwd) === '') return path;
  return relativePath(context.io.cwd, whole);
}

/** `--git-path`: a file of the repository. */
export function gitPathText(context: Context, name: string, format: PathFormat): string {
  const { config, gitdir, common } = context;
  const hooks = config.get('core.hooksPath');
  const file = context.io.env.GIT_INDEX_FILE;
  const folder = common !== gitdir && isShared(name) ? common : gitdirName(context);
  const path =
    hooks !== undefined && isInside('hooks', name)
      ? hooks + name.slice('hooks'.length)
      : name === 'index' && file !== undefined
        ? file
        : folder === '.'
          ? name
          : `${folder}/${name}`;
  return shown(context, path, format, 'shared');
}

/** What `rev-parse` prints for an option about where and what the repository is; undefined for another option. */
export async function placeText(context: Context, name: string, format: PathFormat): Promise<string | undefined> {
  const { io, root, gitdir, common, bare } = context;
  const inGitdir = isInside(gitdir, io.cwd);
  switch (name) {
    case '--show-toplevel':
      if (bare || inGitdir) throw new GitFailure('this operation must be run in a work tree');
      return `${shown(context, root, format, 'plain')}\n`;
    case '--git-dir': {
      const own = gitdirName(context);
      return `${shown(context, own, format, own === '.git' && io.cwd !== root ? 'full' : 'plain')}\n`;
    }
    case '--absolute-git-dir':
      return `${gitdir}\n`;
    case '--git-common-dir':
      return `${shown(context, common === gitdir ? gitdirName(context) : common, format, 'shared')}\n`;
    case '--show-prefix':
      return `${prefixOf(context, io.cwd)}\n`;
    case '--show-cdup':
      return `${'../'.repeat(prefixOf(context, io.cwd).split('/').length - 1)}\n`;
    case '--is-inside-work-tree':
      return `${!bare && !inGitdir}\n`;
    case '--is-inside-git-dir':
      return `${inGitdir}\n`;
    case '--is-bare-repository':
      return `${bare && context.config.boolean('core.bare') !== false}\n`;
    case '--is-shallow-repository':
      return `${(await lookAt(io.fs, `${common}/shallow`)) !== undefined}\n`;
    case '--show-superproject-working-tree': {
      const above = /^(.*?)\/\.git\/modules\//.exec(gitdir)?.[1];
      return above === undefined ? '' : `${shown(context, above, format, 'plain')}\n`;
    }
    case '--shared-index-path':
      return '';
    default:
      return undefined;
  }
}
