import { HookSchema } from '@/lib/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { builtinTools } from '../builtin';
import { createHookRunner } from '../hooks';
import { createBench, type Bench } from '../testing/bench';
import { PRESETS, presetTools } from '.';

const HOOK = HookSchema.parse({ id: 'h', name: 'h', event: 'PreToolUse', source: 'x', enabled: true });

/** What a call of each system meets, from the first to the last; in parentheses, where its arguments are looked at. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  'open-agent-sdk': ['(arguments)', 'limit', 'permission', 'hook', 'run'],
  'claude-agent-sdk': ['limit', 'permission', 'hook', '(arguments)', 'run'],
  'y-agent': ['(arguments)', 'limit', 'permission', 'hook', 'run'],
  dskcode: ['(arguments)', 'limit', 'permission', 'hook', 'run'],
};

const before = (order: readonly string[], end: string): string[] => {
  const at = order.indexOf(end);
  return order.slice(0, at).filter((step) => !step.startsWith('('));
};

let bench: Bench | undefined;
afterEach(() => bench?.sandbox.dispose());

describe.each(PRESETS.map((preset) => [preset.id, preset] as const))('%s', (id, preset) => {
  const order = ORDER[id] ?? [];

  it('has its row in ORDER', () => expect(Object.keys(ORDER)).toContain(id));

  /** A call of its shell, in mode default, and what it met on its way. */
  async function met(args: object, answer: 'allow' | 'deny' = 'allow') {
    const seen: string[] = [];
    const tools = presetTools(preset, builtinTools);
    const shell = tools.find(({ executor }) => executor === 'Bash')?.name ?? '';
    const watched = tools.map((tool) =>
      tool.name === shell
        ? {
            ...tool,
            execute: async () => (
              seen.push('run'),
              { success: true, text: 'Done.', structuredContent: { summary: 'Done.' } }
            ),
          }
        : tool,
    );
    bench = await createBench(
      watched,
      {},
      {
        limiter: { take: () => (seen.push('limit'), { ok: true }) },
        hooks: createHookRunner({
          hooks: () => [HOOK],
          codeRunner: { run: async () => (seen.push('hook'), { ok: true, value: undefined, log: '' }) },
        }),
      },
    );
    bench.mode = 'default';
    bench.answer = async () => {
      seen.push('permission');
      return answer === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', reason: 'No.' };
    };
    const { result } = await bench.call(shell, args);
    return { seen, error: result.error };
  }

  it('a good call meets everything', async () => {
    expect(await met({ command: 'echo hi' })).toEqual({ seen: before([...order, 'end'], 'end'), error: undefined });
  });

  it('a call whose arguments do not fit goes as far as they are looked at', async () => {
    expect(await met({ command: 1 })).toEqual({ seen: before(order, '(arguments)'), error: 'INVALID_ARGS' });
  });

  it('a call that is denied goes no further than permission', async () => {
    expect(await met({ command: 'echo hi' }, 'deny')).toEqual({
      seen: [...before(order, 'permission'), 'permission'],
      error: 'GATE_DENIED',
    });
  });
});
