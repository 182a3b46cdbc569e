import type { AgentView } from '@/lib/client/agent-view';
import type { Text } from '../../messages/text';
import { nestedSpans } from './nested-spans';
import { spansOf, type Span } from './spans';

/** Sub-agents' turns, calls and nested calls, each inside the call that started the agent. */
export const agentSpans = (agents: readonly AgentView[], now: number, text: Text<'timeline'>): Span[] =>
  agents.flatMap(({ id, name, parent, callId, thread, calls }) => {
    const inside = { id, name, callIds: [parent === 'main' ? callId : `${parent}/${callId}`] };
    const own = spansOf(thread.turns, calls, now, text).map((span) => ({ ...span, inside }));
    return [...own, ...nestedSpans(calls, text, id)].map((span) => ({
      ...span,
      id: `${id}:${span.id}`,
      title: text('agentDoes', { agent: name, title: span.title }),
    }));
  });
