import { compileFunction } from 'node:vm';
import { HOOK_EVENTS, HookSchema } from '@/lib/protocol';
import { ANSWER_FIELDS } from '@/lib/tools/hooks/hook-event';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, hookOf } from './examples';

const occasion = {
  tool: 'Bash',
  kind: 'execute',
  input: { command: 'ls', file_path: 'package-lock.json' },
  result: { success: true, text: 'sk-12345678' },
  prompt: 'Hello',
  reason: 'max_tokens',
};

describe('the examples of hooks', () => {
  it('there is one of each event', () => {
    expect(new Set(EXAMPLES.map(({ event }) => event))).toEqual(new Set(HOOK_EVENTS));
  });

  it.each(EXAMPLES.map((example) => [example.name, example] as const))(
    '%s answers what its event takes',
    (_, example) => {
      expect(HookSchema.safeParse(hookOf(example, 'id')).success).toBe(true);
      // As the guest worker runs it.
      const answer: unknown = compileFunction(example.source, ['event'])({ ...occasion, name: example.event });
      expect(ANSWER_FIELDS[example.event]).toEqual(expect.arrayContaining(Object.keys(Object(answer))));
      expect(Object.keys(Object(answer))).not.toEqual([]);
    },
  );
});
