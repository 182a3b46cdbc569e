import { UrlRefused } from '../../address-guard';
import { ServiceProblem } from '../service';
import type { FetchOutcome } from './page';
import { readText } from '../read-text';
import { toMarkdown } from './to-markdown';

const DEADLINE_MS = 20_000;
const MAX_HOPS = 5;
const HEADERS = {
  accept: 'text/html, text/markdown, text/plain;q=0.9, */*;q=0.1',
  'user-agent': 'Toolyard-WebFetch/1.0',
};

/** The URL that is fetched: https, without a fragment. Throws URL_REFUSED if the text is not an http or https URL. */
export function checkedPageUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:') url.protocol = 'https:';
  if (url?.protocol !== 'https:')
    throw new ServiceProblem(400, 'URL_REFUSED', `${text} is not an http or https address.`);
  url.hash = '';
  return url;
}

/** Fetches a page as text. Follows redirects within the same host, each checked like the first URL. Throws `ServiceProblem`. */
export async function fetchPage(
  start: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    let url = start;
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const response = await fetch(url, { headers: HEADERS, redirect: 'manual', signal: deadline });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return { page: await readPage(response) };
      await response.body?.cancel();
      const next = checkedPageUrl(URL.canParse(location, url) ? new URL(location, url).href : location);
      if (bareHost(next) !== bareHost(url)) return { movedTo: next.href };
      url = next;
    }
  } catch (error) {
    throw problemOf(error, signal, deadline);
  }
  throw new ServiceProblem(502, 'NETWORK_ERROR', `The address redirects more than ${MAX_HOPS} times.`);
}

/** A redirect to or from `www.` stays on the same site. */
const bareHost = ({ host }: URL): string => host.replace(/^www\./, '');

async function readPage(response: Response) {
  if (!response.ok) {
    await response.body?.cancel();
    throw statusProblem(response.status);
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'text/html';
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  if (!isHtml && !/^text\/|[/+](json|xml|yaml|javascript)$/.test(type)) {
    await response.body?.cancel();
    throw new ServiceProblem(415, 'UNSUPPORTED', `What is there is ${type}, which is not text.`);
  }
  const { text, bytes, cut } = await readText(response);
  const read = isHtml ? await toMarkdown(text) : { title: '', text };
  return { ...read, body: text, type, bytes, cut };
}

function statusProblem(status: number): ServiceProblem {
  const said = `The site answered ${status}.`;
  if (status === 404 || status === 410) return new ServiceProblem(404, 'NOT_FOUND', `${said} There is no such page.`);
  if (status === 429) return new ServiceProblem(429, 'RATE_LIMITED', `${said} It is asked too often.`);
  if (status >= 500) return new ServiceProblem(502, 'SERVER_ERROR', said);
  return new ServiceProblem(502, 'READ_ERROR', `${said} It does not show this page to everybody.`);
}

function problemOf(error: unknown, signal: AbortSignal, deadline: AbortSignal): unknown {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof UrlRefused) return new ServiceProblem(400, error.code, error.message);
  if (signal.aborted) return new ServiceProblem(499, 'ABORTED', 'Nobody waits for the page any more.');
  if (deadline.aborted)
    return new ServiceProblem(504, 'TIMEOUT', `The page did not come within ${DEADLINE_MS / 1000} seconds.`);
  return new ServiceProblem(502, 'NETWORK_ERROR', `The site cannot be reached: ${reasonOf(error)}.`);
}

/** The message `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
