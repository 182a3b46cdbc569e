/** A piece of a reply: part of a thought at its beginning, a tag or white space around it, or what is said. */
export interface ThoughtPiece {
  readonly kind: 'thought' | 'frame' | 'said';
  readonly text: string;
}

/** After more white space than this, no thought begins. */
const MOST_SPACE = 256;
const NAMES = ['think', 'thinking', 'longcat_think'];
const OPENERS = NAMES.map((name) => `<${name}>`);

/** Tags that end a thought. Some servers leave only the closing tag in the text; it ends a thought too. */
export const THOUGHT_CLOSERS = NAMES.map((name) => `</${name}>`);

/**
 * Separates a model's thoughts at the beginning of its reply, in tags such as `<think>`, from what it says. Servers do this
 * themselves if they know the model. A reply that ends within a thought has nothing else.
 */
export class ThoughtSplitter {
  /** The closing tag of the open thought; '' if one may begin next, undefined if none can. */
  #closer: string | undefined = '';
  #found = false;
  /** White space, or a possible beginning of a tag. */
  #carry = '';

  /** Whether the reply had a thought. */
  get found(): boolean {
    return this.#found;
  }

  push(text: string): ThoughtPiece[] {
    let rest = this.#carry + text;
    this.#carry = '';
    const pieces: ThoughtPiece[] = [];
    while (rest !== '') {
      if (this.#closer === undefined) return [...pieces, { kind: 'said', text: rest }];
      const cut = this.#closer === '' ? this.#before(rest, pieces) : this.#inside(this.#closer, rest, pieces);
      if (cut === undefined) {
        this.#carry = rest;
        return pieces;
      }
      rest = rest.slice(cut);
    }
    return pieces;
  }

  end(): ThoughtPiece[] {
    const text = this.#carry;
    this.#carry = '';
    if (text === '') return [];
    const kind = this.#closer ? 'thought' : this.#found && text.trim() === '' ? 'frame' : 'said';
    return [{ kind, text }];
  }

  /** How much of the text is taken at a point where a thought may begin; undefined if more is needed to tell. */
  #before(text: string, pieces: ThoughtPiece[]): number | undefined {
    const space = text.search(/\S|$/);
    const next = text.slice(space);
    const opener = space > MOST_SPACE ? undefined : OPENERS.find((tag) => next.startsWith(tag));
    const unsure = space <= MOST_SPACE && OPENERS.some((tag) => tag.startsWith(next));
    if (opener === undefined && unsure) return undefined;
    this.#closer = opener?.replace('<', '</');
    this.#found ||= opener !== undefined;
    const taken = space + (opener?.length ?? 0);
    if (taken > 0) pieces.push({ kind: this.#found ? 'frame' : 'said', text: text.slice(0, taken) });
    return taken;
  }

  #inside(closer: string, text: string, pieces: ThoughtPiece[]): number | undefined {
    const at = text.indexOf(closer);
    if (at === 0) {
      pieces.push({ kind: 'frame', text: closer });
      this.#closer = '';
      return closer.length;
    }
    const sure = at === -1 ? text.length - beginningAtEnd(closer, text) : at;
    if (sure === 0) return undefined;
    pieces.push({ kind: 'thought', text: text.slice(0, sure) });
    return sure;
  }
}

/** How many characters at the end of the text may be the beginning of the tag. */
function beginningAtEnd(tag: string, text: string): number {
  const at = text.lastIndexOf('<');
  return at !== -1 && tag.startsWith(text.slice(at)) ? text.length - at : 0;
}
