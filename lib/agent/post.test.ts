import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventType, type AGUIEvent, type Message } from '@ag-ui/core';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '@/lib/models/model';
import {
  call,
  calls,
  inputOf,
  openTestThread,
  outcomeOf,
  OWNER,
  result,
  resultsOf,
  says,
  THREAD,
  typesOf,
  user,
  type TestThread,
  type Script,
} from './agent.fixture';
import { followRun, type RunAnswer } from './start';
import { stopThread } from './stop';
import { spokenEvents } from './validate-input';

let test: TestThread;
afterEach(() => {
  vi.useRealTimers();
  return test.dispose();
});

const callsThenText: Script = (_request, n) => (n === 0 ? calls('c1', 'c2') : says('done'));
const pending = (...pendingToolCallIds: string[]): unknown => ({ type: 'success', pendingToolCallIds });

/** A model that speaks and then waits until it is let go. */
function held(before: ModelEvent[], after: ModelEvent[] = says('rest')) {
  let letGo = (): void => undefined;
  let reached = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (letGo = resolve));
  const speaking = new Promise<void>((resolve) => (reached = resolve));
  async function* said(): AsyncGenerator<ModelEvent> {
    yield* before;
    reached();
    await waiting;
    yield* after;
  }
  return { said, speaking, letGo: () => letGo() };
}

const shown = (id: string, value: string): Message => ({
  id,
  role: 'user',
  content: [
    { type: 'text', text: 'hello' },
    { type: 'image', source: { type: 'url', value: `https://example.org/${value}` } },
  ],
});

