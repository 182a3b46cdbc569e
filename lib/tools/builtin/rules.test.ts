import { toJsonSchema } from '@/lib/schema';
import { describe, expect, it } from 'vitest';
import { builtinTools } from '.';
import { toApiTool } from '../api-tool';
import { TOOL_CATEGORIES } from '../category';
import { createRegistry } from '../registry';
import type { AnyTool, ToolContext } from '../tool';

const registry = createRegistry(builtinTools);

/** A call's context with no port at all. */
const bare: ToolContext = {
  callId: 'c',
  threadId: 't',
  signal: new AbortController().signal,
  deadline: Infinity,
  writeRoots: [],
  onOutput: () => undefined,
};

/** An input that says something in every field that must be there. */
function inputFor(tool: AnyTool): Record<string, unknown> {
  const { properties, required = [] } = Object(toJsonSchema(tool.input));
  const value = (field: { type?: string; enum?: unknown[] }): unknown =>
    field.enum?.[0] ??
    { integer: 1, number: 1, boolean: true, array: [], object: {} }[field.type ?? ''] ??
    'something long';
  return Object.fromEntries(required.map((name: string) => [name, value(properties[name])]));
}

describe('the built-in tools', () => {
  it('come tier by tier', () => {
    const order = { core: 0, advanced: 1, specialist: 2 };
    const tiers = registry.tools.map((tool) => order[tool.tier]);
    expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
  });

  it('are sorted by what they do, each once', () => {
    const { tools } = registry;
    expect([...registry.listByKind().values()].flat()).toHaveLength(tools.length);
    expect([...registry.listReadTools(), ...registry.listWriteTools()]).toHaveLength(tools.length);
  });
});

describe.each(builtinTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const schema = toJsonSchema(tool.input);
  const fields = Object.entries(Object(schema.properties));

  it('refuses unknown fields', () => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it.each(fields)('describes %s in a sentence', (name, field) => {
    expect(name).toMatch(/^(-[A-Za-z]|[a-z]+(_[a-z]+)*)$/);
    expect(Object(field).description).toMatch(/^[A-Z].{10,}[.…]$/s);
  });

  it('says what it is for, when not to use it, and what to do after an error', () => {
    expect(tool.description).toMatch(/\b(Use it|Read a file|Replaces|Creates)\b/);
    expect(tool.description).toMatch(/Do not use it/i);
    expect(tool.description).toMatch(/\b[Aa]fter [A-Z_]{5,}|If nothing is found/);
  });

  it('belongs to a category, a kind and a source of ours', () => {
    expect(TOOL_CATEGORIES).toContain(tool.category);
    expect(tool.source).toBe('builtin');
    expect(tool.annotations.readOnlyHint).toBe(tool.kind === 'read');
    expect(tool.annotations.destructiveHint).toBe(!tool.annotations.readOnlyHint);
  });

  it('names its call for people', () => {
    const title = tool.titleFor?.(inputFor(tool));
    expect(title).toMatch(/^\S/);
    expect(title).not.toContain('undefined');
  });

  it('travels with its kind and annotations', () => {
    const { title, kind, category, tier, source, annotations } = tool;
    expect(toApiTool(tool).metadata?.toolyard).toMatchObject({ title, kind, category, tier, source, annotations });
  });

  it('answers STORE_UNAVAILABLE without the ports it names', async () => {
    expect(tool.capabilities).not.toEqual([]);
    expect(await tool.execute(inputFor(tool), bare)).toMatchObject({ success: false, error: 'STORE_UNAVAILABLE' });
  });
});
