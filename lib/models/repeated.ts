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

  /** What a piece adds, as far as it is certain. */
  next(piece: string): string {
    const { whole, pieces } = this.#held ?? { whole: this.#told, pieces: '' };
    if (piece === '') return '';
    // By their lengths first: most pieces are shorter than what is before them, and need no comparison.
    const repeats = whole !== '' && piece.length >= whole.length && piece.startsWith(whole);
    if (repeats) {
      this.#held = { pieces: pieces + piece, whole: piece };
      return '';
    }
    this.#held = undefined;
    this.#told += pieces + piece;
    return pieces + piece;
  }

  /** What is left once no more comes. */
  end(): string {
    if (!this.#held) return '';
    const { pieces, whole } = this.#held;
    const repeated = !parseAnswer(this.#told + pieces).ok && parseAnswer(whole).ok;
    return repeated ? whole.slice(this.#told.length) : pieces;
  }
}
