import { describe, expect, it } from 'vitest';
import { createRegistry } from '../registry';
import { coreTools } from './';

const registry = createRegistry(coreTools);

describe('the core tools', () => {
  it('are these, in this order', () => {
    expect(registry.tools.map((tool) => tool.name)).toEqual([
      'Read',
      'Write',
      'Edit',
      'MultiEdit',
      'DeleteRange',
      'Move',
      'Delete',
      'Ls',
      'Glob',
      'Grep',
      'Bash',
      'BashOutput',
      'KillShell',
      'AskUser',
      'ToolSearch',
      'WebFetch',
      'WebSearch',
    ]);
    expect(registry.listReadTools().map((tool) => tool.name)).toEqual([
      'Read',
      'Ls',
      'Glob',
      'Grep',
      'BashOutput',
      'ToolSearch',
    ]);
    expect(registry.listWriteTools().map((tool) => tool.name)).toEqual([
      'Write',
      'Edit',
      'MultiEdit',
      'DeleteRange',
      'Move',
      'Delete',
      'Bash',
      'KillShell',
      'AskUser',
      'WebFetch',
      'WebSearch',
    ]);
    expect([...registry.listByKind().keys()]).toEqual(['read', 'edit', 'move', 'delete', 'execute', 'other', 'fetch']);
  });
});
