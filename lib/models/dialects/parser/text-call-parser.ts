import type { Reading, PromptedTool, TextCall, TextCallParser } from '../dialect';
import type { Grammar, Stream } from './grammar';
import { ReadingBlock, type BlockState } from './reading-block';
import { TextScanner, type Scan } from './text-scanner';
import { THOUGHT_CLOSERS, ThoughtSplitter, type ThoughtPiece } from './thought-splitter';

/** Most characters examined at once, which limits how much is read again after a tag that opens nothing. */
const MOST_AT_ONCE = 1024;

interface Draft {
  readonly text: string[];
  readonly calls: TextCall[];
  readonly warnings: string[];
  thought?: number;
}

/** A parser for one stream, whose blocks may be in any of the grammars. */
export const createTextCallParser = (
  grammars: readonly Grammar[],
  tools: readonly PromptedTool[] = [],
): TextCallParser => new Parser(grammars, tools);

class Parser implements TextCallParser {
  readonly #grammars: readonly Grammar[];
  readonly #stream: Stream;
  readonly #closers: ReadonlySet<string>;
  readonly #scanner: TextScanner;
  readonly #splitter = new ThoughtSplitter();
  /** The outcome of what is being read. */
  #draft: Draft = newDraft();
  #made = 0;
  /** How many calls were part of a thought. */
  #thought = 0;
  #block: ReadingBlock | undefined;
  /** Whether a block has just ended: a closing tag here belongs to it, and its opening tag was left out. */
  #behindBlock = false;

  constructor(grammars: readonly Grammar[], tools: readonly PromptedTool[]) {
    const schemas = new Map(tools.map(({ name, parameters }) => [name, parameters]));
    this.#grammars = grammars;
    this.#stream = { schemaOf: (tool) => schemas.get(tool), brokenJson: false };
    this.#closers = new Set(grammars.flatMap(({ openers, closerOf }) => openers.map(closerOf)));
    const openers = grammars.flatMap((grammar) => grammar.openers);
    this.#scanner = new TextScanner([...new Set([...openers, ...this.#closers, ...THOUGHT_CLOSERS])]);
  }

  push(text: string): Reading {
    this.#hear(this.#splitter.push(text));
    return this.#read();
  }

  end(): Reading {
    this.#hear(this.#splitter.end());
    this.#finish();
    return this.#read();
  }

  #read(): Reading {
    const { text, ...rest } = this.#draft;
    this.#draft = newDraft();
    return { ...rest, text: text.join('') };
  }

  #hear(pieces: readonly ThoughtPiece[]): void {
    for (const { kind, text } of pieces) {
      if (kind === 'said') this.#take(text);
      else this.#say(text);
    }
  }

  #say(text: string): void {
    if (/\S/.test(text)) this.#behindBlock = false;
    this.#draft.text.push(text);
  }

  #take(input: string): void {
    for (let at = 0; at < input.length; at += MOST_AT_ONCE) {
      const piece = input.slice(at, at + MOST_AT_ONCE);
      const rest = this.#block ? this.#close(this.#block.feed(piece)) : piece;
      if (rest !== undefined) this.#follow(this.#scanner.feed(rest));
    }
  }

  #follow(first: Scan): void {
    for (let scan = first; ;) {
      this.#say(scan.text);
      if (scan.opener === undefined) return;
      const rest = this.#enter(scan, scan.opener);
      if (rest === undefined) return;
      scan = this.#scanner.feed(rest);
    }
  }

  /** Takes a tag that the scanner found; returns the text that goes back to it, or undefined while a block is open. */
  #enter({ rest, ticks }: Scan, tag: string): string | undefined {
    if (THOUGHT_CLOSERS.includes(tag)) {
      if (this.#made > this.#thought && !this.#splitter.found) this.#forget(tag);
      this.#say(tag);
      return rest;
    }
    if (this.#closers.has(tag)) {
      if (!this.#behindBlock) this.#say(tag);
      return rest;
    }
    this.#block = new ReadingBlock(tag, this.#grammars, this.#stream, ticks);
    return this.#close(this.#block.feed(rest));
  }

  /** Records the outcome of the open block; returns the text that goes back to the scanner. */
  #close(state: BlockState): string | undefined {
    if (state.kind === 'more') return undefined;
    this.#block = undefined;
    if (state.kind === 'none') return this.#asText(state.raw);
    if (state.kind === 'code') {
      this.#say(state.text);
      return state.rest;
    }
    this.#behindBlock = true;
    this.#draft.calls.push(...state.calls);
    this.#made += state.calls.length;
    this.#draft.warnings.push(...state.warnings);
    return state.rest;
  }

  /** A tag that opened nothing is text; what follows its first character is read again. */
  #asText(raw: string): string {
    this.#say(raw.slice(0, 1));
    return raw.slice(1);
  }

  /** All calls so far were part of a thought. */
  #forget(closer: string): void {
    this.#thought = this.#made;
    this.#draft.thought = this.#thought;
    this.#draft.warnings.push(`What stands before ${closer} is a thought: the calls in it are not run.`);
  }

  #finish(): void {
    for (;;) {
      const open = this.#block;
      const ended = open?.end();
      this.#block = undefined;
      if (ended) this.#take(this.#close(ended) ?? '');
      else if (open?.unfinished !== undefined) this.#draft.warnings.push(open.unfinished);
      else if (open) this.#take(this.#asText(open.raw));
      if (this.#block) continue;
      const last = this.#scanner.end();
      this.#follow(last);
      if (last.opener === undefined) return;
    }
  }
}

const newDraft = (): Draft => ({ text: [], calls: [], warnings: [] });
