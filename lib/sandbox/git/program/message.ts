/** A message as it is kept: without comments, white space at the ends and blank lines in a row. */
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

/** Several `-m` as paragraphs. */
export const joinParagraphs = (parts: readonly string[]): string =>
  parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('\n');

const TRAILER = /^[A-Za-z0-9-]+\s*: |^\(cherry picked from commit /;

/** Where the trailers of a message begin, as lines; undefined where it has none. */
export function trailersOf(message: string): string[] {
  const paragraphs = message.trimEnd().split(/\n\s*\n/);
  const last = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : [];
  return last.length > 0 && last.every((line) => TRAILER.test(line) || /^\s/.test(line)) ? last : [];
}

/** The message with one more line at its end, among those it has such as `Signed-off-by: …`; twice only with `again`. */
export function addTrailer(message: string, trailer: string, again = false): string {
  const text = message.trimEnd();
  const trailers = trailersOf(text);
  if (!again && trailers.at(-1) === trailer) return `${text}\n`;
  return `${text}${trailers.length > 0 ? '\n' : '\n\n'}${trailer}\n`;
}
