interface BraceLimits {
  /** The most words that one word may become; more throw a `RangeError`. */
  readonly most: number;
  /** What stands in place of a range such as `{1..3}`, whose items are not made then. */
  readonly inPlaceOfRange?: string;
}

/** Expands the braces of a raw word, before any other expansion. Quoted text and `${…}` are skipped. */
export function expandBraces(word: string, limits: BraceLimits = { most: Infinity }): string[] {
  for (let at = 0; at < word.length; at = skip(word, at)) {
    if (word[at] !== '{') continue;
    const inner = findEnd(word, at);
    if (!inner) continue;
    const items = inner.commas.length > 0 ? split(word, at, inner) : range(word.slice(at + 1, inner.end), limits);
    if (!items) continue;
    const before = word.slice(0, at);
    const after = expandBraces(word.slice(inner.end + 1), limits);
    const middle = inner.commas.length > 0 ? items.flatMap((item) => expandBraces(item, limits)) : items;
    if (middle.length * after.length > limits.most) throw new RangeError(`more than ${limits.most} words`);
    return middle.flatMap((item) => after.map((end) => before + item + end));
  }
  return [word];
}

/** The position after the character at `at`, or after the quotes, escape or expansion that begin there. */
function skip(word: string, at: number): number {
  switch (word[at]) {
    case '\\':
      return at + 2;
    case "'":
      return endOf(word, at + 1, "'");
    case '"':
      return endOf(word, at + 1, '"');
    case '`':
      return endOf(word, at + 1, '`');
    case '$':
      if (word[at + 1] === '{') return balanced(word, at + 1, '{', '}');
      if (word[at + 1] === '(') return balanced(word, at + 1, '(', ')');
      return at + 1;
    default:
      return at + 1;
  }
}

function endOf(word: string, from: number, quote: string): number {
  for (let at = from; at < word.length; at += 1) {
    if (word[at] === '\\' && quote !== "'") at += 1;
    else if (word[at] === quote) return at + 1;
  }
  return word.length;
}

function balanced(word: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < word.length;) {
    if (word[at] === open) depth += 1;
    if (word[at] === close && --depth === 0) return at + 1;
    at = word[at] === '$' ? at + 1 : skip(word, at);
  }
  return word.length;
}

function findEnd(word: string, start: number): { end: number; commas: number[] } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < word.length; at = skip(word, at)) {
    if (word[at] === '{') depth += 1;
    else if (word[at] === ',' && depth === 1) commas.push(at);
    else if (word[at] === '}' && --depth === 0) return { end: at, commas };
  }
  return undefined;
}

function split(word: string, start: number, { end, commas }: { end: number; commas: number[] }): string[] {
  const edges = [start, ...commas, end];
  return edges.slice(1).map((edge, index) => word.slice((edges[index] ?? start) + 1, edge));
}

function range(text: string, { inPlaceOfRange }: BraceLimits): string[] | undefined {
  const match = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text);
  const [, first = '', last = '', by] = match ?? [];
  if (!match) return undefined;
  const letters = /[a-zA-Z]/.test(first);
  if (letters !== /[a-zA-Z]/.test(last)) return undefined;
  if (inPlaceOfRange !== undefined) return [inPlaceOfRange];
  const [from, to, by64] = [first, last, by ?? '1'].map((end) =>
    BigInt(/[a-zA-Z]/.test(end) ? end.charCodeAt(0) : end),
  );
  if (from === undefined || to === undefined || by64 === undefined) return undefined;
  if ([from, to, by64].some((end) => BigInt.asIntN(64, end) !== end)) return undefined;
  const size = by64 < 0n ? -by64 : by64 || 1n;
  const step = from <= to ? size : -size;
  const padded = !letters && [first, last].some((end) => /^-?0\d/.test(end));
  const width = padded ? Math.max(first.length, last.length) : 0;
  const items: string[] = [];
  for (let at = from; step > 0n ? at <= to : at >= to; at += step) {
    if (letters) items.push(String.fromCharCode(Number(at)));
    else items.push(at < 0n ? `-${String(-at).padStart(width - 1, '0')}` : String(at).padStart(width, '0'));
  }
  return items;
}
