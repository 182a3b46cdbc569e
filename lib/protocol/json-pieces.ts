/** The JSON of a plain value in pieces of about so many characters, so that other work can run while a large one is written. */
export function* jsonPieces(value: unknown, step: number): Generator<string, undefined> {
  let piece = '';
  for (const part of partsOf(value, step)) {
    piece += part;
    if (piece.length < step) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Parts of a value's JSON, none of which takes long to make, nor ends within a character. */
function* partsOf(value: unknown, step: number): Generator<string, undefined> {
  if (!isLong(value, step)) yield JSON.stringify(value) ?? 'null';
  else if (typeof value === 'string') {
    let quote = '"';
    for (let from = 0; from < value.length;) {
      // By code points: half a surrogate pair would be written as an escape.
      const to = from + step - (isPairAt(value, from + step - 1) ? 1 : 0);
      yield quote + JSON.stringify(value.slice(from, to)).slice(1, -1);
      quote = '';
      from = to;
    }
    yield '"';
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* partsOf(item, step);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [name, field] of Object.entries(value ?? {})) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* partsOf(field, step);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

const isPairAt = (text: string, index: number): boolean => (text.codePointAt(index) ?? 0) > 0xffff;

const isLong = (value: unknown, step: number): boolean => roomAfter(value, step) < 0;

/** What is left of so many characters after a value; it is looked at only as far as they reach. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room;
  for (const name in value) {
    if (left < 0) break;
    left = roomAfter(Reflect.get(value, name), left - name.length);
  }
  return left;
}
