import { MOST_TEXT, type Pack } from './pack';
import { readPack, type ReadPack } from './read-pack';

/** How the fragment of such a link begins. */
const MARK = '#pack=';
/** Characters. Longer links do not survive the ways in which people send them. */
const MOST_LINK = 32_000;
/** Maximum decompressed size of a link, bytes: any pack is smaller. */
const MOST_BYTES = MOST_TEXT * 8;

/** The fragment of a link that carries a pack, so that no server ever sees it; undefined if the pack is too large. */
export async function packFragment(pack: Pack): Promise<string | undefined> {
  const packed = through(new TextEncoder().encode(JSON.stringify(pack)), new CompressionStream('deflate-raw'));
  const bytes = await read(packed, MOST_LINK);
  if (!bytes) return undefined;
  const text = btoa(String.fromCharCode(...bytes));
  const fragment = MARK + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return fragment.length <= MOST_LINK ? fragment : undefined;
}

const BROKEN: ReadPack = { ok: false, reason: 'It carries no pack. Part of it may be missing.' };

/**
 * The pack that a fragment carries, or why it carries none; undefined if the fragment is about something else. Never rejects.
 */
export async function packIn(fragment: string): Promise<ReadPack | undefined> {
  if (!fragment.startsWith(MARK)) return undefined;
  try {
    const text = atob(fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const bytes = await read(through(packed, new DecompressionStream('deflate-raw')), MOST_BYTES);
    if (bytes) return readPack(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { ok: false, reason: `It unfolds to more than ${MOST_BYTES.toLocaleString('en')} bytes.` };
  } catch {
    return BROKEN;
  }
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  const writer = writable.getWriter();
  // The reader sees the same errors.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  return readable;
}

/** All of a stream, or undefined if it has more than `most` bytes. */
async function read(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