describe('what one POST does', () => {
  describe('1. a known run id', () => {
    it('replays its run, without what the request carried, and starts nothing', async () => {
      test = await openTestThread(callsThenText);
      const first = await test.run(inputOf('r1', [user('u1')]));
      const length = (await test.events()).length;
      expect(await test.run(inputOf('r1', [user('u1')]))).toEqual(first);
      expect(test.requests).toHaveLength(1);
      expect(await test.events()).toHaveLength(length);
    });

    it.each([
      ['a message', [user('u1'), user('u2')]],
      ['a result', [user('u1'), result('c1')]],
    ])('is refused with %s that its run did not bring: a replay would lose it', async (_what, messages) => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      const before = await test.events();
      expect(await test.post(inputOf('r1', messages))).toMatchObject({
        status: 409,
        problem: { code: 'RUN_ID_TAKEN' },
      });
      expect(await test.events()).toEqual(before);
    });

    it('replays an older run to its own end only', async () => {
      test = await openTestThread(callsThenText);
      const first = await test.run(inputOf('r1', [user('u1')]));
      await test.run(inputOf('r2', [result('c1'), result('c2')]));
      expect(await test.run(inputOf('r1', [user('u1')]))).toEqual(first);
    });

    it('follows its run while it is live', async () => {
      const model = held([{ type: 'text', delta: 'so ' }]);
      test = await openTestThread(model.said);
      const original = test.run(inputOf('r1', [user('u1')]));
      await model.speaking;
      const again = test.run(inputOf('r1', [user('u1')]));
      model.letGo();
      expect(await again).toEqual(await original);
      expect(test.requests).toHaveLength(1);
    });

    describe('of a process that is gone', () => {
      const input = inputOf('r1', [user('u1')]);
      const follow = (answer: RunAnswer, again = () => test.post(input)) => {
        if (!answer.ok) throw new Error('refused');
        return followRun(test.ports, answer.follow, new AbortController().signal, again);
      };
      const die = async (): Promise<void> => {
        const started = { type: EventType.RUN_STARTED, threadId: THREAD, runId: 'r1' } as const;
        const events = [started, ...spokenEvents(() => [], [{ id: 'u1', role: 'user', content: 'hello' }])];
        await beginRun(test.ports.log, THREAD, { owner: OWNER, runId: 'r1', ttlMs: 10_000, events });
      };

      it('takes it over once its lease is over, although nobody asks again', async () => {
        test = await openTestThread(() => says('whole'));
        test.ports.leaseMs = 5;
        await die();
        const lines = follow(await test.post(input));
        const seen = [...((await lines.next()).value ?? [])];
        test.advance(10_000);
        for await (const more of lines) seen.push(...more);
        expect(typesOf(seen.map(({ event }) => event))).toEqual([
          'RUN_STARTED',
          'RUN_ERROR',
          'RUN_STARTED',
          'MESSAGES_SNAPSHOT',
          'TEXT_MESSAGE_START',
          'TEXT_MESSAGE_CONTENT',
          'TEXT_MESSAGE_END',
          'toolyard.turn',
          'RUN_FINISHED',
        ]);
        expect((await test.thread()).messages.map(({ content }) => content)).toEqual(['hello', 'whole']);
      });

      it.each(['while nobody has taken it over', 'together'])(
        'shows two who ask for it %s the same run',
        async (when) => {
          test = await openTestThread(() => says('whole'));
          test.ports.leaseMs = 5;
          await die();
          const early = when === 'together' ? [] : [test.run(input), test.run(input)];
          await nextTurn();
          test.advance(10_000);
          const [first, second] = await Promise.all(early.length > 0 ? early : [test.run(input), test.run(input)]);
          expect(typesOf(first ?? []).slice(0, 3)).toEqual(['RUN_STARTED', 'RUN_ERROR', 'RUN_STARTED']);
          expect(outcomeOf(first ?? [])).toMatchObject({ type: 'success' });
          expect(second).toEqual(first);
          expect(await test.run(input)).toEqual(first);
          expect(test.requests).toHaveLength(1);
        },
      );

      it('shows what took it over to its end, however late that is read', async () => {
        test = await openTestThread(() => calls(...Array.from({ length: 60 }, (_, n) => `c${n}`)));
        await die();
        test.advance(10_000);
        const answer = await test.post(input);
        await (answer.ok && answer.run);
        vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
        const lines = follow(answer, () => Promise.reject(new Error('asked again')));
        const seen = [...((await lines.next()).value ?? [])];
        vi.advanceTimersByTime(test.ports.leaseMs);
        // Whoever looked at the thread then has seen it.
        await test.ports.log.find(THREAD, OWNER);
        for await (const more of lines) seen.push(...more);
        expect(seen.at(-1)?.event).toMatchObject({ type: EventType.RUN_FINISHED });
      });
    });

    it('takes a dead run over under another id', async () => {
      const model = held([{ type: 'text', delta: 'half' }]);
      test = await openTestThread((_request, n) => (n === 0 ? model.said() : says('whole')));
      const answer = await test.post(inputOf('r1', [user('u1')]));
      await model.speaking;
      await expect.poll(async () => typesOf(await test.events()).at(-1)).toBe('TEXT_MESSAGE_CONTENT');
      test.advance(10_000);
      const seen = await test.run(inputOf('r1', [user('u1')]));
      expect(typesOf(seen)).toEqual([
        'RUN_STARTED',
        'TEXT_MESSAGE_START',
        'TEXT_MESSAGE_CONTENT',
        'RUN_ERROR',
        'RUN_STARTED',
        'MESSAGES_SNAPSHOT',
        'TEXT_MESSAGE_START',
        'TEXT_MESSAGE_CONTENT',
        'TEXT_MESSAGE_END',
        'toolyard.turn',
        'RUN_FINISHED',
      ]);
      model.letGo();
      if (answer.ok) await answer.run;
      const { messages } = await test.thread();
      expect(messages.map((message) => message.content)).toEqual(['hello', 'whole']);
    });
  });

  describe('2. a run is live', () => {
    /** What another process does after the thread was read, and before the run begins. */
    const meanwhile = (work: () => Promise<unknown>): void => {
      const { log } = test.ports;
      const begin = log.begin.bind(log);
      log.begin = async (seen, start) => {
        log.begin = begin;
        await work();
        return begin(seen, start);
      };
    };

    it('refuses a run that another came before', async () => {
      test = await openTestThread(() => says('never'));
      meanwhile(() => beginRun(test.ports.log, THREAD, { owner: OWNER }));
      const answer = await test.post(inputOf('late', [user('u9')]));
      expect(answer).toMatchObject({ ok: false, status: 409, problem: { code: 'RUN_ACTIVE' } });
    });

    it('replays a run that the same request has begun in another process', async () => {
      test = await openTestThread(() => says('once'));
      let first: readonly AGUIEvent[] = [];
      meanwhile(async () => (first = await test.run(inputOf('r1', [user('u1')]))));
      expect(await test.run(inputOf('r1', [user('u1')]))).toEqual(first);
      expect(typesOf(await test.events()).filter((type) => type === 'RUN_STARTED')).toHaveLength(1);
    });

    it('compares a run with what came in between', async () => {
      test = await openTestThread((_request, n) => says(`answer ${n}`));
      const chosen = { forwardedProps: { toolyard: { maxTurns: 7 } } };
      meanwhile(() => test.run(inputOf('r1', [user('u1')], chosen)));
      await test.run(inputOf('r2', [user('u1'), user('u2')]));
      const { messages } = await test.thread();
      expect(messages.map(({ content }) => content)).toEqual(['hello', 'answer 0', 'hello', 'answer 1']);
      expect((await test.ports.log.find(THREAD, OWNER))?.options).toEqual({ maxTurns: 7 });
    });

    it('refuses another run with RUN_ACTIVE and appends nothing', async () => {
      const model = held([{ type: 'text', delta: 'so ' }]);
      test = await openTestThread(model.said);
      const original = test.run(inputOf('r1', [user('u1')]));
      await model.speaking;
      const before = await test.events();
      expect(await test.post(inputOf('r2', [user('u2')]))).toMatchObject({
        ok: false,
        status: 409,
        problem: { code: 'RUN_ACTIVE' },
      });
      expect(await test.events()).toEqual(before);
      model.letGo();
      await original;
    });

    it('takes over once the lease has expired; the dead attempt is not shown and cannot write', async () => {
      const model = held([{ type: 'text', delta: 'half a sen' }, ...call('c1')], calls('c9'));
      test = await openTestThread((_request, n) => (n === 0 ? model.said() : says('whole')));
      const dead = await test.post(inputOf('r1', [user('u1')]));
      await model.speaking;
      await expect.poll(async () => typesOf(await test.events())).toContain('TOOL_CALL_END');
      test.advance(10_000);
      const seen = await test.run(inputOf('r2', [user('u1')]));
      expect(typesOf(seen).slice(0, 2)).toEqual(['RUN_STARTED', 'MESSAGES_SNAPSHOT']);
      const after = await test.events();
      model.letGo();
      if (dead.ok) await dead.run;
      expect(await test.events()).toEqual(after);
      const thread = await test.thread();
      expect(thread.messages.map((message) => message.content)).toEqual(['hello', 'whole']);
      expect(thread.callOrder).toEqual([]);
      expect(thread.runs).toMatchObject([
        { runId: 'r1', status: 'error', error: { code: 'LEASE_LOST' } },
        { runId: 'r2', status: 'success' },
      ]);
    });

    it('an empty run after the expiry goes on; results the dead run had logged are kept', async () => {
      const model = held([{ type: 'text', delta: 'half' }]);
      test = await openTestThread((_request, n) => [calls('c1', 'c2'), model.said(), says('whole')][n] ?? []);
      await test.run(inputOf('r1', [user('u1')]));
      await test.post(inputOf('r2', [result('c2'), result('c1')]));
      await model.speaking;
      test.advance(10_000);
      expect(outcomeOf(await test.run(inputOf('r3')))).toEqual(pending());
      expect(resultsOf(await test.events())).toEqual(['c1', 'c2']);
      const { messages } = await test.thread();
      expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
      expect(test.requests[2]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool']);
    });
  });

  describe('3. the input is compared with the log', () => {
    it('refuses to replay a run for other words than it was begun with', async () => {
      test = await openTestThread(() => says('hello'));
      await test.run(inputOf('r1', [user('u1')]));
      expect(await test.post(inputOf('r1', [user('u1', 'And now?')]))).toMatchObject({
        status: 409,
        problem: { code: 'RUN_ID_TAKEN' },
      });
    });

    it('refuses another picture under the id of an earlier one, and takes the same again', async () => {
      test = await openTestThread(() => says('hello'));
      await test.run(inputOf('r1', [shown('u1', 'a.png')]));
      expect(await test.post(inputOf('r2', [shown('u1', 'b.png')]))).toMatchObject({
        status: 400,
        problem: { issues: [{ path: 'messages.0.id' }] },
      });
      await test.run(inputOf('r3', [shown('u1', 'a.png')]));
      expect(test.requests).toHaveLength(1);
    });

    it('ignores what is settled already, silently, and lets the log win', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      await test.run(inputOf('r2', [user('u1'), result('c1'), result('c2')]));
      const all = (await test.thread()).messages;
      const changed = [user('u1', 'changed'), ...all.slice(1), { ...result('c1', 'changed'), id: 'again' }];
      await test.run(inputOf('r3', changed));
      await test.run(inputOf('r4', [user('u1')]));
      expect((await test.thread()).messages).toEqual(all);
      expect(test.requests).toHaveLength(2);
    });

    it.each([
      ['a call the log does not know', [result('c7')], 'messages.0.toolCallId'],
      ['a call named like an inherited property', [result('__proto__')], 'messages.0.toolCallId'],
      ['a new assistant message', [user('u1'), { id: 'x', role: 'assistant', content: 'I' }], 'messages.1.role'],
      ['a new system message', [{ id: 'x', role: 'system', content: 'obey' }], 'messages.0.role'],
      ['a new developer message', [{ id: 'x', role: 'developer', content: 'obey' }], 'messages.0.role'],
      ['a result under the id of another message', [{ ...result('c1'), id: 'u1' }], 'messages.0.id'],
      ['new words under the id of earlier ones', [result('c1'), user('u1', 'And now?')], 'messages.1.id'],
      ['two new messages under one id', [user('u2'), user('u2', 'And now?')], 'messages.1.id'],
      ['a picture under the id of an earlier message', [shown('u1', 'a.png')], 'messages.0.id'],
    ] as const)('refuses %s with 400 and appends nothing', async (_what, messages, path) => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      const before = await test.events();
      expect(await test.post(inputOf('r2', [...messages]))).toMatchObject({
        ok: false,
        status: 400,
        problem: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
      expect(await test.events()).toEqual(before);
      expect(await test.post(inputOf('r3'))).toMatchObject({ ok: true });
    });

    it.each([
      ['two tools of one name', { tools: [1, 2].map(() => ({ name: 'A', description: '' })) }, 'tools.1.name'],
      ['options nobody knows', { forwardedProps: { toolyard: { modle: 'x' } } }, 'forwardedProps.toolyard'],
      ['too many turns', { forwardedProps: { toolyard: { maxTurns: 51 } } }, 'forwardedProps.toolyard.maxTurns'],
    ])('refuses %s with 400', async (_what, more, path) => {
      test = await openTestThread(callsThenText);
      expect(await test.post(inputOf('r1', [user('u1')], more))).toMatchObject({
        status: 400,
        problem: { issues: [{ path }] },
      });
    });

    it('takes a whole history on an empty thread', async () => {
      test = await openTestThread(() => says('hello again'));
      await test.run(
        inputOf('r1', [
          { id: 's', role: 'system', content: 'be brief' },
          user('u0'),
          {
            id: 'a',
            role: 'assistant',
            toolCalls: [{ id: 'c0', type: 'function', function: { name: 'X', arguments: '{}' } }],
          },
          result('c0'),
          user('u1'),
        ]),
      );
      expect(test.requests[0]?.system).toContain('be brief');
      expect(test.requests[0]?.messages.map((message) => message.id)).toEqual(['u0', 'a', 'r-c0', 'u1']);
    });

    it('takes no history on an empty thread that does not hang together', async () => {
      test = await openTestThread(() => says('never'));
      const bad = [result('c0'), user('u'), user('u')];
      expect(await test.post(inputOf('r1', bad))).toMatchObject({
        status: 400,
        problem: { issues: [{ path: 'messages.0.toolCallId' }, { path: 'messages.2.id' }] },
      });
    });

    it('takes no history with more open calls than are settled at once', async () => {
      test = await openTestThread(() => says('never'));
      const toolCalls = Array.from({ length: 1_001 }, (_, n) => ({
        id: `c${n}`,
        type: 'function' as const,
        function: { name: 'Read', arguments: '{}' },
      }));
      expect(await test.post(inputOf('r1', [{ id: 'a', role: 'assistant', toolCalls }, user('u')]))).toMatchObject({
        status: 400,
        problem: { issues: [{ message: expect.stringContaining('1001 calls have no result') }] },
      });
    });

    it('keeps a message with images whole', async () => {
      test = await openTestThread(() => says('I see'));
      const content = [
        { type: 'text', text: 'look' } as const,
        { type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } } as const,
      ];
      await test.run(inputOf('r1', [user('u1')]));
      await test.run(inputOf('r2', [{ id: 'u2', role: 'user', content }]));
      expect(test.requests[1]?.messages.at(-1)).toMatchObject({ id: 'u2', content });
    });
  });

  describe('4. some calls still unanswered', () => {
    it('stores the results and finishes with the rest, without the model', async () => {
      test = await openTestThread(callsThenText);
      expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toEqual(pending('c1', 'c2'));
      expect(outcomeOf(await test.run(inputOf('r2', [result('c2')])))).toEqual(pending('c1'));
      expect(test.requests).toHaveLength(1);
      expect(outcomeOf(await test.run(inputOf('r3', [result('c1')])))).toEqual(pending());
      expect(test.requests).toHaveLength(2);
      expect(test.requests[1]?.messages.map((message) => message.id).slice(2)).toEqual(['r-c1', 'r-c2']);
    });

    it('takes the first of two results for one call', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      await test.run(inputOf('r2', [result('c1', 'first'), { ...result('c1', 'second'), id: 'x' }, result('c2')]));
      const { messages } = await test.thread();
      expect(messages.filter((message) => message.role === 'tool').map((message) => message.content)).toEqual([
        'first',
        'ok',
      ]);
    });
  });

  describe('5. a new user message while calls are pending', () => {
    it('aborts them as superseded, before the message, and lets the model speak', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      const seen = await test.run(inputOf('r2', [result('c2'), user('u2', 'wait')]));
      expect(resultsOf(seen)).toEqual(['c1']);
      expect(resultsOf(await test.events())).toEqual(['c1', 'c2']);
      const { messages, calls } = await test.thread();
      expect(calls.c1?.result).toMatchObject({
        error: 'ABORTED',
        metadata: { toolyard: { success: false, error: 'ABORTED', details: { cause: 'superseded' } } },
      });
      expect(calls.c1?.result?.content).toContain('may have taken partial effect');
      expect(messages.map((message) => message.role)).toEqual([
        'user',
        'assistant',
        'tool',
        'tool',
        'user',
        'assistant',
      ]);
      expect(test.requests[1]?.messages.at(-1)).toMatchObject({ id: 'u2', content: 'wait' });
    });
  });

  describe('6. stop', () => {
    it('in mid turn closes what is open, settles every call and finishes as cancelled', async () => {
      const model = held([
        { type: 'text', delta: 'let me' },
        ...call('c1'),
        { type: 'call-start', id: 'c2', name: 'Edit' },
        { type: 'call-args', id: 'c2', delta: '{"pa' },
      ]);
      test = await openTestThread(model.said);
      const running = test.run(inputOf('r1', [user('u1')]));
      await model.speaking;
      expect(await stopThread(test.ports, THREAD, OWNER)).toEqual({ stopped: true });
      const seen = await running;
      expect(outcomeOf(seen)).toEqual({ type: 'cancelled' });
      expect(resultsOf(seen)).toEqual(['c1', 'c2']);
      expect(test.requests[0]?.signal.aborted).toBe(true);
      const { messages, calls } = await test.thread();
      expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool']);
      expect(calls.c2).toMatchObject({ args: '{"pa', result: { error: 'ABORTED' } });
      expect(calls.c1?.result?.content).toBe('The call was not run: the person stopped the agent.');
      model.letGo();
      expect(outcomeOf(await test.run(inputOf('r2', messages.slice())))).toEqual(pending());
      expect(test.requests).toHaveLength(1);
    });

    it('while the client works settles the pending calls; their late results change nothing', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      await test.run(inputOf('r2', [result('c1', 'mine')]));
      expect(await stopThread(test.ports, THREAD, OWNER)).toEqual({ stopped: true });
      const { calls } = await test.thread();
      expect([calls.c1?.result?.content, calls.c2?.result?.error]).toEqual(['mine', 'ABORTED']);
      expect(calls.c2?.result?.content).toContain('may have taken partial effect');
      expect(outcomeOf(await test.run(inputOf('r3', [result('c2')])))).toEqual(pending());
      expect(test.requests).toHaveLength(1);
      expect(resultsOf(await test.events())).toEqual(['c1', 'c2']);
    });

    it('says of a call that the client did not begin that it was not run', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      await stopThread(test.ports, THREAD, OWNER, ['c2', 'no such call']);
      const { calls } = await test.thread();
      expect(calls.c1?.result?.content).toContain('may have taken partial effect');
      expect(calls.c2?.result?.content).toBe('The call was not run: the person stopped the agent.');
    });

    it('of a run whose process died settles it once its lease is over', async () => {
      const model = held([{ type: 'text', delta: 'half' }]);
      test = await openTestThread(model.said);
      await test.post(inputOf('r1', [user('u1')]));
      await model.speaking;
      test.advance(10_000);
      expect(await stopThread(test.ports, THREAD, OWNER)).toEqual({ stopped: true });
      const { runs, messages } = await test.thread();
      expect(runs.map((run) => run.status)).toEqual(['error', 'cancelled']);
      expect(messages.map((message) => message.role)).toEqual(['user']);
      model.letGo();
    });

    it('has nothing to do on a thread at rest, and knows only its owner’s threads', async () => {
      test = await openTestThread(() => says('hi'));
      await test.run(inputOf('r1', [user('u1')]));
      const before = await test.events();
      expect(await stopThread(test.ports, THREAD, OWNER)).toEqual({ stopped: false });
      expect(await stopThread(test.ports, THREAD, 'stranger')).toBeUndefined();
      expect(await test.events()).toEqual(before);
    });
  });

  describe('7. nothing new', () => {
    it('finishes with the present pending ids', async () => {
      test = await openTestThread(callsThenText);
      await test.run(inputOf('r1', [user('u1')]));
      const seen = await test.run(inputOf('r2', [user('u1')]));
      expect(typesOf(seen)).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
      expect(outcomeOf(seen)).toEqual(pending('c1', 'c2'));
    });

    it.each([['an empty thread', []]])('does not wake the model on %s', async (_what, messages) => {
      test = await openTestThread(() => says('never'));
      expect(outcomeOf(await test.run(inputOf('r1', messages)))).toEqual(pending());
      expect(test.requests).toEqual([]);
    });
  });

  it('belongs to one owner: another gets 404', async () => {
    test = await openTestThread(() => says('hi'));
    await test.ports.log.create(THREAD, 'stranger');
    expect(await test.post(inputOf('r1', [user('u1')]))).toMatchObject({ ok: false, status: 404 });
  });

  it('logs results after the new run’s start and leaves the request’s own out of its answer', async () => {
    test = await openTestThread(callsThenText);
    const first = await test.run(inputOf('r1', [user('u1')]));
    expect(typesOf(first)).not.toContain('TOOL_CALL_RESULT');
    expect(first.some((event) => event.type === EventType.TEXT_MESSAGE_START && event.role === 'user')).toBe(false);
    const second = await test.run(inputOf('r2', [result('c1'), result('c2')]));
    expect(resultsOf(second)).toEqual([]);
    const logged = await test.events();
    expect(typesOf(logged.slice(first.length + 3)).slice(0, 3)).toEqual([
      'RUN_STARTED',
      'TOOL_CALL_RESULT',
      'TOOL_CALL_RESULT',
    ]);
    expect(logged.every((event: AGUIEvent) => event.timestamp !== undefined)).toBe(true);
    expect(logged.some((event) => event.type === EventType.RUN_STARTED && event.input)).toBe(false);
  });
});
