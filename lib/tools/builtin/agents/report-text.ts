import type { AgentReport, AgentUsage } from '@/lib/ports';
import { namesOf, type Addressed } from '../../system';

/** An agent's report, as read by the agent that started it. */
export function reportText(id: string, { text, usage, worktree }: AgentReport, context: Addressed = {}): string {
  const left = worktree ? ` Its changes are in the worktree ${worktree.path}, on the branch ${worktree.branch}.` : '';
  return `${text}\n\n[${id}: ${usageLabel(usage)}.${left}${goOnWith(id, context)}]`;
}

/** Tells an agent how to resume another one that it started; empty if the system cannot. */
export function goOnWith(id: string, context: Addressed): string {
  const { tool, field } = namesOf(context);
  const [agent, resume] = [tool('Agent'), field('Agent', 'resume')];
  return agent === undefined || resume === undefined ? '' : ` To go on with it, call ${agent} with ${resume} "${id}".`;
}

/** An agent's usage: `3 turns, 5 calls, 1234 tokens`. */
const usageLabel = ({ turns, calls, inputTokens, outputTokens }: AgentUsage): string =>
  [many(turns, 'turn'), many(calls, 'call'), many(inputTokens + outputTokens, 'token')].join(', ');

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
