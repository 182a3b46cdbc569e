/** The result of scanning a piece: text, and the tag found, if any, with what follows it. */
export interface Scan {
  readonly text: string;
  readonly opener?: string;
  /** Backticks right before the tag that are not closed on their line; empty if there are none. */
  readonly ticks: string;
  /** Text not scanned yet, because an opening tag came before it. */
  readonly rest: string;
}

/** Ticks that may open code; the text after them on the line is held until it is clear whether they do. */
interface Undecided {
  readonly run: string;
  /** Whether they open a fence if nothing closes them on their line. */
  readonly fence: boolean;
  readonly held: string[];
}

/** An open fence: the pattern that closes it, and the line so far. */
interface Fence {
  readonly closing: RegExp;
  line: string;
}

/** Characters that can be significant in plain text. */
const NOTABLE = /[<`~\n]/g;
/** A longer run of ticks is not code. */
const MOST_TICKS = 256;
/** A line with more text before the ticks is not checked for a fence. */
const LONGEST_LEAD = 256;
/** What may precede a fence on its line: white space, and the marks of enclosing lists and quotes. */
const LEAD = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;
/** A longer line does not close a fence. */
const LONGEST_CLOSING_LINE = 2 * MOST_TICKS;

/**
 * Finds the opening tags in a stream of Markdown. A tag in a code fence, or in inline code that ends on its line, is text;
 * inline code over several lines is left to the reader of the block that the tag opens. Text is passed on as soon as it is
 * certain, and each character is examined once, or twice after ticks that turn out to be plain text.
 */
export class TextScanner {
  readonly #openers: readonly string[];
  readonly #longest: number;
  #out: string[] = [];
  #met: string | undefined;
  /** Text that the next piece may change: the beginning of a tag, or a run of ticks. */
  #carry = '';
  /** The last run of ticks that was plain text, if nothing has followed it yet. */
  #ticksPassed = '';
  /** The line so far, while a fence may follow; undefined if none can. */
  #lead: string | undefined = '';
  /** Lengths of runs of ticks without a counterpart on this line. */
  readonly #single = new Set<number>();
  #undecided: Undecided | undefined;
  #fence: Fence | undefined;

  constructor(openers: readonly string[]) {
    this.#openers = openers;
    this.#longest = Math.max(...openers.map((opener) => opener.length));
  }

  feed(piece: string): Scan {
    return this.#scan(this.#carry + piece, false);
  }

  /** Decides what is undecided, since nothing more will come. A tag may still be found in text that was held. */
  end(): Scan {
    return this.#scan(this.#carry, true);
  }

  #scan(input: string, over: boolean): Scan {
    this.#carry = '';
    let rest = input;
    while (this.#met === undefined && (rest !== '' || (over && this.#undecided))) {
      const left = this.#step(rest, over);
      if (left === undefined) {
        this.#carry = rest;
        break;
      }
      rest = left;
    }
    const text = this.#out.join('');
    const opener = this.#met;
    const ticks = this.#ticksPassed;
    this.#out = [];
    this.#met = undefined;
    return opener === undefined ? { text, ticks, rest: '' } : { text, opener, ticks, rest };
  }

  /** Takes something off the front of the input and returns the rest; undefined if more input is needed. */
  #step(input: string, over: boolean): string | undefined {
    if (this.#fence) return this.#inFence(this.#fence, input);
    if (this.#undecided) return this.#inDoubt(this.#undecided, input, over);
    switch (input[0]) {
      case '\n':
        this.#out.push('\n');
        this.#lead = '';
        this.#ticksPassed = '';
        this.#single.clear();
        return input.slice(1);
      case '<':
        return this.#tag(input, over);
      case '`':
      case '~':
        return this.#ticks(input[0], input, over);
      default:
        return this.#plain(input);
    }
  }

  #plain(input: string): string {
    NOTABLE.lastIndex = 0;
    const end = NOTABLE.exec(input)?.index ?? input.length;
    const text = input.slice(0, end);
    this.#ticksPassed = '';
    if (this.#lead !== undefined) this.#lead = this.#lead.length + end > LONGEST_LEAD ? undefined : this.#lead + text;
    this.#out.push(text);
    return input.slice(end);
  }

  #tag(input: string, over: boolean): string | undefined {
    this.#met = this.#openers.find((opener) => input.startsWith(opener));
    if (this.#met !== undefined) {
      this.#lead = undefined;
      return input.slice(this.#met.length);
    }
    const cut = !over && input.length < this.#longest && this.#openers.some((opener) => opener.startsWith(input));
    return cut ? undefined : this.#literal('<', input);
  }

  #literal(text: string, input: string): string {
    this.#out.push(text);
    this.#lead = undefined;
    this.#ticksPassed = text.startsWith('`') ? text : '';
    return input.slice(text.length);
  }

  #ticks(tick: string, input: string, over: boolean): string | undefined {
    const run = runOf(tick, input);
    if (run === input && !over && run.length < MOST_TICKS) return undefined;
    const fence = run.length >= 3 && this.#lead !== undefined && LEAD.test(this.#lead);
    const inline = tick === '`' && run.length < MOST_TICKS && !this.#single.has(run.length);
    if (!fence && !inline) return this.#literal(run, input);
    this.#undecided = { run, fence, held: [] };
    return input.slice(run.length);
  }

  #inDoubt({ run, fence, held }: Undecided, input: string, over: boolean): string | undefined {
    const at = input.search(/[`\n]/);
    if (at === -1) {
      held.push(input);
      return over ? this.#decide(false, '') : '';
    }
    if (input[at] === '\n') {
      held.push(input.slice(0, at));
      return this.#decide(fence, input.slice(at));
    }
    const closing = runOf('`', input.slice(at));
    const end = at + closing.length;
    if (end === input.length && !over && closing.length < MOST_TICKS) {
      // The run may continue in the next piece.
      if (at === 0) return undefined;
      held.push(input.slice(0, at));
      return input.slice(at);
    }
    held.push(input.slice(0, end));
    if (closing !== run) return input.slice(end);
    this.#out.push(run, ...held);
    this.#undecided = undefined;
    this.#ticksPassed = '';
    this.#lead = undefined;
    return input.slice(end);
  }

  /** The line ended and nothing closed the ticks: they opened a fence, or they are plain text and the line is read again. */
  #decide(fence: boolean, rest: string): string {
    const { run = '', held = [] } = this.#undecided ?? {};
    const indent = (this.#lead?.length ?? 0) + 3;
    this.#undecided = undefined;
    this.#lead = undefined;
    this.#out.push(run);
    if (!fence) {
      this.#single.add(run.length);
      this.#ticksPassed = run;
      return held.join('') + rest;
    }
    this.#out.push(...held);
    this.#fence = {
      closing: new RegExp(`^[ \\t>]{0,${indent}}${run[0]}{${run.length},}[ \\t]*\\r?$`),
      line: 'opening',
    };
    return rest;
  }

  #inFence(fence: Fence, input: string): string {
    const at = input.indexOf('\n');
    const part = at === -1 ? input : input.slice(0, at);
    if (fence.line.length < LONGEST_CLOSING_LINE) fence.line += part.slice(0, LONGEST_CLOSING_LINE);
    this.#out.push(part);
    if (at === -1) return '';
    if (fence.closing.test(fence.line)) {
      this.#fence = undefined;
      return input.slice(at);
    }
    fence.line = '';
    this.#out.push('\n');
    return input.slice(at + 1);
  }
}

function runOf(character: string, text: string): string {
  let length = 0;
  while (text[length] === character) length += 1;
  return text.slice(0, length);
}
