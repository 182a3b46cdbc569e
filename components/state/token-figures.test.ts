import { loadTokenCounter, tokenFigures } from '@/lib/discovery';
import { toApiTool } from '@/lib/tools/api-tool';
import { coreTools } from '@/lib/tools/builtin';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../screens/catalogue';
import { addFigures, countedOf } from './token-figures';

const names = coreTools.map(({ name }) => name);

describe('the figures of a pool', () => {
  it.each([[[]], [['Read', 'Edit']], [names]])(
    'with %j active are those that counting gives, but for rounding',
    async (active) => {
      const counted = countedOf(names, catalogue) ?? [];
      const added = addFigures(counted, active, catalogue.indexTokens);
      const whole = tokenFigures(await loadTokenCounter(), coreTools.map(toApiTool), active);
      for (const figure of ['full', 'lazy', 'deferred'] as const) {
        expect(Math.abs(added[figure] - whole[figure])).toBeLessThanOrEqual(2 * names.length);
      }
    },
  );

  it('of a tool that was not counted are not known', () => {
    expect(countedOf([...names, 'mcp__a__b'], catalogue)).toBeUndefined();
  });
});
