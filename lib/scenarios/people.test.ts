import { describe, expect, it } from 'vitest';
import { findScenario, play, type HistoryEntry, type ScriptedCall } from './index';

interface Answer {
  text?: string;
  error?: string;
}

/** Plays a scenario, with what the tools say to its calls; `nth` counts the calls of that name from 0. */
function run(id: string, world: (call: ScriptedCall, nth: number) => Answer) {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const calls: string[] = [];
  const inputs: unknown[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const { calls: made = [], text = '' } = play(history, { attempt: 1 });
    if (made.length === 0) return { calls, inputs, words: text };
    const seen = made.map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? { ...call.input } : {},
    }));
    history.push({ role: 'assistant', text, calls: seen });
    for (const [index, call] of made.entries()) {
      const nth = calls.filter((known) => known.startsWith(`${call.name} `)).length;
      const { text: said = 'done', error } = world(call, nth);
      calls.push(`${call.name} ${error ?? 'ok'}`);
      inputs.push(seen[index]?.input);
      const failed = error !== undefined;
      history.push({ role: 'result', callId: `${turn}.${index}`, text: said, failed, ...(failed && { error }) });
    }
  }
  throw new Error('It does not end.');
}

const BEGIN = ['EnterPlanMode ok', 'Read ok', 'Grep ok'];

describe('plan-first', () => {
  it('plans, plans again with what the person said, and acts', () => {
    const { calls, inputs, words } = run('plan-first', ({ name }, nth) =>
      name === 'ExitPlanMode' && nth === 0
        ? { text: 'The person wants the plan changed.\nTheir words: Shorter!\nPlan' }
        : {},
    );
    expect(calls).toEqual([...BEGIN, 'ExitPlanMode ok', 'ExitPlanMode ok', 'Edit ok']);
    expect(JSON.stringify(inputs[4])).toContain('As you asked: Shorter!');
    expect(words).toContain('and changed it');
  });

  it('ends in words where the plan is rejected and the person goes on', () => {
    const { calls, words } = run('plan-first', ({ name }) => (name === 'ExitPlanMode' ? { error: 'GATE_DENIED' } : {}));
    expect(calls).toEqual([...BEGIN, 'ExitPlanMode GATE_DENIED']);
    expect(words).toContain('was not allowed');
  });
});

describe('ask-the-person', () => {
  it('writes down what was answered', () => {
    const { inputs, words } = run('ask-the-person', ({ name }) =>
      name === 'AskUser'
        ? { text: 'The person answered:\n1. When?\n   Each line\n2. Who?\n   Developers; me (their own words)' }
        : {},
    );
    expect(inputs[1]).toMatchObject({
      content: '# Rounding\n\n- When: Each line\n- For: Developers; me (their own words)\n',
    });
    expect(words).toContain('no guess');
  });

  it('guesses nothing where nobody answers', () => {
    const { calls } = run('ask-the-person', () => ({ error: 'ABORTED', text: 'Stopped.' }));
    expect(calls).toEqual(['AskUser ABORTED']);
  });
});

describe('todos-and-tasks', () => {
  it('keeps its list, its tasks and its ticker in order', () => {
    const { calls, words } = run('todos-and-tasks', ({ name }, nth) => {
      if (name === 'TaskUpdate' && nth === 0) return { error: 'INVALID_ARGS', text: 'task-2 waits for task-1.' };
      return name === 'TaskOutput' ? { text: 'tick 1\ntick 2\n' } : {};
    });
    expect(calls).toEqual([
      'TodoWrite ok',
      'Bash ok',
      'TodoWrite ok',
      'TaskCreate ok',
      'TaskCreate ok',
      'TaskList ok',
      'TaskUpdate INVALID_ARGS',
      'TaskUpdate ok',
      'TaskUpdate ok',
      'TaskUpdate ok',
      'TaskOutput ok',
      'TodoWrite ok',
      'TaskStop ok',
      'TodoWrite ok',
    ]);
    expect(words).toContain('at least 2 ticks');
  });
});

describe('each of them', () => {
  it.each(
    ['plan-first', 'ask-the-person', 'todos-and-tasks'].flatMap((id) =>
      ['GATE_DENIED', 'ABORTED', 'EXECUTION_ERROR', ''].map((error) => [id, error]),
    ),
  )('%s ends in words where everything gives %j', (id, error) => {
    expect(run(id, () => (error === '' ? {} : { error, text: 'because' })).words).not.toBe('');
  });
});
