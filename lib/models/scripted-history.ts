import type { History, HistoryEntry } from '@/lib/scenarios';
import { z } from 'zod';

const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const ToolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const Other = z.looseObject({ type: z.string() });
const ToolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.union([TextBlock, Other]))]).optional(),
  is_error: z.boolean().optional(),
});
const Content = z.union([z.string(), z.array(z.union([TextBlock, ToolUse, ToolResult, Other]))]);

/** The part of a Messages API request that a scenario needs. */
export const MessagesBodySchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: Content })),
});
type MessagesBody = z.infer<typeof MessagesBodySchema>;

/** The conversation in a request body, as a scenario sees it. */
export const historyOf = (body: MessagesBody): History =>
  body.messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const text = textOf(blocks);
    if (role === 'assistant') return [{ role, text, calls: callsOf(blocks) }];
    const results = blocks.flatMap(resultOf);
    return text === '' ? results : [...results, { role, text }];
  });

const textOf = (blocks: readonly unknown[]): string =>
  blocks
    .flatMap((block) => {
      const text = TextBlock.safeParse(block);
      return text.success ? [text.data.text] : [];
    })
    .join('\n');

const callsOf = (blocks: readonly unknown[]): { id: string; name: string; input: Record<string, unknown> }[] =>
  blocks.flatMap((block) => {
    const call = ToolUse.safeParse(block);
    return call.success ? [{ id: call.data.id, name: call.data.name, input: call.data.input }] : [];
  });

/** The error code precedes a failed result's text. */
function resultOf(block: unknown): HistoryEntry[] {
  const parsed = ToolResult.safeParse(block);
  if (!parsed.success) return [];
  const { tool_use_id: callId, content = '', is_error: failed = false } = parsed.data;
  const told = typeof content === 'string' ? content : textOf(content);
  const coded = failed ? /^([A-Z][A-Z_]+)(?:_\d+)?(?:: |$)/.exec(told) : null;
  return [
    {
      role: 'result',
      callId,
      failed,
      text: coded ? told.slice(coded[0].length) : told,
      ...(coded?.[1] !== undefined && { error: coded[1] }),
    },
  ];
}
