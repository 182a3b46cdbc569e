import { createHash } from 'node:crypto';
import { zipped } from '../commands/archive/gzip';
import { END_OF_ARCHIVE, packEntry } from '../commands/archive/entries';
import { concat, encode } from '../../../bytes-text';

/** A package as its author publishes it: the manifest and the files. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A package set of these packages: the tarballs, and its files (also the index that the build writes) by name. */
export function packageSet(packages: readonly Published[]) {
  const tarballs = new Map<string, Uint8Array<ArrayBuffer>>();
  const index: Record<string, Record<string, object>> = {};
  for (const { files = {}, ...manifest } of packages) {
    const { name, version } = manifest;
    const tarball = tarballOf({ ...files, 'package.json': `${JSON.stringify(manifest, null, 2)}\n` });
    tarballs.set(`${name.replace('/', '+')}-${version}.tgz`, tarball);
    const { scripts: _scripts, name: _name, funding, ...entry } = manifest;
    (index[name] ??= {})[version] = {
      ...entry,
      ...(typeof funding === 'string' && { funding: { url: funding } }),
      resolved: `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`,
      integrity: integrityOf(tarball),
    };
  }
  const text = encode(JSON.stringify({ roots: Object.keys(index), packages: index }));
  return { tarballs, file: (name: string) => (name === 'index.json' ? text : tarballs.get(name)) };
}

export const integrityOf = (bytes: Uint8Array): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function tarballOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const nobody = { name: '', id: 0 };
  const parts = Object.entries(files).flatMap(([name, text]) =>
    packEntry({
      name: `package/${name}`,
      type: 'file',
      mode: 0o644,
      mtimeMs: 0,
      target: '',
      owner: nobody,
      group: nobody,
      bytes: encode(text),
    }),
  );
  return concat([zipped(concat([...parts, END_OF_ARCHIVE]), 6)]);
}
