import type { DynamicToolOutcome, DynamicTool, ToolDraft, DynamicToolStore } from '@/lib/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { specialistTools } from '..';
import { createDispatcher } from '../../dispatch';
import { createRegistry } from '../../registry';

const draft = {
  name: 'Double',
  description: 'Doubles a number and returns it.',
  schema: { type: 'object', properties: { n: { type: 'number' } } },
  body: 'return String(input.n * 2);',
};

/** A store that holds one tool, as a host keeps it. */
function oneStore(): DynamicToolStore & { refuse?: DynamicToolOutcome } {
  let versions: DynamicTool[] = [];
  const put = (given: ToolDraft): DynamicToolOutcome => {
    const tool = { ...given, version: versions.length + 1, savedAt: 0 };
    versions = [...versions, tool];
    return { ok: true, tool };
  };
  const dynamicToolStore: DynamicToolStore & { refuse?: DynamicToolOutcome } = {
    create: async (given) => dynamicToolStore.refuse ?? put(given),
    async update(given, from) {
      const current = versions.at(-1);
      if (current?.version === from) return dynamicToolStore.refuse ?? put(given);
      return { ok: false, cause: 'stale', message: 'It has moved on.', ...(current && { current }) };
    },
    get: async (name) => versions.findLast((tool) => tool.name === name),
    history: async () => versions,
  };
  return dynamicToolStore;
}

let dynamicToolStore: ReturnType<typeof oneStore>;
beforeEach(() => {
  dynamicToolStore = oneStore();
});

async function run(name: string, input: object) {
  const dispatcher = createDispatcher({
    registry: createRegistry(specialistTools),
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error('not asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], dynamicToolStore }),
  });
  const { signal } = new AbortController();
  return (await dispatcher.dispatch({ id: 'c', name, args: JSON.stringify(input) }, { signal })).result;
}

describe('ToolCreate', () => {
  it('puts a draft on the dynamic tool store', async () => {
    const result = await run('ToolCreate', draft);
    expect(result).toMatchObject({ success: true, details: { version: 1 }, summary: 'Double, version 1' });
    expect(await dynamicToolStore.get('Double')).toMatchObject(draft);
  });

  it.each([
    ['exists', 'INVALID_ARGS', /ToolUpdate/],
    ['reserved', 'INVALID_ARGS', /another name/],
    ['invalid', 'INVALID_ARGS', /Mend/],
    ['full', 'WRITE_ERROR', /Update a tool/],
  ] as const)('tells what to do when it %s', async (cause, error, text) => {
    dynamicToolStore.refuse = { ok: false, cause, message: 'No.' };
    expect(await run('ToolCreate', draft)).toMatchObject({ error, text: expect.stringMatching(text) });
  });

  it.each([
    ['a name with a space', { name: 'my tool' }, '$.name'],
    ['a name that starts with a digit', { name: '1st' }, '$.name'],
    ['no code', { body: '' }, '$.body'],
    ['a schema that is text', { schema: '{}' }, '$.schema'],
    ['a field it does not know', { language: 'python' }, '$.language'],
  ])('refuses %s', async (_what, change, path) => {
    const result = await run('ToolCreate', { ...draft, ...change });
    expect(result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path }] });
    expect(await dynamicToolStore.history('Double')).toEqual([]);
  });
});

describe('ToolUpdate', () => {
  beforeEach(async () => {
    await run('ToolCreate', draft);
  });

  it('makes the next version of what is changed, and keeps the rest and the history', async () => {
    const body = 'return String(input.n + input.n);';
    expect(await run('ToolUpdate', { name: 'Double', version: 1, body })).toMatchObject({
      success: true,
      details: { version: 2 },
    });
    expect(await dynamicToolStore.history('Double')).toMatchObject([draft, { ...draft, body, version: 2 }]);
  });

  it('needs the current version, and says which that is', async () => {
    const result = await run('ToolUpdate', { name: 'Double', version: 7, body: 'return 1;' });
    expect(result).toMatchObject({ error: 'STALE_FILE', details: { version: 1 } });
    expect(result.text).toContain(draft.body);
  });

  it.each([
    ['a tool that nobody made', { name: 'Triple', body: 'return 3;' }, 'NOT_FOUND'],
    ['nothing to change', { name: 'Double' }, 'NO_CHANGE'],
    ['what it is already', { name: 'Double', body: draft.body }, 'NO_CHANGE'],
  ])('refuses %s', async (_what, input, error) => {
    expect(await run('ToolUpdate', { version: 1, ...input })).toMatchObject({ error });
  });
});

it('both are dangerous: mode auto asks before them', () => {
  expect(specialistTools.filter(({ name }) => name.startsWith('Tool')).map((tool) => tool.isDangerous(draft))).toEqual([
    true,
    true,
  ]);
});
