import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { toApiTool } from './api-tool';
import { ToolDefinitionError } from './tool-definition';
import { defineTool } from './define-tool';
import { readOutput } from './invocation';
import { eraseTool, type AnyTool, type ToolContext } from './tool';

const context: ToolContext = {
  callId: 'c1',
  threadId: 't1',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};
const base = { name: 'Tool', description: 'A tool.' };
const weatherSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
  required: ['city'],
};

interface WeatherInput {
  city: string;
  unit?: 'celsius' | 'fahrenheit';
}

describe('the four forms', () => {
  it('typed input → string: the type comes from Zod', async () => {
    const tool = defineTool({
      ...base,
      input: z.strictObject({ city: z.string(), days: z.int().default(1) }),
      titleFor: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
        return input.city;
      },
      isDangerous: (input) => input.days > 7,
      execute: (input, given) => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
        expectTypeOf(given).toEqualTypeOf<ToolContext>();
        return `${input.city} ${input.days}`;
      },
    });
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<{ city: string; days: number }>();
    // @ts-expect-error: a city is a string
    const wrong = (): unknown => tool.execute({ city: 1, days: 1 }, context);
    expect(typeof wrong).toBe('function');
    expect(await tool.execute({ city: 'Oslo', days: 2 }, context)).toBe('Oslo 2');
  });

  it('typed input → result: the type is given for a JSON Schema', async () => {
    const tool = defineTool<WeatherInput>({
      ...base,
      input: weatherSchema,
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<WeatherInput>();
        return { text: `${input.city} in ${input.unit ?? 'celsius'}`, summary: 'ok' };
      },
    });
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<WeatherInput>();
    expect(await tool.execute({ city: 'Oslo' }, context)).toEqual({ text: 'Oslo in celsius', summary: 'ok' });
  });

  it('no input', async () => {
    const tool = defineTool({
      ...base,
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<Record<string, never>>();
        return 'done';
      },
    });
    expect(toApiTool(tool).parameters).toMatchObject({ type: 'object', properties: {}, additionalProperties: false });
    expect(await tool.execute({}, context)).toBe('done');
  });

  it('raw input: an object, and no more is known of it', async () => {
    const tool = defineTool({
      ...base,
      input: { type: 'object' },
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return Object.keys(input).join();
      },
    });
    expect(await tool.execute({ key: 'a', value: null }, context)).toBe('key,value');
  });

  it('all fit a container once their types are erased', () => {
    const typed = defineTool({ ...base, input: z.object({ a: z.string() }), execute: ({ a }) => a });
    expectTypeOf(eraseTool(typed)).toEqualTypeOf<AnyTool>();
  });
});

describe('defaults', () => {
  const annotationsOf = (more: object): AnyTool['annotations'] =>
    defineTool({ ...base, execute: () => '', ...more }).annotations;

  it.each([
    ['says nothing: dangerous until said otherwise', {}, { readOnlyHint: false, destructiveHint: true }],
    ['reads', { kind: 'read' }, { readOnlyHint: true, destructiveHint: false }],
    ['is said to read', { isReadOnly: true }, { readOnlyHint: true, destructiveHint: false }],
    ['reads for some input only', { isReadOnly: () => true }, { readOnlyHint: false, destructiveHint: true }],
    [
      'is annotated as reading',
      { annotations: { readOnlyHint: true } },
      { readOnlyHint: true, destructiveHint: false },
    ],
    ['adds only', { annotations: { destructiveHint: false } }, { readOnlyHint: false, destructiveHint: false }],
    ['fetches', { kind: 'fetch' }, { openWorldHint: true, destructiveHint: true }],
  ])('a tool that %s', (_what, more, wanted) => {
    expect(annotationsOf(more)).toMatchObject(wanted);
  });

  it('an annotation that it only reads is a hint, and steers nothing', () => {
    const tool = defineTool({ ...base, annotations: { readOnlyHint: true }, execute: () => '' });
    expect([tool.isReadOnly({}), tool.onlyReads]).toEqual([false, false]);
  });

  it('is a custom tool of its own name', () => {
    expect(defineTool({ ...base, execute: () => '' })).toMatchObject({
      title: 'Tool',
      category: 'custom',
      source: 'custom',
      kind: 'other',
      capabilities: [],
    });
  });

  it.each<[string, z.ZodType]>([
    ['a string', z.string()],
    ['a union', z.union([z.string(), z.number()])],
  ])('refuses %s at the root', (_what, input) => {
    expect(() => defineTool({ ...base, input, execute: () => '' })).toThrow(ToolDefinitionError);
  });

  it.each([
    ['without a type', {}],
    ['of an array', { type: 'array' }],
  ])('refuses a JSON Schema %s at the root', (_what, input) => {
    expect(() => defineTool({ ...base, input, execute: () => '' })).toThrow(ToolDefinitionError);
  });
});

describe('what comes back', () => {
  const read = async (returned: unknown) => {
    const tool = eraseTool(defineTool({ ...base, execute: () => Object(returned) }));
    return readOutput(tool, await tool.execute({}, context));
  };

  it('gets its text from its content', async () => {
    const content = [
      { type: 'text', text: 'Sunny.' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', uri: 'file:///a.txt', text: 'a' },
      { type: 'resource', uri: 'file:///b.bin' },
      { type: 'text', text: 'Warm.' },
    ];
    const result = await read({ content });
    expect(result).toMatchObject({ success: true, content });
    expect(result.text).toBe('Sunny.\n[image, image/png]\nfile:///a.txt:\na\n[resource file:///b.bin]\nWarm.');
  });

  it('keeps a text of its own beside content', async () => {
    expect(await read({ text: 'Mine.', content: [{ type: 'text', text: 'Other.' }] })).toMatchObject({ text: 'Mine.' });
  });

  it.each([
    ['neither text nor content', {}],
    ['content of no known type', { content: [{ type: 'smell' }] }],
    ['a number', { text: 1 }],
    ['a list', ['a']],
  ])('is INVALID_OUTPUT for %s', async (_what, returned) => {
    expect(await read(returned)).toMatchObject({ success: false, error: 'INVALID_OUTPUT' });
  });
});

it('tells the agent loop what it has to know, and nothing that was left out', () => {
  const plain = toApiTool(defineTool({ ...base, execute: () => '' }));
  expect(Object.keys(Object(plain.metadata?.toolyard))).toEqual([
    'title',
    'kind',
    'category',
    'tier',
    'source',
    'annotations',
  ]);
  const more = { help: 'More.', alwaysActive: true, supportsInputStreaming: true };
  expect(toApiTool(defineTool({ ...base, ...more, execute: () => '' })).metadata?.toolyard).toMatchObject(more);
});
