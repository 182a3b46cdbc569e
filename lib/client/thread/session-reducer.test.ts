import type { UserMessage } from '@ag-ui/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyThread, type FoldedCall, type FoldedRun, type ThreadState } from '@/lib/protocol';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { isUnseen, reduceSession } from './session-reducer';
import { newSession, type SessionEffect, type SessionEvent, type SessionState } from './session-state';

const say = (id: string): UserMessage => ({ id, role: 'user', content: id });
const call = (id: string, runId: string): FoldedCall => ({
  id,
  name: 'Look',
  messageId: `m-${id}`,
  args: '{}',
  complete: true,
  runId,
});
const threadOf = (runId: string, status: FoldedRun['status'], ...calls: FoldedCall[]): ThreadState => ({
  ...emptyThread,
  runs: [{ runId, status }],
  calls: Object.fromEntries(calls.map((made) => [made.id, made])),
  callOrder: calls.map(({ id }) => id),
});
const mine = (more: Partial<SessionState> = {}): SessionState => ({
  ...newSession,
  executor: 'mine',
  known: true,
  following: true,
  connection: 'open',
  ...more,
});
const waiting = threadOf('r1', 'success', call('c1', 'r1'));
const live = threadOf('r1', 'live');
const refusal = { code: 'NETWORK_ERROR', message: 'gone' };
const gone = { code: 'GONE', message: 'This thread was deleted.' };

const does = (effects: readonly SessionEffect[]): string[] => effects.map((effect) => effect.do);

