import { describe, expect, it } from 'vitest';
import { initialClientState } from './initial-state';
import { linkOf } from './use-link';

const catalogue = {
  scenarios: ['fix-the-test', 'faults'].map((id) => ({ id, title: id, summary: '', prompt: '' })),
  models: [],
  tools: [],
  presets: [],
  indexTokens: 0,
};

describe('the link to a state', () => {
  it.each([
    ['faults', 'faults'],
    ['nope', 'fix-the-test'],
    [undefined, undefined],
  ])('asked for scenario %s it says %s', (scenario, said) => {
    const state = { ...initialClientState, options: scenario ? { scenario } : {} };
    expect(linkOf(state, {}, catalogue).scenario).toBe(said);
    expect(linkOf(initialClientState, { scenario }, catalogue).scenario).toBe(said);
  });

  it.each([
    [undefined, { toolMode: 'prompt', dialect: 'glm' }, ['prompt', 'glm']],
    [{ toolMode: 'prompt' }, { toolMode: 'prompt', dialect: 'glm' }, [undefined, 'glm']],
    [{ toolMode: 'prompt' }, { toolMode: 'auto' }, ['auto', undefined]],
    [{ dialect: 'xml' }, { dialect: 'json' }, [undefined, 'json']],
  ] as const)('where the scenario sets %j and %j holds it says %j', (set, options, said) => {
    const setup = set ? { options: set } : {};
    const { toolMode, dialect } = linkOf({ ...initialClientState, setup, options }, {}, catalogue);
    expect([toolMode, dialect]).toEqual(said);
  });
});
