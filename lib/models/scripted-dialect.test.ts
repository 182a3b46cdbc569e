import type { Message, Tool } from '@ag-ui/core';
import { findScenario, SCENARIOS } from '@/lib/scenarios';
import { describe, expect, it } from 'vitest';
import { DialectNameSchema } from '@/lib/protocol';
import { createModel, type Model } from './index';
import { callsOf, collect, requestOf, spokenText } from './testing';

const NAMES = DialectNameSchema.options;
const READ: Tool = {
  name: 'Read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
};

/** The calls of a whole conversation in which every call succeeds. */
async function play(model: Model, prompt: string): Promise<string[]> {
  const messages: Message[] = [{ id: 'u', role: 'user', content: prompt }];
  const names: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const events = await collect(model, requestOf(messages, { attempt: 10, tools: [READ] }));
    const made = callsOf(events);
    if (made.length === 0) return names;
    messages.push({
      id: `m${turn}`,
      role: 'assistant',
      content: spokenText(events),
      toolCalls: made.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } })),
    });
    for (const { id, name } of made) {
      names.push(name);
      messages.push({ id: `r${id}`, role: 'tool', toolCallId: id, content: 'done' });
    }
  }
  throw new Error('The scenario does not end.');
}

describe('the scripted model in a dialect', () => {
  const prompt = findScenario('fix-the-test')?.prompt ?? '';
  const request = requestOf([{ id: 'u', role: 'user', content: prompt }], { tools: [READ] });

  it.each(NAMES)('writes the calls of a scenario in %s, which the parser reads', async (dialect) => {
    const native = await collect(createModel({ speed: 'instant' }, {}), request);
    const written = await collect(createModel({ speed: 'instant', toolMode: 'prompt', dialect }, {}), request);
    const plain = (events: typeof native) => callsOf(events).map(({ name, args }) => [name, JSON.parse(args)]);
    expect(plain(written)).toEqual(plain(native));
    expect(callsOf(written).map(({ id }) => id)).toEqual(['text_call_1', 'text_call_2', 'text_call_3']);
    expect(spokenText(written).trim()).toBe(spokenText(native).trim());
    expect(written.at(-1)).toMatchObject({ type: 'stop', reason: 'tool_calls' });
  });

  // One ends in the middle of a call, which a dialect reports and never runs.
  it.each(SCENARIOS.map(({ id }) => id).filter((id) => id !== 'cut-off'))(
    '%s goes on from what it called',
    async (id) => {
      const words = findScenario(id)?.prompt ?? '';
      const native = await play(createModel({ speed: 'instant' }, {}), words);
      expect(await play(createModel({ speed: 'instant', toolMode: 'prompt', dialect: 'xml' }, {}), words)).toEqual(
        native,
      );
    },
  );

  it('never runs a call that it had no room to finish', async () => {
    const model = createModel({ speed: 'instant', toolMode: 'prompt', dialect: 'json' }, {});
    const words = findScenario('cut-off')?.prompt ?? '';
    const events = await collect(model, requestOf([{ id: 'u', role: 'user', content: words }], { tools: [READ] }));
    expect(spokenText(events)).toContain('was never closed');
    expect(callsOf(events).map(({ name }) => name)).not.toContain('Write');
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: 'max_tokens' });
  });
});
