import type Anthropic from '@anthropic-ai/sdk';
import { isObject } from '@/lib/schema/json-schema';
import type { History, HistoryEntry } from '@/lib/scenarios';

/** The conversation in a Messages API request, as a scenario sees it. */
export const historyOf = ({ messages }: Pick<Anthropic.MessageCreateParams, 'messages'>): History =>
  messages.flatMap(({ role, content }): HistoryEntry[] => {
    const blocks: readonly Anthropic.ContentBlockParam[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const text = textOf(blocks);
    if (role === 'assistant') return [{ role, text, calls: blocks.flatMap(callIn) }];
    const results = blocks.flatMap(resultOf);
    return text === '' || role !== 'user' ? results : [...results, { role, text }];
  });

const textOf = (blocks: readonly { readonly type: string; readonly text?: unknown }[]): string =>
  blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : [])).join('\n');

const callIn = (block: Anthropic.ContentBlockParam): { id: string; name: string; input: Record<string, unknown> }[] =>
  block.type === 'tool_use' && isObject(block.input) ? [{ id: block.id, name: block.name, input: block.input }] : [];

/** The error code precedes a failed result's text. */
function resultOf(block: Anthropic.ContentBlockParam): HistoryEntry[] {
  if (block.type !== 'tool_result') return [];
  const { tool_use_id: callId, content = '', is_error: failed = false } = block;
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
