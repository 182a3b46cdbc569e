import { graceful, unexpected } from './endings';
import { steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const SEARCH = { pattern: 'calculateTax', path: 'src', output_mode: 'content' };
/** How often the search is made: the guard warns after the third time and stops after the fourth. */
const STUBBORN = 4;

const search = (text: string): ScriptedTurn => ({ text, calls: [{ name: 'Grep', input: SEARCH }] });

const WORDS = [
  'I will look for `calculateTax`.',
  'Nothing. It must be there, so I will look again.',
  'Still nothing. Once more.',
  'I was told that I am repeating myself. I am sure it is there, so I will do it anyway.',
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
    text: 'You let me go on after I was stopped, so I will do something else: read the file about taxes.',
    calls: [{ name: 'Read', input: { file_path: 'src/tax.ts' } }],
  };
}

/** An agent that goes round in circles: it is warned, stopped, and continued by a person. */
export const loopGuardScenario: Scenario = {
  id: 'loop-guard',
  title: 'Going round in circles',
  summary:
    'The same search four times: the agent is warned, then stopped, and tries something else once you let it continue.',
  prompt: 'Find calculateTax, whatever it takes.',
  sample: 'cart',
  needs: ['Grep', 'Read'],
  next: (history) => next(steps(history)),
};
