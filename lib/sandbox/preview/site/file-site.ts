import { SandboxError, type Sandbox } from '@/lib/ports';
import { mediaTypeOfPath } from './media-type';
import { decoded } from './page-url';
import type { Site, SiteAnswer } from './site';

/** The sandbox's files, as a server of files would answer: 404 for what is not there or leads out of the workdir. */
export const fileSite =
  (sandbox: Sandbox): Site =>
  async ({ url, method }, signal) => {
    if (method !== 'GET' && method !== 'HEAD')
      return answer(url, 405, 'Method Not Allowed', 'text/plain', new Uint8Array());
    const path = decoded(url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname);
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

/** A file's bytes, its links resolved; undefined where there is none below the workdir. */
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
