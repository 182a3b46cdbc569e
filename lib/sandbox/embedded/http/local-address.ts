const LOOPBACK = new Set(['localhost', '127.0.0.1', '0.0.0.0', '::1', '[::1]']);

/** Whether a host name means the sandbox itself. */
export const isLocalHost = (host: string): boolean => LOOPBACK.has(host.toLowerCase());

export const localPortOf = (url: URL): number => (url.port === '' ? 80 : Number(url.port));

/** The error message for a host that is not the sandbox itself. */
export const noNetwork = (host: string): string =>
  `${host} cannot be reached: this sandbox has no network, only programs of its own that listen at http://localhost:<port>/`;
