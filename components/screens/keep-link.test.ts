// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { initialClientState } from '../state/initial-state';
import { readCareless } from '../state/careless-link';
import { saveSessionText, sessionText } from '../state/session-text';
import { linkOf, threadLeft } from './keep-link';

const catalogue = {
  scenarios: ['fix-the-test', 'faults'].map((id) => ({ id, title: id, summary: '', prompt: '' })),
  models: [],
  tools: [],
  presets: [{ id: 'y-agent', title: 'y-agent' }],
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
    ['y-agent', 'y-agent'],
    ['nope', undefined],
    ['', undefined],
  ])('with the preset %j it says %s', (preset, said) => {
    expect(linkOf({ ...initialClientState, options: { preset } }, {}, catalogue).preset).toBe(said);
    expect(linkOf(initialClientState, { preset }, catalogue).preset).toBe(said);
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

  it('says how the careless model errs, and reads that again', async () => {
    const careless = { seed: 7, rates: { 'cut-json': 0.5, 'wrong-name': 1 } };
    const state = { ...initialClientState, options: { model: 'careless', careless } };
    const link = linkOf(state, {}, catalogue).careless ?? '';
    expect(link).toBe('7,cut-json:0.5,wrong-name:1');
    expect(await readCareless(link)).toEqual(careless);
    expect(await readCareless('3')).toEqual({ seed: 3 });
    expect(await readCareless('3,laziness:1')).toBeUndefined();
    expect(linkOf({ ...state, options: { careless } }, {}, catalogue).careless).toBeUndefined();
  });
});

describe('the thread that was shown before the page was loaded', () => {
  afterEach(() => {
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  });

  it.each([
    ['reload', '?scenario=one', 't1', 't1'],
    ['reload', '?thread=t2', undefined, ''],
    ['navigate', '?scenario=one', undefined, ''],
  ])('is shown after a %s of %s: %s', (type, search, shown, kept) => {
    history.replaceState(null, '', `/${search}`);
    const loaded = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => '', type };
    performance.getEntriesByType = () => [loaded];
    saveSessionText('thread', 't1');
    expect([threadLeft(), sessionText('thread')]).toEqual([shown, kept]);
  });
});
