import type { Npm } from '../npm';
import { NpmError } from '../npm-error';
import { PackageFolder } from '../project';
import { runScript, scriptEnv } from '../run-script';
import type { LockEntry } from './entry';
import type { Changes } from './reify';

const EVENTS = ['preinstall', 'install', 'postinstall'];

/**
 * Runs the install scripts of the packages that came from archives; those of the package set need none. Throws `NpmError` if one
 * fails: then, none of what was added stays. Returns what ran, for `warnOfScripts`.
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
  const told: string[] = [];
  for (const path of places.filter(isPacked)) {
    const its = new PackageFolder(context, path);
    const { name = '', version = '', scripts } = its.manifest;
    const lines = EVENTS.flatMap((event) => {
      const line = scripts[event];
      return line === undefined ? [] : [{ event, line }];
    });
    for (const { event, line } of lines) {
      const status = config.has('foreground-scripts')
        ? await runScript(npm, its, { event, line })
        : await context.run(['sh', '-c', `exec >/dev/null 2>&1\n${line}`], {
            cwd: path,
            env: scriptEnv(npm, its, event, line),
          });
      if (status === 0) continue;
      for (const added of changes.add) context.sys.remove(added.path, { recursive: true, force: true });
      throw new NpmError(`command failed\ncommand sh -c ${line}`, {
        code: String(status),
        details: [['path', path]],
        status,
      });
    }
    if (lines.length > 0)
      told.push(`  ${name}@${version} (${lines.map(({ event, line }) => `${event}: ${line}`).join('; ')})`);
  }
  return told;
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
