import type { WebSearchRequest } from '@/lib/protocol';

/** Whether a result's address is in the allowed domains and not in the blocked ones. A domain includes its subdomains. */
export function inDomains(
  url: string,
  { allowed_domains: allowed = [], blocked_domains: blocked = [] }: Omit<WebSearchRequest, 'query'>,
): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  const isIn = (domain: string): boolean => {
    const plain = plainDomain(domain);
    return hostname === plain || hostname.endsWith(`.${plain}`);
  };
  return (allowed.length === 0 || allowed.some(isIn)) && !blocked.some(isIn);
}

/** The bare domain, `example.com`, of forms such as `https://www.Example.com/path` and `*.example.com`. */
export const plainDomain = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^(\*\.|www\.)/, '')
    .replace(/[/:?#].*$/, '');
