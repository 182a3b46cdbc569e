import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns } from '@/lib/tools/testing/cases';
import { ActivationSet } from './activation-set';

describe('ActivationSet', () => {
  it('evicts what was used longest ago', () => {
    const set = new ActivationSet(['S'], [], 3);
    expect(set.activate(['A', 'B'])).toEqual({ added: ['B', 'A'], evicted: [] });
    set.touch('B');
    expect(set.activate(['C'])).toEqual({ added: ['C'], evicted: ['A'] });
    expect(set.active).toEqual(['S', 'B', 'C']);
  });

  it('keeps the best of a search that returns more than there is room for', () => {
    const set = new ActivationSet(['S'], [], 3);
    expect(set.activate(['A', 'B', 'C']).added).toEqual(['B', 'A']);
    expect(set.has('C')).toBe(false);
  });

  it('a touch does not activate', () => {
    const set = new ActivationSet(['S']);
    set.touch('A');
    expect(set.active).toEqual(['S']);
  });

  it('never evicts what is always active, and has no room where that fills it', () => {
    const set = new ActivationSet(['S', 'T'], ['A'], 2);
    expect(set.active).toEqual(['S', 'T']);
    expect(set.activate(['B', 'S'])).toEqual({ added: [], evicted: [] });
    expect(set.has('S')).toBe(true);
  });

  it('holds its ceiling, its order and its own account of changes, whatever is done', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J');
    const deed = fc.oneof(fc.record({ touch: name }), fc.record({ activate: fc.array(name, { maxLength: 5 }) }));
    const property = fc.property(fc.uniqueArray(name, { maxLength: 4 }), fc.array(deed), (always, deeds) => {
      const set = new ActivationSet(always, [], 5);
      for (const one of deeds) {
        const before = new Set(set.active);
        if ('touch' in one) set.touch(one.touch);
        else {
          const { added, evicted } = set.activate(one.activate);
          const expected = new Set(before);
          for (const gone of evicted) expected.delete(gone);
          for (const come of added) expected.add(come);
          expect(expected).toEqual(new Set(set.active));
        }
        expect(set.active.slice(0, always.length)).toEqual(always);
        expect(set.active.length).toBeLessThanOrEqual(Math.max(5, always.length));
        expect(new ActivationSet(always, set.active, 5).active).toEqual(set.active);
      }
    });
    fc.assert(property, { numRuns: numRuns(500) });
  });
});
