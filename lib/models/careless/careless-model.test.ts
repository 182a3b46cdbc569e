import type { Message, Tool } from '@ag-ui/core';
import type { AgentOptions, Careless } from '@/lib/protocol';
import { SCENARIOS } from '@/lib/scenarios';
import { describe, expect, it } from 'vitest';
import { createModel } from '../create-model';
import { callsOf, collect, spokenText, requestOf } from '../testing';

const READ: Tool = {
  name: 'Read',
  description: 'Reads.',
  parameters: {
    type: 'object',
    properties: { file_path: { type: 'string' }, limit: { type: 'integer' } },
    required: ['file_path'],
  },
};
const ASKED = 'Call Read with {"file_path": "a.ts"}';
const INTENDED = 'Read {"file_path":"a.ts"}';

type Answer = (name: string, args: string) => { content: string; error?: string };

/** A whole conversation, as the agent loop leads it: every call that was made, and the last words. */
async function lead(prompt: string, careless: Careless, answer: Answer, options: AgentOptions = {}) {
  const model = createModel({ model: 'careless', speed: 'instant', careless, ...options }, {});
  const messages: Message[] = [{ id: 'u', role: 'user', content: prompt }];
  const calls: string[] = [];
  for (let turn = 0; turn < 60; turn++) {
    const events = await collect(model, requestOf(messages, { tools: [READ], attempt: 10 }));
    const made = callsOf(events);
    messages.push({
      id: `m${turn}`,
      role: 'assistant',
      content: spokenText(events),
      toolCalls: made.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } })),
    });
    if (made.length === 0) return { calls, last: spokenText(events), name: model.name };
    for (const { id, name, args } of made) {
      calls.push(`${name} ${args}`);
      messages.push({ id: `r${id}`, role: 'tool', toolCallId: id, ...answer(name, args) });
    }
  }
  throw new Error('It does not end.');
}

/** Takes the intended call, and answers any other one with these words. */
const held =
  (words: string): Answer =>
  (name, args) =>
    `${name} ${args}` === INTENDED ? { content: 'const a = 1;' } : { content: `INVALID_ARGS: ${words}`, error: words };

describe('the careless model', () => {
  it.each<[string, Careless['rates'], string, string[]]>([
    ['nothing goes wrong', {}, 'No.', [INTENDED]],
    [
      'a misspelt field, named',
      { 'misspelt-field': 1 },
      'Remove the unknown field `filePath`. Did you mean `file_path`?',
      ['Read {"filePath":"a.ts"}', INTENDED],
    ],
    ['cut JSON, named', { 'cut-json': 1 }, 'This is no JSON: it is cut off.', [expect.any(String), INTENDED]],
    [
      'a wrong name, named',
      { 'wrong-name': 1 },
      'There is no read_tool. Did you mean Read?',
      [expect.any(String), INTENDED],
    ],
    ['a missing field, unnamed', { 'missing-field': 1 }, 'Something is wrong.', ['Read {}']],
  ])('%s', async (_what, rates, words, calls) => {
    const led = await lead(ASKED, { rates }, held(words));
    expect(led.calls).toEqual(calls);
    expect(led.name).toBe('careless');
    expect(led.last).toContain(words === 'Something is wrong.' ? 'Read failed' : 'Read answered');
  });

  it('makes a call more than once, and goes on from the first answer', async () => {
    const led = await lead(ASKED, { rates: { 'too-many-calls': 1 } }, held('No.'));
    expect(led.calls).toEqual([INTENDED, INTENDED, INTENDED]);
    expect(led.last).toContain('Read answered');
  });

  it('stops where a person refuses, and after a few tries', async () => {
    const denied = await lead(ASKED, { rates: { 'misspelt-field': 1 } }, () => ({
      content: 'GATE_DENIED: filePath is unknown. Did you mean file_path?',
      error: 'GATE_DENIED',
    }));
    expect(denied.calls).toHaveLength(1);
    let told = 0;
    const words = ['unknown field `filePath`', 'missing `file_path`', 'unknown field `encoding`'];
    const { calls } = await lead(ASKED, { rates: { 'misspelt-field': 1 } }, () => {
      const content = `INVALID_ARGS: ${words[told++ % 3] ?? ''}`;
      return { content, error: content };
    });
    expect(calls.length).toBeLessThanOrEqual(4);
  });

  it('errs in the same places for the same seed, and in others for another', async () => {
    const calls = async (seed: number) =>
      (await lead(ASKED, { seed, rates: { 'invented-field': 1 } }, () => ({ content: 'Done.' }))).calls;
    expect(await calls(1)).toEqual(await calls(1));
    expect(new Set((await Promise.all([1, 2, 3, 4, 5, 6].map(calls))).flat()).size).toBeGreaterThan(1);
  });

  it.each(SCENARIOS.map(({ id, prompt }) => [id, prompt] as const))('comes to an end in %s', async (_id, prompt) => {
    for (const careless of [{ seed: 1 }, { seed: 2 }, { rates: { 'too-many-calls': 1 } }]) {
      await lead(prompt, careless, (name, args) =>
        args.length % 3 === 0
          ? { content: `INVALID_ARGS: unknown field in ${name}`, error: 'INVALID_ARGS' }
          : { content: 'done' },
      );
    }
  });

  it.each(['Call', 'call Read', 'Call Read with {"file_path": ', 'Call me with care'])(
    '“%s” is no crash',
    async (words) => {
      expect((await lead(words, { rates: {} }, () => ({ content: 'done' }))).last).not.toBe('');
    },
  );

  it('writes its calls as text, too', async () => {
    const led = await lead(
      ASKED,
      { rates: { 'misspelt-field': 1 } },
      held('Remove `filePath`. Did you mean `file_path`?'),
      {
        toolMode: 'prompt',
        dialect: 'json',
      },
    );
    expect(led.calls[0]).toContain('filePath');
    expect(led.calls[1]).toContain('file_path');
  });
});
