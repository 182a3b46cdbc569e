import { compileFunction } from 'node:vm';
import { HOOK_EVENTS, HookSchema, NOTIFY_ONLY_EVENTS } from '@/lib/protocol';
import { ANSWER_FIELDS } from '@/lib/tools/hooks/hook-event';
import { describe, expect, it, vi } from 'vitest';
import { EXAMPLES, hookOf } from './examples';

const occasion = {
  tool: 'Bash',
  kind: 'execute',
  phase: 'post',
  input: { command: 'ls', file_path: 'package-lock.json' },
  result: { success: true, text: 'sk-12345678' },
  prompt: 'Hello',
  reason: 'max_tokens',
  source: 'rule',
  changed: ['mode'],
  todos: [],
  path: 'test/cart.test.ts',
};

describe('the examples of hooks', () => {
  it('there is one of each event', () => {
    expect(new Set(EXAMPLES.map(({ event }) => event))).toEqual(new Set(HOOK_EVENTS));
  });

  it.each(EXAMPLES.map((example) => [example.id, example] as const))(
    '%s answers what its event takes, or logs what it is told',
    (_, example) => {
      expect(HookSchema.safeParse(hookOf(example, 'A name')).success).toBe(true);
      // As the sandboxed worker runs it.
      const log = vi.fn();
      const run = compileFunction(example.source, ['event', 'console']);
      const answer: unknown = run({ ...occasion, name: example.event }, { log });
      const isTold = NOTIFY_ONLY_EVENTS.some((event) => event === example.event);
      expect(ANSWER_FIELDS[example.event]).toEqual(expect.arrayContaining(Object.keys(Object(answer))));
      expect(Object.keys(Object(answer)).length > 0).toBe(!isTold);
      expect(log).toHaveBeenCalledTimes(isTold ? 1 : 0);
    },
  );
});
