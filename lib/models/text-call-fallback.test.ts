import type { Tool } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { dialects } from './dialects';
import type { Model, ModelEvent, StopReason } from './model';
import { withTextCallFallback } from './text-call-fallback';
import { callsOf, collect, requestOf, spokenText } from './testing';

const READ: Tool = {
  name: 'Read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { file_path: { type: 'string' } } },
};
const BLOCK = '<tool_call>\n{"name": "Read", "arguments": {"file_path": "a.ts"}}\n</tool_call>';
const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

/** Says a text, a few characters at a time, between what comes before and after it. */
const saying = (
  text: string,
  reason: StopReason = 'end',
  before: readonly ModelEvent[] = [],
  after: readonly ModelEvent[] = [],
): Model => ({
  name: 'm',
  async *turn() {
    yield before;
    for (let at = 0; at < text.length; at += 7) yield [{ type: 'text', delta: text.slice(at, at + 7) }];
    yield [...after, { type: 'stop', reason, usage }];
  },
});

const run = (model: Model, tools: readonly Tool[] = [READ]) =>
  collect(withTextCallFallback(model), requestOf([{ id: '1', role: 'user', content: 'Go.' }], { tools }));

describe('a call written as text by a model with calls of its own', () => {
  it.each(Object.values(dialects))('is made where it is whole, in $name, and the page says so', async (dialect) => {
    const block = dialect.formatCall({ name: 'Read', arguments: { file_path: 'a.ts' } });
    const events = await run(saying(`I read.\n${block}`));
    expect(callsOf(events).map(({ name, args }) => [name, args])).toEqual([['Read', '{"file_path":"a.ts"}']]);
    expect(spokenText(events)).toBe('I read.\n');
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: 'tool_calls' });
  });

  it('leaves the words around it, in their order', async () => {
    const events = await run(saying(`One \`two\` <b>three</b>\n${BLOCK} four ${BLOCK}\nfive`));
    expect(spokenText(events)).toBe('One `two` <b>three</b>\n four \nfive');
    expect(callsOf(events)).toHaveLength(2);
    expect(events.findLastIndex(({ type }) => type === 'text')).toBeLessThan(
      events.findIndex(({ type }) => type === 'call-start'),
    );
  });

  const native: ModelEvent[] = [
    { type: 'call-start', id: '1', name: 'Ls' },
    { type: 'call-end', id: '1' },
  ];
  it.each<[string, Model, readonly Tool[]]>([
    ['of a tool that it was not given', saying(BLOCK.replace('Read', 'Wipe')), [READ]],
    ['where one of two is of no tool', saying(BLOCK + BLOCK.replace('Read', 'Wipe')), [READ]],
    ['in a thought of which only the end is told', saying(`${BLOCK}</think>Well.`), [READ]],
    ['in a code fence', saying(`\`\`\`\n${BLOCK}\n\`\`\``), [READ]],
    ['in inline code', saying(`Write \`${BLOCK.replaceAll('\n', '')}\`.`), [READ]],
    ['that is not finished', saying(BLOCK.slice(0, -6)), [READ]],
    ['beside another that is not finished', saying(`${BLOCK}\n${BLOCK.slice(0, -6)}`), [READ]],
    ['in a reply that makes a call of its own', saying(BLOCK, 'tool_calls', native), [READ]],
    ['in a reply that makes a call of its own later', saying(BLOCK, 'tool_calls', [], native), [READ]],
    ['in a reply that ran out of room', saying(BLOCK, 'max_tokens'), [READ]],
    ['in a reply that was declined', saying(BLOCK, 'refusal'), [READ]],
    ['where there are no tools', saying(BLOCK), []],
  ])('is text %s', async (_where, model, tools) => {
    const request = requestOf([{ id: '1', role: 'user', content: 'Go.' }], { tools });
    const [events, plain] = [await collect(withTextCallFallback(model), request), await collect(model, request)];
    expect(spokenText(events)).toBe(spokenText(plain));
    expect(events.filter(({ type }) => type !== 'text')).toEqual(plain.filter(({ type }) => type !== 'text'));
  });
});
