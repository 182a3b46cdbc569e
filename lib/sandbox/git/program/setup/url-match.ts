import type { ScopedSetting } from './config';

/** An address in the parts that count for a match; undefined if it is none. */
const partsOf = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/** How well the address in a section's name fits: -1 if it does not. */
function fit(pattern: string, address: URL): number {
  const own = partsOf(pattern.replace('*', 'any-label'));
  if (!own || own.protocol !== address.protocol || own.port !== address.port) return -1;
  const hosts = own.hostname.split('.');
  const labels = address.hostname.split('.');
  const same = hosts.length === labels.length && hosts.every((one, at) => one === 'any-label' || one === labels[at]);
  if (!same || (own.username !== '' && own.username !== address.username)) return -1;
  const path = own.pathname.replace(/\/$/, '');
  if (address.pathname !== path && !address.pathname.startsWith(`${path}/`)) return -1;
  return own.hostname.length * 10_000 + path.length * 2 + Number(own.username !== '');
}

/** The settings of a section for an address, by name: of `section.<address>.name`, the longest address that fits counts. */
export function matchUrl(
  all: readonly ScopedSetting[],
  section: string,
  address: string,
): ReadonlyMap<string, string | undefined> {
  const wanted = partsOf(address);
  const best = new Map<string, { value: string | undefined; rank: number }>();
  for (const { key, value } of all) {
    if (!key.startsWith(`${section.toLowerCase()}.`)) continue;
    const [from, to] = [section.length + 1, key.lastIndexOf('.')];
    const rank = to < from ? 0 : wanted ? fit(key.slice(from, to), wanted) : -1;
    const name = key.slice(to + 1);
    if (rank >= (best.get(name)?.rank ?? 0)) best.set(name, { value, rank });
  }
  return new Map([...best].map(([name, { value }]) => [name, value]));
}
