import type { AgentReport, AgentUsage } from '@/lib/ports';

/** What an agent came to, as the one that started it reads it. */
export function reportText(id: string, { text, usage, worktree }: AgentReport): string {
  const left = worktree ? ` Its changes are in the worktree ${worktree.path}, on the branch ${worktree.branch}.` : '';
  return `${text}\n\n[${id}: ${usageLabel(usage)}.${left} To go on with it, call Agent with resume "${id}".]`;
}

/** What an agent has used: `3 turns, 5 calls, 1234 tokens`. */
export const usageLabel = ({ turns, calls, inputTokens, outputTokens }: AgentUsage): string =>
  [many(turns, 'turn'), many(calls, 'call'), many(inputTokens + outputTokens, 'token')].join(', ');

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
