import { loadTokenCounter } from '@/lib/discovery';
import type { Message } from '@ag-ui/core';
import type { WireExchange } from '@/lib/protocol';
import { lastSteps, SCENARIOS, findScenario } from '@/lib/scenarios';
import { describe, expect, it } from 'vitest';
import { createModel, ModelError } from './index';
import { callsOf, collect, eventsIn, requestOf, spokenText } from './testing';

const user = (content: string): Message => ({ id: crypto.randomUUID(), role: 'user', content });
const promptOf = (id: string): string => findScenario(id)?.prompt ?? '';

type Answer = (name: string, args: string) => { content: string; error?: string };

/** Plays a whole conversation as the agent loop does: turns and results, until a turn makes no call. */
async function play(
  prompt: string,
  answer: Answer,
): Promise<{ messages: Message[]; calls: string[]; texts: string[] }> {
  const model = createModel({ model: 'scripted', speed: 'instant' }, {});
  const messages: Message[] = [user(prompt)];
  const [calls, texts]: [string[], string[]] = [[], []];
  for (let turn = 0; turn < 20; turn++) {
    const events = await collect(model, requestOf(messages, { attempt: 10 }));
    const made = callsOf(events);
    texts.push(spokenText(events));
    messages.push({
      id: `m${turn}`,
      role: 'assistant',
      content: spokenText(events),
      toolCalls: made.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } })),
    });
    if (made.length === 0) return { messages, calls, texts };
    for (const { id, name, args } of made) {
      calls.push(`${name} ${args}`);
      messages.push({ id: `r${id}`, role: 'tool', toolCallId: id, ...answer(name, args) });
    }
  }
  throw new Error('The scenario does not end.');
}

