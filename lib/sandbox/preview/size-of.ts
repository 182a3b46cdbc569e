/** The approximate size of a cloneable value, in bytes. Stops counting beyond `most`. */
export function sizeOf(value: unknown, most: number): number {
  const seen = new Set<unknown>();
  const left: unknown[] = [value];
  let size = 0;
  while (left.length > 0 && size <= most) {
    const next = left.pop();
    size += 8;
    if (typeof next === 'string') size += 2 * next.length;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof Blob) size += next.size;
    else if (next instanceof ArrayBuffer) size += next.byteLength;
    else if (ArrayBuffer.isView(next)) left.push(next.buffer);
    else if (next instanceof Map) for (const pair of next) left.push(pair);
    else if (next instanceof Set) for (const one of next) left.push(one);
    else for (const [name, one] of Object.entries(next)) left.push(name, one);
  }
  return size;
}
