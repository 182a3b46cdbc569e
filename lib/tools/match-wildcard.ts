/** Whether a text matches a pattern: `*` matches any text, `\*` an asterisk, everything else itself. Linear time. */
export const matchWildcard = (pattern: string, text: string): boolean => wildcard(pattern)(text);

/** Like `matchWildcard`, with the pattern compiled once for reuse. */
export function wildcard(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split(OPEN_STAR).map(unescapeStars);
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === head;
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let at = head.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= end;
  };
}

const OPEN_STAR = /(?<!\\)\*/;

/** Escapes a text into a pattern that matches exactly that text. */
export const escapeStars = (text: string): string => text.replaceAll('*', '\\*');

export const unescapeStars = (pattern: string): string => pattern.replaceAll('\\*', '*');
