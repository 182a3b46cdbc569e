import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

const Use = z.object({
  type: z.literal('server_tool_use'),
  id: z.string(),
  name: z.enum(['tool_search_tool_bm25', 'tool_search_tool_regex']),
  input: z.unknown(),
});

const Result = z.object({
  type: z.literal('tool_search_tool_result'),
  tool_use_id: z.string(),
  content: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('tool_search_tool_search_result'),
      tool_references: z.array(z.object({ type: z.literal('tool_reference'), tool_name: z.string() })),
    }),
    z.object({
      type: z.literal('tool_search_tool_result_error'),
      error_code: z.enum(['invalid_tool_input', 'unavailable', 'too_many_requests', 'execution_time_exceeded']),
    }),
  ]),
});

const ServerBlockSchema = z.discriminatedUnion('type', [Use, Result]);

/** A block of the provider's own search within a turn: it wants the block back in its place, or it searches again. */
export type ServerBlock = z.infer<typeof ServerBlockSchema>;

/** A reply's block as such a block; undefined for others. */
export function serverBlock(block: unknown): ServerBlock | undefined {
  const parsed = ServerBlockSchema.safeParse(block);
  return parsed.success ? parsed.data : undefined;
}

/** The same from a sealed value. */
export function unsealedBlock(value: string): ServerBlock | undefined {
  const parsed = parseJson(ServerBlockSchema, value);
  return parsed.ok ? parsed.value : undefined;
}

const QuerySchema = z.object({ query: z.string() });

/** The text shown to a person. */
export function serverBlockText(block: ServerBlock): string {
  if (block.type === 'server_tool_use') {
    const asked = QuerySchema.safeParse(block.input);
    return `The provider looks for tools${asked.success ? `: ${asked.data.query}` : ''}`;
  }
  const { content } = block;
  if (content.type === 'tool_search_tool_result_error') return `The provider's search failed: ${content.error_code}`;
  const names = content.tool_references.map(({ tool_name }) => tool_name);
  return names.length > 0 ? `It finds ${names.join(', ')}` : 'It finds no tool';
}
