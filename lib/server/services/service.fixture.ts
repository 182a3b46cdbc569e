import { says } from '@/lib/agent/agent.fixture';
import type { Environment } from '../environment';
import { openSite, type Site } from '../http.fixture';
import type { Outbound } from '../server';

let site: Site | undefined;

/** Calls a service on a server with these settings; returns the status and the answer. */
export async function askService(
  name: string,
  body: unknown,
  settings: Partial<Environment> = {},
  reach: Partial<Outbound> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: Record<string, unknown> }> {
  await closeSite();
  site = await openSite(() => says('The small model says so.'), settings, reach);
  const response = await fetch(`${site.url}/api/services/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, answer: Object(await response.json()) };
}

export async function closeSite(): Promise<void> {
  await site?.dispose();
  site = undefined;
}

/** A `fetch` for which the given https hosts are local servers, and no other host exists. */
export const nameServed =
  (names: Readonly<Record<string, string>>): typeof fetch =>
  (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = names[url.host];
    if (url.protocol !== 'https:' || host === undefined) return Promise.reject(new TypeError('fetch failed'));
    return fetch(`http://${host}${url.pathname}${url.search}`, init);
  };
