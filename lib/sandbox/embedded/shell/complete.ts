import { resolveFrom } from '../fs/paths';
import type { SysClient } from '../protocol/sys-client';

/** The files that the last word of a line may become; folders end with a slash. */
export function completeFiles(sys: SysClient, cwd: string, line: string): string[] {
  const word = /\S*$/.exec(line)?.[0] ?? '';
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  const start = word.slice(folder.length);
  try {
    return sys
      .list(resolveFrom(cwd, folder || '.'))
      .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
      .map(({ name, type }) => `${folder}${name}${type === 'directory' ? '/' : ''}`);
  } catch {
    return [];
  }
}
