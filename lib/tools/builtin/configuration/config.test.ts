import { describe, expect, it } from 'vitest';
import type { Configuration, ConfigurationSetting } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';
import { createDispatcher } from '../../dispatch';
import { eraseTool } from '../../tool';
import { createRegistry } from '../../registry';
import { config } from './config';

const schemas: Record<string, ConfigurationSetting['schema']> = {
  language: { enum: ['en', 'zh'] },
  rate_limit: { type: 'integer', minimum: 1, maximum: 100 },
  write_roots: { type: 'array', items: { type: 'string' } },
};

function setUp(answer: 'allow' | 'deny' = 'allow') {
  const values: Record<string, unknown> = { language: 'en', rate_limit: 30, write_roots: [] };
  const asked: string[] = [];
  const configuration: Configuration = {
    list: () =>
      Object.entries(values).map(([key, value]) => ({
        key,
        value,
        description: `${key}.`,
        schema: schemas[key] ?? {},
      })),
    set(key, value) {
      if (!(key in values)) return undefined;
      if (value === 'wrong') return { ok: false, reason: 'Send something else.' };
      values[key] = value;
      return { ok: true };
    },
  };
  const run = async (input: object, mode: PermissionMode = 'default', signal = new AbortController().signal) => {
    const dispatcher = createDispatcher({
      registry: createRegistry([eraseTool(config)]),
      permissions: {
        mode: () => mode,
        rules: () => [],
        ask: async ({ title }) => {
          asked.push(title);
          return answer === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', reason: 'No.' };
        },
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 't', writeRoots: [], configuration }),
    });
    return dispatcher.dispatch({ id: 'c', name: 'Config', args: JSON.stringify(input) }, { signal });
  };
  return { run, asked, values };
}

describe('Config', () => {
  it.each([
    ['all settings', {}, /1\. language is "en".*2\. rate_limit is 30.*3\. write_roots is \[\]/s],
    ['one of a few words', { key: 'language' }, /language is "en"\n.*It may be "en", "zh"\./s],
    ['a number', { key: 'rate_limit' }, /It is of type integer from 1 to 100\./],
    ['a list', { key: 'write_roots' }, /It is of type array of "string"\./],
  ])('reads %s, and nobody is asked', async (_, input, words) => {
    const { run, asked } = setUp();
    expect((await run(input, 'plan')).result.text).toMatch(words);
    expect(asked).toEqual([]);
  });

  it.each<PermissionMode>(['default', 'acceptEdits', 'auto'])(
    'asks before it sets anything, in mode %s',
    async (mode) => {
      const { run, asked, values } = setUp();
      const { result } = await run({ key: 'write_roots', value: ['src'] }, mode);
      expect(result.text).toBe('write_roots is ["src"]; it was [].');
      expect([asked, values.write_roots]).toEqual([['Set write_roots to ["src"]'], ['src']]);
    },
  );

  it('sets nothing where that is denied', async () => {
    const { run, values } = setUp('deny');
    expect((await run({ key: 'language', value: 'zh' })).phase).toBe('denied');
    expect((await run({ key: 'language', value: 'zh' }, 'plan')).phase).toBe('denied');
    expect(values.language).toBe('en');
  });

  it.each([
    [{ key: 'nope' }, 'NOT_FOUND', 'There are: language, rate_limit, write_roots.'],
    [{ key: 'nope', value: 1 }, 'NOT_FOUND', 'There is no setting nope.'],
    [{ value: 1 }, 'INVALID_ARGS', 'no key'],
    [{ key: 'language', value: 'wrong' }, 'INVALID_ARGS', 'Send something else.\nIt may be "en", "zh".'],
    [{ key: 'language', value: 'zh', more: 1 }, 'INVALID_ARGS', 'more'],
  ])('answers %j with %s', async (input, error, words) => {
    const { run } = setUp();
    const { result } = await run(input);
    expect(result.error).toBe(error);
    expect(result.text).toContain(words);
  });

  it('does nothing once it is stopped', async () => {
    const { run, values } = setUp();
    const { result } = await run({ key: 'language', value: 'zh' }, 'bypassPermissions', AbortSignal.abort());
    expect([result.error, values.language]).toEqual(['ABORTED', 'en']);
  });
});
