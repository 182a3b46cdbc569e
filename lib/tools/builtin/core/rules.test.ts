import { describe, expect, it } from 'vitest';
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
