import { strftime } from '../../builtins/strftime';

/** What a file is, as `file` reports it. */
export interface Kind {
  text: string;
  mime: string;
  charset: string;
}

/** Determines what kind of file some bytes are. */
export function kindOf(bytes: Uint8Array): Kind {
  if (bytes.length === 0) return { text: 'empty', mime: 'inode/x-empty', charset: 'binary' };
  const latin = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { starts, at = 0, mime, tell } of BINARY) {
    if (!latin.startsWith(starts, at)) continue;
    return { text: tell(latin, view), mime, charset: charsetOf(bytes) };
  }
  return textKind(bytes);
}

const HEAD = 64 * 1024;

interface Magic {
  starts: string;
  at?: number;
  mime: string;
  tell: (text: string, view: DataView) => string;
}

const BINARY: readonly Magic[] = [
  { starts: '\x89PNG\r\n\x1a\n', mime: 'image/png', tell: (_, view) => png(view) },
  {
    starts: 'GIF8',
    mime: 'image/gif',
    tell: (text, view) => `GIF image data, version ${text.slice(3, 6)}, ${size(view, 6)} x ${size(view, 8)}`,
  },
  { starts: '\xff\xd8\xff', mime: 'image/jpeg', tell: () => 'JPEG image data' },
  { starts: 'WEBP', at: 8, mime: 'image/webp', tell: () => 'RIFF (little-endian) data, Web/P image' },
  { starts: '%PDF-', mime: 'application/pdf', tell: (text) => `PDF document, version ${text.slice(5, 8)}` },
  { starts: 'PK\x03\x04', mime: 'application/zip', tell: (_, view) => zip(view) },
  { starts: '\x1f\x8b', mime: 'application/gzip', tell: gzip },
  {
    starts: 'BZh',
    mime: 'application/x-bzip2',
    tell: (text) => `bzip2 compressed data, block size = ${text.charAt(3)}00k`,
  },
  { starts: '\xfd7zXZ\0', mime: 'application/x-xz', tell: (_, view) => xz(view) },
  {
    starts: '\0asm',
    mime: 'application/wasm',
    tell: (_, view) => `WebAssembly (wasm) binary module version 0x${size(view, 4).toString(16)} (MVP)`,
  },
  { starts: '\x7fELF', mime: 'application/x-executable', tell: () => 'ELF' },
  { starts: 'SQLite format 3\0', mime: 'application/vnd.sqlite3', tell: () => 'SQLite 3.x database' },
  { starts: 'ustar  \0', at: 257, mime: 'application/x-tar', tell: () => 'POSIX tar archive (GNU)' },
  { starts: 'ustar', at: 257, mime: 'application/x-tar', tell: () => 'POSIX tar archive' },
];

const size = (view: DataView, at: number): number => (view.byteLength >= at + 2 ? view.getUint16(at, true) : 0);

function png(view: DataView): string {
  if (view.byteLength < 29) return 'PNG image data';
  const color = { 0: 'grayscale', 2: '/color RGB', 3: ' colormap', 4: ' gray+alpha', 6: '/color RGBA' }[
    view.getUint8(25)
  ];
  const depth = `${view.getUint8(24)}-bit${color === 'grayscale' ? ' grayscale' : color}`;
  return `PNG image data, ${view.getUint32(16)} x ${view.getUint32(20)}, ${depth}, ${view.getUint8(28) ? 'interlaced' : 'non-interlaced'}`;
}

function zip(view: DataView): string {
  const version = size(view, 4) / 10;
  return `Zip archive data, at least v${version.toFixed(1)} to extract, compression method=${size(view, 8) === 8 ? 'deflate' : 'store'}`;
}

/** How the data of an `.xz` file are checked, by a number in its header. */
const CHECKS: Readonly<Record<number, string>> = { 0: 'NONE', 1: 'CRC32', 4: 'CRC64', 10: 'SHA-256' };

function xz(view: DataView): string {
  return `XZ compressed data, checksum ${CHECKS[view.byteLength > 7 ? view.getUint8(7) : 0] ?? 'NONE'}`;
}

function gzip(text: string, view: DataView): string {
  const seconds = view.getUint32(4, true);
  return [
    'gzip compressed data',
    ...(view.getUint8(3) & 8 ? [`was "${text.slice(10, text.indexOf('\0', 10))}"`] : []),
    ...(seconds > 0 ? [`last modified: ${strftime('%a %b %e %T %Y', seconds * 1000, 'UTC')}`] : []),
    'from Unix',
    `original size modulo 2^32 ${view.getUint32(view.byteLength - 4, true)}`,
  ].join(', ');
}

/** The character encoding; `binary` if there are bytes that no text contains. */
function charsetOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, HEAD);
  if (head.some((byte) => (byte < 32 && !(byte >= 7 && byte <= 13) && byte !== 27) || byte === 127)) return 'binary';
  if (head.every((byte) => byte < 128)) return 'us-ascii';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.length > HEAD ? head.subarray(0, HEAD - 4) : head, {
      stream: bytes.length > HEAD,
    });
    return 'utf-8';
  } catch {
    return head.some((byte) => byte >= 128 && byte < 160) ? 'unknown-8bit' : 'iso-8859-1';
  }
}

