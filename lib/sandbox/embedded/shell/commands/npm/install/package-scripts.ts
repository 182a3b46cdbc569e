import { resolveFrom } from '../../../../../paths';
import type { Npm } from '../npm';
import { NpmError } from '../npm-error';
import { PackageFolder } from '../project';
import { runScript, scriptEnv } from '../run-script';
import { workspacesOf } from '../workspaces';
import type { LockEntry } from './entry';
import type { Changes } from './reify';

const EVENTS = ['preinstall', 'install', 'postinstall'];
const DEPENDENCY_EVENTS = ['predependencies', 'dependencies', 'postdependencies'];
/** Those of a folder that is linked, which is built where it is, at every installation. */
const LINK_EVENTS = ['preinstall', 'prepare', 'install', 'postinstall'];

/**
 * Runs the install scripts of the packages that came from archives, and of linked folders; those of the package set need none.
 * Throws `NpmError` if one fails: then, no package that was added stays. Returns what ran, for `warnOfScripts`.
 */
export async function runPackageScripts(
  npm: Npm,
  project: PackageFolder,
  entries: ReadonlyMap<string, LockEntry>,
  changes: Changes,
): Promise<string[]> {
  const { context, config } = npm;
  if (config.has('ignore-scripts')) return [];
  const places = [...changes.add, ...changes.change.map(({ to }) => to)].map(({ path }) => path);
  const isPacked = (path: string) => {
    const { resolved = '', link } = entries.get(path.slice(project.path.length + 1)) ?? { version: '' };
    return link !== true && resolved.startsWith('file:');
  };
  const folders = [...entries.values()].flatMap(({ link, resolved = '' }) =>
    link === true && !resolved.includes('node_modules/') ? [resolveFrom(project.path, resolved)] : [],
  );
  const undo = () => {
    for (const { path } of changes.add) if (isPacked(path)) context.sys.remove(path, { recursive: true, force: true });
  };
  const packed = places.filter(isPacked).map((path) => new PackageFolder(context, path));
  const linked = [...new Set(folders)].map((path) => new PackageFolder(context, path));
  for (const its of packed) for (const event of EVENTS) await runQuietly(npm, its, event, undo);
  for (const event of LINK_EVENTS) for (const its of linked) await runQuietly(npm, its, event, undo);
  const own = new Set(workspacesOf(context, project).values());
  return [...packed, ...linked.filter(({ path }) => !own.has(path))].flatMap(({ manifest }) => {
    const { name = '', version = '', scripts } = manifest;
    const lines = [...EVENTS, 'prepare'].flatMap((event) =>
      scripts[event] === undefined ? [] : [`${event}: ${scripts[event]}`],
    );
    return lines.length > 0 ? [`  ${name}@${version} (${lines.join('; ')})`] : [];
  });
}

/** Runs a script of a package, and says what it prints only if that is asked for. Throws `NpmError` if it fails, after `undo`. */
async function runQuietly(npm: Npm, its: PackageFolder, event: string, undo = () => {}): Promise<void> {
  const { context, config } = npm;
  const line = its.manifest.scripts[event];
  if (line === undefined || config.has('ignore-scripts')) return;
  const status = config.has('foreground-scripts')
    ? await runScript(npm, its, { event, line })
    : await context.run(['sh', '-c', `exec >/dev/null 2>&1\n${line}`], {
        cwd: its.path,
        env: scriptEnv(npm, its, event, line),
      });
  if (status === 0) return;
  undo();
  throw new NpmError(`command failed\ncommand sh -c ${line}`, {
    code: String(status),
    details: [['path', its.path]],
    status,
  });
}

/** The project's scripts for when what it needs has changed, before those of its installation. Throws `NpmError` if one fails. */
export async function runDependencyScripts(npm: Npm, project: PackageFolder, changes: Changes): Promise<void> {
  const isSame = changes.add.length + changes.change.length + changes.remove.length === 0;
  if (isSame || npm.isGlobal) return;
  for (const event of DEPENDENCY_EVENTS) await runQuietly(npm, project, event);
}

/** npm's warning after scripts that nobody has allowed. */
export function warnOfScripts(npm: Npm, told: readonly string[]): void {
  if (told.length === 0) return;
  const count = told.length === 1 ? '1 package has' : `${told.length} packages have`;
  for (const line of [
    `${count} install scripts not yet covered by allowScripts:`,
    ...told,
    '',
    'Run `npm install-scripts ls` to review, or `npm install-scripts approve <pkg>` to allow.',
  ])
    npm.warn(`install-scripts ${line}`.trimEnd());
}
