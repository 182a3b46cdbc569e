import type { AgentView } from '@/lib/host/agents/agent-view';
import { spansOf, type Span } from './spans';

/** What went on in sub-agents: a lane each, with its model's turns and its calls. */
export const agentSpans = (agents: readonly AgentView[], now: number): Span[] =>
  agents.flatMap(({ id, name, thread, calls }) =>
    spansOf(thread.turns, calls, now).map((span) => ({
      ...span,
      id: `${id}:${span.id}`,
      lane: `› ${name}`,
      title: `${name}: ${span.title}`,
    })),
  );
