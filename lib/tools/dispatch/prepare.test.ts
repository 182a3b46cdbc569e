import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { eraseTool } from '../tool';
import { createRegistry } from '../registry';
import { OUR_SYSTEM } from '../system';
import { createDispatcher } from '.';
import { prepare } from './prepare';

const registry = createRegistry([
  eraseTool(
    defineTool({ name: 'Probe', description: 'x', input: z.strictObject({ text: z.string() }), execute: () => 'x' }),
  ),
]);

describe('what is wrong before a call may run', () => {
  it.each([
    ['a name that is nearly right', 'Prob', '{}', 'TOOL_NOT_FOUND', /Did you mean Probe/, /你是指 Probe/],
    ['a name like no other', 'Elephant', '{}', 'TOOL_NOT_FOUND', /The tools are Probe/, /可用的工具有：Probe/],
    ['half a call', 'Probe', '{"text": "a', 'PARTIAL_JSON', /end in the middle: 11 char/, /收到 11 个字符/],
    ['no JSON', 'Probe', '{text}', 'INVALID_JSON', /are not JSON/, /不是 JSON/],
    ['a field of the wrong type', 'Probe', '{"text": 1}', 'INVALID_ARGS', /text/, /[\u4e00-\u9fff]/],
  ] as const)('%s, in either language', (_what, name, args, error, english, chinese) => {
    const call = { id: 'c', name, args };
    const inEnglish = prepare(registry, call);
    const inChinese = prepare(registry, call, { language: 'zh', validation: 'block' });
    expect(inEnglish).toMatchObject({ ok: false, failure: { error, text: expect.stringMatching(english) } });
    expect(inChinese).toMatchObject({ ok: false, failure: { error, text: expect.stringMatching(chinese) } });
  });
});

describe('the arguments of a call', () => {
  /** A registry whose one tool counts how often its arguments are validated. */
  function counted() {
    let times = 0;
    const input = z.strictObject({ text: z.string().refine(() => (times += 1) > 0) });
    const tool = defineTool({ name: 'Probe', description: 'x', kind: 'read', input, execute: ({ text }) => text });
    return { registry: createRegistry([eraseTool(tool)]), times: () => times };
  }

  it('are validated once, whoever asks', async () => {
    const { registry, times } = counted();
    const dispatcher = createDispatcher({
      registry,
      permissions: {
        mode: () => 'default',
        rules: () => [],
        ask: async () => ({ behavior: 'allow' }),
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
    });
    const call = { id: 'c', name: 'Probe', args: '{"text": "a"}' };
    expect(dispatcher.concurrencyClassOf(call).reads).toBe(true);
    expect(prepare(registry, call, { language: 'zh', validation: 'warn', system: OUR_SYSTEM }).ok).toBe(true);
    const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
    expect(result).toEqual({ success: true, text: 'a' });
    expect(times()).toBe(1);
  });

  it('are validated anew for a call that says something else', () => {
    const { registry, times } = counted();
    const call = { id: 'c', name: 'Probe', args: '{"text": "a"}' };
    prepare(registry, call);
    call.args = '{"text": "b"}';
    expect(prepare(registry, call)).toMatchObject({ ok: true, value: { input: { text: 'b' } } });
    expect(times()).toBe(2);
  });
});
