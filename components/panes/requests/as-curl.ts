import { providerAt, PROVIDERS } from '@/lib/models/declarations/providers';
import type { Exchange } from '@/lib/protocol';

/** The request as a shell command; the key is an environment variable. Undefined if there is no real server to send it to. */
export function asCurl({ wire, url, request }: Pick<Exchange, 'wire' | 'url' | 'request'>): string | undefined {
  const { hostname } = new URL(url);
  if (hostname.endsWith('.invalid')) return undefined;
  const key = `$${(providerAt(hostname) ?? PROVIDERS[wire]).keyVariable}`;
  const headers =
    wire === 'anthropic'
      ? [`-H "x-api-key: ${key}"`, `-H 'anthropic-version: ${ANTHROPIC_VERSION}'`]
      : [`-H "authorization: Bearer ${key}"`];
  return [
    `curl -N ${quoted(url)}`,
    `-H 'content-type: application/json'`,
    ...headers,
    `--data-raw ${quoted(request)}`,
  ].join(' \\\n  ');
}

/** Version of the Messages API; every server of that API accepts this one. */
const ANTHROPIC_VERSION = '2023-06-01';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
