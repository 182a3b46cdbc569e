const encoder = new TextEncoder();

export const utf8Length = (text: string): number => encoder.encode(text).length;

/** Whether a text certainly has no more than so many bytes of UTF-8, cheaply: a UTF-16 unit takes at most three. */
export const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;

/** The UTF-8 of a text that is longer than `limit` bytes; undefined if it is not. */
export function tooLongUtf8(text: string, limit: number): Uint8Array | undefined {
  const bytes = isShort(text, limit) ? undefined : encoder.encode(text);
  return bytes && bytes.length > limit ? bytes : undefined;
}

/** What the first so many bytes say. Streaming, so that a character cut in half is left out. */
export const utf8Head = (bytes: Uint8Array, most: number): string =>
  new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
