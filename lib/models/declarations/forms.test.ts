import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import type Anthropic from '@anthropic-ai/sdk';
import { ToolSchema as McpToolSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import type OpenAI from 'openai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  aguiDeclaration,
  anthropicDeclaration,
  fitsStrict,
  mcpDeclaration,
  openaiDeclaration,
  type AnthropicDeclaration,
  type OpenaiDeclaration,
} from './';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const toolyard = { title: 'Weather', kind: 'fetch', category: 'network', tier: 'core', source: 'custom', annotations };
const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city.' } },
  required: ['city'],
  additionalProperties: false,
};
const weather = { name: 'Weather', description: 'Tells the weather.', parameters, metadata: { toolyard } };
const withMetadata = (more: object) => ({ ...weather, metadata: { toolyard: { ...toolyard, ...more } } });
const foreign = { name: 'Foreign', description: 'Of another client.', metadata: { theirs: 1 } };

describe('forms are what the providers take', () => {
  it('by their types', () => {
    expectTypeOf<AnthropicDeclaration>().toExtend<Anthropic.Tool>();
    expectTypeOf<OpenaiDeclaration>().toExtend<OpenAI.ChatCompletionFunctionTool>();
    expectTypeOf(mcpDeclaration(weather).annotations).toExtend<McpTool['annotations']>();
  });

  it.each([
    ['ours', weather],
    ['a foreign one', foreign],
  ])('by their own schemas: %s', (_what, tool) => {
    expect(McpToolSchema.parse(mcpDeclaration(tool))).toEqual(mcpDeclaration(tool));
    expect(RunAgentInputSchema.shape.tools.parse([aguiDeclaration(tool)])).toEqual([tool]);
  });
});

describe('anthropicForm', () => {
  it('says name, description and schema; annotations would be refused', () => {
    const { name, description } = weather;
    expect(anthropicDeclaration(weather)).toEqual({ name, description, input_schema: parameters });
  });

  it.each<[string, object, Parameters<typeof anthropicDeclaration>[1], object]>([
    ['streams input eagerly', { supportsInputStreaming: true }, {}, { eager_input_streaming: true }],
    ['is deferred', {}, { deferred: true }, { defer_loading: true }],
    ['is always active, also where the others are deferred', { alwaysActive: true }, { deferred: true }, {}],
    ['is strict where asked for', {}, { strict: true }, { strict: true }],
  ])('%s', (_what, more, options, wanted) => {
    const { name: _n, description: _d, input_schema: _s, ...rest } = anthropicDeclaration(withMetadata(more), options);
    expect(rest).toEqual(wanted);
  });

  it('gives a tool without a schema one that takes any object', () => {
    expect(anthropicDeclaration(foreign).input_schema).toEqual({ type: 'object' });
    expect(anthropicDeclaration({ ...weather, parameters: { type: 'array' } }).input_schema).toEqual({
      type: 'object',
    });
  });
});

describe('openaiForm', () => {
  it('is a function', () => {
    const { name, description } = weather;
    expect(openaiDeclaration(weather)).toEqual({ type: 'function', function: { name, description, parameters } });
    expect(openaiDeclaration(weather, { strict: true }).function.strict).toBe(true);
    expect(openaiDeclaration(foreign, { strict: true }).function.strict).toBeUndefined();
  });
});

describe('mcpForm', () => {
  it('carries title and annotations', () => {
    expect(mcpDeclaration(weather)).toEqual({
      name: 'Weather',
      title: 'Weather',
      description: 'Tells the weather.',
      inputSchema: parameters,
      annotations,
    });
    expect(mcpDeclaration(foreign)).toEqual({
      name: 'Foreign',
      description: 'Of another client.',
      inputSchema: { type: 'object' },
    });
  });
});

describe('aguiForm', () => {
  it('keeps the metadata, of others too', () => {
    expect(aguiDeclaration(weather)).toEqual(weather);
    expect(aguiDeclaration(foreign).metadata).toEqual({ theirs: 1 });
  });
});

describe('fitsStrict', () => {
  const closed = (properties: object, required = Object.keys(properties)) => ({
    ...parameters,
    properties,
    required,
  });
  it.each([
    ['a closed object with all fields required', closed({ a: { type: 'string' } }), true],
    ['no fields at all', closed({}), true],
    ['a list of closed objects', closed({ a: { type: 'array', items: closed({ b: { enum: [1] } }) } }), true],
    ['a choice', closed({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }), true],
    ['an optional field', closed({ a: { type: 'string' } }, []), false],
    ['an open object', { type: 'object', properties: {} }, false],
    ['an open object inside', closed({ a: { type: 'object' } }), false],
    ['an open object in a choice', closed({ a: { anyOf: [{ type: 'object' }] } }), false],
    ['anything at all', closed({ a: {} }), false],
    ['true', closed({ a: true }), false],
    ['a bound on the length', closed({ a: { type: 'string', minLength: 1 } }), false],
  ])('%s: %#', (_what, schema, fits) => {
    expect(fitsStrict(schema)).toBe(fits);
  });
});
