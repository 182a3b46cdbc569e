import { sha1 } from '@noble/hashes/legacy.js';
import { END_OF_ARCHIVE } from '../archive/entries';
import { zipped } from '../archive/gzip';
import { concat } from '../../../../bytes-text';
import type { SysClient } from '../../../protocol/sys-client';
import { integrityOf } from './install/local';
import { NpmError } from './npm-error';
import { packedEntry } from './packed-entry';
import { packedFiles, type Packed } from './packed-files';
import type { Npm, NpmCommand } from './npm';
import { PackageFolder } from './project';
import { runScript } from './run-script';

/** Where gzip's header names the system. npm names none, so that the same files make the same archive everywhere. */
const OF_SYSTEM = 9;
const ANY_SYSTEM = 255;

/** `npm pack`: makes an archive of the project as `npm publish` would send it. */
export const pack: NpmCommand = async (npm) => {
  const chosen = npm.chosenWorkspaces();
  const named = npm.args.map((word) => npm.context.path(word));
  const paths = named.length > 0 ? named : chosen.length > 0 ? chosen : [npm.prefix];
  const made: object[] = [];
  for (const path of paths) {
    const { about, notice } = await packProject(npm, new PackageFolder(npm.context, path), npm.config.has('dry-run'));
    made.push(about);
    if (npm.config.has('json')) continue;
    if (!npm.config.silent) npm.context.err.write(notice);
    await npm.context.err.flush();
    npm.say(about.filename);
  }
  if (npm.config.has('json')) npm.say(JSON.stringify(made, null, 2));
  return 0;
};

/** Makes the archive of a project, and writes it unless it is only to be looked at. */
export async function packProject(
  npm: Npm,
  project: PackageFolder,
  isDry: boolean,
): Promise<{ about: About; notice: string }> {
  const { context, config } = npm;
  const { name, version } = project.manifest;
  if (name === undefined || version === undefined) throw new NpmError('Invalid package, must have name and version');
  const script = async (event: string) => {
    const line = project.manifest.scripts[event];
    if (line === undefined || config.has('ignore-scripts')) return;
    const status = await runScript(npm, project, { event, line });
    if (status !== 0) throw new NpmError('command failed', { status });
  };
  for (const event of ['prepack', 'prepare']) await script(event);
  const files = packedFiles(context.sys, project);
  const archive = archiveOf(context.sys, project, files);
  const filename = `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
  const folder = context.path(config.get('pack-destination') ?? '.');
  if (!isDry) context.sys.write(`${folder}/${filename}`, archive);
  await script('postpack');
  const about = {
    id: `${name}@${version}`,
    name,
    version,
    size: archive.length,
    unpackedSize: files.reduce((sum, { size }) => sum + size, 0),
    shasum: Array.from(sha1(archive), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    integrity: integrityOf(archive),
    filename,
    files,
    entryCount: files.length,
    bundled: [],
  };
  return { about, notice: noticeOf(about) };
}

/** What is told of an archive. */
interface About {
  id: string;
  name: string;
  version: string;
  filename: string;
  size: number;
  unpackedSize: number;
  shasum: string;
  integrity: string;
  files: readonly Packed[];
}

/** npm's own words about an archive. */
function noticeOf(about: About): string {
  const { id, files, integrity } = about;
  const lines = [
    '',
    `📦  ${id}`,
    'Tarball Contents',
    ...files.map(({ path, size }) => `${amount(size).replace(' ', '')} ${path}`),
    'Tarball Details',
    `name: ${about.name}`,
    `version: ${about.version}`,
    `filename: ${about.filename}`,
    `package size: ${amount(about.size)}`,
    `unpacked size: ${amount(about.unpackedSize)}`,
    `shasum: ${about.shasum}`,
    `integrity: ${integrity.slice(0, 20)}[...]${integrity.slice(-15)}`,
    `total files: ${files.length}`,
    '',
  ];
  return lines.map((line) => `${`npm notice ${line}`.trimEnd()}\n`).join('');
}

function amount(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The same files make the same archive: they stand by kind, and have no times or owners of their own. */
function archiveOf(sys: SysClient, project: PackageFolder, files: readonly Packed[]): Uint8Array {
  const base = ({ path }: Packed) => path.slice(path.lastIndexOf('/') + 1);
  const kind = (file: Packed) => /.\.[^.]*$/.exec(base(file))?.[0].slice(1) ?? '';
  const sorted = files.toSorted(
    (a, b) =>
      kind(a).localeCompare(kind(b), 'en') ||
      base(a).localeCompare(base(b), 'en') ||
      a.path.localeCompare(b.path, 'en'),
  );
  const bytes = sys.readMany(sorted.map(({ path, size }) => ({ path: `${project.path}/${path}`, size })));
  const entries = sorted.flatMap(({ path, mode }, at) =>
    packedEntry(`package/${path}`, mode, bytes[at] ?? new Uint8Array()),
  );
  const archive = zipped(concat([...entries, END_OF_ARCHIVE]), 9);
  archive[OF_SYSTEM] = ANY_SYSTEM;
  return archive;
}
