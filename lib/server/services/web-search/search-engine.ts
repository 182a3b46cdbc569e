import { parseJson, type WebSearchAnswer, type WebSearchRequest } from '@/lib/protocol';
import { z } from 'zod';
import { UrlRefused } from '../../address-guard';
import { readText } from '../read-text';
import { ServiceProblem } from '../service';
import { inDomains, plainDomain } from './domains';
import { MAX_EXCERPT, MAX_RESULTS } from './limits';

const DEADLINE_MS = 15_000;

/** The fields that are used of SearXNG's answer with `format=json`. */
const AnswerSchema = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() })),
});

/** Queries a SearXNG-compatible engine. Throws `ServiceProblem`. */
export async function searchEngine(
  engine: string,
  { query, ...domains }: WebSearchRequest,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<WebSearchAnswer> {
  const url = new URL('search', engine.endsWith('/') ? engine : `${engine}/`);
  const [only, ...more] = domains.allowed_domains ?? [];
  // Engines take one site; all other domain filters are applied below.
  url.searchParams.set('q', only !== undefined && more.length === 0 ? `${query} site:${plainDomain(only)}` : query);
  url.searchParams.set('format', 'json');
  const { results } = await ask(url, fetch, signal);
  return {
    source: 'engine',
    results: results
      .filter((result) => inDomains(result.url, domains))
      .slice(0, MAX_RESULTS)
      .map((result) => ({
        title: result.title || result.url,
        url: result.url,
        excerpt: (result.content ?? '').slice(0, MAX_EXCERPT),
      })),
  };
}

async function ask(
  url: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<z.infer<typeof AnswerSchema>> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, deadline]),
    });
    const { text } = await readText(response);
    if (response.status === 429) throw new ServiceProblem(429, 'RATE_LIMITED', 'The search engine is asked too often.');
    if (!response.ok) throw new ServiceProblem(502, 'SERVER_ERROR', `The search engine answered ${response.status}.`);
    const answer = parseJson(AnswerSchema, text);
    if (answer.ok) return answer.value;
    throw new ServiceProblem(
      502,
      'SERVER_ERROR',
      'The search engine did not answer with results in JSON: its format has to be on.',
    );
  } catch (error) {
    if (error instanceof ServiceProblem || signal.aborted) throw error;
    if (error instanceof UrlRefused) {
      throw new ServiceProblem(
        502,
        'URL_REFUSED',
        `The search engine may not be reached: ${error.message}${error.advice}`,
      );
    }
    if (deadline.aborted) throw new ServiceProblem(504, 'TIMEOUT', 'The search engine did not answer in time.');
    throw new ServiceProblem(502, 'NETWORK_ERROR', 'The search engine cannot be reached.');
  }
}
