const TOKEN = /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|True|False|None|[TFN]|[^"'TFN]+/sy;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** A list or a dict as Python prints it, as JSON: models write these too. Undefined where a quote is never closed. */
export function jsonOfPython(text: string): string | undefined {
  const parts: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token, single] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    parts.push(single === undefined ? (WORDS[token] ?? token) : inDoubleQuotes(single));
  }
  return parts.join('');
}

const inDoubleQuotes = (inner: string): string =>
  `"${inner.replaceAll(/\\'|\\.|"/gs, (part) => ({ "\\'": "'", '"': '\\"' })[part] ?? part)}"`;
