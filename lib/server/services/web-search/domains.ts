import type { WebSearchRequest } from '@/lib/protocol';

/** Whether a result's address is within the domains asked for, and outside those ruled out. A domain includes its subdomains. */
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

/** `https://www.Example.com/path` and `*.example.com` are written where `example.com` is meant. */
export const plainDomain = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^(\*\.|www\.)/, '')
    .replace(/[/:?#].*$/, '');
