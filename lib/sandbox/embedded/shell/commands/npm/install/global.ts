import type { CommandContext } from '../../context';
import { NpmError } from '../npm-error';
import type { Npm } from '../npm';
import { PackageFolder } from '../project';
import type { LockEntry } from './entry';
import { HIDDEN_LOCK, readLock } from './lock-file';

const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;
const PACKAGES = '../lib/node_modules/';

/** What `npm install --global` has installed for all projects, as a project that needs it. */
export function globalProject({ context, prefix }: Npm): PackageFolder {
  const project = PackageFolder.orEmpty(context, prefix);
  const needs = [...(readLock(project, HIDDEN_LOCK) ?? [])].flatMap(([path, { link, resolved = '', version }]) => {
    const name = TOP.exec(path)?.[1];
    return name === undefined ? [] : [[name, link === true ? `file:${resolved}` : version] as const];
  });
  Object.assign(project.content, { dependencies: Object.fromEntries(needs) });
  return project;
}

/** Links to the programs of those packages, in the folder of programs beside them. What npm has not put there stays. */
export function linkGlobalPrograms(
  { sys }: CommandContext,
  { path: lib }: PackageFolder,
  wanted: ReadonlyMap<string, LockEntry>,
): void {
  const folder = lib.replace(/[^/]*$/, 'bin');
  sys.mkdir(folder, true);
  const isOurs = (name: string) => sys.readlink(`${folder}/${name}`).startsWith(PACKAGES);
  for (const { name, type } of sys.list(folder))
    if (type === 'symlink' && isOurs(name)) sys.remove(`${folder}/${name}`, { force: true });
  for (const [path, entry] of wanted) {
    const name = TOP.exec(path)?.[1];
    const { bin = {} } = (entry.link === true && wanted.get(entry.resolved ?? '')) || entry;
    for (const [program, file] of name === undefined ? [] : Object.entries(bin)) {
      const link = `${folder}/${program}`;
      if (program.includes('/') || !sys.isFile(`${lib}/${path}/${file}`)) continue;
      if (sys.exists(link)) throw new NpmError(`EEXIST: file already exists\nFile exists: ${link}`, { code: 'EEXIST' });
      sys.chmod(`${lib}/${path}/${file}`, 0o755);
      sys.symlink(`${PACKAGES}${name}/${file}`, link);
    }
  }
}
