import type { AgentView } from '@/lib/client/agent-view';
import type { ThreadState } from '@/lib/protocol';

export interface UsageFigures {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  /** US dollars. */
  cost: number;
}

/** The usage of all turns, including the sub-agents' usage. */
export const totalUsage = (
  turns: ThreadState['turns'],
  agents: readonly Pick<AgentView, 'usage'>[] = [],
): UsageFigures =>
  [...turns, ...agents.map(({ usage }) => usage)].reduce<UsageFigures>(
    (sum, turn) => ({
      inputTokens: sum.inputTokens + turn.inputTokens,
      outputTokens: sum.outputTokens + turn.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + turn.cachedInputTokens,
      cost: sum.cost + turn.cost,
    }),
    { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 },
  );
