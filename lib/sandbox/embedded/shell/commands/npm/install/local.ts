import { sha512 } from '@noble/hashes/sha2.js';
import { parseJson } from '@/lib/protocol/text';
import { resolveFrom } from '../../../../../paths';
import { unpackEntries } from '../../archive/entries';
import { unzipped } from '../../archive/gzip';
import type { SysClient } from '../../../../protocol/sys-client';
import type { CommandContext } from '../../context';
import { fileMissing, NpmError } from '../npm-error';
import { PackageJsonSchema, ManifestSchema, PackageFolder, type PackageJson } from '../project';
import { entryOf, type LockEntry } from './entry';

/** Whether a word means a file or folder, as npm tells it from a package of the registry. */
export const isLocal = (word: string): boolean =>
  /^(?:\.{1,2}(?:\/|$)|\/|~\/|file:)|^(?![\w+.-]+:).*\.(?:tgz|tar\.gz|tar)$/.test(word);

/** A package's name without its scope, as its only program is called. */
export const shortName = (name = ''): string => name.replace(/^@[^/]+\//, '');

/** The folder of a package that a `file:` range means; undefined for other ranges, and for an archive. */
export function localFolder({ sys }: CommandContext, base: string, range: string): string | undefined {
  const path = range.startsWith('file:') ? resolveFrom(base, range.slice('file:'.length)) : undefined;
  return path !== undefined && sys.isFile(`${path}/package.json`) ? path : undefined;
}

/** An archive of a package. Throws `NpmError` if it is not there. */
export function archiveOf({ sys }: CommandContext, path: string): Uint8Array {
  if (sys.isFile(path)) return sys.read(path);
  throw fileMissing(path, `ENOENT: no such file or directory, open '${path}'`);
}

export const integrityOf = (bytes: Uint8Array): string => `sha512-${btoa(String.fromCharCode(...sha512(bytes)))}`;

/** A package in an archive: its name, and what a lock file says of it. Throws `NpmError` if there is none in it. */
export function packed(bytes: Uint8Array, resolved: string): { name: string; entry: LockEntry } {
  const content = manifestIn(bytes, resolved);
  const { name = '' } = ManifestSchema.parse(content);
  if (name === '') throw new NpmError(`${resolved} is no package: it has no name`, { code: 'EINVALIDPACKAGE' });
  return { name, entry: entryOf({ ...aboutOf(content), resolved, integrity: integrityOf(bytes) }, resolved) };
}

/** The `package.json` in an archive. Throws `NpmError` if there is none. */
export function manifestIn(bytes: Uint8Array, resolved: string): PackageJson {
  const file = [...unpackEntries(unzipped(bytes, 'package'))].find(({ name }) => /^[^/]+\/package\.json$/.test(name));
  const parsed = parseJson(PackageJsonSchema, new TextDecoder().decode(file?.bytes));
  if (!parsed.ok) throw new NpmError(`${resolved} is no package: ${parsed.reason}`, { code: 'EINVALIDPACKAGE' });
  return parsed.value;
}

/** The package in a folder; undefined if there is none. */
export function installed(context: CommandContext, folder: string): LockEntry | undefined {
  if (!context.sys.isFile(`${folder}/package.json`)) return undefined;
  return entryOf(aboutOf(new PackageFolder(context, folder).content), folder);
}

type Json = PackageJson[string];

/** Where a package asks for money, as npm notes it: an address alone is one field of it. */
export const withAddress = (funding: Json): Json => (typeof funding === 'string' ? { url: funding } : funding);

/** What a lock file says of a package with this `package.json`. */
function aboutOf(content: PackageJson): object {
  const { name, bin } = ManifestSchema.parse(content);
  const { funding } = content;
  const kept = Object.fromEntries(Object.entries(content).filter(([field]) => FIELDS.has(field)));
  return {
    version: '',
    ...kept,
    ...(funding && { funding: withAddress(funding) }),
    ...(bin !== undefined && { bin: programsOf(bin, name) }),
  };
}

/** A package's programs, with their files below its folder. */
export function programsOf(bin: string | Record<string, string>, name = ''): Record<string, string> {
  const files = Object.entries(typeof bin === 'string' ? { [shortName(name)]: bin } : bin);
  return Object.fromEntries(files.map(([program, file]) => [program, resolveFrom('/', file).slice(1)]));
}

/** The names of the packages directly in `node_modules`. */
export function installedIn(sys: SysClient, { path }: PackageFolder): string[] {
  const top = `${path}/node_modules`;
  const namesIn = (folder: string) => (sys.exists(folder) ? sys.list(folder) : []).map(({ name }) => name);
  return namesIn(top)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? namesIn(`${top}/${name}`).map((one) => `${name}/${one}`) : [name]));
}

const FIELDS = new Set(
  'version license engines os cpu funding dependencies optionalDependencies peerDependencies peerDependenciesMeta'.split(
    ' ',
  ),
);
