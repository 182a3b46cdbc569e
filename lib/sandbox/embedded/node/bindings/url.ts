import { URL } from '../native';
import { nodeModule } from '../own/node-module';
import type { Binding } from '../binding';

/** Ada's numbers for the special schemes; 1 is any other. */
const SPECIAL = new Map([
  ['http:', 0],
  ['https:', 2],
  ['ws:', 3],
  ['ftp:', 4],
  ['wss:', 5],
  ['file:', 6],
]);
const NONE = 0xffffffff;

/** The offsets of a URL's parts, as Ada counts them. */
function components(url: URL): number[] {
  const { href, protocol } = url;
  const protocolEnd = protocol.length;
  const hasAuthority = href.startsWith('//', protocolEnd);
  const start = protocolEnd + (hasAuthority ? 2 : 0);
  const usernameEnd = start + url.username.length;
  const passwordEnd = usernameEnd + (url.password === '' ? 0 : url.password.length + 1);
  const hasCredentials = url.username !== '' || url.password !== '';
  const hostStart = hasAuthority ? passwordEnd : protocolEnd;
  const hostEnd = hasAuthority ? hostStart + (hasCredentials ? 1 : 0) + url.hostname.length : protocolEnd;
  const pathnameStart = hostEnd + (url.port === '' ? 0 : url.port.length + 1);
  const hash = href.indexOf('#');
  const query = href.indexOf('?');
  const hasQuery = query >= 0 && (hash < 0 || query < hash);
  // A path that begins with two slashes and has no host before it is serialized with a leading `/.`.
  const dotted = !hasAuthority && href.startsWith('/.', protocolEnd) && url.pathname.startsWith('//') ? 2 : 0;
  return [
    protocolEnd,
    usernameEnd,
    hostStart,
    hostEnd,
    url.port === '' ? NONE : Number(url.port),
    pathnameStart + dotted,
    hasQuery ? query : NONE,
    hash >= 0 ? hash : NONE,
    SPECIAL.get(protocol) ?? 1,
  ];
}

/** A domain name in Unicode. */
const toUnicode = (name: string): string => nodeModule<{ toUnicode(name: string): string }>('punycode').toUnicode(name);

const UPDATES = [
  'protocol',
  'host',
  'hostname',
  'port',
  'username',
  'password',
  'pathname',
  'search',
  'hash',
  'href',
] as const;

/** `internalBinding('url')`, on top of the browser's own parser. */
export function url(): Binding {
  const urlComponents = new Uint32Array(9);
  const take = (parsed: URL): string => {
    urlComponents.set(components(parsed));
    return parsed.href;
  };
  const parsed = (input: string, base?: string): URL | undefined => {
    try {
      return new URL(input, base);
    } catch {
      return undefined;
    }
  };
  // A host alone: with a user or a port it is none.
  const domainToASCII = (domain: string): string =>
    /^(?:\[[^\]]*\])?[^/?#\\[]*[:@]/.test(domain) ? '' : (parsed(`ws://${domain}`)?.hostname ?? '');
  return {
    urlComponents,
    parse(input: string, base: string | undefined, raise: boolean) {
      const found = parsed(input, base);
      if (found) return take(found);
      if (!raise) return undefined;
      throw Object.assign(new TypeError('Invalid URL'), {
        code: 'ERR_INVALID_URL',
        input,
        ...(base !== undefined && { base }),
      });
    },
    canParse: (input: string, base?: string) => parsed(input, base) !== undefined,
    update(href: string, action: number, value: string) {
      const name = UPDATES[action];
      const found = parsed(href);
      if (!found || !name) return false;
      if (name === 'href') {
        const next = parsed(value);
        return next ? take(next) : false;
      }
      found[name] = value;
      return take(found);
    },
    format(href: string, hash: boolean, unicode: boolean, search: boolean, auth: boolean) {
      const found = new URL(href);
      if (!hash) found.hash = '';
      if (!search) found.search = '';
      if (!auth) {
        found.username = '';
        found.password = '';
      }
      return unicode ? found.href.replace(found.hostname, toUnicode(found.hostname)) : found.href;
    },
    getOrigin: (href: string) => new URL(href).origin,
    domainToASCII,
    domainToUnicode: (domain: string) => toUnicode(domainToASCII(domain)),
  };
}
