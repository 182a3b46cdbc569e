import { concat, encode } from '../../../../bytes-text';
import { CommandFailure, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';

/** A request's body and its content type. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Undefined if curl sends no type. */
  readonly type?: string;
}

const DATA = new Set(['d', 'data-raw', 'data-binary', 'data-urlencode', 'json']);

/** The body that the options give: data, a form or a file. Undefined if there is none, or if `-G` puts it in the URL. */
export async function requestBody(context: CommandContext, options: ParsedOptions): Promise<Body | undefined> {
  const upload = options.get('T');
  if (upload !== undefined) return { bytes: await fileBytes(context, upload) };
  if (options.has('F') || options.has('form-string')) return formOf(context, options);
  const bytes = await dataOf(context, options);
  if (!bytes || options.has('G')) return undefined;
  return options.has('json') ? { bytes } : { bytes, type: 'application/x-www-form-urlencoded' };
}

/** All data on the command line, in the order given; undefined if there is none. */
export async function dataOf(context: CommandContext, options: ParsedOptions): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let before = '';
  for (const { name, value } of options.list) {
    if (!DATA.has(name)) continue;
    // Consecutive pieces of JSON are joined without `&`.
    if (parts.length > 0 && !(name === 'json' && before === 'json')) parts.push(encode('&'));
    parts.push(await datum(context, name, value));
    before = name;
  }
  return parts.length > 0 ? concat(parts) : undefined;
}

async function datum(context: CommandContext, name: string, value: string): Promise<Uint8Array> {
  if (name === 'data-urlencode') return encode(await urlEncoded(context, value));
  if (name === 'data-raw' || !value.startsWith('@')) return encode(value);
  const bytes = await fileBytes(context, value.slice(1));
  return name === 'd' ? bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0) : bytes;
}

/** Encodes `content`, `=content`, `name=content`, `@file` or `name@file`. */
export async function urlEncoded(context: CommandContext, value: string): Promise<string> {
  const [, name = '', mark, rest = ''] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
  if (mark === undefined) return escaped(encode(value));
  const content = mark === '=' ? encode(rest) : await fileBytes(context, rest);
  return name === '' ? escaped(content) : `${name}=${escaped(content)}`;
}

const escaped = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === ' ') return '+';
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  }).join('');

async function fileBytes(context: CommandContext, path: string): Promise<Uint8Array> {
  if (path === '-' || path === '.') return context.in.bytes();
  try {
    return context.sys.read(context.path(path));
  } catch {
    throw new CommandFailure(`(26) Failed to open/read local data from file/application: ${path}`, 26);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
};

async function formOf(context: CommandContext, options: ParsedOptions): Promise<Body> {
  const boundary = `------------------------${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const parts: Uint8Array[] = [];
  for (const { name: option, value } of options.list) {
    if (option !== 'F' && option !== 'form-string') continue;
    const at = value.indexOf('=');
    if (at < 0) throw new CommandFailure(`Illegally formatted input field: ${value}`, 2);
    const { content, headers } = await part(context, value.slice(0, at), value.slice(at + 1), option === 'F');
    parts.push(encode(`--${boundary}\r\n${headers}\r\n\r\n`), content, encode('\r\n'));
  }
  return {
    bytes: concat([...parts, encode(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

async function part(context: CommandContext, name: string, value: string, special: boolean) {
  const quoted = (text: string) => `"${text.replaceAll('"', '%22')}"`;
  const disposition = `Content-Disposition: form-data; name=${quoted(name)}`;
  const mark = special ? value.charAt(0) : '';
  const [main = '', ...settings] = special ? value.split(';') : [value];
  const setting = (key: string) =>
    settings
      .find((one) => one.trim().startsWith(`${key}=`))
      ?.trim()
      .slice(key.length + 1)
      .replaceAll('"', '');
  const type = setting('type');
  if (mark !== '@' && mark !== '<')
    return {
      content: encode(type === undefined ? value : main),
      headers: disposition + (type === undefined ? '' : `\r\nContent-Type: ${type}`),
    };
  const path = main.slice(1);
  const content = await fileBytes(context, path);
  if (mark === '<') return { content, headers: disposition };
  const file = setting('filename') ?? path.slice(path.lastIndexOf('/') + 1);
  const known = type ?? TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  return { content, headers: `${disposition}; filename=${quoted(file)}\r\nContent-Type: ${known}` };
}
