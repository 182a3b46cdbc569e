import type { Reading, PromptedTool, TextCall, TextCallParser } from '../dialect';
import type { Grammar, Stream } from './grammar';
import { ReadingBlock, type BlockState } from './reading-block';
import { TextScanner, type Scan } from './text-scanner';
import { THOUGHT_CLOSERS, ThoughtSplitter, type Piece } from './thought-splitter';

/** Most characters examined at once, which limits how much is read again after a tag that opens nothing. */
const MOST_AT_ONCE = 1024;

interface Draft {
  readonly text: string[];
  readonly calls: TextCall[];
  readonly warnings: string[];
  thought?: number;
}

/** A parser for one stream, whose blocks may be in any of the grammars. */
export function createTextCallParser(
  grammars: readonly Grammar[],
  tools: readonly PromptedTool[] = [],
): TextCallParser {
  const schemas = new Map(tools.map(({ name, parameters }) => [name, parameters]));
  const stream: Stream = { schemaOf: (tool) => schemas.get(tool), brokenJson: false };
  const closers = new Set(grammars.flatMap(({ openers, closerOf }) => openers.map(closerOf)));
  const openers = grammars.flatMap((grammar) => grammar.openers);
  const scanner = new TextScanner([...new Set([...openers, ...closers, ...THOUGHT_CLOSERS])]);
  const splitter = new ThoughtSplitter();
  let made = 0;
  /** How many calls were part of a thought. */
  let thought = 0;
  let block: ReadingBlock | undefined;
  /** Whether a block has just ended: a closing tag here belongs to it, and its opening tag was left out. */
  let behindBlock = false;

  const say = (text: string, draft: Draft): void => {
    if (/\S/.test(text)) behindBlock = false;
    draft.text.push(text);
  };

  /** Records the outcome of the open block; returns the text that goes back to the scanner. */
  const close = (state: BlockState, draft: Draft): string | undefined => {
    if (state.kind === 'more') return undefined;
    block = undefined;
    if (state.kind === 'none') return asText(state.raw, draft);
    if (state.kind === 'code') {
      say(state.text, draft);
      return state.rest;
    }
    behindBlock = true;
    draft.calls.push(...state.calls);
    made += state.calls.length;
    draft.warnings.push(...state.warnings);
    return state.rest;
  };

  /** All calls so far were part of a thought. */
  const forget = (closer: string, draft: Draft): void => {
    thought = made;
    draft.thought = thought;
    draft.warnings.push(`What stands before ${closer} is a thought: the calls in it are not run.`);
  };

  const follow = (first: Scan, draft: Draft): void => {
    for (let scan = first; ;) {
      say(scan.text, draft);
      if (scan.opener === undefined) return;
      if (THOUGHT_CLOSERS.includes(scan.opener)) {
        if (made > thought && !splitter.found) forget(scan.opener, draft);
        say(scan.opener, draft);
        scan = scanner.feed(scan.rest);
        continue;
      }
      if (closers.has(scan.opener)) {
        if (!behindBlock) say(scan.opener, draft);
        scan = scanner.feed(scan.rest);
        continue;
      }
      block = new ReadingBlock(scan.opener, grammars, stream, scan.ticks);
      const rest = close(block.feed(scan.rest), draft);
      if (rest === undefined) return;
      scan = scanner.feed(rest);
    }
  };

  const take = (input: string, draft: Draft): void => {
    for (let at = 0; at < input.length; at += MOST_AT_ONCE) {
      const piece = input.slice(at, at + MOST_AT_ONCE);
      const rest = block ? close(block.feed(piece), draft) : piece;
      if (rest !== undefined) follow(scanner.feed(rest), draft);
    }
  };

  const finish = (draft: Draft): void => {
    for (;;) {
      const open = block;
      const ended = open?.end();
      block = undefined;
      if (ended) take(close(ended, draft) ?? '', draft);
      else if (open?.unfinished !== undefined) draft.warnings.push(open.unfinished);
      else if (open) take(asText(open.raw, draft), draft);
      if (block) continue;
      const last = scanner.end();
      follow(last, draft);
      if (last.opener === undefined) return;
    }
  };

  /** A tag that opened nothing is text; what follows its first character is read again. */
  const asText = (raw: string, draft: Draft): string => {
    say(raw.slice(0, 1), draft);
    return raw.slice(1);
  };

  const hear = (pieces: readonly Piece[], draft: Draft): void => {
    for (const { kind, text } of pieces) {
      if (kind === 'said') take(text, draft);
      else say(text, draft);
    }
  };

  return {
    push: (text) => collect((draft) => hear(splitter.push(text), draft)),
    end: () =>
      collect((draft) => {
        hear(splitter.end(), draft);
        finish(draft);
      }),
  };
}

function collect(work: (draft: Draft) => void): Reading {
  const draft: Draft = { text: [], calls: [], warnings: [] };
  work(draft);
  return { ...draft, text: draft.text.join('') };
}
