import type { DialectName } from '@/lib/protocol';
import type { Reading, PromptedTool, TextCallParser } from './dialect';
import type { ReadableDialect } from './define-dialect';
import { dsml } from './dsml';
import { functionDialect } from './function';
import { generic } from './generic';
import { glm } from './glm';
import { json } from './json';
import { longcat } from './longcat';
import { minimax } from './minimax';
import { withPlainCalls } from './parser/plain-call';
import { createTextCallParser } from './parser/text-call-parser';
import { xml } from './xml';

export type { Dialect, Reading, PromptedTool, TextCall, TextCallParser } from './dialect';
export { ThoughtSplitter, type ThoughtPiece } from './parser/thought-splitter';

/** All ways of writing tool calls as text, by name. */
export const dialects = {
  xml,
  json,
  function: functionDialect,
  dsml,
  minimax,
  glm,
  longcat,
  generic,
} as const satisfies Record<DialectName, ReadableDialect>;

export type { DialectName };

const EVERY_GRAMMAR = [...new Set(Object.values(dialects).flatMap(({ grammars }) => grammars))];

/** A parser for one stream that reads calls in any dialect. */
export const createAnyParser = (tools?: readonly PromptedTool[]): TextCallParser =>
  withPlainCalls(createTextCallParser(EVERY_GRAMMAR, tools), tools);

/** Reads a whole reply with calls in any dialect. */
export function parseToolCalls(text: string, tools?: readonly PromptedTool[]): Reading {
  const parser = createAnyParser(tools);
  const [first, last] = [parser.push(text), parser.end()];
  return {
    text: first.text + last.text,
    calls: [...first.calls, ...last.calls].slice(last.thought ?? first.thought),
    warnings: [...first.warnings, ...last.warnings],
  };
}
