import { canonical } from '@/lib/schema/engine/canonical';
import { parseAnswer } from './bounded';

/** What a whole text says beyond its pieces, which came before it. All of it, if it is another text. */
export function unsaid(whole: string, pieces: string): string {
  if (whole.startsWith(pieces)) return whole.slice(pieces.length);
  return whole.trim() === pieces.trim() ? '' : whole;
}

/**
 * The arguments of one call. Some servers send with each piece all that came before it, or the whole call a second time. A piece
 * that begins so may still be a new one, as `{"a":1}` after `{"a":`: it is held until it is certain.
 */
export class RepeatedArguments {
  /** What came before the pieces that are held. */
  #told = '';
  /** Those that are held: as new pieces, and as the whole that each of them repeats and adds to. */
  #held: { pieces: string; whole: string } | undefined;
  /** Each piece certainly has all that came before it. */
  #cumulative = false;

  /** What a piece adds, as far as it is certain. */
  next(piece: string): string {
    const { whole, pieces } = this.#held ?? { whole: this.#told, pieces: '' };
    if (piece === '') return '';
    // By their lengths first: most pieces are shorter than what is before them, and need no comparison.
    const repeats = whole !== '' && piece.length >= whole.length && piece.startsWith(whole);
    if (!repeats && isSame(whole, piece)) return '';
    // Pieces that go on to repeat, and to add, do it on purpose.
    this.#cumulative ||= repeats && this.#held !== undefined && piece.length > whole.length;
    if (repeats && this.#cumulative) {
      const news = piece.slice(this.#told.length);
      this.#held = undefined;
      this.#told = piece;
      return news;
    }
    const grown = repeats ? piece : grownInto(whole, piece);
    if (grown !== undefined) {
      this.#held = { pieces: pieces + piece, whole: grown };
      return '';
    }
    this.#held = undefined;
    this.#told += pieces + piece;
    return pieces + piece;
  }

  /** Whether a whole text has all that came so far. */
  areIn(whole: string): boolean {
    const before = this.#held?.whole ?? this.#told;
    return whole.startsWith(before) || isSame(before, whole);
  }

  /** What is left once no more comes. */
  end(): string {
    if (!this.#held) return '';
    const { pieces, whole } = this.#held;
    const repeated = !parseAnswer(this.#told + pieces).ok && parseAnswer(whole).ok;
    return repeated ? whole.slice(this.#told.length) : pieces;
  }
}

/** How much longer an object is at most if it is written with all the white space that there may be. */
const SPACED = 4;

/** The first repeats nothing, and hardly any other begins so and is about as long: what came before is not read again with each. */
const mayRepeat = (before: string, piece: string): boolean =>
  before !== '' && piece.length * SPACED >= before.length && piece.trimStart().startsWith('{');

/** Whether a piece is the same object as all that came before, written in another way. */
function isSame(before: string, piece: string): boolean {
  if (!mayRepeat(before, piece)) return false;
  const whole = parseAnswer(piece);
  const told = whole.ok && parseAnswer(before);
  if (!whole.ok || !told || !told.ok) return false;
  try {
    return canonical(told.value) === canonical(whole.value);
  } catch {
    // Deeper than the stack.
    return false;
  }
}

/** The same without white space outside strings; the last of those may lack its end. */
function compact(json: string): string {
  let inside = false;
  return json.replaceAll(/\\.|"|\s+/gs, (token) => {
    if (token === '"') inside = !inside;
    return inside || token.trim() !== '' ? token : '';
  });
}

/** What came before with the rest of the object that a piece is, if that begins so, whatever the white space; otherwise undefined. */
function grownInto(before: string, piece: string): string | undefined {
  if (!mayRepeat(before, piece) || !parseAnswer(piece).ok) return undefined;
  const [told, whole] = [compact(before), compact(piece)];
  return whole.startsWith(told) ? before + whole.slice(told.length) : undefined;
}
