import { diffWords, type WordPart } from '../../diff/word-diff';
import type { Hunk } from '../../diff/hunks';
import type { DiffStyle } from './diff-style';

/** A hunk with its changes marked word by word. */
export function wordHunk(
  hunk: Hunk,
  old: readonly string[],
  now: readonly string[],
  style: DiffStyle,
  words: RegExp | undefined,
): string {
  const how = style.words?.how ?? 'plain';
  let out = '';
  let at = hunk.newStart;
  const same = (text: string) =>
    how === 'porcelain'
      ? `${MARKS.same}${text.replace(/\n?$/, '\n~\n')}`
      : style.colored
        ? text.replace(/(?<=.)(?=\n?$)/, '\u001b[m')
        : text;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunk.changes) {
    for (; at < newStart; at++) out += same(now[at] ?? '');
    const [removed, added] = [old.slice(oldStart, oldEnd).join(''), now.slice(newStart, newEnd).join('')];
    const parts: WordPart[] = added === '' ? [{ kind: 'old', text: removed }] : diffWords(removed, added, words);
    if (how === 'porcelain') out += porcelain(parts).replace(/(?<!~\n)$/, '~\n');
    else out += parts.map((part) => markedPart(part, how, style)).join('');
    if (!out.endsWith('\n')) out += '\n';
    at = newEnd;
  }
  for (; at < hunk.newEnd; at++) out += same(now[at] ?? '');
  return out.endsWith('\n') ? out : `${out}\n`;
}

function markedPart({ kind, text }: WordPart, how: 'plain' | 'color', { paint }: DiffStyle): string {
  if (kind === 'same') return text;
  const marked = (line: string) => {
    if (line === '') return '';
    if (how === 'color') return paint(kind === 'old' ? 'red' : 'green', line);
    const [open, close] = kind === 'old' ? ['[-', '-]'] : ['{+', '+}'];
    return paint(kind === 'old' ? 'red' : 'green', `${open}${line}${close}`);
  };
  return text.split('\n').map(marked).join('\n');
}

const MARKS = { same: ' ', old: '-', new: '+' } as const;

/** One line for each piece, and `~` for each line end. */
function porcelain(parts: readonly WordPart[]): string {
  return parts
    .map(({ kind, text }) =>
      text
        .split('\n')
        .map((line) => (line === '' ? '' : `${MARKS[kind]}${line}\n`))
        .join('~\n'),
    )
    .join('');
}
