import { PageFailure } from '@/lib/ports';

/** The root of the sandbox's files in page URLs: it stands for the workdir, like a server's root. */
const FILES = 'file:///';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]']);

/**
 * Resolves an address to a file of the sandbox or a program that listens in it. `base` is the page it appears on; without one,
 * it is a path relative to the workdir. Throws a `PageFailure` for any other address.
 */
export function pageUrl(address: string, workdir: string, base: URL = new URL(FILES)): URL {
  const typed = address.trim().replace(/^@/, '');
  const named = /^(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]|$)/.test(typed) ? `http://${typed}` : typed;
  let url: URL;
  try {
    url = new URL(named, base);
  } catch {
    throw new PageFailure('NOT_FOUND', `${address} is not an address.`);
  }
  if (url.protocol === 'file:' && url.host === '') {
    // A full path of the sandbox is accepted as well.
    const inside = `${encodeURI(workdir)}/`;
    if (url.pathname.startsWith(inside)) url.pathname = url.pathname.slice(inside.length - 1);
    return url;
  }
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) {
    url.hostname = 'localhost';
    return url;
  }
  throw new PageFailure(
    'UNSUPPORTED',
    `${address} is not in this sandbox: a page is a file below ${workdir}, or what a program of the sandbox serves at ` +
      'http://localhost:<port>/. For a page of the web use WebFetch.',
  );
}

/** The identity of a site; all files of the sandbox are one site. */
export const siteOf = (url: URL): string => {
  if (url.protocol === 'file:') return FILES.slice(0, -1) + url.host;
  return url.origin === 'null' ? url.href : url.origin;
};

/** A URL for display: a file's path relative to the workdir, or the full URL. */
export const shownUrl = (url: URL): string =>
  url.protocol === 'file:' ? decodedPath(url.pathname.slice(1)) + url.search : url.href;

/** A path with its escapes decoded; unchanged if they are invalid. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
