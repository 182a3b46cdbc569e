import {
  currentRun,
  pendingCalls,
  type FoldedRun,
  TurnRequestSchema,
  YOUR_TURN,
  type TurnRequest,
} from '@/lib/protocol';
import type { PostAnswer } from '../run-client';
import { TRANSIENT, type Failure } from './session-snapshot';
import type { SessionEffect, SessionEvent, SessionState } from './session-state';
import { ownValue } from '@/lib/protocol/own-value';
import type { AskedTurn } from '../state';

/** The next state, and the effects to perform, in order. */
export type Reduced = readonly [SessionState, readonly SessionEffect[]];

/** The session's next state after an event, and the effects that the tab has to perform. Pure. */
export function reduceSession(before: SessionState, event: SessionEvent): Reduced {
  const [happened, effects] = happen(before, event);
  const [acting, action] = act(stopReached(happened));
  const [resting, rest] = isResting(acting) ? unfollow(acting) : same(acting);
  return [resting, [...effects, ...action, ...rest, ...watch(before, resting)]];
}

/** Whether the server answers again is looked into only while something has failed because it did not. */
function watch(before: SessionState, after: SessionState): readonly SessionEffect[] {
  if (isUnreachable(before) === isUnreachable(after)) return [];
  return [{ do: isUnreachable(after) ? 'watch-server' : 'unwatch-server' }];
}

/** Whether a run was posted, or is live, that the log does not show yet. */
export const isUnseen = ({ behind, expected }: SessionState): boolean => behind || expected !== undefined;

const same = (state: SessionState, ...effects: SessionEffect[]): Reduced => [state, effects];

function happen(state: SessionState, event: SessionEvent): Reduced {
  switch (event.type) {
    case 'log':
      return logged(state, event);
    case 'connection':
      return same({ ...state, connection: event.connection });
    case 'refused':
      return then(unfollow(state), (now) => fail({ ...now, loadedAt: undefined }, event.refusal));
    case 'resume':
      return resume(state);
    case 'summary': {
      const { lastSeq } = event;
      return follow({ ...state, known: true, loadedAt: lastSeq > state.seq ? lastSeq : undefined });
    }
    case 'gained': {
      if (state.executor === 'nobody') return same(state);
      const mine = same({ ...state, executor: 'mine', gained: event.how }, { do: 'executor', executor: 'mine' });
      // While hidden, it did not follow the log: its state is outdated, and old calls must not be run.
      return then(mine, resumeIfStale);
    }
    case 'lost':
      return lost(state);
    case 'said':
    case 'stop':
    case 'retry':
    case 'turn':
      return wanted(state, event);
    case 'stopped':
      return follow({ ...state, known: true, failure: otherFailure(state), stopping: { at: event.lastSeq } });
    case 'stop-failed':
      return fail({ ...state, stopping: undefined }, stopFailure(event.refusal) ?? otherFailure(state));
    case 'reachable':
      return reachable(state);
    case 'in-vain':
      return same({ ...state, failure: isUnreachable(state) ? notTaken(state.failure) : state.failure });
    case 'visibility':
      return isIdleUnseen(state) ? same(state) : resumeIfStale(state);
    case 'look':
      return same(state);
    case 'posted':
    case 'run-active':
    case 'post-refused':
      return answered(state, event);
    case 'next':
      return same(state.outbox.length > 0 || state.stopping ? state : { ...state, outbox: [event.message] });
    case 'worked':
      return same({ ...state, work: undefined, failure: event.failure ?? state.failure });
    case 'dead':
      return state.work ? same(state) : same({ ...state, work: 'post' }, { do: 'post-nothing' });
    case 'over':
      return same({ ...state, behind: false, expected: undefined });
  }
}

