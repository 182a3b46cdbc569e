import type { ContentPart } from '@ag-ui/core';

type Source = Extract<ContentPart, { type: 'image' }>['source'];

/** A picture in the form that providers take: at an address of the web, or as base64. */
type Picture = { url: string } | { type: string; data: string };

/** How the base64 of a picture begins, by its type. */
const BEGINNINGS: readonly (readonly [beginning: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];

const DATA_URL = /^data:([^;,]+)(?:;[^,]*)?;base64,/i;

/**
 * The picture as providers take it; undefined for one that they would refuse, and with it each later turn of the conversation: a
 * file of another provider, an address that is not of the web, or what is no base64.
 */
export function pictureIn(source: Source): Picture | undefined {
  if (source.type === 'file') return undefined;
  if (source.type === 'data') return inside(source.value, source.mimeType);
  const [head, type] = DATA_URL.exec(source.value) ?? [];
  if (head !== undefined && type !== undefined) return inside(source.value.slice(head.length), type);
  return /^https?:\/\//i.test(source.value) && URL.canParse(source.value) ? { url: source.value } : undefined;
}

/** They compare the type with what the picture begins with. */
function inside(value: string, told: string): Picture | undefined {
  const data = inBase64(value);
  if (data === undefined) return undefined;
  const [, type = told] = BEGINNINGS.find(([beginning]) => data.startsWith(beginning)) ?? [];
  return { type: type.toLowerCase(), data };
}

/** Base64 in its usual form: some programs break its lines, leave out its end, or write it for addresses. */
function inBase64(text: string): string | undefined {
  const bare = /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? text
    : text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const [, data] = /^([A-Za-z0-9+/]+)={0,2}$/.exec(bare) ?? [];
  if (data === undefined || data.length % 4 === 1) return undefined;
  return data.padEnd(Math.ceil(data.length / 4) * 4, '=');
}
