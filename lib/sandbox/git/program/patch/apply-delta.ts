/** Makes a content from another one and what differs in it, as packs and binary patches write that; undefined if they do not fit. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  let at = 0;
  const byte = (): number => delta[at++] ?? 0;
  const size = (): number => {
    let [value, place] = [0, 1];
    for (let next = 128; next >= 128; place *= 128) {
      next = byte();
      value += (next % 128) * place;
    }
    return value;
  };
  /** A number of which only the bytes that are not zero are there, as the lowest bits of `mask` say. */
  const sparse = (mask: number, count: number): number => {
    let value = 0;
    for (let place = 0; place < count; place++) if (mask & (1 << place)) value += byte() * 256 ** place;
    return value;
  };
  if (size() !== base.length) return undefined;
  const made = new Uint8Array(size());
  let end = 0;
  while (at < delta.length) {
    const code = byte();
    const copies = code >= 128;
    const from = copies ? sparse(code, 4) : at;
    const length = copies ? sparse(code >> 4, 3) || 65_536 : code;
    const source = copies ? base : delta;
    if (length === 0 || from + length > source.length || end + length > made.length) return undefined;
    made.set(source.subarray(from, from + length), end);
    end += length;
    if (!copies) at += length;
  }
  return end === made.length ? made : undefined;
}
