import { PageFailure } from '@/lib/ports';
import { localPath } from './assemble';

/**
 * The absolute path that an address means, seen from a folder: a path of the sandbox, where `/` is the workdir as a server's root
 * would be. Throws where it leads out of the workdir, or to a server.
 */
export function pagePath(address: string, folder: string, workdir: string): string {
  const path = localPath(address.trim().replace(/^@/, ''));
  if (path === undefined) {
    throw new PageFailure(
      'UNSUPPORTED',
      `${address} is not a file: no program can listen in this sandbox, so only HTML files below ${workdir} can be opened. ` +
        'For a page of the web use WebFetch.',
    );
  }
  const inside = path === workdir || path.startsWith(`${workdir}/`);
  const start = path.startsWith('/') ? (inside ? path : workdir + path) : `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of start.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const full = `/${parts.join('/')}`;
  if (full === workdir || full.startsWith(`${workdir}/`)) return path.endsWith('/') ? `${full}/index.html` : full;
  throw new PageFailure('NOT_FOUND', `${address} is not below ${workdir}.`);
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
