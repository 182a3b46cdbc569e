import { expect, it } from 'vitest';
import { coreTools } from '@/lib/tools/builtin';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { toolSearch } from './discovery.fixture';
import { loadTokenCounter } from './token-counter';
import { tokenFigures } from './token-figures';

const forms = [...coreTools.map(toApiTool).filter(({ name }) => name !== toolSearch.name), toolSearch];

it('adds up: what is active costs its form, and lazy has the index on top', async () => {
  const counter = await loadTokenCounter('claude-sonnet-4-5');
  const none = tokenFigures(counter, forms, []);
  const bash = tokenFigures(counter, forms, ['Bash']);
  const all = tokenFigures(
    counter,
    forms,
    forms.map(({ name }) => name),
  );
  const form = counter.countTools(forms.filter(({ name }) => name === 'Bash'));
  expect(Math.abs(bash.lazy - none.lazy - form)).toBeLessThanOrEqual(1);
  expect(none.deferred).toBe(0);
  expect(bash.deferred).toBe(form);
  expect(all.lazy).toBeGreaterThan(all.full);
  expect(all.saved).toBeLessThan(0);
  expect(none.saved).toBeCloseTo(1 - none.lazy / none.full);
  expect(tokenFigures(counter, [], []).saved).toBe(0);
});

it('saves 90 % and more of the built-in tools in the first turn', async () => {
  const counter = await loadTokenCounter('claude-sonnet-5-5');
  expect(tokenFigures(counter, builtinTools.map(toApiTool), []).saved).toBeGreaterThanOrEqual(0.9);
});
