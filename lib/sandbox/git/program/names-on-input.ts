import { decodeUtf8 } from '../store/bytes';
import type { GitIo } from './git-io';

/** What `--stdin` names: a line each, or one before each `end`. */
export const namesOnInput = async (io: Pick<GitIo, 'input'>, end = '\n'): Promise<string[]> =>
  decodeUtf8(await io.input())
    .split(end)
    .filter((name) => name !== '');