describe('what a tab does about', () => {
  it.each<[string, SessionState, SessionEvent, string[], Partial<SessionState>]>([
    ['calls that wait', mine(), { type: 'log', thread: waiting, seq: 3 }, ['confirm', 'answer'], { work: 'answer' }],
    [
      'calls that another tab runs',
      mine({ executor: 'elsewhere' }),
      { type: 'log', thread: waiting, seq: 3 },
      ['confirm'],
      { work: undefined },
    ],
    [
      'calls while it posts',
      mine({ work: 'post' }),
      { type: 'log', thread: waiting, seq: 3 },
      ['confirm'],
      { work: 'post' },
    ],
    [
      'calls while a post is not in the log',
      mine({ expected: 'r2' }),
      { type: 'log', thread: waiting, seq: 3 },
      ['confirm'],
      { expected: 'r2' },
    ],
    [
      'a log that is not all there',
      mine({ loadedAt: 9 }),
      { type: 'log', thread: waiting, seq: 3 },
      ['confirm'],
      { loadedAt: 9 },
    ],
    [
      'the rest of the log',
      mine({ loadedAt: 9 }),
      { type: 'log', thread: waiting, seq: 9 },
      ['confirm', 'answer'],
      { loadedAt: undefined },
    ],
    ['a run that it sees', mine(), { type: 'log', thread: live, seq: 1 }, ['confirm'], { witnessed: 'r1' }],
    [
      'its own run in the log',
      mine({ expected: 'r1' }),
      { type: 'log', thread: live, seq: 1 },
      ['confirm'],
      { expected: undefined },
    ],
    ['a word', mine(), { type: 'said', message: say('a') }, ['end-pause', 'discard', 'deliver'], { work: 'post' }],
    [
      'a word into a run',
      mine({ thread: live }),
      { type: 'said', message: say('a') },
      ['end-pause', 'discard', 'stop-run'],
      { work: undefined },
    ],
    [
      'a word where another tab runs the thread',
      mine({ executor: 'elsewhere' }),
      { type: 'said', message: say('a') },
      ['end-pause', 'discard', 'take-over'],
      {},
    ],
    [
      'a word after a failure',
      mine({ failure: { code: 'X', message: '' }, outbox: [say('a')] }),
      { type: 'said', message: say('b') },
      ['end-pause', 'discard', 'deliver'],
      { outbox: [say('b')] },
    ],
    [
      'a word after the network was gone',
      mine({ failure: refusal, outbox: [say('a')] }),
      { type: 'said', message: say('b') },
      ['end-pause', 'discard', 'deliver', 'unwatch-server'],
      { outbox: [say('a'), say('b')] },
    ],
    [
      'a word again, after the network was gone',
      mine({ failure: refusal, outbox: [say('a'), say('b')] }),
      { type: 'said', message: say('a') },
      ['end-pause', 'discard', 'deliver', 'unwatch-server'],
      { outbox: [say('b'), say('a')] },
    ],
    [
      'a word after a limit',
      mine({ failure: { code: 'BUDGET_EXCEEDED', message: '' }, outbox: [say('a')] }),
      { type: 'said', message: say('b') },
      ['end-pause', 'discard', 'deliver'],
      { outbox: [say('a'), say('b')] },
    ],
    [
      'a stop',
      mine({ work: 'answer', outbox: [say('a')] }),
      { type: 'stop' },
      ['end-pause', 'stop-calls', 'stop-thread'],
      { outbox: [], stopping: { at: undefined } },
    ],
    [
      'a stop that the server heard',
      mine({ stopping: { at: undefined }, following: false }),
      { type: 'stopped', lastSeq: 5 },
      ['follow'],
      { stopping: { at: 5 } },
    ],
    [
      'the end of a stop',
      mine({ stopping: { at: 5 } }),
      { type: 'log', thread: threadOf('r1', 'cancelled'), seq: 5 },
      ['confirm'],
      { stopping: undefined },
    ],
    [
      'a stop that failed',
      mine({ stopping: { at: undefined } }),
      { type: 'stop-failed', refusal },
      ['watch-server'],
      { stopping: undefined, failure: refusal },
    ],
    [
      'the lock',
      { ...newSession, known: true },
      { type: 'gained', how: 'taken' },
      ['executor', 'summary', 'follow'],
      { executor: 'mine', gained: 'taken' },
    ],
    ['another tab', mine({ work: 'answer' }), { type: 'lost' }, ['executor', 'discard'], { executor: 'elsewhere' }],
    [
      'a post that went well',
      mine({ work: 'post', outbox: [say('a')] }),
      { type: 'posted', runId: 'r2', said: [] },
      [],
      { expected: 'r2', witnessed: 'r2' },
    ],
    ['a post that came too early', mine({ work: 'post' }), { type: 'run-active' }, [], { behind: true }],
    [
      'a post that was refused',
      mine({ work: 'post' }),
      { type: 'post-refused', refusal },
      ['watch-server'],
      { failure: refusal },
    ],
    ['a run that died', mine({ thread: live }), { type: 'dead' }, ['post-nothing'], { work: 'post' }],
    [
      'a run that died while it is at something',
      mine({ thread: live, work: 'ask' }),
      { type: 'dead' },
      [],
      { work: 'ask' },
    ],
    [
      'a post that never arrived',
      mine({ expected: 'r2', thread: waiting }),
      { type: 'over' },
      ['answer'],
      { expected: undefined },
    ],
    [
      'the end of a run that it saw',
      mine({ witnessed: 'r1' }),
      { type: 'log', thread: threadOf('r1', 'success'), seq: 2 },
      ['confirm', 'ask'],
      { witnessed: undefined },
    ],
    [
      'an inbox message',
      mine({ thread: threadOf('r1', 'success'), mail: { waiting: [say('l')], wake: true } }),
      { type: 'look' },
      ['deliver'],
      { work: 'post' },
    ],
    [
      'a second try',
      mine({ thread: threadOf('r1', 'error'), failure: refusal }),
      { type: 'retry' },
      ['post-nothing', 'unwatch-server'],
      { failure: undefined },
    ],
    [
      'a second try without a connection',
      mine({ following: false, failure: refusal }),
      { type: 'retry' },
      ['summary', 'follow', 'unwatch-server'],
      { loadedAt: Infinity, following: true },
    ],
    [
      'an answer of the server after a message was not sent',
      mine({ failure: refusal, outbox: [say('m1')] }),
      { type: 'reachable' },
      ['deliver', 'unwatch-server'],
      { failure: undefined },
    ],
    [
      'the same after results were not sent',
      mine({ thread: waiting, failure: refusal }),
      { type: 'reachable' },
      ['answer', 'unwatch-server'],
      { failure: undefined },
    ],
    [
      'the same after a stop was not sent',
      mine({ thread: waiting, failure: { ...refusal, stop: true } }),
      { type: 'reachable' },
      ['end-pause', 'stop-calls', 'stop-thread'],
      { stopping: { at: undefined } },
    ],
    [
      'the same while a stop is under way',
      mine({ thread: waiting, failure: { ...refusal, stop: true }, stopping: { at: undefined } }),
      { type: 'reachable' },
      [],
      { stopping: { at: undefined } },
    ],
    [
      'the same after a message for a run that had failed was stopped',
      mine({ thread: threadOf('r1', 'error'), failure: refusal }),
      { type: 'reachable' },
      ['unwatch-server'],
      { failure: undefined },
    ],
    [
      'the same after a second try was not sent',
      mine({ thread: threadOf('r1', 'error'), failure: refusal, again: 'r1' }),
      { type: 'reachable' },
      ['post-nothing', 'unwatch-server'],
      { failure: undefined, work: 'post' },
    ],
    [
      'the same after a second try that was sent, but not answered, and failed, too',
      mine({ thread: threadOf('r2', 'error'), failure: refusal, again: 'r1' }),
      { type: 'reachable' },
      ['unwatch-server'],
      { failure: undefined },
    ],
    [
      'a stop of what was not sent',
      mine({ thread: waiting, failure: refusal, outbox: [say('m1')] }),
      { type: 'stop' },
      ['end-pause', 'stop-calls', 'stop-thread'],
      { failure: { ...refusal, stop: true }, outbox: [] },
    ],
    [
      'a stop that went well after one that did not',
      mine({ failure: { ...refusal, stop: true }, stopping: { at: undefined } }),
      { type: 'stopped', lastSeq: 9 },
      ['unwatch-server'],
      { failure: undefined, stopping: { at: 9 } },
    ],
    [
      'a second try of a stop',
      mine({ thread: waiting, failure: { ...refusal, stop: true } }),
      { type: 'retry' },
      ['end-pause', 'stop-calls', 'stop-thread'],
      { stopping: { at: undefined } },
    ],
    [
      'a post that fails although the server answers: no more of it by itself',
      mine({ failure: refusal }),
      { type: 'in-vain' },
      ['unwatch-server'],
      { failure: { code: 'NOT_TAKEN', message: expect.stringContaining(refusal.message) } },
    ],
    ['the same after the server refused', mine({ failure: gone }), { type: 'reachable' }, [], { failure: gone }],
    [
      'a stop that was not sent',
      mine({ stopping: { at: undefined } }),
      { type: 'stop-failed', refusal },
      ['watch-server'],
      { failure: { ...refusal, stop: true }, stopping: undefined },
    ],
    [
      'being hidden while nothing can come',
      mine({ hidden: true, thread: threadOf('r1', 'success') }),
      { type: 'visibility' },
      ['unfollow'],
      { following: false, connection: 'off' },
    ],
    [
      'being hidden while a run is live',
      mine({ hidden: true, thread: live }),
      { type: 'visibility' },
      [],
      { following: true },
    ],
    ['being seen again', mine({ following: false }), { type: 'visibility' }, ['summary', 'follow'], {}],
    [
      'a thread that is not there',
      mine(),
      { type: 'refused', refusal },
      ['unfollow', 'watch-server'],
      { failure: refusal, loadedAt: undefined },
    ],
    [
      'a thread that was deleted elsewhere, which it lets go',
      mine({ work: 'answer', thread: waiting }),
      { type: 'refused', refusal: gone },
      ['unfollow', 'executor', 'discard'],
      { failure: gone, executor: 'nobody' },
    ],
    [
      'a post to a thread that was deleted',
      mine({ work: 'post' }),
      { type: 'post-refused', refusal: gone },
      ['executor', 'discard'],
      { failure: gone, executor: 'nobody' },
    ],
    ['a stop of it', mine(), { type: 'stop-failed', refusal: gone }, ['executor', 'discard'], { executor: 'nobody' }],
    ...(
      [
        { type: 'said', message: say('m1') },
        { type: 'retry' },
        { type: 'gained', how: 'free' },
        { type: 'lost' },
        { type: 'visibility' },
        { type: 'refused', refusal: gone },
      ] as const
    ).map((event): [string, SessionState, SessionEvent, string[], Partial<SessionState>] => [
      `nothing that happens to it then: ${event.type}`,
      mine({ executor: 'nobody', following: false, failure: gone, thread: waiting }),
      event,
      event.type === 'refused' ? ['unfollow'] : [],
      { executor: 'nobody', failure: gone },
    ]),
    [
      'a failure of what it was at',
      mine({ work: 'answer', thread: waiting }),
      { type: 'worked', failure: refusal },
      ['watch-server'],
      { work: undefined, failure: refusal },
    ],
  ])('%s', (_, before, event, expected, state) => {
    const [after, effects] = reduceSession(before, event);
    expect(does(effects)).toEqual(expected);
    expect(after).toMatchObject(state);
  });
});

