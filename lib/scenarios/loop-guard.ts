import { graceful, unexpected } from './endings';
import { steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const SEARCH = { pattern: 'calculateTax', path: 'src', output_mode: 'content' };
/** So often is the search made: to be warned after the third time, and stopped after the fourth. */
const STUBBORN = 4;

const search = (text: string): ScriptedTurn => ({ text, calls: [{ name: 'Grep', input: SEARCH }] });

const WORDS = [
  'I look for `calculateTax`.',
  'Nothing. It must be there, I look again.',
  'Still nothing. Once more.',
  'I was told that I repeat myself. I am sure that it is there, so I do it all the same.',
];

function next(all: readonly AnsweredCall[]): ScriptedTurn {
  const last = all.at(-1);
  if (last?.error === 'ABORTED') return graceful([last]) ?? unexpected(last, 'a result');
  if (last?.name === 'Read') {
    if (last.failed) return graceful([last]) ?? unexpected(last, 'to read the file');
    return {
      text: 'Here it is: the function is called `taxRate`. The same question four times would never have told me; another question did at once.',
    };
  }
  const made = all.filter(({ name }) => name === 'Grep').length;
  if (made < STUBBORN) return search(WORDS[made] ?? '');
  return {
    text: 'You let me go on after I was stopped, so I do something else: I read the file where taxes are.',
    calls: [{ name: 'Read', input: { file_path: 'src/tax.ts' } }],
  };
}

/** An agent that goes round in circles: warned, stopped, and let go on by a person. */
export const loopGuardScenario: Scenario = {
  id: 'loop-guard',
  title: 'Going round in circles',
  summary:
    'The same search four times: the agent is warned, goes on, is stopped, and goes another way once you let it go on.',
  prompt: 'Find calculateTax, whatever it takes.',
  sample: 'cart',
  needs: ['Grep', 'Read'],
  next: (history) => next(steps(history)),
};