/** Applies another step, and appends its effects. */
function then([state, effects]: Reduced, next: (state: SessionState) => Reduced): Reduced {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** The server has refused something. What is kept in this browser for a thread that was deleted must not be written any more. */
function fail(state: SessionState, failure: SessionState['failure']): Reduced {
  if (state.failure?.code === 'GONE') return same(state);
  if (failure?.code !== 'GONE' || state.executor === 'nobody') return same({ ...state, failure });
  return same(
    { ...state, failure, executor: 'nobody' },
    { do: 'executor', executor: 'elsewhere' },
    { do: 'discard', why: 'The thread was deleted.' },
  );
}

const follow = (state: SessionState): Reduced =>
  state.following ? same(state) : same({ ...state, following: true }, { do: 'follow' });

const unfollow = (state: SessionState): Reduced =>
  same({ ...state, following: false, connection: 'off' }, { do: 'unfollow' });

/** The log is read at once; how long it is, and the thread's options, are asked meanwhile. */
const resume = (state: SessionState): Reduced =>
  then(same({ ...state, loadedAt: Number.POSITIVE_INFINITY }, { do: 'summary' }), follow);

const resumeIfStale = (state: SessionState): Reduced =>
  state.known && !state.following && !state.failure ? resume(state) : same(state);

const isShown = ({ thread }: SessionState, runId: string): boolean => thread.runs.some((run) => run.runId === runId);

function logged(before: SessionState, { thread, seq }: Extract<SessionEvent, { type: 'log' }>): Reduced {
  const state = { ...before, thread, seq, behind: false };
  const loadedAt = before.loadedAt !== undefined && seq >= before.loadedAt ? undefined : before.loadedAt;
  const expected = before.expected !== undefined && isShown(state, before.expected) ? undefined : before.expected;
  return same({ ...state, loadedAt, expected }, { do: 'confirm', whole: loadedAt === undefined });
}

/** Another tab runs the thread. Sub-agents are detached first: aborting their calls would stop them on the server. */
function lost(state: SessionState): Reduced {
  if (state.executor === 'nobody') return same(state);
  const gone = same(
    { ...state, executor: 'elsewhere', again: undefined },
    { do: 'executor', executor: 'elsewhere' },
    { do: 'discard', why: 'Another tab runs this thread now.' },
  );
  return then(gone, (now) => (isIdleUnseen(now) ? same(now) : resumeIfStale(now)));
}

/** An action of the person. */
function wanted(
  state: SessionState,
  event: Extract<SessionEvent, { type: 'said' | 'stop' | 'retry' | 'turn' }>,
): Reduced {
  switch (event.type) {
    case 'said': {
      const { failure, executor, thread } = state;
      // What is said again is the same message.
      const others = state.outbox.filter(({ id }) => id !== event.message.id);
      if (executor === 'nobody') return same({ ...state, outbox: [...others, event.message] });
      const unsent = failure && !TRANSIENT.has(failure.code) ? [] : others;
      const effects: SessionEffect[] = [
        { do: 'end-pause' },
        { do: 'discard', why: 'The person said something new.' },
        ...(executor === 'elsewhere' ? [{ do: 'take-over' } as const] : []),
        ...(currentRun(thread)?.status === 'live' ? [{ do: 'stop-run' } as const] : []),
      ];
      return [{ ...state, outbox: [...unsent, event.message], failure: undefined, again: undefined }, effects];
    }
    case 'stop': {
      const failure = isUnreachable(state) ? stopFailure(state.failure) : state.failure;
      const now = { ...state, failure, stopping: { at: undefined }, outbox: [], again: undefined };
      return same(now, { do: 'end-pause' }, { do: 'stop-calls' }, { do: 'stop-thread' });
    }
    case 'retry':
      if (state.executor === 'nobody') return same(state);
      return state.failure?.stop ? wanted(state, { type: 'stop' }) : retry({ ...state, failure: undefined });
    case 'turn': {
      const asked = askedTurn(currentRun(state.thread));
      if (!asked || state.work || state.executor !== 'mine') return same(state);
      const { interruptId } = asked;
      return same({ ...state, failure: undefined, work: 'post' }, { do: 'go-on', interruptId, turn: event.turn });
    }
  }
}

const stopFailure = (refusal: Failure | undefined): Failure | undefined => refusal && { ...refusal, stop: true };

/** What fails although the server can be reached. */
const notTaken = (failure: Failure | undefined): Failure | undefined =>
  failure && {
    ...failure,
    code: 'NOT_TAKEN',
    message: `The server answers, but this does not reach it, and is not tried again by itself. ${failure.message}`,
  };

/** The failure, unless it is one of a stop. */
const otherFailure = ({ failure }: SessionState): Failure | undefined => (failure?.stop ? undefined : failure);

/** Whether something failed because the server could not be reached. */
const isUnreachable = ({ failure }: SessionState): boolean => failure?.code === 'NETWORK_ERROR';

/**
 * The server can be reached again: what failed because it could not be is done now. A run that has failed or that a guard ended
 * goes on only if the person had asked for that.
 */
function reachable(state: SessionState): Reduced {
  if (!isUnreachable(state) || state.executor === 'nobody' || state.stopping) return same(state);
  if (state.failure?.stop) return wanted(state, { type: 'stop' });
  const now = { ...state, failure: undefined };
  const asked = now.again !== undefined && now.again === currentRun(now.thread)?.runId;
  return asked || !now.following ? retry(now) : same(now);
}

function retry(state: SessionState): Reduced {
  if (state.outbox.length > 0 || state.work) return same(state);
  if (!state.following) return resume(state);
  const run = currentRun(state.thread);
  const stop = guardStop(run);
  const now: SessionState = { ...state, work: 'post', again: run?.runId };
  if (stop) return same(now, { do: 'go-on', interruptId: stop.interruptId, turn: undefined });
  return run?.status === 'error' ? same(now, { do: 'post-nothing' }) : same(state);
}

/** The server's answer to a post. */
function answered(state: SessionState, event: PostAnswer): Reduced {
  switch (event.type) {
    case 'posted': {
      const { runId, said } = event;
      const outbox = state.outbox.filter((message) => !said.includes(message));
      const expected = isShown(state, runId) ? state.expected : runId;
      return follow({ ...state, outbox, expected, known: true, witnessed: runId, again: undefined });
    }
    case 'run-active':
      return follow({ ...state, behind: currentRun(state.thread)?.status !== 'live', known: true });
    case 'post-refused':
      return fail(state, event.refusal);
  }
}

function stopReached(state: SessionState): SessionState {
  const at = state.stopping?.at;
  return at !== undefined && state.seq >= at ? { ...state, stopping: undefined } : state;
}

/**
 * What an idle tab does next: first the person's messages, then calls, then inbox messages. Whether the agent is done is asked
 * only once for each run, and only if this tab saw it live.
 */
function act(state: SessionState): Reduced {
  const { thread, outbox, mail, witnessed, gained } = state;
  const free = state.executor === 'mine' && !state.work && !state.stopping && !state.failure;
  if (!free || isUnseen(state) || state.loadedAt !== undefined) return same(state);
  const run = currentRun(thread);
  if (run?.status === 'live') return same({ ...state, witnessed: run.runId });
  if (outbox.length > 0) return same({ ...state, work: 'post' }, { do: 'deliver', said: outbox });
  if (run?.status === 'error') return same(state);
  const calls = pendingCalls(thread);
  if (calls.length > 0) return same({ ...state, work: 'answer' }, { do: 'answer', calls, gained });
  if (run?.status !== 'success') return same(state);
  if (mail.wake && mail.waiting.length > 0) return same({ ...state, work: 'post' }, { do: 'deliver', said: [] });
  if (run.runId !== witnessed) return same(state);
  return same({ ...state, work: 'ask', witnessed: undefined }, { do: 'ask' });
}

/** A hidden tab keeps no connection while it only watches or nothing can arrive: a browser has six per host. */
const isIdleUnseen = (state: SessionState): boolean =>
  state.hidden &&
  state.loadedAt === undefined &&
  state.stopping?.at === undefined &&
  (state.executor === 'elsewhere' || (currentRun(state.thread)?.status !== 'live' && !isUnseen(state)));

const isResting = (state: SessionState): boolean => state.following && isIdleUnseen(state);

/** A run that a guard of the server ended; a person may continue it. */
interface GuardStop {
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
