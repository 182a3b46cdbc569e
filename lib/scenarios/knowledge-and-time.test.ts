import { describe, expect, it } from 'vitest';
import { findScenario, play, type HistoryEntry, type ScriptedCall } from './index';

interface Answer {
  text?: string;
  error?: string;
}

/** Plays a scenario in a world; the codes of its calls and its last words. `said` goes on where it has ended. */
function run(id: string, world: (call: ScriptedCall, nth: number) => Answer, said: readonly string[] = []) {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const calls: string[] = [];
  const left = [...said];
  for (let turn = 0; turn < 15; turn++) {
    const { calls: made = [], text = '' } = play(history, { attempt: 1 });
    const seen = made.map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? { ...call.input } : {},
    }));
    history.push({ role: 'assistant', text, calls: seen });
    if (made.length === 0) {
      const more = left.shift();
      if (more === undefined) return { calls, words: text };
      history.push({ role: 'user', text: more });
    }
    for (const [index, call] of made.entries()) {
      const { text: answered = 'done', error } = world(call, calls.length);
      calls.push(`${call.name} ${error ?? 'ok'}`);
      const failed = error !== undefined;
      history.push({ role: 'result', callId: `${turn}.${index}`, text: answered, failed, ...(failed && { error }) });
    }
  }
  throw new Error('It does not end.');
}

describe('memory', () => {
  it('looks up what it does not remember, and remembers it', () => {
    const { calls } = run('memory', ({ name }) => ({ text: name === 'MemoryRecall' ? 'Nothing.' : '1. It is so.' }));
    expect(calls).toEqual(['MemoryRecall ok', 'KnowledgeIngest ok', 'KnowledgeSearch ok', 'MemoryStore ok']);
  });

  it('asks nothing more where it remembers', () => {
    const { calls, words } = run('memory', () => ({ text: '1. Half up.' }));
    expect(calls).toEqual(['MemoryRecall ok']);
    expect(words).toContain('Half up.');
  });
});

describe('cron', () => {
  const ASKED = 'How many stamps are there?\n\n(Said by the schedule: the job "Report".)';

  it('makes two jobs, and counts when the clock asks', () => {
    const { calls, words } = run('cron', ({ name }) => ({ text: name === 'Bash' ? '2\n[Exit code: 0]' : 'x' }), [
      ASKED,
      ASKED,
    ]);
    expect(calls).toEqual(['CronCreate ok', 'CronCreate ok', 'CronList ok', 'Bash ok', 'Bash ok']);
    expect(words).toBe('There are 2.');
  });

  it('goes on where the jobs are there already', () => {
    const { calls } = run('cron', ({ name }) => (name === 'CronCreate' ? { error: 'INVALID_ARGS' } : {}));
    expect(calls).toEqual(['CronCreate INVALID_ARGS', 'CronCreate INVALID_ARGS', 'CronList ok']);
  });
});

describe('workflow', () => {
  it('fixes a reference, and shows a run that succeeds and one that stops', () => {
    const errors = ['INVALID_ARGS', undefined, undefined, 'EXECUTION_ERROR'];
    const { calls, words } = run('workflow', (_call, nth) => {
      const error = errors[nth];
      return error === undefined ? {} : { error };
    });
    expect(calls).toEqual([
      'WorkflowCreate INVALID_ARGS',
      'WorkflowCreate ok',
      'WorkflowRun ok',
      'WorkflowRun EXECUTION_ERROR',
    ]);
    expect(words).toContain('stopped at the first step');
  });
});

describe('skill', () => {
  it('follows a skill, is refused another tool, and has it back afterwards', () => {
    const { calls, words } = run('skill', ({ name }, nth) => {
      if (nth === 0) return { text: '1. release-notes: Writes notes.' };
      return name === 'Bash' && nth === 2 ? { error: 'TOOL_NOT_FOUND' } : {};
    });
    const begun = ['Skill ok', 'Skill ok', 'Bash TOOL_NOT_FOUND', 'Read ok'];
    expect(calls).toEqual([...begun, 'Skill ok', 'Bash ok']);
    expect(words).toContain('Bash can be used again');
  });
});

describe.each(['memory', 'cron', 'workflow', 'skill'])('%s', (id) => {
  it.each(['GATE_DENIED', 'ABORTED', 'EXECUTION_ERROR', 'INVALID_ARGS', ''])(
    'ends in words where everything gives %j',
    (error) => {
      expect(run(id, () => (error === '' ? {} : { error, text: 'because' })).words).not.toBe('');
    },
  );
});
