import { resolveFrom } from '../../embedded/fs/paths';
import { decodeUtf8 } from '../store/bytes';
import type { GitIo } from './git-io';

/** The names given to `--stdin`, each followed by `end`. */
export const namesOnInput = async (io: Pick<GitIo, 'input'>, end = '\n'): Promise<string[]> =>
  namesIn(await io.input(), end);

/** The paths in the file of `--pathspec-from-file`; `-` is standard input. */
export async function listedPaths(io: GitIo, file: string | undefined, zero: boolean): Promise<string[]> {
  if (file === undefined) return [];
  const bytes = file === '-' ? await io.input() : await io.fs.readFile(resolveFrom(io.cwd, file));
  return namesIn(bytes, zero ? '\0' : '\n');
}

const namesIn = (bytes: Uint8Array, end: string): string[] =>
  decodeUtf8(bytes)
    .split(end)
    .filter((name) => name !== '');