const WORK: ReadonlySet<string> = new Set(['deliver', 'post-nothing', 'go-on', 'answer', 'ask']);

/** What may happen, by its name; the world below says when it can. */
type EventName = (typeof PROGRESS | typeof TROUBLE)[number];
const PROGRESS = ['said', 'answer', 'work', 'log', 'stopped'] as const;
const TROUBLE = [
  'gained',
  'lost',
  'stop',
  'look',
  'seen',
  'hidden',
  'retry',
  'reachable',
  'in-vain',
  'dead',
  'over',
] as const;
const anyEvent = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<EventName>(...PROGRESS) },
  { weight: 1, arbitrary: fc.constantFrom<EventName>(...TROUBLE) },
);

/** A server and a runner as far as a session knows them: it posts, the log shows it later, and the model calls a tool in each run. */
function world() {
  let state = newSession;
  let runs = 0;
  let thread = emptyThread;
  let outstanding: SessionEffect | undefined;
  let reached = false;
  const answered: string[] = [];
  const accepted = new Set<string>();

  function reduce(event: SessionEvent): void {
    if (event.type === 'worked') outstanding = undefined;
    const [after, effects] = reduceSession(state, event);
    state = after;
    const work = effects.filter((effect) => WORK.has(effect.do));
    expect(work.length).toBeLessThanOrEqual(1);
    if (event.type === 'stop') expect(does(effects)).toContain('stop-calls');
    if (event.type === 'lost' || event.type === 'said') expect(does(effects)).toContain('discard');
    for (const effect of work) {
      expect(outstanding).toBeUndefined();
      // A dead run is taken over, and a failed turn made again, whatever else there is.
      if (effect.do !== 'post-nothing') {
        expect(isUnseen(after)).toBe(false);
        expect(after.stopping).toBeUndefined();
        expect(after.executor).toBe('mine');
      }
      if (effect.do === 'answer') {
        for (const { id } of effect.calls) {
          expect(accepted.has(id)).toBe(false);
          answered.push(id);
        }
      }
      outstanding = effect;
    }
    expect(state.work === undefined).toBe(outstanding === undefined);
  }

  /** The server takes a post: there is a run that the log will show. */
  function post(said: readonly UserMessage[]): void {
    const runId = `r${(runs += 1)}`;
    if (outstanding?.do === 'answer') for (const { id } of outstanding.calls) accepted.add(id);
    thread = {
      ...threadOf(runId, 'success', call(`c${runs}`, runId)),
      runs: [...thread.runs, { runId, status: 'success' }],
    };
    reduce({ type: 'posted', runId, said });
  }

  return {
    happen(name: EventName): void {
      switch (name) {
        case 'log':
          return reduce({ type: 'log', thread, seq: runs });
        case 'gained':
          return reduce({ type: 'gained', how: 'free' });
        case 'said':
          return reduce({ type: 'said', message: say('a') });
        case 'stopped':
          return state.stopping ? reduce({ type: 'stopped', lastSeq: runs }) : undefined;
        case 'answer':
          if (!outstanding || outstanding.do === 'ask' || reached) return undefined;
          reached = true;
          return post(outstanding.do === 'deliver' ? outstanding.said : []);
        case 'work':
          reached = false;
          return state.work ? reduce({ type: 'worked' }) : undefined;
        case 'over':
          return state.thread === thread ? reduce({ type: 'over' }) : undefined;
        case 'dead':
          return state.executor === 'mine' && !state.failure ? reduce({ type: 'dead' }) : undefined;
        case 'seen':
        case 'hidden':
          state = { ...state, hidden: name === 'hidden' };
          return reduce({ type: 'visibility' });
        default:
          return reduce({ type: name });
      }
    },
    answered,
  };
}

describe('whatever happens in whatever order', () => {
  it(
    'one thing is done at a time, and a call whose result was accepted is never answered again',
    () => {
      let calls = 0;
      fc.assert(
        fc.property(fc.array(anyEvent, { minLength: 20, maxLength: 80 }), (names) => {
          const { happen, answered } = world();
          happen('gained');
          for (const name of names) happen(name);
          calls += answered.length;
        }),
        { numRuns: numRuns(400), seed: 7 },
      );
      expect(calls).toBeGreaterThan(20);
    },
    patience.timeout,
  );
});
