import type { AGUIEvent, Interrupt, Message, ToolMessage } from '@ag-ui/core';
import type { Cassette } from './cassette';
import type { CustomEventValue } from './custom-events';

/** One line of a thread's log as it crosses the wire: the SSE id and the event. */
export interface LogLine {
  seq: number;
  event: AGUIEvent;
}

/** A tool call as the log knows it. */
export interface FoldedCall {
  id: string;
  name: string;
  /** The assistant message that contains it. */
  messageId: string;
  /** Argument text so far. */
  args: string;
  /** Its arguments are complete. It may only be run once its run is over: see `pendingCalls`. */
  complete: boolean;
  runId: string;
  /** Server time of the first and last event of the call, in milliseconds. */
  startedAt?: number;
  endedAt?: number;
  result?: ToolMessage;
}

type RunStatus = 'live' | 'success' | 'interrupt' | 'cancelled' | 'error';

export interface FoldedRun {
  runId: string;
  status: RunStatus;
  startedAt?: number;
  endedAt?: number;
  error?: { code: string; message: string };
  /** The calls that it left to the client. Undefined if it named none: then that is every call without a result. */
  pending?: readonly string[];
  /** What it waits for a person to answer, if its status is `interrupt`. */
  interrupts?: readonly Interrupt[];
}

export interface FoldedTurn extends CustomEventValue<'toolyard.turn'> {
  runId: string;
}

export interface FoldedNotice {
  runId: string;
  at?: number;
  kind: 'retry' | 'guard';
  level: 'warning' | 'stop';
  message: string;
  /** The guard that reported it and the calls it is about, if it comes from one. */
  guard?: string;
  callIds?: readonly string[];
}

/** A thread, folded from its log. Immutable: `foldEvents` returns a new one and shares what did not change. */
export interface ThreadState {
  seq: number;
  messages: readonly Message[];
  calls: Readonly<Record<string, FoldedCall>>;
  /** Call ids in the order the model made them. */
  callOrder: readonly string[];
  /** How many calls, counted from the first, have results. */
  answered?: number;
  runs: readonly FoldedRun[];
  turns: readonly FoldedTurn[];
  notices: readonly FoldedNotice[];
  /** Tools whose full schema the model last saw, if it does not see all: least recently used first. */
  active?: readonly string[];
  /** The recording that the thread replays, if any. */
  cassette?: Cassette;
}

export const emptyThread: ThreadState = {
  seq: 0,
  messages: [],
  calls: {},
  callOrder: [],
  runs: [],
  turns: [],
  notices: [],
};

/** The last run, if any. */
export const currentRun = (thread: ThreadState): FoldedRun | undefined => thread.runs.at(-1);

/** Complete calls without a result, in call order, once no run is live: the ones the client has to answer. */
export function pendingCalls(thread: ThreadState): FoldedCall[] {
  const run = currentRun(thread);
  if (run?.status === 'live') return [];
  const pending = run?.pending;
  return unansweredCalls(thread).filter(({ id }) => pending === undefined || pending.includes(id));
}

/** Complete calls without a result, in call order, whatever the run's state. */
export function unansweredCalls(thread: ThreadState): FoldedCall[] {
  const { callOrder, answered = 0 } = thread;
  const open: FoldedCall[] = [];
  for (let index = answered; index < callOrder.length; index += 1) {
    const call = callOf(thread, callOrder[index] ?? '');
    if (call?.complete && !call.result) open.push(call);
  }
  return open;
}

/** The call with that id, if the thread has one. */
export const callOf = ({ calls }: Pick<ThreadState, 'calls'>, id: string): FoldedCall | undefined =>
  Object.hasOwn(calls, id) ? calls[id] : undefined;

/** Stop reasons of a model turn that was cut short: a person stopped it, or it failed and may be retried. */
export const STOPPED = 'stopped';
export const FAILED = 'failed';

/** Whether the model finished its turn. */
export const isWhole = ({ stop }: { stop: string }): boolean => stop !== STOPPED && stop !== FAILED;
