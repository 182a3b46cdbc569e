import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ToolDefinitionError } from './tool-definition';
import { defineTool } from './define-tool';
import { assembleToolPool } from './pool';
import { createRegistry, type ToolListChanged } from './registry';
import { numRuns, patience } from './testing/cases';
import { eraseTool, type AnyTool } from './tool';

const make = (name: string, text = name): AnyTool =>
  eraseTool(defineTool({ name, description: 'A tool.', execute: () => text }));
const namesOf = (registry: { tools: readonly AnyTool[] }): string[] => registry.tools.map((tool) => tool.name);

describe('createRegistry', () => {
  it.each([
    ['a name twice', ['A', 'A']],
    ['a name with a space', ['a tool']],
    ['a name that is too long', ['x'.repeat(65)]],
  ])('refuses %s', (_what, names) => {
    expect(() => createRegistry(names.map((name) => make(name)))).toThrow(ToolDefinitionError);
  });

  it('finds a name in another case where only one can be meant', () => {
    const registry = createRegistry([make('Read'), make('Grep'), make('grep')]);
    expect(registry.find('READ')?.name).toBe('Read');
    expect(registry.find('GREP')).toBeUndefined();
    expect(registry.find('grep')?.name).toBe('grep');
  });

  it('keeps its order through updates and turns', () => {
    const registry = createRegistry(['A', 'B', 'C'].map((name) => make(name)));
    registry.add(make('D'));
    registry.disable('B');
    expect(namesOf(registry)).toEqual(['A', 'C', 'D']);
    registry.update(make('A', 'new'));
    registry.enable('B');
    expect(namesOf(registry)).toEqual(['A', 'B', 'C', 'D']);
    registry.remove('A');
    registry.add(make('A'));
    expect(namesOf(registry)).toEqual(['B', 'C', 'D', 'A']);
  });

  it('tells of every change, and of nothing that changed nothing', () => {
    const registry = createRegistry([make('A')]);
    const told: ToolListChanged[] = [];
    const stop = registry.subscribe((change) => told.push(change));
    registry.add(make('B'));
    expect(registry.disable('B')).toBe(true);
    expect(registry.disable('B')).toBe(false);
    registry.update(make('B'));
    expect(registry.entry('B')).toMatchObject({ enabled: false, why: 'settings' });
    expect(registry.enable('B')).toBe(true);
    expect(registry.enable('B')).toBe(false);
    expect(registry.remove('B')).toBe(true);
    expect([registry.remove('B'), registry.update(make('B'))]).toEqual([false, false]);
    expect(() => registry.add(make('A'))).toThrow(ToolDefinitionError);
    stop();
    registry.remove('A');
    expect(told.map(({ type, change, name }) => [type, change, name])).toEqual([
      ['ToolListChanged', 'added', 'B'],
      ['ToolListChanged', 'disabled', 'B'],
      ['ToolListChanged', 'updated', 'B'],
      ['ToolListChanged', 'enabled', 'B'],
      ['ToolListChanged', 'removed', 'B'],
    ]);
  });

  it('takes a pool, and leaves off what enablement turned off', () => {
    const beta = eraseTool(defineTool({ name: 'Beta', description: 'B.', featureFlag: 'beta', execute: () => '' }));
    const registry = createRegistry(assembleToolPool({ builtin: [make('A'), beta] }).entries);
    expect(namesOf(registry)).toEqual(['A']);
    expect(registry.enable('Beta')).toBe(false);
    expect(registry.find('Beta')).toBeUndefined();
    expect(registry.entry('beta')).toMatchObject({ why: 'feature flag', missing: 'beta' });
    expect(registry.nearestNames('Bet')).not.toContain('Beta');
  });

  it(
    'shows a changed list in the order of arrival, whatever is done to it',
    () => {
      const step = fc.record({
        what: fc.constantFrom('add', 'update', 'remove', 'enable', 'disable'),
        name: fc.constantFrom('A', 'B', 'C', 'D'),
      });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const registry = createRegistry([]);
          const arrived = new Set<string>();
          const off = new Set<string>();
          for (const { what, name } of steps) {
            const there = arrived.has(name);
            if (what === 'add' && !there) {
              registry.add(make(name));
              arrived.add(name);
            } else if (what === 'update') expect(registry.update(make(name))).toBe(there);
            else if (what === 'remove') {
              expect(registry.remove(name)).toBe(there);
              arrived.delete(name);
              off.delete(name);
            } else if (what === 'enable') expect(registry.enable(name)).toBe(off.delete(name));
            else if (what === 'disable' && there) {
              expect(registry.disable(name)).toBe(!off.has(name));
              off.add(name);
            }
          }
          expect(namesOf(registry)).toEqual([...arrived].filter((name) => !off.has(name)));
          expect(registry.entries.map((entry) => entry.name)).toEqual([...arrived]);
        }),
        { numRuns: numRuns(500) },
      );
    },
    patience.timeout,
  );
});
