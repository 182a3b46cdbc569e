import type { TokenCounter } from '@/lib/discovery';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { Marker } from '../../elements/monaco';
import { textOf as say } from '../../messages/text';

const ToolSchema = z.looseObject({});
const BodySchema = z.looseObject({
  system: z.unknown().optional(),
  tools: z.array(ToolSchema).default([]),
  messages: z.array(z.looseObject({ role: z.string() })).default([]),
});

/** Tokens of the parts of a request. */
export interface RequestParts {
  system: number;
  tools: number;
  messages: number;
}

/** What a request is made of, in either provider's form; undefined where it is in neither. Counted as text, which is right to within 10 %. */
export function partsOf(request: string, counter: Pick<TokenCounter, 'countTokens'>): RequestParts | undefined {
  const body = parseJson(BodySchema, request);
  if (!body.ok) return undefined;
  const { system, tools, messages } = body.value;
  const isSystem = ({ role }: { role: string }): boolean => role === 'system' || role === 'developer';
  const count = (parts: readonly unknown[]): number =>
    parts.reduce<number>((sum, part) => sum + counter.countTokens(textOf(part)), 0);
  return {
    system: count([...(system === undefined ? [] : [system]), ...messages.filter(isSystem)]),
    tools: count(tools),
    messages: count(messages.filter((message) => !isSystem(message))),
  };
}

const textOf = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part));

/** A mark at each place up to which the provider is asked to cache, in a request that is laid out. */
export const cacheMarks = (text: string): Marker[] =>
  text.split('\n').flatMap((line, index) => {
    const at = line.indexOf('"cache_control": {');
    if (at < 0) return [];
    return [
      {
        line: index + 1,
        column: at + 1,
        endLine: index + 1,
        endColumn: at + '"cache_control"'.length + 1,
        message: say('requests')('cacheUpTo'),
        level: 'info' as const,
      },
    ];
  });
