const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A Host header's name without its port; undefined where it is no host at all. */
export function hostName(host: string | null): string | undefined {
  if (!host || !URL.canParse(`http://${host}`)) return undefined;
  const url = new URL(`http://${host}`);
  // Anything but a bare host and port is a trick.
  return url.pathname === '/' && url.username === '' && url.search === '' && url.hash === '' ? url.hostname : undefined;
}

export const isLoopback = (name: string | undefined): boolean => name !== undefined && LOOPBACK.has(name);

/** The name of `TOOLYARD_HOST`, which may be given with a port, or as a bare IPv6 address. */
export const boundName = (bound: string): string | undefined => hostName(bound) ?? hostName(`[${bound}]`) ?? undefined;
