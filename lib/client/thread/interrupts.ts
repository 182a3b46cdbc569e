import { ownValue } from '@/lib/protocol/own-value';
import type { AgentUsage } from '@/lib/ports';
import { type FoldedRun, type ThreadState, TurnRequestSchema, YOUR_TURN, type TurnRequest } from '@/lib/protocol';
import { tokensUsed } from '../agents/agent-record';

/** A run that a guard of the server ended; a person may continue it. */
export interface GuardStop {
  code: 'TURN_LIMIT' | 'TOKEN_BUDGET' | 'LOOP_DETECTED';
  message: string;
  interruptId: string;
}

const CODES: Readonly<Record<string, GuardStop['code']>> = {
  'toolyard:turns': 'TURN_LIMIT',
  'toolyard:tokens': 'TOKEN_BUDGET',
  'toolyard:loop': 'LOOP_DETECTED',
};

/** Why a guard ended the run; undefined if none did. */
export function guardStop(run: FoldedRun | undefined): GuardStop | undefined {
  if (run?.status !== 'interrupt') return undefined;
  for (const { id, reason, message } of run.interrupts ?? []) {
    const code = ownValue(CODES, reason);
    if (code) return { code, message: message ?? 'The agent stopped itself.', interruptId: id };
  }
  return undefined;
}

/** A new budget for a thread that used up its own: twice what it and its sub-agents have used. */
export const doubledBudget = ({ turns }: ThreadState, agents: readonly { usage: AgentUsage }[]): number =>
  2 * [...turns, ...agents.map(({ usage }) => usage)].reduce((sum, used) => sum + tokensUsed(used), 0);

/** A model turn that a person is asked to write. */
export interface AskedTurn extends TurnRequest {
  interruptId: string;
}

const UNKNOWN: TurnRequest = { system: '', tools: [], news: [] };

const known = new WeakMap<FoldedRun, AskedTurn>();

/** The turn that a run waits for; undefined if it waits for none. The same object for the same run. */
export function askedTurn(run: FoldedRun | undefined): AskedTurn | undefined {
  if (run?.status !== 'interrupt') return undefined;
  const before = known.get(run);
  if (before) return before;
  const interrupt = run.interrupts?.find(({ reason }) => reason === YOUR_TURN);
  if (!interrupt) return undefined;
  const request = TurnRequestSchema.safeParse(interrupt.metadata?.toolyard);
  const asked = { ...(request.success ? request.data : UNKNOWN), interruptId: interrupt.id };
  known.set(run, asked);
  return asked;
}
