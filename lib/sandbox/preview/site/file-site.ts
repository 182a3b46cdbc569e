import { SandboxError, type Sandbox } from '@/lib/ports';
import { decodedPath } from './page-url';
import type { Site, SiteAnswer } from './site';
import { ownValue } from '@/lib/protocol/own-value';

/** The sandbox's files, as from a file server: 404 for what does not exist or is outside the workdir. */
export const fileSite =
  (sandbox: Sandbox): Site =>
  async ({ url, method }, signal) => {
    if (method !== 'GET' && method !== 'HEAD')
      return answer(url, 405, 'Method Not Allowed', 'text/plain', new Uint8Array());
    const path = decodedPath(url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname);
    const found = await readFile(sandbox, sandbox.workdir + path);
    signal.throwIfAborted();
    return found
      ? answer(url, 200, 'OK', mediaTypeOfPath(path), found)
      : answer(url, 404, 'Not Found', 'text/plain', new Uint8Array());
  };

const answer = (url: URL, status: number, statusText: string, type: string, body: Uint8Array): SiteAnswer => ({
  url,
  status,
  statusText,
  headers: [
    ['content-type', type],
    ['content-length', String(body.byteLength)],
  ],
  body,
});

/** A file's bytes, following links; undefined if it does not exist below the workdir. */
async function readFile({ fs, workdir }: Sandbox, path: string): Promise<Uint8Array | undefined> {
  try {
    const real = await fs.realpath(path);
    if (!real.startsWith(`${workdir}/`)) return undefined;
    return (await fs.stat(real)).type === 'file' ? await fs.readFile(real) : undefined;
  } catch (error) {
    if (error instanceof SandboxError) return undefined;
    throw error;
  }
}

/** Content types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wasm: 'application/wasm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

export const mediaTypeOfPath = (path: string): string =>
  ownValue(TYPES, /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ?? 'application/octet-stream';
