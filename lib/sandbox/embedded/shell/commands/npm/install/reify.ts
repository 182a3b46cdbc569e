import { resolveFrom } from '../../../../../paths';
import { unpackEntries } from '../../archive/entries';
import { unzipped } from '../../archive/gzip';
import type { CommandContext } from '../../context';
import { relative } from '../../files/paths';
import { NpmError } from '../npm-error';
import { PackageFolder } from '../project';
import type { LockEntry } from './entry';
import { installedIn } from './local';
import { HIDDEN_LOCK, lockText, readLock } from './lock-file';

interface Place {
  name: string;
  version: string;
  path: string;
}

/** What an installation adds, replaces and removes, as `--json` tells it. */
export interface Changes {
  add: Place[];
  change: { from: Place; to: Place }[];
  remove: Place[];
}

/** The bytes of a package that is not linked. */
export type Tarball = (name: string, entry: LockEntry) => Uint8Array;

/** Whether a path is a package's place, not a folder of the project's own that is linked to. */
export const isPlace = (path: string): boolean => /(?:^|\/)node_modules\/(?:@[^/.][^/]*\/)?[^/.][^/]*$/.test(path);

/** Makes `node_modules` match the lock file: folders, links to programs, and npm's hidden lock file. Without tarballs, only finds what would change. */
export async function reify(
  context: CommandContext,
  project: PackageFolder,
  wanted: ReadonlyMap<string, LockEntry>,
  tarball: Tarball | undefined,
  link = linkPrograms,
): Promise<Changes> {
  const { sys } = context;
  if (tarball) removeLink(context, project.path);
  const noted = [...(readLock(project, HIDDEN_LOCK) ?? [])].filter(
    ([path]) => isPlace(path) && sys.exists(`${project.path}/${path}/package.json`),
  );
  const there = new Map<string, LockEntry>([...onDisk(context, project), ...noted]);
  const isSame = (path: string) => {
    const [old, now] = [there.get(path), wanted.get(path)];
    return (
      old?.version === now?.version &&
      old?.integrity === now?.integrity &&
      (!now?.link || old?.resolved === now.resolved)
    );
  };
  const stale = [...there.keys()].filter((path) => !isSame(path));
  // Packages inside a folder that is removed must be unpacked again.
  const isGone = (path: string) => stale.some((other) => path === other || path.startsWith(`${other}/`));
  const placeOf = (path: string, among: ReadonlyMap<string, LockEntry>): Place => {
    const entry = among.get(path);
    const { version = '' } = (entry?.link === true && among.get(entry.resolved ?? '')) || (entry ?? {});
    return { name: nameAt(path), version, path: `${project.path}/${path}` };
  };
  const changes: Changes = { add: [], change: [], remove: [] };
  for (const path of there.keys()) if (!wanted.has(path)) changes.remove.push(placeOf(path, there));
  for (const path of wanted.keys()) {
    if (!isPlace(path) || isSame(path)) continue;
    if (there.has(path)) changes.change.push({ from: placeOf(path, there), to: placeOf(path, wanted) });
    else changes.add.push(placeOf(path, wanted));
  }
  if (!tarball) return changes;
  for (const path of stale) sys.remove(`${project.path}/${path}`, { recursive: true, force: true });
  for (const [path, entry] of wanted) {
    if (!isPlace(path) || (there.has(path) && !isGone(path))) continue;
    const place = `${project.path}/${path}`;
    if (entry.link === true) {
      const above = place.slice(0, place.lastIndexOf('/'));
      sys.mkdir(above, true);
      sys.remove(place, { recursive: true, force: true });
      sys.symlink(relative(above, `${project.path}/${entry.resolved}`), place);
    } else {
      unpack(context, tarball(typeof entry.name === 'string' ? entry.name : nameAt(path), entry), place);
    }
    await context.out.flush();
  }
  link(context, project, wanted);
  if (wanted.size > 0 || sys.exists(`${project.path}/node_modules`))
    project.write(HIDDEN_LOCK, lockText(project, wanted));
  return changes;
}

/** What a link that stands for `node_modules` leads to is not the project's: npm removes the link. */
function removeLink({ sys, err }: CommandContext, folder: string): void {
  const found = sys.exists(folder) ? sys.list(folder).find(({ name }) => name === 'node_modules') : undefined;
  if (!found || found.type === 'directory') return;
  err.write(`npm warn reify Removing non-directory ${folder}/node_modules\n`);
  sys.remove(`${folder}/node_modules`, { force: true });
}

/** What is in `node_modules`, whoever put it there. */
const onDisk = (context: CommandContext, project: PackageFolder): [string, LockEntry][] =>
  installedIn(context.sys, project).map((name) => {
    const path = `node_modules/${name}`;
    return [path, { version: versionIn(context, `${project.path}/${path}`) }];
  });

function versionIn(context: CommandContext, folder: string): string {
  try {
    return PackageFolder.orEmpty(context, folder).manifest.version ?? '';
  } catch (error) {
    if (error instanceof NpmError) return '';
    throw error;
  }
}

const nameAt = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Unpacks a tarball into a folder. Paths outside the folder are skipped. */
function unpack({ sys }: CommandContext, tarball: Uint8Array, folder: string): void {
  sys.remove(folder, { recursive: true, force: true });
  const made = new Set<string>();
  for (const { name, type, mode, bytes } of unpackEntries(unzipped(tarball, 'package'))) {
    const path = resolveFrom(folder, name.split('/').slice(1).join('/'));
    if (type !== 'file' || !path.startsWith(`${folder}/`)) continue;
    const above = path.slice(0, path.lastIndexOf('/'));
    if (!made.has(above)) sys.mkdir(above, true);
    made.add(above);
    sys.write(path, bytes.slice(), { mode: mode & 0o111 ? 0o755 : 0o644 });
  }
}

/** Rebuilds the `.bin` folders. */
export function linkPrograms(
  { sys }: CommandContext,
  project: PackageFolder,
  wanted: ReadonlyMap<string, LockEntry>,
): void {
  const folders = new Set(
    [...wanted.keys(), 'node_modules/x']
      .filter(isPlace)
      .map((path) => path.replace(/node_modules\/(?:@[^/]+\/)?[^/]+$/, 'node_modules/.bin')),
  );
  for (const folder of folders) {
    const place = `${project.path}/${folder}`;
    for (const { name, type } of sys.exists(place) ? sys.list(place) : [])
      if (type === 'symlink') sys.remove(`${place}/${name}`, { force: true });
  }
  for (const [path, entry] of wanted) {
    const [, above, name = ''] = /^(.*node_modules)\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (above === undefined) continue;
    const { bin = {} } = (entry.link === true && wanted.get(entry.resolved ?? '')) || entry;
    for (const [program, file] of Object.entries(bin)) {
      const target = resolveFrom(`${project.path}/${path}`, file);
      if (program.includes('/') || !target.startsWith(`${project.path}/${path}/`) || !sys.isFile(target)) continue;
      sys.mkdir(`${project.path}/${above}/.bin`, true);
      sys.chmod(target, 0o755);
      const link = `${project.path}/${above}/.bin/${program}`;
      sys.remove(link, { force: true });
      sys.symlink(`../${name}/${file.replace(/^\.\//, '')}`, link);
    }
  }
}
