import { BUNDLED_SCHEME, WebFetchRequestSchema, type WebFetchAnswer } from '@/lib/protocol';
import { findDocument } from '../documents';
import { service, ServiceProblem } from '../service';
import { fetchPage, checkedPageUrl } from './fetch-page';
import type { FetchOutcome } from './page';
import { PageCache } from './page-cache';
import { relevantPassages } from './relevant';
import { askSmallModel } from './small-model';

const cache = new PageCache(Date.now);

/** `POST /api/services/web-fetch`: what a page says about a prompt. A model's URL never reaches private addresses. */
export const webFetchService = service(
  WebFetchRequestSchema,
  async ({ url, prompt, raw }, asked): Promise<WebFetchAnswer> => {
    const { cached, ...got } = await get(url, asked.server.outbound.untrusted, asked.request.signal);
    if ('movedTo' in got) return { kind: 'moved', to: got.movedTo };
    const { title, text, body, type, bytes, cut } = got.page;
    const about = { kind: 'page' as const, title, bytes, cut, cached };
    if (raw) return { ...about, by: 'page', type, text: body };
    if (prompt === undefined) return { ...about, by: 'page', text };
    const answer = await askSmallModel(got.page, prompt, asked);
    if ('text' in answer) return { ...about, by: 'model', model: answer.model, text: answer.text };
    return { ...about, by: 'passages', why: answer.why, text: await relevantPassages(text, prompt) };
  },
);

async function get(
  address: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<FetchOutcome & { cached: boolean }> {
  if (address.startsWith(BUNDLED_SCHEME)) return { page: await bundled(address), cached: false };
  const url = checkedPageUrl(address);
  const kept = cache.get(url.href);
  if (kept) return { page: kept, cached: true };
  const fetched = await fetchPage(url, fetch, signal);
  if ('page' in fetched) cache.set(url.href, fetched.page);
  return { ...fetched, cached: false };
}

async function bundled(url: string) {
  const document = await findDocument(url);
  if (!document) throw new ServiceProblem(404, 'NOT_FOUND', `There is no bundled document ${url}.`);
  const { title, text } = document;
  return { title, text, body: text, type: 'text/markdown', bytes: Buffer.byteLength(text), cut: false };
}
