import { diffLines } from './line-diff';

/** A piece of text that stayed, was removed, or was added. */
export interface WordPart {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string, pattern: RegExp | undefined): Word[] {
  // A word ends with its line.
  return text
    .split(/(?<=\n)/)
    .flatMap((line, at, lines) => {
      const start = lines.slice(0, at).join('').length;
      return [...line.replace(/\n$/, '').matchAll(pattern ?? /\S+/g)].map((found) => ({
        text: found[0],
        start: start + found.index,
      }));
    })
    .map((word) => ({ ...word, end: word.start + word.text.length }));
}

/** The words that changed between two texts; white space is the new text's. */
export function diffWords(old: string, now: string, pattern?: RegExp): WordPart[] {
  const [from, to] = [wordsOf(old, pattern), wordsOf(now, pattern)];
  const changes = diffLines(
    from.map(({ text }) => text),
    to.map(({ text }) => text),
    { low: true },
  );
  const parts: WordPart[] = [];
  const put = (kind: WordPart['kind'], text: string) => {
    if (text !== '') parts.push({ kind, text });
  };
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    const start =
      newStart < newEnd ? (to[newStart]?.start ?? now.length) : newStart > 0 ? (to[newStart - 1]?.end ?? 0) : 0;
    put('same', now.slice(at, start));
    if (oldEnd > oldStart) put('old', old.slice(from[oldStart]?.start, from[oldEnd - 1]?.end));
    if (newEnd > newStart) put('new', now.slice(to[newStart]?.start, to[newEnd - 1]?.end));
    at = newEnd > newStart ? (to[newEnd - 1]?.end ?? now.length) : start;
  }
  put('same', now.slice(at));
  return parts;
}
