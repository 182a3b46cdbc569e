import type { RequestHead } from '../../protocol/http';
import type { SysClient } from '../../protocol/sys-client';
import { encode } from '../../../bytes-text';
import { contentType } from './content-type';

export interface FileAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array;
  /** What the log says of an error. */
  readonly error?: string;
}

/** The answer of Python's `SimpleHTTPRequestHandler` to a request for something below `root`. */
export function answerFor(sys: SysClient, root: string, { method, url, headers }: RequestHead): FileAnswer {
  if (method !== 'GET' && method !== 'HEAD')
    return failed(501, 'Not Implemented', `Unsupported method ('${method}')`, 'Server does not support this operation');
  const [place = '/'] = url.split(/[?#]/);
  const path = pathOf(root, place);
  if (sys.exists(path) && sys.stat(path).type === 'directory') {
    if (!place.endsWith('/')) return moved(`${place}/${url.slice(place.length)}`);
    const index = ['index.html', 'index.htm'].map((name) => `${path}/${name}`).find((one) => sys.isFile(one));
    return index === undefined ? listing(sys, path, place) : file(sys, index, headers);
  }
  return place.endsWith('/') || !sys.isFile(path) ? missing() : file(sys, path, headers);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file of a URL; what would lead out of `root` leads nowhere. */
function pathOf(root: string, place: string): string {
  const words: string[] = [];
  for (const word of decoded(place).split('/')) {
    if (word === '..') words.pop();
    else if (word !== '' && word !== '.') words.push(word);
  }
  return [root.replace(/\/$/, ''), ...words].join('/') || '/';
}

const ok = { status: 200, statusText: 'OK' } as const;

function file(sys: SysClient, path: string, headers: RequestHead['headers']): FileAnswer {
  const changed = Math.floor(sys.stat(path).mtimeMs / 1000) * 1000;
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const since = header('if-none-match') === undefined ? Date.parse(header('if-modified-since') ?? '') : Number.NaN;
  if (changed <= since) return { status: 304, statusText: 'Not Modified', headers: [], body: new Uint8Array() };
  let body: Uint8Array;
  try {
    body = sys.read(path).slice();
  } catch {
    // Removed meanwhile, or larger than can be read: as Python says of a file that it cannot open.
    return missing();
  }
  return {
    ...ok,
    headers: [
      ['Content-type', contentType(path)],
      ['Content-Length', String(body.length)],
      ['Last-Modified', new Date(changed).toUTCString()],
    ],
    body,
  };
}

const moved = (to: string): FileAnswer => ({
  status: 301,
  statusText: 'Moved Permanently',
  headers: [
    ['Location', to],
    ['Content-Length', '0'],
  ],
  body: new Uint8Array(),
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = '<style type="text/css">\n:root {\ncolor-scheme: light dark;\n}\n</style>';

function listing(sys: SysClient, folder: string, place: string): FileAnswer {
  const title = `Directory listing for ${escaped(decoded(place))}`;
  const lower = (text: string) => text.toLowerCase();
  const items = sys
    .list(folder)
    .toSorted((a, b) => (lower(a.name) < lower(b.name) ? -1 : 1))
    .map(({ name, type }) => {
      const path = `${folder}/${name}`;
      const end = sys.exists(path) && sys.stat(path).type === 'directory' ? '/' : '';
      const link = encodeURIComponent(name + end).replaceAll('%2F', '/');
      return `<li><a href="${link}">${escaped(name + (type === 'symlink' ? '@' : end))}</a></li>`;
    });
  const head = ['<!DOCTYPE HTML>', '<html lang="en">', '<head>', '<meta charset="utf-8">', STYLE];
  const body = encode(
    [
      ...head,
      `<title>${title}</title>\n</head>`,
      `<body>\n<h1>${title}</h1>`,
      '<hr>\n<ul>',
      ...items,
      '</ul>\n<hr>\n</body>\n</html>\n',
    ].join('\n'),
  );
  return {
    ...ok,
    headers: [
      ['Content-type', 'text/html; charset=utf-8'],
      ['Content-Length', String(body.length)],
    ],
    body,
  };
}

const missing = (): FileAnswer => failed(404, 'File not found', 'File not found', 'Nothing matches the given URI');

function failed(status: number, statusText: string, message: string, explained: string): FileAnswer {
  const body = encode(`<!DOCTYPE HTML>
<html lang="en">
    <head>
        <meta charset="utf-8">
        <style type="text/css">
            :root {
                color-scheme: light dark;
            }
        </style>
        <title>Error response</title>
    </head>
    <body>
        <h1>Error response</h1>
        <p>Error code: ${status}</p>
        <p>Message: ${escaped(message)}.</p>
        <p>Error code explanation: ${status} - ${explained}.</p>
    </body>
</html>
`);
  return {
    status,
    statusText,
    headers: [
      ['Connection', 'close'],
      ['Content-Type', 'text/html;charset=utf-8'],
      ['Content-Length', String(body.length)],
    ],
    body,
    error: message,
  };
}
