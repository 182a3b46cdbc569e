import { sha512 } from '@noble/hashes/sha2.js';
import { parseJson } from '@/lib/protocol/text';
import { resolveFrom } from '../../../../fs/paths';
import { unpackEntries } from '../../archive/entries';
import { unzipped } from '../../archive/gzip';
import type { SysClient } from '../../../../protocol/sys-client';
import type { CommandContext } from '../../context';
import { fileMissing, NpmError } from '../npm-error';
import { ContentSchema, ManifestSchema, type Project } from '../project';
import { entryOf, type Entry } from './entry';

/** Whether a word means a file or folder, as npm tells it from a package of the registry. */
export const isLocal = (word: string): boolean =>
  /^(?:\.{1,2}(?:\/|$)|\/|~\/|file:)|^(?![\w+.-]+:).*\.(?:tgz|tar\.gz|tar)$/.test(word);

/** A package's name without its scope, as its only program is called. */
export const shortName = (name = ''): string => name.replace(/^@[^/]+\//, '');

/** The folder of a package that a `file:` range means; undefined for other ranges, and for an archive. */
export function folderOf({ sys }: CommandContext, base: string, range: string): string | undefined {
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
export function packed(bytes: Uint8Array, resolved: string): { name: string; entry: Entry } {
  const file = [...unpackEntries(unzipped(bytes, 'package'))].find(({ name }) => /^[^/]+\/package\.json$/.test(name));
  const parsed = parseJson(ContentSchema, new TextDecoder().decode(file?.bytes));
  if (!parsed.ok) throw new NpmError(`${resolved} is no package: ${parsed.reason}`, { code: 'EINVALIDPACKAGE' });
  const { name = '', bin } = ManifestSchema.parse(parsed.value);
  const kept = Object.fromEntries(Object.entries(parsed.value).filter(([field]) => FIELDS.has(field)));
  if (name === '') throw new NpmError(`${resolved} is no package: it has no name`, { code: 'EINVALIDPACKAGE' });
  const entry = entryOf(
    {
      version: '',
      ...kept,
      ...(bin !== undefined && { bin: typeof bin === 'string' ? { [shortName(name)]: bin } : bin }),
      resolved,
      integrity: integrityOf(bytes),
    },
    resolved,
  );
  return { name, entry };
}

/** The names of the packages directly in `node_modules`. */
export function installedIn(sys: SysClient, { path }: Project): string[] {
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