const ENCODINGS: Readonly<Record<string, string>> = {
  'us-ascii': 'ASCII',
  'utf-8': 'Unicode text, UTF-8',
  'utf-16le': 'Unicode text, UTF-16, little-endian',
  'utf-16be': 'Unicode text, UTF-16, big-endian',
  'iso-8859-1': 'ISO-8859',
  'unknown-8bit': 'Non-ISO extended-ASCII',
};

function textKind(bytes: Uint8Array): Kind {
  const charset = charsetOf(bytes);
  if (charset === 'binary') return { text: 'data', mime: 'application/octet-stream', charset };
  const text = new TextDecoder(charset === 'iso-8859-1' || charset === 'unknown-8bit' ? 'latin1' : charset, {
    ignoreBOM: true,
  }).decode(bytes);
  const encoding = `${ENCODINGS[charset]}${text.startsWith('\ufeff') && charset === 'utf-8' ? ' (with BOM)' : ''}`;
  const form = `${encoding} text`;
  const json = jsonKind(text);
  if (json) return { ...json, charset };
  for (const { pattern, name, mime, script } of TEXTS) {
    if (!pattern.test(text)) continue;
    return { text: `${name}, ${form}${script ? ' executable' : ''}${endings(text)}`, mime, charset };
  }
  if (isCsv(text)) return { text: `CSV ${form.replace(/^ASCII /, '')}${endings(text)}`, mime: 'text/csv', charset };
  return { text: form + endings(text), mime: 'text/plain', charset };
}

/** Notes on unusual lines and line endings. */
function endings(text: string): string {
  const longest = text.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
  const [crlf, lf] = [text.includes('\r\n'), /(?<!\r)\n/.test(text)];
  return [
    longest > 300 ? `, with very long lines (${longest})` : '',
    !crlf && !lf && !text.includes('\r') ? ', with no line terminators' : '',
    crlf && lf ? ', with CRLF, LF line terminators' : crlf ? ', with CRLF line terminators' : '',
    text.includes('\x1b') ? ', with escape sequences' : '',
  ].join('');
}

function jsonKind(text: string): Pick<Kind, 'text' | 'mime'> | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const reads = (part: string) => {
    try {
      return typeof JSON.parse(part) === 'object';
    } catch {
      return false;
    }
  };
  if (reads(text)) return { text: 'JSON text data', mime: 'application/json' };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every(reads)
    ? { text: 'New Line Delimited JSON text data', mime: 'application/x-ndjson' }
    : undefined;
}

/** Whether there are at least two lines, all with the same number of commas. */
function isCsv(text: string): boolean {
  const counts = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(',').length);
  return counts.length > 1 && (counts[0] ?? 1) > 1 && counts.every((count) => count === counts[0]);
}

const interpreter = (names: string): RegExp =>
  new RegExp(`^#! ?(?:/\\S*/)?(?:env (?:-S )?)?(?:\\S*/)?(?:${names})\\b`, 'u');

const TEXTS: readonly { pattern: RegExp; name: string; mime: string; script?: boolean }[] = [
  { pattern: interpreter('bash'), name: 'Bourne-Again shell script', mime: 'text/x-shellscript', script: true },
  { pattern: interpreter('sh|dash'), name: 'POSIX shell script', mime: 'text/x-shellscript', script: true },
  { pattern: interpreter('zsh'), name: "Paul Falstad's zsh script", mime: 'text/x-shellscript', script: true },
  { pattern: interpreter('node|nodejs'), name: 'Node.js script executable', mime: 'application/javascript' },
  { pattern: interpreter('python[\\d.]*'), name: 'Python script', mime: 'text/x-script.python', script: true },
  { pattern: interpreter('perl'), name: 'Perl script text executable', mime: 'text/x-perl' },
  { pattern: interpreter('ruby'), name: 'Ruby script', mime: 'text/x-ruby', script: true },
  { pattern: interpreter('awk|gawk|mawk'), name: 'awk or perl script', mime: 'text/x-awk', script: true },
  { pattern: /^BEGIN\s*\{/u, name: 'awk or perl script', mime: 'text/plain' },
  { pattern: /^<\?xml version="1\.0"/u, name: 'XML 1.0 document', mime: 'text/xml' },
  { pattern: /^\s*(?:<!doctype html|<html|<head|<body|<title)/iu, name: 'HTML document', mime: 'text/html' },
  { pattern: /^#include\s*[<"]/mu, name: 'C source', mime: 'text/x-c' },
  {
    pattern:
      /^(?:import .*from ['"].*['"];?|export (?:const|default|function|class|async|\{).*|(?:const|var|let) .*= require\(.*\);?)$/mu,
    name: 'JavaScript source',
    mime: 'application/javascript',
  },
  { pattern: /^\s*def \w+\(.*\):\s*$/mu, name: 'Python script', mime: 'text/x-script.python', script: true },
];
