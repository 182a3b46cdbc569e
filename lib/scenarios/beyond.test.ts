import { describe, expect, it } from 'vitest';
import { findScenario, play, type HistoryEntry } from './index';

type World = (name: string, input: Readonly<Record<string, unknown>>) => { text?: string; error?: string };

/** Plays a scenario in a world: its calls, and its last words. */
function run(id: string, world: World) {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const calls: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const { calls: made = [], text = '' } = play(history, { attempt: 1 });
    if (made.length === 0) return { calls, words: text };
    const seen = made.map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? { ...call.input } : {},
    }));
    history.push({ role: 'assistant', text, calls: seen });
    for (const { id: callId, name, input } of seen) {
      const { text: answered = 'done', error } = world(name, input);
      calls.push(name);
      const failed = error !== undefined;
      history.push({ role: 'result', callId, text: answered, failed, ...(failed && { error }) });
    }
  }
  throw new Error('It does not end.');
}

describe('web', () => {
  const found = { text: '1. Permissions\n   toolyard://docs/permissions' };

  it('reads what it found, and reports the refusal', () => {
    const { calls, words } = run('web', (name, { url = '' }) => {
      if (name === 'WebSearch') return found;
      return String(url).startsWith('toolyard:') ? { text: 'plan refuses' } : { error: 'URL_REFUSED' };
    });
    expect(calls).toEqual(['WebSearch', 'WebFetch', 'WebFetch']);
    expect(words).toContain('plan refuses');
  });

  it.each([
    ['nothing is found', () => ({ error: 'NOT_FOUND' }), 'NOT_FOUND'],
    ['the private address is not refused', () => found, 'to be refused'],
  ])('says so where %s', (_what, world: World, words) => expect(run('web', world).words).toContain(words));
});

describe('mcp', () => {
  it('lists, reads, calls, and lists again', () => {
    const { calls, words } = run('mcp', (name) => ({ text: name === 'ListMcpResources' ? 'What I learnt' : 'ok' }));
    expect(calls).toEqual([
      'ListMcpResources',
      'ReadMcpResource',
      'McpCall',
      'mcp__playground__count_words',
      'ListMcpResources',
    ]);
    expect(words).toContain('What I learnt');
  });
});

describe('browser', () => {
  it('finds the fault and fixes it, with a picture or without', () => {
    let fixed = false;
    const world =
      (picture: { error?: string }): World =>
      (name, { action }) => {
        if (name === 'Edit') fixed = true;
        if (action === 'screenshot') return picture;
        return { text: fixed ? '1 items' : 'undefined items' };
      };
    expect(run('browser', world({})).words).toContain('The picture shows it');
    fixed = false;
    expect(run('browser', world({ error: 'UNSUPPORTED' })).words).toContain('cannot take a picture');
  });

  it('says so where the fault does not show', () => {
    expect(run('browser', () => ({ text: 'Everything is well.' })).words).toContain('the fault in the count to show');
  });
});

describe('server', () => {
  const world =
    (clicked: string): World =>
    (name, { action }) => {
      if (name === 'Browser') return { text: action === 'click' ? clicked : '0 votes' };
      return name === 'Bash' ? { text: '{"votes":1}' } : {};
    };

  it('starts the server, opens its page and votes', () => {
    const { calls, words } = run('server', world('1 vote'));
    expect(calls.slice(-4)).toEqual(['Bash', 'Browser', 'Browser', 'Bash']);
    expect(words).toContain('{"votes":1}');
  });

  it('says so where the vote is not counted, and where the server does not start', () => {
    expect(run('server', world('0 votes')).words).toContain('the vote to be counted');
    const refused: World = (name) => (name === 'Browser' ? { error: 'NETWORK_ERROR' } : {});
    expect(run('server', refused).words).toContain('the server to run');
  });
});

it.each(['web', 'mcp', 'browser', 'server'])('%s stops where somebody does not allow it', (id) => {
  const { calls, words } = run(id, () => ({ error: 'GATE_DENIED' }));
  expect(new Set(calls).size).toBe(1);
  expect(words).toContain('was not allowed');
});
