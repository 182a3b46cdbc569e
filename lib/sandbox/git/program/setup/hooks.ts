import { resolveFrom } from '../../../paths';
import { lookAt } from '../../git-fs';
import type { RefGuard } from '../../store/refs';
import type { Repository } from '../../repository';
import type { Config } from './config';
import type { GitIo } from './git-io';
import { prefixOf } from './pathspec';

/** What a hook runs for. */
type Place = Pick<Repository, 'fs' | 'root' | 'common' | 'bare'> & { readonly io: GitIo; readonly config: Config };

/** Hooks of the repository that is pushed to; their output is marked as the remote's. */
const AT_THE_REMOTE = new Set(['pre-receive', 'update', 'post-receive', 'post-update']);

const pathOf = ({ config, root, common }: Place, name: string): string => {
  const own = config.get('core.hooksPath');
  return `${own === undefined ? `${common}/hooks` : resolveFrom(root, own)}/${name}`;
};

/** The hook that is asked whether refs may change; undefined if there is none. */
export async function refGuard(context: Place): Promise<RefGuard | undefined> {
  const name = 'reference-transaction';
  const found = await lookAt(context.fs, pathOf(context, name));
  if (!found || found.type === 'directory' || !(found.mode & 0o111)) return undefined;
  return async (state, changes) => {
    const lines = changes.map(({ before, after, name }) => `${before} ${after} ${name}\n`).join('');
    return (await runHook(context, name, [state], lines)) === 0;
  };
}

/** The path of a hook that can run; says so if it exists but may not be run. */
export async function findHook(context: Place, name: string): Promise<string | undefined> {
  const { config, root, io, fs } = context;
  const path = pathOf(context, name);
  const found = await lookAt(fs, path);
  if (!found || found.type === 'directory') return undefined;
  if (found.mode & 0o111) return path;
  const shown = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  if (config.advises('ignoredHook'))
    io.err(
      `hint: The '${shown}' hook was ignored because it's not set as executable.\nhint: You can disable this warning with \`git config advice.ignoredHook false\`.\n`,
    );
  return undefined;
}

/** Runs a hook if it exists; returns its exit code, 0 if there is none. */
export async function runHook(context: Place, name: string, args: readonly string[] = [], input = ''): Promise<number> {
  const { root, io } = context;
  const path = await findHook(context, name);
  if (path === undefined) return 0;
  const env = {
    ...io.env,
    GIT_DIR: context.bare ? '.' : '.git',
    GIT_EDITOR: io.env.GIT_EDITOR ?? ':',
    GIT_PREFIX: prefixOf(context, io.cwd),
  };
  const { GIT_DIR: _own, ...plain } = env;
  const isRemote = AT_THE_REMOTE.has(name);
  // What a hook prints goes to standard error, in the order in which it prints it.
  const joined = isRemote ? '2>&1' : '>&2';
  const command = name === 'pre-push' ? [path] : ['sh', '-c', `exec "$0" "$@" ${joined}`, path];
  const { code, out } = await io.run([...command, ...args], {
    cwd: root,
    env: context.bare ? env : plain,
    input,
    capture: isRemote,
  });
  io.err(out.replaceAll(/^(.*)$\n?/gm, (line, text: string) => (line === '' ? '' : `remote: ${text}        \n`)));
  return code;
}
