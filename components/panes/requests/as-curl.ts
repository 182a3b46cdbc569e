import { providerAt, PROVIDERS } from '@/lib/models/declarations/providers';
import type { Exchange } from '@/lib/protocol';

/** The request as a command for a shell; the key is a variable of it. Undefined where there is no server that it could be sent to. */
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

/** Of the Messages API; one that every server of it takes. */
const ANTHROPIC_VERSION = '2023-06-01';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
