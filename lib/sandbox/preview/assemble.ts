/** Bytes of one file that a page may bring in, and of all of them. */
const MOST_FILE = 2_000_000;
const MOST_ALL = 10_000_000;

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** A page as one document, and what of it could not be brought in. */
export interface Assembled {
  readonly html: string;
  readonly missing: readonly string[];
}

/** Reads a file by its path below the folder of the page; undefined where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/**
 * Puts a page and what it refers to into one document: there is no server behind it, and no network. Scripts and styles come
 * inline, pictures as data. What is elsewhere stays out and is told.
 */
export async function assemble(html: string, read: ReadFile): Promise<Assembled> {
  // A parsed document is inert: it runs and fetches nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  const missing: string[] = [];
  let left = MOST_ALL;
  const take = async (reference: string): Promise<Uint8Array | undefined> => {
    const path = localPath(reference);
    const bytes = path === undefined ? undefined : await read(path);
    if (path === undefined) missing.push(`${reference} is not a file of the sandbox, and there is no network`);
    else if (!bytes) missing.push(`${reference} is not there`);
    else if (bytes.byteLength > Math.min(MOST_FILE, left)) missing.push(`${reference} is too large`);
    else {
      left -= bytes.byteLength;
      return bytes;
    }
    return undefined;
  };
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

  for (const script of page.querySelectorAll('script[src]')) {
    const bytes = await take(script.getAttribute('src') ?? '');
    script.removeAttribute('src');
    script.textContent = bytes
      ? text(bytes)
          .replace(/<\/(script)/gi, '<\\/$1')
          .replaceAll('<!--', '<\\!--')
      : '';
  }
  for (const script of page.querySelectorAll('script[type=module]')) {
    if (!/^\s*(import\b[^(]|export\b.*\bfrom\b)/m.test(script.textContent ?? '')) continue;
    missing.push('a module imports others, which a page without a server cannot: put them into one script');
  }
  for (const link of page.querySelectorAll('link[rel~=stylesheet][href]')) {
    const bytes = await take(link.getAttribute('href') ?? '');
    const style = page.createElement('style');
    style.textContent = bytes ? text(bytes).replace(/<\/(style)/gi, '<\\/$1') : '';
    link.replaceWith(style);
  }
  for (const picture of page.querySelectorAll('img[src]')) {
    const source = picture.getAttribute('src') ?? '';
    if (source.startsWith('data:')) continue;
    const type = PICTURES[source.split('.').at(-1)?.toLowerCase() ?? ''];
    const bytes = type === undefined ? undefined : await take(source);
    if (bytes) picture.setAttribute('src', `data:${type};base64,${base64(bytes)}`);
    else picture.removeAttribute('src');
  }
  for (const meta of page.querySelectorAll('meta[http-equiv], base')) meta.remove();
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, missing };
}

/** The path that a reference means, without query and fragment; undefined for an address elsewhere. */
export function localPath(reference: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference)) return undefined;
  return decodeURI(reference.replace(/[?#].*$/s, ''));
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
