import { ErrorCode, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { HookSchema, type HookEvent } from '@/lib/protocol';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { createDispatcher } from '../../dispatch';
import { createHookRunner } from '../../hooks';
import { createRegistry } from '../../registry';
import { createToolServer } from '../../server';
import { eraseTool, type AnyTool } from '../../tool';
import { answers, type FidelityRow, type SystemBench } from './fidelity-row';
import { clientOf, double } from './tool-client';

const CORE = 'Core Tool System Architecture: McpServer.tool()';
const EVENTS = 'Internal Communication Patterns: Internal Event System';
const FLOW = 'Internal Tool Execution Flow';

/** Calls a Glob that only returns its pattern, with a hook around it. */
async function hooked(
  { tool }: SystemBench,
  { event = 'PreToolUse', answer }: { event?: HookEvent; answer?: object },
  part: Partial<AnyTool> = {},
) {
  const echo: AnyTool = { ...tool('Glob'), execute: async (input) => String(Object(input).pattern), ...part };
  const hook = HookSchema.parse({ id: 'h', name: 'h', event, source: 'x', enabled: true });
  const codeRunner = { run: async () => ({ ok: true as const, value: answer, log: '' }) };
  const dispatcher = createDispatcher({
    registry: createRegistry([echo]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: () => Promise.reject(new Error('nobody is asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
    hooks: createHookRunner({ hooks: () => [hook], codeRunner }),
  });
  const call = { id: 'c', name: 'Glob', args: '{"pattern":"*"}' };
  return (await dispatcher.dispatch(call, { signal: new AbortController().signal })).result;
}

/** A call's flow from canUseTool to PostToolUse, and the related events. */
export const CLAUDE_AGENT_SDK_FLOW: readonly FidelityRow[] = [
  answers(
    'Internal Tool Execution Flow: canUseTool',
    'What canUseTool denies comes to no hook and to no validation',
    async ({ tool }) => {
      const seen: string[] = [];
      const dispatcher = createDispatcher({
        registry: createRegistry([tool('Glob')]),
        permissions: {
          mode: () => 'default',
          rules: () => [],
          canUseTool: async () => ({ behavior: 'deny', message: 'Not today.' }),
          ask: () => Promise.reject(new Error('nobody is asked')),
          allowAlways: () => undefined,
        },
        contextFor: () => ({ threadId: 't', writeRoots: [] }),
        middleware: [{ name: 'm', pre: () => void seen.push('middleware') }],
      });
      const call = { id: 'c', name: 'Glob', args: '{"pattern":1}' };
      const { result } = await dispatcher.dispatch(call, { signal: new AbortController().signal });
      expect(result).toMatchObject({
        success: false,
        error: 'GATE_DENIED',
        text: expect.stringContaining('Not today.'),
      });
      expect(seen).toEqual([]);
    },
  ),
  answers(CORE, 'Zod shapes are told to clients as JSON Schema', async () => {
    const { tools } = await (await clientOf(createToolServer({ name: 's', tools: [double] }))).listTools();
    expect(tools[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
    });
  }),
  answers(`${FLOW}: 7`, 'Structured content that breaks its promise is an McpError, InvalidParams', async () => {
    const weather = defineTool({
      name: 'weather',
      description: 'W.',
      output: z.object({ celsius: z.number() }),
      execute: () => ({ text: 'Cold.', structuredContent: { celsius: 'cold' } }),
    });
    const client = await clientOf(createToolServer({ name: 's', tools: [eraseTool(weather)] }));
    await expect(client.callTool({ name: 'weather' })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(/Invalid structured content for tool weather: .*celsius/),
    });
  }),
  answers(EVENTS, 'ToolListChanged reaches connected clients', async () => {
    const registry = createRegistry([double]);
    const client = await clientOf(createToolServer({ name: 's', tools: registry }));
    const heard = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    );
    registry.disable('double');
    await heard;
    expect((await client.listTools()).tools).toEqual([]);
  }),
  answers(EVENTS, 'TodoListUpdated: whoever looks at the list is told', async ({ world }) => {
    const { ports, bench } = await world();
    let told = 0;
    const end = ports.todos?.subscribe(() => (told += 1));
    const todos = [{ content: 'Tea', status: 'in_progress', activeForm: 'Making tea' }];
    expect((await bench.call('TodoWrite', { todos })).result.success).toBe(true);
    end?.();
    expect(told).toBe(1);
  }),
  answers(
    `${FLOW}: Internal Error Handling`,
    'What a handler throws is its message, and nothing but advice beside it',
    async (system) => {
      const execute = async () => {
        throw new Error('no luck');
      };
      const { error, text } = await hooked(system, {}, { execute });
      expect(error).toBe('EXECUTION_ERROR');
      expect(text).toMatch(/^no luck\nAdvice: /);
    },
  ),
  ...(
    [
      ['PreToolUse blocks a call', 'PreToolUse', { block: true, reason: 'Not today.' }, 'HOOK_BLOCKED', /Not today\./],
      ['PreToolUse changes its input', 'PreToolUse', { input: { pattern: '*.md' } }, undefined, /^\*\.md$/],
      ['PostToolUse changes its output', 'PostToolUse', { output: 'Hidden.' }, undefined, /^Hidden\.$/],
    ] as const
  ).map(([says, event, answer, error, text]) =>
    answers(`${FLOW}: 4 and 8`, says, async (system) => {
      const result = await hooked(system, { event, answer });
      expect(result.error).toBe(error);
      expect(result.text).toMatch(text);
    }),
  ),
  answers(`${FLOW}: 3`, 'canUseTool gets the name, the input, a signal and suggestions', async ({ tool }) => {
    const asked: unknown[] = [];
    const dispatcher = createDispatcher({
      registry: createRegistry([tool('Bash')]),
      permissions: {
        mode: () => 'default',
        rules: () => [],
        async canUseTool(name, input, { signal, suggestions }) {
          asked.push(name, input, signal.aborted, suggestions.length > 0);
          return { behavior: 'deny', message: 'No.' };
        },
        ask: () => Promise.reject(new Error('nobody is asked')),
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 't', writeRoots: [] }),
    });
    const call = { id: 'c', name: 'Bash', args: '{"command":"npm test"}' };
    await dispatcher.dispatch(call, { signal: new AbortController().signal });
    expect(asked).toEqual(['Bash', { command: 'npm test' }, false, true]);
  }),
];
