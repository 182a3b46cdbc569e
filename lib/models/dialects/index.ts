import type { Reading, TaughtTool } from './dialect';
import { dsml } from './dsml';
import { functionDialect } from './function';
import { generic } from './generic';
import { glm } from './glm';
import { json } from './json';
import { longcat } from './longcat';
import { minimax } from './minimax';
import { createTextCallParser } from './parser/text-call-parser';
import { xml } from './xml';

export type { Dialect, Reading, TaughtTool, TextCall, TextCallParser } from './dialect';

/** Every way of writing tool calls as text, by name. */
export const dialects = { xml, json, function: functionDialect, dsml, minimax, glm, longcat, generic } as const;

export type DialectName = keyof typeof dialects;

const EVERY_GRAMMAR = Object.values(dialects).flatMap(({ grammars }) => grammars);

/** Reads a whole reply, in whichever dialect its calls are written. */
export function parseToolCalls(text: string, tools?: readonly TaughtTool[]): Reading {
  const parser = createTextCallParser(EVERY_GRAMMAR, tools);
  const [first, last] = [parser.push(text), parser.end()];
  return {
    text: first.text + last.text,
    calls: [...first.calls, ...last.calls],
    warnings: [...first.warnings, ...last.warnings],
  };
}
