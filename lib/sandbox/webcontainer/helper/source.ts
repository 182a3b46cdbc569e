import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { SearchSource } from '../../search';
import { readPart } from './read-part';

/** The container's files, as searching wants them. */
export const source: SearchSource = {
  list: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      type: entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'symlink' : 'file',
    })),
  read: (path) => readFileSync(path),
  readPart,
  stat(path) {
    const found = statSync(path);
    return {
      type: found.isDirectory() ? 'directory' : 'file',
      size: found.isDirectory() ? 0 : found.size,
      mtimeMs: found.mtimeMs,
    };
  },
};
