import { describe, expect, it } from 'vitest';
import { findScenario, play, type HistoryEntry } from './index';

interface Answer {
  text?: string;
  error?: string;
}

/** Plays a scenario to its end, with what the tools say to its calls; gives the calls, turn by turn, and the last words. */
function run(id: string, world: (name: string, input: Readonly<Record<string, unknown>>) => Answer) {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const turns: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const { calls = [], text = '' } = play(history, { attempt: 1 });
    if (calls.length === 0) return { turns, words: text };
    turns.push(calls.map(({ name }) => name).join(' '));
    const seen = calls.map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? { ...call.input } : {},
    }));
    history.push({ role: 'assistant', text, calls: seen });
    for (const { id: callId, name, input } of seen) {
      const { text: said = 'done', error } = world(name, input);
      history.push({ role: 'result', callId, text: said, failed: error !== undefined, ...(error && { error }) });
    }
  }
  throw new Error('It does not end.');
}

describe('tidy-files', () => {
  const turns = ['Ls Read Read Read Read', 'Move MultiEdit Edit', 'MultiEdit Delete DeleteRange', 'Ls Bash'];

  it('looks, moves, removes and checks', () => {
    expect(run('tidy-files', () => ({}))).toEqual({ turns, words: expect.stringContaining('tests are green') });
  });

  it.each([
    ['GATE_DENIED', 'Delete was not allowed'],
    ['NOT_FOUND', 'but Delete gave NOT_FOUND'],
  ])('stops at %s', (error, words) => {
    const { turns: made, words: said } = run('tidy-files', (name) => (name === 'Delete' ? { error } : {}));
    expect(made).toEqual(turns.slice(0, 3));
    expect(said).toContain(words);
  });
});

describe('background-shell', () => {
  const started = 'Runs in the background with the id shell-7.';
  const turns = ['Bash Read', 'Bash Bash', 'BashOutput', 'KillShell', 'BashOutput'];

  it('starts, changes, looks, ends and looks again, by the id it was given', () => {
    const ids: unknown[] = [];
    const { turns: made, words } = run('background-shell', (_name, input) => {
      ids.push(input.bash_id ?? input.shell_id);
      return { text: started };
    });
    expect(made).toEqual(turns);
    expect(ids.filter(Boolean)).toEqual(['shell-7', 'shell-7', 'shell-7']);
    expect(words).toContain('`shell-7` is stopped');
  });

  it.each([
    ['without an id', { text: 'started' }, 'I expected the id of the watcher'],
    ['refused', { error: 'GATE_DENIED' }, 'Bash was not allowed'],
  ])('stops %s', (_what, answer, words) => {
    expect(run('background-shell', () => answer).words).toContain(words);
  });
});

describe('notebook', () => {
  it('reads, edits three cells and reads again', () => {
    let edited = false;
    const { turns, words } = run('notebook', (name) => {
      edited ||= name === 'NotebookEdit';
      return { text: edited ? 'math.sqrt(abs(-1))' : 'math.sqrt(-1)' };
    });
    expect(turns).toEqual(['Read', 'NotebookEdit NotebookEdit NotebookEdit', 'Read']);
    expect(words).toContain('Three cells are changed');
  });

  it('stops where an edit is refused', () => {
    const answer = (name: string) => (name === 'Read' ? {} : { error: 'GATE_DENIED' });
    expect(run('notebook', answer).words).toContain('NotebookEdit was not allowed');
  });
});
