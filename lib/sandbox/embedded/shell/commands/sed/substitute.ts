import type { SedSubstitution } from './instruction';
import type { ReplacementPiece } from './replacement';

/** The text after a substitution; undefined if nothing matches. `expression` must be global. */
export function substituted(
  text: string,
  expression: RegExp,
  { replacement, which, all }: Pick<SedSubstitution, 'replacement' | 'which' | 'all'>,
): string | undefined {
  let count = 0;
  let changed = false;
  let made = '';
  let at = 0;
  let after = -1;
  for (const match of text.matchAll(expression)) {
    // An empty match right after another match does not count.
    if (match[0] === '' && match.index === after) continue;
    after = match.index + match[0].length;
    count += 1;
    if (count < (which || 1)) continue;
    changed = true;
    made += text.slice(at, match.index) + filled(replacement, match);
    at = after;
    if (!all) break;
  }
  return changed ? made + text.slice(at) : undefined;
}

function filled(pieces: readonly ReplacementPiece[], match: RegExpExecArray): string {
  let text = '';
  let lasting: 'U' | 'L' | undefined;
  let once: 'u' | 'l' | undefined;
  for (const piece of pieces) {
    if ('change' in piece) {
      if (piece.change === 'E') lasting = undefined;
      else if (piece.change === 'U' || piece.change === 'L') lasting = piece.change;
      else once = piece.change;
      continue;
    }
    let more = 'text' in piece ? piece.text : (match[piece.group] ?? '');
    if (lasting) more = lasting === 'U' ? more.toUpperCase() : more.toLowerCase();
    if (once && more !== '') {
      const [first = ''] = more;
      more = (once === 'u' ? first.toUpperCase() : first.toLowerCase()) + more.slice(first.length);
      once = undefined;
    }
    text += more;
  }
  return text;
}
