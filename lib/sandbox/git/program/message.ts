/** Cleans up a message: removes comments, trailing white space and repeated blank lines. */
export function cleanMessage(
  text: string,
  mode: 'strip' | 'whitespace' | 'scissors' | 'verbatim' = 'strip',
  comment = '#',
): string {
  if (mode === 'verbatim') return text;
  const cut =
    mode === 'scissors' ? text.indexOf(`${comment} ------------------------ >8 ------------------------`) : -1;
  const lines = (cut < 0 ? text : text.slice(0, cut)).split('\n').map((line) => line.trimEnd());
  const kept = mode === 'strip' ? lines.filter((line) => !line.startsWith(comment)) : lines;
  const body = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
  return body === '' ? '' : `${body}\n`;
}

/** Joins several `-m` values as paragraphs. */
export const joinParagraphs = (parts: readonly string[]): string =>
  parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('\n');

const TRAILER = /^[A-Za-z0-9-]+\s*: |^\(cherry picked from commit /;

/** The trailer lines of a message; empty if it has none. */
export function trailersOf(message: string): string[] {
  const paragraphs = message.trimEnd().split(/\n\s*\n/);
  const last = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : [];
  return last.length > 0 && last.every((line) => TRAILER.test(line) || /^\s/.test(line)) ? last : [];
}

/**
 * The message with a trailer such as `Signed-off-by: …` added after its others; `again` adds it even if it is already
 * the last.
 */
export function addTrailer(message: string, trailer: string, again = false): string {
  const text = message.trimEnd();
  const trailers = trailersOf(text);
  if (!again && trailers.at(-1) === trailer) return `${text}\n`;
  return `${text}${trailers.length > 0 ? '\n' : '\n\n'}${trailer}\n`;
}

/** A subject, made fit for a file name. */
export const fileName = (subject: string, most = 52): string =>
  subject
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/[-.]+$/, '');
