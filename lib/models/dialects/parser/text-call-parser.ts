import type { JsonSchema } from '@/lib/schema';
import type { Reading, TaughtTool, TextCall, TextCallParser } from '../dialect';
import type { Grammar } from './grammar';
import { ReadingBlock } from './reading-block';
import { TextScanner, type Scan } from './text-scanner';

interface Draft {
  readonly text: string[];
  readonly calls: TextCall[];
  readonly warnings: string[];
}

/** A parser for one stream, whose blocks may be written in any of these grammars. */
export function createTextCallParser(grammars: readonly Grammar[], tools: readonly TaughtTool[] = []): TextCallParser {
  const schemas = new Map(tools.map(({ name, parameters }) => [name, parameters]));
  const schemaOf = (tool: string): JsonSchema | undefined => schemas.get(tool);
  const scanner = new TextScanner([...new Set(grammars.flatMap(({ openers }) => openers))]);
  let block: ReadingBlock | undefined;

  /** Feeds the open block; what is left goes back to the scanner. */
  const inBlock = (open: ReadingBlock, input: string, draft: Draft): string | undefined => {
    const state = open.feed(input);
    if (state.kind === 'more') return undefined;
    block = undefined;
    if (state.kind === 'none') return asText(state.raw, draft);
    draft.calls.push(...state.calls);
    draft.warnings.push(...state.warnings);
    return state.rest;
  };

  const follow = (first: Scan, draft: Draft): void => {
    for (let scan = first; ;) {
      draft.text.push(scan.text);
      if (scan.opener === undefined) return;
      block = new ReadingBlock(scan.opener, grammars, schemaOf);
      const rest = inBlock(block, scan.rest, draft);
      if (rest === undefined) return;
      scan = scanner.feed(rest);
    }
  };

  const take = (input: string, draft: Draft): void => {
    const rest = block ? inBlock(block, input, draft) : input;
    if (rest !== undefined) follow(scanner.feed(rest), draft);
  };

  const finish = (draft: Draft): void => {
    for (;;) {
      const open = block;
      block = undefined;
      if (open?.unfinished !== undefined) draft.warnings.push(open.unfinished);
      else if (open) take(asText(open.raw, draft), draft);
      if (block) continue;
      const last = scanner.end();
      follow(last, draft);
      if (last.opener === undefined) return;
    }
  };

  return {
    push: (text) => collect((draft) => take(text, draft)),
    end: () => collect(finish),
  };
}

/** A tag that opened nothing is text; what follows its first character is read again. */
function asText(raw: string, draft: Draft): string {
  draft.text.push(raw.slice(0, 1));
  return raw.slice(1);
}

function collect(work: (draft: Draft) => void): Reading {
  const draft: Draft = { text: [], calls: [], warnings: [] };
  work(draft);
  return { text: draft.text.join(''), calls: draft.calls, warnings: draft.warnings };
}