describe('the scripted model', () => {
  it.each(SCENARIOS.map(({ id }) => id))('%s comes to an end, with ids that no two calls share', async (id) => {
    const { messages, texts } = await play(promptOf(id), () => ({ content: 'done' }));
    expect(texts.at(-1)).not.toBe('');
    const ids = messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(SCENARIOS.map(({ id }) => id))('%s says the same in every process', async (id) => {
    const request = requestOf([user(promptOf(id))], { attempt: 10 });
    const once = await collect(createModel({ speed: 'instant' }, {}), request);
    expect(await collect(createModel({ speed: 'instant' }, {}), request)).toEqual(once);
  });

  it('types in smaller pieces when it is slower, and says the same', async () => {
    const request = requestOf([user('hello')]);
    const instant = await collect(createModel({ speed: 'instant' }, {}), request);
    const fast = await collect(createModel({ speed: 'fast' }, {}), request);
    expect(spokenText(fast)).toBe(spokenText(instant));
    expect(fast.length).toBeGreaterThan(instant.length);
  });

  it('counts tokens from what was really sent', async () => {
    const usageOf = async (text: string) => {
      const stop = (await collect(createModel({ speed: 'instant' }, {}), requestOf([user(text)]))).at(-1);
      return stop?.type === 'stop' ? stop.usage.inputTokens : 0;
    };
    expect((await usageOf('a word '.repeat(500))) - (await usageOf('x'))).toBeGreaterThan(900);
  });

  it('plays from the last words that start something, and counts what came before', async () => {
    const usageOf = (events: Awaited<ReturnType<typeof collect>>) => {
      const stop = events.at(-1);
      return stop?.type === 'stop' ? stop.usage.inputTokens : 0;
    };
    const model = createModel({ speed: 'instant' }, {});
    const first = await play(promptOf('fix-the-test'), () => ({ content: 'done' }));
    const earlier = [...first.messages, user('x '.repeat(20_000))];
    const said: Message = { id: 'm', role: 'assistant', content: 'I cannot.' };
    const once = await collect(model, requestOf([user(promptOf('fix-the-test'))]));
    const later = await collect(model, requestOf([...earlier, said, user(promptOf('fix-the-test'))]));
    const plain = (events: typeof once) => callsOf(events).map(({ name, args }) => [name, args]);
    expect(plain(later)).toEqual(plain(once));
    expect(usageOf(later) - usageOf(once)).toBeGreaterThan(20_000);
    const ids = first.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    );
    const taken = new Set(ids);
    expect(callsOf(later).filter(({ id }) => taken.has(id))).toEqual([]);
  });

  it.each([
    ['the whole conversation', 0, 0],
    ['of a very long one the part that is played, and how much it leaves out', 1000, 1002],
  ])('is sent %s', async (_, before, leftOut) => {
    const kept: WireExchange[] = [];
    const exchanges = { now: () => 0, add: (exchange: WireExchange) => void kept.push(exchange) };
    const answer: Message = { id: 'a', role: 'assistant', content: 'I see.' };
    const earlier = Array.from({ length: before }, () => answer);
    const request = requestOf([...earlier, user('First words.'), answer, user('Second words.')]);
    for (const toolMode of ['native', 'prompt'] as const)
      await collect(createModel({ speed: 'instant', toolMode, dialect: 'xml' }, {}, { exchanges }), request);
    expect(kept.map(({ leftOut = 0 }) => leftOut)).toEqual([leftOut, leftOut]);
    for (const { request } of kept) {
      expect(request.includes('First words.')).toBe(leftOut === 0);
      expect(request).toContain('Second words.');
    }
  });

  it('counts the declarations of tools as the page does', async () => {
    const tools = [
      { name: 'Look', description: 'Reads a file. '.repeat(30), parameters: { type: 'object', properties: {} } },
    ];
    const usageOf = async (more: object) => {
      const request = { ...requestOf([user('hello')]), ...more };
      const stop = (await collect(createModel({ speed: 'instant' }, {}), request)).at(-1);
      return stop?.type === 'stop' ? stop.usage.inputTokens : 0;
    };
    const counted = (await loadTokenCounter()).countTools(tools);
    expect((await usageOf({ tools })) - (await usageOf({ tools: [] }))).toBe(counted);
  });

  it('ends a turn with calls as such', async () => {
    const events = await collect(createModel({ speed: 'instant' }, {}), requestOf([user(promptOf('fix-the-test'))]));
    expect(callsOf(events).map(({ name }) => name)).toEqual(['Read', 'Read', 'Read']);
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['usage', 'reasoning']);
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: 'tool_calls' });
  });

  it('stops in the middle of a sentence', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const model = createModel({ speed: 'typing' }, {});
    let said = '';
    const play = async () => {
      for await (const event of eventsIn(
        model.turn(requestOf([user(promptOf('long-reply'))], { signal: stop.signal })),
      )) {
        if (event.type === 'text') said += event.delta;
        if (said.length > 8) stop.abort(reason);
      }
    };
    await expect(play()).rejects.toBe(reason);
    expect(said.length).toBeLessThan(100);
  });

  it('fails three times, then goes on', async () => {
    const model = createModel({ speed: 'instant' }, {});
    const outcome = async (attempt: number) => {
      try {
        return spokenText(await collect(model, requestOf([user(promptOf('faults'))], { attempt })));
      } catch (error) {
        return error instanceof ModelError ? { code: error.code, retry: error.retry } : error;
      }
    };
    expect(await outcome(1)).toEqual({ code: 'OVERLOADED', retry: { afterMs: 50 } });
    expect(await outcome(2)).toEqual({ code: 'OVERLOADED', retry: { afterMs: 50 } });
    expect(await outcome(3)).toEqual({ code: 'STREAM_BROKEN', retry: {} });
    expect(await outcome(4)).toContain('overloaded twice');
  });

  it('breaks off in the middle of its text', async () => {
    let said = '';
    const broken = async () => {
      const request = requestOf([user(promptOf('faults'))], { attempt: 3 });
      for await (const event of eventsIn(createModel({ speed: 'instant' }, {}).turn(request))) {
        if (event.type === 'text') said += event.delta;
      }
    };
    await expect(broken()).rejects.toMatchObject({ code: 'STREAM_BROKEN' });
    expect(said).toMatch(/^This sentence breaks off/);
    expect(said).not.toContain('anybody');
  });

  it.each([
    [{ model: 'nobody' }, 'UNKNOWN_MODEL'],
    [{ model: 'scripted', scenario: 'nothing' }, 'UNKNOWN_SCENARIO'],
    [{ model: 'anthropic' }, 'KEY_REQUIRED'],
  ])('refuses %j with %s', (options, code) => {
    expect(() => createModel(options, {})).toThrow(expect.objectContaining({ code }));
  });
});

