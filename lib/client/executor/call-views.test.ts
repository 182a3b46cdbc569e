import { EventType, type AGUIEvent } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldEvent, type ThreadState } from '@/lib/protocol';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { createCallViews, type LiveCall } from './call-views';
import { createTestTools } from '../testing/test-tab';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';
import { toolsetFactory } from './make-toolset';

const fold = (events: AGUIEvent[], from: ThreadState = emptyThread) =>
  events.reduce((thread, event) => foldEvent(thread, { seq: thread.seq + 1, event }), from);
const start = (id: string, name = 'Look'): AGUIEvent => ({
  type: EventType.TOOL_CALL_START,
  toolCallId: id,
  toolCallName: name,
  parentMessageId: 'm1',
});
const args = (id: string, delta: string): AGUIEvent => ({ type: EventType.TOOL_CALL_ARGS, toolCallId: id, delta });
const end = (id: string): AGUIEvent => ({ type: EventType.TOOL_CALL_END, toolCallId: id });
const whole = (id: string, name = 'Look') => [start(id, name), args(id, '{"name":"a.txt"}'), end(id)];
const result = (id: string, toolyard: Record<string, unknown>): AGUIEvent => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: `r-${id}`,
  toolCallId: id,
  content: 'text',
  metadata: { toolyard },
});
const { tools } = createTestTools();
const loadToolset = async () => {
  const limits = { calls: 30, tools: {} };
  const make = toolsetFactory({
    tools,
    codeRunner: createNodeCodeRunner(),
    hooks: () => [],
    limits: () => limits,
  });
  return make({ settings: DEFAULT_TOOL_SETTINGS, missing: [], dynamicTools: [] });
};

describe('call views', () => {
  it('titles a call from arguments that are still coming, before and after the tools have loaded', async () => {
    const toolset = await loadToolset();
    const thread = fold([start('c1'), args('c1', '{"name":"src/ca')]);
    expect(createCallViews()(thread)[0]).toMatchObject({ title: 'Look src/ca', phase: 'streaming', kind: 'other' });
    expect(createCallViews()(thread, undefined, toolset)[0]).toMatchObject({ kind: 'read', readOnly: true });
  });

  it.each([
    [{ success: true }, 'succeeded'],
    [{ success: false, error: 'EXIT_CODE' }, 'failed'],
    [{ success: false, error: 'INVALID_ARGS' }, 'invalid'],
    [{ success: false, error: 'GATE_DENIED' }, 'denied'],
    [{ success: false, error: 'ABORTED' }, 'aborted'],
  ])('tells the phase from the result %j', (metadata, phase) => {
    expect(createCallViews()(fold([...whole('c1'), result('c1', metadata)]))[0]?.phase).toBe(phase);
  });

  it('numbers the batches as the scheduler makes them', async () => {
    const toolset = await loadToolset();
    const thread = fold([...whole('c1'), ...whole('c2'), ...whole('c3', 'Change'), ...whole('c4')]);
    const numbers = createCallViews()(thread, undefined, toolset).map(({ batch }) => batch);
    expect(numbers).toEqual([0, 0, 1, 2]);
  });

  it('keeps the view of a call that did not change, and the list when none did', () => {
    const views = createCallViews();
    const first = fold([...whole('c1'), ...whole('c2')]);
    const before = views(first);
    const live = new Map<string, LiveCall>([['c2', { phase: 'running', output: 'x' }]]);
    const running = views(first, live);
    expect(running[0]).toBe(before[0]);
    expect(running[1]).toMatchObject({ phase: 'running', output: 'x' });
    const spoken = fold([{ type: EventType.TEXT_MESSAGE_START, messageId: 'm2', role: 'assistant' }], first);
    expect(views(spoken, live)).toBe(running);
    expect(views({ ...spoken, calls: { ...spoken.calls } }, live)).toBe(running);
  });
});
