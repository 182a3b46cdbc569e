import { PageFailure, SandboxError, type Sandbox } from '@/lib/ports';
import { MAX_PART } from '../limits';
import type { Site, SiteAnswer, SiteRequest } from './site';
import type { SitesData } from './site-data';

type Servers = Pick<Sandbox, 'request' | 'servers'>;

const MOST_REDIRECTIONS = 10;
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);
/** Timeout of a program's response, in milliseconds. */
const DEADLINE_MS = 15_000;

export const portOf = (url: URL): number => (url.port === '' ? 80 : Number(url.port));

/** Responses from the sandbox's servers, with cookies. Follows redirects within a site; cuts bodies that are too large. */
export const serverSite =
  (sandbox: Servers, data: SitesData): Site =>
  async (request, signal) => {
    const limit = AbortSignal.timeout(DEADLINE_MS);
    let asked = request;
    for (let redirections = 0; redirections <= MOST_REDIRECTIONS; redirections += 1) {
      const answer = await ask(sandbox, data, asked, AbortSignal.any([signal, limit])).catch((error: unknown) => {
        signal.throwIfAborted();
        throw failureOf(error, asked.url, limit.aborted, sandbox);
      });
      const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      if (!REDIRECTIONS.has(answer.status) || location === undefined) return answer;
      asked = redirected(asked, new URL(location, asked.url), answer.status);
    }
    throw new PageFailure('NETWORK_ERROR', `${request.url.href} leads on more than ${MOST_REDIRECTIONS} times.`);
  };

async function ask(
  sandbox: Servers,
  data: SitesData,
  { url, method, headers, body }: SiteRequest,
  signal: AbortSignal,
): Promise<SiteAnswer> {
  const all: [string, string][] = [['host', url.host]];
  if (!headers.some(([name]) => name.toLowerCase() === 'accept')) all.push(['accept', '*/*']);
  all.push(...headers.map(([name, value]): [string, string] => [name, value]));
  const cookies = data.header(url);
  if (cookies !== undefined) all.push(['cookie', cookies]);
  if (body) all.push(['content-length', String(body.byteLength)], ['origin', url.origin]);
  const sent = { method, url: url.pathname + url.search, headers: all, ...(body && { body }) };
  const answer = await sandbox.request(portOf(url), sent, signal);
  data.answered(url, answer.headers);
  return { ...answer, url, body: await beginning(answer.body) };
}

function redirected(request: SiteRequest, to: URL, status: number): SiteRequest {
  if (to.origin !== request.url.origin)
    throw new PageFailure(
      'UNSUPPORTED',
      `${request.url.href} leads to ${to.origin}, which is another site. Open that itself.`,
    );
  const { url: _url, body: _body, method, ...rest } = request;
  const asksAnew = status === 303 || (status < 303 && method === 'POST');
  return asksAnew ? { ...rest, method: 'GET', headers: [], url: to } : { ...request, url: to };
}

/** A body, or slightly more of it than a page accepts. */
async function beginning(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(new Uint8Array(part.value));
    size += part.value.byteLength;
    if (size > MAX_PART) await reader.cancel();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function failureOf(error: unknown, url: URL, late: boolean, { servers }: Servers): unknown {
  if (late) return new PageFailure('TIMEOUT', `${url.href} did not answer within ${DEADLINE_MS / 1000} seconds.`);
  if (!(error instanceof SandboxError)) return error;
  if (error.code === 'ENOTSUP') return new PageFailure('UNSUPPORTED', error.message);
  if (error.code !== 'ECONNREFUSED') return new PageFailure('NETWORK_ERROR', `${url.href}: ${error.message}.`);
  const others = servers.map(({ port }) => port).join(', ');
  return new PageFailure(
    'NETWORK_ERROR',
    `No program of the sandbox listens on port ${portOf(url)}${others === '' ? '' : `; what listens: ${others}`}.`,
  );
}
