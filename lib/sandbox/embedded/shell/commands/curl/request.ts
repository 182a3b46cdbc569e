import type { RequestHead } from '../../../protocol/http';
import { decode } from '../../../../bytes-text';
import { CommandFailure, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';
import { requestBody, dataOf, urlEncoded, type Body } from './body';
import type { CurlCookies } from './cookies';

const AGENT = 'curl/8.5.0';

const JSON_HEADERS = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
] as const;

/** What one transfer requests, before any redirect. */
export interface Asking {
  readonly url: URL;
  readonly method: string;
  readonly body: Body | undefined;
  /** Headers from the command line, in order; one without a value removes curl's own. */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[];
}

/** Parses a URL as curl does: `http://` may be omitted. Throws codes 1 and 3. */
export function curlUrl(text: string): URL {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(text) ?? [];
  if (scheme !== undefined && !/^(?:https?|file)$/i.test(scheme))
    throw new CommandFailure(`(1) Protocol "${scheme}" not supported or disabled in libcurl`, 1);
  const url = /\s/.test(text) ? null : URL.parse(scheme === undefined ? `http://${text}` : text);
  if (!url) throw new CommandFailure(`(3) URL rejected: Malformed input to a URL function`, 3);
  return url;
}

export async function asking(context: CommandContext, options: ParsedOptions, address: string): Promise<Asking> {
  const url = curlUrl(address);
  const body = await requestBody(context, options);
  const query = [
    ...(options.has('G') ? [decode((await dataOf(context, options)) ?? new Uint8Array())] : []),
    ...(await Promise.all(options.all('url-query').map((one) => urlEncoded(context, one)))),
  ].filter(Boolean);
  if (query.length > 0) url.search = [url.search.slice(1), ...query].filter(Boolean).join('&');
  const upload = options.get('T');
  if (upload !== undefined && url.pathname.endsWith('/')) url.pathname += upload.slice(upload.lastIndexOf('/') + 1);
  const usual = options.has('I') ? 'HEAD' : upload === undefined ? (body ? 'POST' : 'GET') : 'PUT';
  const given = ownHeaders(context, options);
  const isOwn = (name: string) => given.some(([one]) => one.toLowerCase() === name.toLowerCase());
  const ofJson = options.has('json') ? JSON_HEADERS.filter(([name]) => !isOwn(name)) : [];
  return { url, method: options.get('X') ?? usual, body, headers: [...ofJson, ...given] };
}

/** Parses `Name: value`, `Name;` (empty value), `Name:` (removes curl's own) and `@file` (headers from a file). */
function ownHeaders(context: CommandContext, options: ParsedOptions): Asking['headers'] {
  const lines = options.all('H').flatMap((one) =>
    one.startsWith('@')
      ? decode(context.sys.read(context.path(one.slice(1))))
          .split(/\r?\n/)
          .filter(Boolean)
      : [one],
  );
  return lines.flatMap((line): (readonly [string, string | undefined])[] => {
    const [, name, mark, value = ''] = /^([^:;]+)([:;])\s*([^]*)$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [[name, mark === ';' ? '' : value === '' ? undefined : value]];
  });
}

/** The request as sent, with its headers in curl's order. */
export function headOf(
  { url, method, body, headers }: Asking,
  options: ParsedOptions,
  cookies: CurlCookies,
  referer: string | undefined,
): RequestHead {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const user =
    options.get('u') ?? (url.username && `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  const bearer = options.get('oauth2-bearer');
  const range = options.get('r');
  const cookie = cookies.header(url);
  const from = referer ?? options.get('e')?.replace(/;auto$/, '');
  const usual: [string, string | undefined][] = [
    ['Host', url.host],
    ['Authorization', bearer === undefined ? (user ? `Basic ${base64(user)}` : undefined) : `Bearer ${bearer}`],
    ['Range', range === undefined ? undefined : `bytes=${range}`],
    ['User-Agent', options.get('A') ?? AGENT],
    ['Accept', '*/*'],
    ['Referer', from || undefined],
    ['Cookie', cookie],
  ];
  const about: [string, string | undefined][] = [
    ['Content-Length', body && String(body.bytes.length)],
    ['Content-Type', body?.type],
  ];
  const kept = (list: [string, string | undefined][]) =>
    list.filter((one): one is [string, string] => Boolean(one[1]) && !own.has(one[0].toLowerCase()));
  const set = headers.filter((one): one is readonly [string, string] => one[1] !== undefined);
  const all = [...kept(usual), ...set.map(([name, value]): [string, string] => [name, value]), ...kept(about)];
  return { method, url: url.pathname + url.search, headers: all };
}

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