describe('fix-the-test', () => {
  /** Answers as the real tools would, from the state of one file. */
  const world = (): Answer => {
    let fixed = false;
    return (name, args) => {
      if (name === 'Read') return { content: 'text' };
      if (name === 'Bash') return fixed ? { content: 'pass' } : { content: 'fail', error: 'EXIT_CODE' };
      if (args.includes('"Path"')) return { content: 'Add `file_path`.', error: 'INVALID_ARGS' };
      if (!args.includes('taxRate')) return { content: 'Lines 12 and 24.', error: 'TEXT_MULTIPLE_MATCHES' };
      fixed = true;
      return { content: 'Modified' };
    };
  };

  it('goes the way it teaches', async () => {
    const { calls, texts } = await play(promptOf('fix-the-test'), world());
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      'Read',
      'Read',
      'Read',
      'Bash',
      'Edit',
      'Edit',
      'Edit',
      'Bash',
    ]);
    expect(calls[4]).toContain('"Path":"src/cart.ts"');
    expect(calls[5]).toContain('"file_path":"src/cart.ts"');
    expect(texts.at(-1)).toContain('The tests are green.');
  });

  it.each<[string, Answer, string]>([
    ['says so when a call is denied', () => ({ content: 'No.', error: 'GATE_DENIED' }), 'Read was not allowed'],
    ['says so when a call is stopped', () => ({ content: 'Stopped.', error: 'ABORTED' }), 'Read was stopped'],
    ['explains a missing project', () => ({ content: 'No such file.', error: 'NOT_FOUND' }), 'Read gave NOT_FOUND'],
    ['finds nothing to do', () => ({ content: 'pass' }), 'green already'],
    [
      'explains tests that do not run',
      (name) => (name === 'Bash' ? { content: 'node: not found', error: 'EXECUTION_ERROR' } : { content: 'text' }),
      'Bash gave EXECUTION_ERROR',
    ],
    [
      'leaves a file alone that somebody changed',
      (name) =>
        name === 'Bash'
          ? { content: 'fail', error: 'EXIT_CODE' }
          : name === 'Edit'
            ? { content: 'Not found.', error: 'TEXT_NOT_FOUND' }
            : { content: 'text' },
      'somebody got to it first',
    ],
    [
      'does not read a changing file for ever',
      (name) =>
        name === 'Bash'
          ? { content: 'fail', error: 'EXIT_CODE' }
          : name === 'Edit'
            ? { content: 'Changed since.', error: 'STALE_FILE' }
            : { content: 'text' },
      'Edit gave STALE_FILE',
    ],
  ])('%s', async (_, answer, words) => {
    const { texts } = await play(promptOf('fix-the-test'), answer);
    expect(texts.at(-1)).toContain(words);
  });

  it.each([true, false])('finds out what came of calls that a reload cut off, taken effect: %s', async (effective) => {
    const lost = { content: 'Outcome unknown: the page was reloaded.', error: 'ABORTED' };
    const cut = new Set(['Bash', 'Edit']);
    const real = world();
    let fixed = false;
    const { calls, texts } = await play(promptOf('fix-the-test'), (name, args) => {
      if (name === 'Read' && fixed) return { content: '11\t  return round(net * (1 + rate));' };
      const vague = name === 'Edit' && !args.includes('taxRate');
      if (vague || !cut.delete(name)) return real(name, args);
      if (name === 'Edit' && effective) {
        real(name, args);
        fixed = true;
      }
      return lost;
    });
    const again = effective ? ['Read', 'Bash'] : ['Read', 'Edit', 'Bash'];
    expect(calls.slice(3).map((call) => call.split(' ')[0])).toEqual([
      'Bash',
      'Bash',
      'Edit',
      'Edit',
      'Edit',
      ...again,
    ]);
    expect(texts.at(-1)).toContain('The tests are green.');
  });

  it('asks again after a denial when told to go on', async () => {
    const model = createModel({ speed: 'instant' }, {});
    const { messages } = await play(promptOf('fix-the-test'), (name, args) =>
      name === 'Bash' ? { content: 'No.', error: 'GATE_DENIED' } : world()(name, args),
    );
    const events = await collect(model, requestOf([...messages, user('Go on.')]));
    expect(callsOf(events).map(({ name }) => name)).toEqual(['Bash']);
  });
});

describe('words without a script', () => {
  it('are answered with what can be played', async () => {
    const text = spokenText(
      await collect(createModel({ speed: 'instant' }, {}), requestOf([user('What is the weather?')])),
    );
    for (const { prompt } of SCENARIOS) expect(text).toContain(prompt);
    expect(text).toContain('key');
  });

  it('do not go on with what was played before', async () => {
    const { messages } = await play(promptOf('ask-first'), () => ({ content: 'done' }));
    const text = spokenText(
      await collect(createModel({ speed: 'instant' }, {}), requestOf([...messages, user('And now?')])),
    );
    expect(text).toContain('I am the scripted model');
  });
});

it('gives a scenario the last calls with their results', () => {
  expect(
    lastSteps([
      { role: 'user', text: 'go' },
      { role: 'assistant', text: '', calls: [{ id: 'a', name: 'Read', input: {} }] },
      { role: 'result', callId: 'a', text: 'x', failed: true, error: 'NOT_FOUND' },
      { role: 'result', callId: 'unknown', text: 'y', failed: false },
      { role: 'assistant', text: 'Stop.', calls: [] },
    ]),
  ).toEqual([{ id: 'a', name: 'Read', input: {}, text: 'x', failed: true, error: 'NOT_FOUND' }]);
});
