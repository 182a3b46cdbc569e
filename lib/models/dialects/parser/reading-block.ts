import type { TextCall } from '../dialect';
import { Cursor } from './cursor';
import { BlockIssue, NotABlock } from './cursor';
import type { CallBlock, Grammar, BlockReader, Stream } from './grammar';

interface Done {
  readonly kind: 'done';
  /** Text after the block. */
  readonly rest: string;
  readonly calls: readonly TextCall[];
  readonly warnings: readonly string[];
}

export type BlockState =
  | { readonly kind: 'more' }
  | Done
  /** It is in inline code, so all of it is text. */
  | { readonly kind: 'code'; readonly text: string; readonly rest: string }
  /** It turned out to be text: `raw`, with its opening tag. */
  | { readonly kind: 'none'; readonly raw: string };

/** Most characters of a block that a warning quotes. */
const QUOTED = 80;

/** A block being read by every grammar that its opening tag may belong to. The first that reaches its end wins. */
export class ReadingBlock {
  #attempts: readonly Attempt[];
  /** Its whole text, until it is certain to be a block. */
  #raw: string[];
  #start: string;
  readonly #ticks: string;
  /** Set once the block is read to its end but it is not clear yet whether backticks follow. */
  #done: Done | undefined;

  /** `ticks`: the backticks right before the opening tag; if the same follow the block, it is code. */
  constructor(opener: string, grammars: readonly Grammar[], stream: Stream, ticks = '') {
    this.#raw = [opener];
    this.#start = opener;
    this.#ticks = ticks;
    this.#attempts = grammars
      .filter(({ openers }) => openers.includes(opener))
      .map((grammar) => new Attempt(grammar, opener, stream));
  }

  feed(text: string): BlockState {
    if (this.#raw.length > 0) this.#raw.push(text);
    if (this.#start.length < QUOTED) this.#start = (this.#start + text.slice(0, QUOTED)).slice(0, QUOTED);
    if (this.#done) return this.#settled({ ...this.#done, rest: this.#done.rest + text }, false);
    const left: Attempt[] = [];
    for (const attempt of this.#attempts) {
      const state = attempt.feed(text);
      if (state.kind === 'done') return this.#settled(state, false);
      if (state.kind === 'more') left.push(attempt);
    }
    this.#attempts = left;
    if (this.#attempts.length === 0) return { kind: 'none', raw: this.#raw.join('') };
    if (this.#ticks === '' && this.#attempts.some(({ committed }) => committed)) this.#raw = [];
    return { kind: 'more' };
  }

  /** The final state once nothing more will come; undefined if the block was not read to its end. */
  end(): BlockState | undefined {
    const done = this.#done ?? this.#attempts.map((attempt) => attempt.finish()).find(({ kind }) => kind === 'done');
    return done?.kind === 'done' ? this.#settled(done, true) : undefined;
  }

  #settled(done: Done, over: boolean): BlockState {
    const ticks = this.#ticks;
    const { rest } = done;
    if (!over && ticks !== '' && rest.length <= ticks.length && ticks.startsWith(rest)) {
      this.#done = done;
      return { kind: 'more' };
    }
    const code = ticks !== '' && rest.startsWith(ticks) && rest[ticks.length] !== '`';
    if (!code) return done;
    const raw = this.raw;
    return { kind: 'code', text: raw.slice(0, raw.length - rest.length), rest };
  }

  /** The warning for a block that was never finished; undefined if it was not certain to be one. */
  get unfinished(): string | undefined {
    const attempt = this.#attempts.find(({ committed }) => committed);
    if (!attempt) return undefined;
    return `The reply ended inside a tool call, which is not run: ${quote(this.#start)} was never closed by ${attempt.closer}.`;
  }

  /** The block as text. */
  get raw(): string {
    return this.#raw.join('');
  }
}

class Attempt {
  readonly #cursor = new Cursor();
  readonly #reader: BlockReader;
  readonly #calls: TextCall[] = [];
  readonly #warnings: string[] = [];
  readonly closer: string;

  constructor(grammar: Grammar, opener: string, stream: Stream) {
    this.closer = grammar.closerOf(opener);
    const warn = (message: string): void => void this.#warnings.push(message);
    this.#reader = recovering(grammar, {
      cursor: this.#cursor,
      opener,
      stream,
      found: (call) => void this.#calls.push(call),
      warn,
    });
  }

  get committed(): boolean {
    return this.#cursor.committed;
  }

  finish(): BlockState {
    this.#cursor.finish();
    return this.feed('');
  }

  feed(text: string): BlockState {
    this.#cursor.feed(text);
    try {
      if (!this.#reader.next().done) return { kind: 'more' };
    } catch (error) {
      if (error instanceof NotABlock) return { kind: 'none', raw: '' };
      throw error;
    }
    return { kind: 'done', rest: this.#cursor.rest, calls: this.#calls, warnings: this.#warnings };
  }
}

/** Reads a block; after a fault in it, skips to its end. */
function* recovering(grammar: Grammar, block: CallBlock): BlockReader {
  try {
    yield* grammar.read(block);
  } catch (error) {
    if (!(error instanceof BlockIssue)) throw error;
    block.warn(`A tool call is not written as it should be and is not run: ${error.message}.`);
    yield* block.cursor.until(grammar.closerOf(block.opener));
  }
}

const quote = (text: string): string => JSON.stringify(text.length < QUOTED ? text : `${text}…`);
