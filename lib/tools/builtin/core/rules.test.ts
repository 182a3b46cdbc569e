import { toJsonSchema } from '@/lib/schema';
import { describe, expect, it } from 'vitest';
import { toApiTool } from '../../api-tool';
import { createRegistry } from '../../registry';
import { coreTools } from '.';

const registry = createRegistry(coreTools);

describe('the core tools', () => {
  it('are these, in this order', () => {
    expect(registry.tools.map((tool) => tool.name)).toEqual([
      'Read',
      'Write',
      'Edit',
      'Glob',
      'Grep',
      'Bash',
      'ToolSearch',
    ]);
    expect(registry.listReadTools().map((tool) => tool.name)).toEqual(['Read', 'Glob', 'Grep', 'ToolSearch']);
    expect(registry.listWriteTools().map((tool) => tool.name)).toEqual(['Write', 'Edit', 'Bash']);
    expect([...registry.listByKind().keys()]).toEqual(['read', 'edit', 'execute']);
  });
});

describe.each(coreTools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
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

  it('travels with its kind and annotations', () => {
    expect(toApiTool(tool).metadata).toEqual({
      toolyard: {
        title: tool.name,
        kind: tool.kind,
        category: tool.category,
        tier: 'core',
        source: 'builtin',
        annotations: tool.annotations,
        ...(tool.alwaysActive && { alwaysActive: true }),
        ...(tool.supportsInputStreaming && { supportsInputStreaming: true }),
      },
    });
    expect(tool.annotations.destructiveHint).toBe(!tool.annotations.readOnlyHint);
  });
});
