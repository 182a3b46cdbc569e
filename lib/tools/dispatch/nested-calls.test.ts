import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApprovalRequest } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';
import { createDispatcher } from '.';
import { defineTool } from '../define-tool';
import { eraseTool } from '../tool';
import { createRegistry } from '../registry';
import { need } from '../requirements';

const input = z.strictObject({ times: z.int() });

/** Calls itself, or Note, so many times. */
const caller = (name: string, callee: string) =>
  defineTool({
    name,
    description: 'Calls another.',
    input,
    async execute({ times }, context) {
      const nested = need(context, 'nested');
      if (!nested.ok) return nested.failure;
      const texts: string[] = [];
      for (let at = 0; at < times; at++) {
        const { text } = await nested.value.call({ name: callee, input: { times: at } }, context.signal);
        texts.push(text);
      }
      return { text: texts.join('|'), details: { own: true } };
    },
  });

/** The same, and nothing else. */
const through = (name: string, callee: string, isDangerous = false) => ({
  ...caller(name, callee),
  actsThroughCalls: true,
  isDangerous: () => isDangerous,
});

const note = defineTool({
  name: 'Note',
  description: 'Notes.',
  input,
  execute({ times }, { onOutput, callId }) {
    onOutput(`noting ${callId}`);
    return `noted ${times}`;
  },
});

const recurse = defineTool({
  name: 'Recurse',
  description: 'Calls itself.',
  input,
  async execute({ times }, context) {
    const answer = await context.nested?.call({ name: 'Recurse', input: { times } }, context.signal);
    return answer?.error === 'LOOP_DETECTED' ? answer : `again, then: ${answer?.text}`;
  },
});

function open(deny: readonly string[] = [], mode: PermissionMode = 'default') {
  const asked: string[] = [];
  const within: ApprovalRequest['within'][] = [];
  const output: string[] = [];
  const dispatcher = createDispatcher({
    registry: createRegistry(
      [caller('Outer', 'Note'), through('Through', 'Note'), through('Harsh', 'Note', true), note, recurse].map((tool) =>
        eraseTool(tool),
      ),
    ),
    permissions: {
      mode: () => mode,
      rules: () => deny.map((rule) => ({ behavior: 'deny', rule })),
      async ask({ callId, toolName, ...request }) {
        asked.push(`${toolName} ${callId}`);
        within.push(request.within);
        return { behavior: 'allow' };
      },
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
  });
  const call = async (name: string, times: number, signal = new AbortController().signal) => {
    const made = { id: 'call', name, args: JSON.stringify({ times }) };
    return dispatcher.dispatch(made, { signal, onOutput: (text) => output.push(text) });
  };
  return { call, asked, within, output };
}

describe('a call from inside a call', () => {
  it('passes the whole pipeline, and is told of in the details of the outer one', async () => {
    const { call, asked, output } = open();
    const { result } = await call('Outer', 2);
    expect(result.text).toBe('noted 0|noted 1');
    expect(asked).toEqual(['Outer call', 'Note call.1', 'Note call.2']);
    expect(output).toEqual(['noting call.1', 'noting call.2']);
    expect(result.details).toMatchObject({
      own: true,
      nested: [
        { id: 'call.1', name: 'Note', args: expect.stringContaining('{'), phase: 'succeeded', text: 'noted 0' },
        { id: 'call.2', name: 'Note', phase: 'succeeded', text: 'noted 1' },
      ],
    });
  });

  it('is what a person is asked about, and not the call around it, where that does nothing else', async () => {
    const { call, asked, within } = open();
    expect((await call('Through', 1)).result.text).toBe('noted 0');
    expect(asked).toEqual(['Note call.1']);
    expect(within).toEqual([[{ name: 'Through', args: '{"times":1}' }]]);
  });

  it('is asked about besides where the one around it is dangerous', async () => {
    const { call, asked, within } = open();
    await call('Harsh', 1);
    expect(asked).toEqual(['Harsh call', 'Note call.1']);
    expect(within[0]).toBeUndefined();
  });

  it.each<[PermissionMode, string | undefined]>([
    ['plan', 'GATE_DENIED'],
    ['dontAsk', undefined],
    ['bypassPermissions', undefined],
  ])('in mode %s: the call around it gets %s, and nobody is asked', async (mode, error) => {
    const { call, asked } = open([], mode);
    const { result } = await call('Through', 1);
    expect([result.error, asked]).toEqual([error, []]);
    if (mode === 'dontAsk') expect(result.details?.nested).toMatchObject([{ name: 'Note', error: 'GATE_DENIED' }]);
  });

  it('is refused where a rule refuses it, and told of all the same', async () => {
    const { result } = await open(['Note']).call('Outer', 1);
    expect(result.details?.nested).toMatchObject([{ name: 'Note', phase: 'denied', error: 'GATE_DENIED' }]);
  });

  it('leaves the details of a call alone that makes none', async () => {
    expect((await open().call('Note', 1)).result.details).toBeUndefined();
  });

  it('goes only so deep', async () => {
    const { call, asked } = open();
    const { result } = await call('Recurse', 1);
    expect(asked).toEqual(['Recurse call', 'Recurse call.1', 'Recurse call.1.1', 'Recurse call.1.1.1']);
    expect(result.text).toMatch(/^Calls nest at most 3 deep/);
  });

  it('lists so many, and counts the others', async () => {
    const { result } = await open().call('Outer', 103);
    expect(result.details).toMatchObject({ unlisted: 3 });
  });
});
