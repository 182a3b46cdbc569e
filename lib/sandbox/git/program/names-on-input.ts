import { decodeUtf8 } from '../store/bytes';
import type { GitIo } from './git-io';

/** The names given to `--stdin`, each followed by `end`. */
export const namesOnInput = async (io: Pick<GitIo, 'input'>, end = '\n'): Promise<string[]> =>
  decodeUtf8(await io.input())
    .split(end)
    .filter((name) => name !== '');
