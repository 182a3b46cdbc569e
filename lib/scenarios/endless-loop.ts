import { isRefused } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const SHELL = 'while true; do :; done';
const NODE = 'node loop.js';

/** Milliseconds after which the first loop is cut off. */
const DEADLINE = 1500;

const bash = (text: string, input: Readonly<Record<string, unknown>>): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input }],
});

/** Two commands that never end: the first reaches its timeout, the second waits for a person to stop it. */
export const endlessLoop: Scenario = {
  id: 'endless-loop',
  title: 'Stop an endless loop',
  summary: 'Two commands that never end: one is cut off at its deadline, the other waits for you to stop it.',
  prompt: 'Run the two endless loops.',
  sample: 'loop',
  needs: ['Bash'],
  next: (history) => {
    const [step] = lastSteps(history);
    if (!step) {
      return bash('First a loop in the shell, with a deadline.', {
        command: SHELL,
        timeout: DEADLINE,
        description: 'Loop in the shell',
      });
    }
    if (isRefused(step)) return { text: 'It was not allowed, so nothing runs. That is one way to end a loop.' };
    const seen = steps(history).some(({ input }) => input.command === NODE);
    if (!seen)
      return bash(`${ended(step)} Now one in node, which runs until you stop it.`, {
        command: NODE,
        description: 'Loop in node',
      });
    return { text: `${ended(step)} The sandbox is unharmed: its files and its shell are as before.` };
  },
};

function ended(step: AnsweredCall): string {
  if (step.error === 'TIMEOUT') return 'The deadline cut it off.';
  return step.error === 'ABORTED'
    ? 'It was stopped from outside.'
    : `It ended by itself, which it should not have: ${step.error ?? 'success'}.`;
}
