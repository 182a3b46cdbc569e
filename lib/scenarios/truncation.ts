import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const ALL = 'seq 1 40000';
const NARROW = 'seq 1 40000 | grep -c 7$';

const bash = (text: string, command: string, description: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input: { command, description } }],
});

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return bash('I will list them all and count.', ALL, 'List the numbers');
  if (now.failed) return graceful([now]) ?? unexpected(now, 'the numbers');
  if (now.input.command === NARROW) {
    const count = /\d+/.exec(now.text)?.[0] ?? 'some';
    return { text: `${count} of them end in 7. The shell counted; I read one line instead of forty thousand.` };
  }
  if (!/left out|省略|truncated/.test(now.text)) return unexpected(now, 'more than one result can hold');
  return bash(
    'Only the head and the tail are here; everything in between was left out, so I cannot count. The shell can.',
    NARROW,
    'Count those that end in 7',
  );
}

/** More output than a model should read. */
export const truncationScenario: Scenario = {
  id: 'truncation',
  title: 'Too much to read',
  summary:
    'A command prints 200,000 characters: the model gets the start and the end, is told what is missing, and asks for less.',
  prompt: 'How many numbers from 1 to 40000 end in 7?',
  sample: 'cart',
  needs: ['Bash'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(lastSteps(history)),
};
