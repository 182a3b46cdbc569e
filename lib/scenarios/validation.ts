import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const WRONG = { pattern: 'taxRate', path: 'src', outputMode: 'content', head_limit: 'ten' };
const RIGHT = { pattern: 'taxRate', path: 'src', output_mode: 'content', head_limit: 10 };

const grep = (text: string, input: Readonly<Record<string, unknown>>): ScriptedTurn => ({
  text,
  calls: [{ name: 'Grep', input }],
});

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return grep('I will search for it.', WRONG);
  if (now.error === 'INVALID_ARGS') {
    if (!('outputMode' in now.input)) return unexpected(now, 'the fixed call to be accepted');
    return grep(
      `The call was not run. Each fault is named, with its place and what was expected:\n\n${fencedText(now.text)}\n\nBoth fixed at once.`,
      RIGHT,
    );
  }
  if (now.failed) return graceful([now]) ?? unexpected(now, 'what the search found');
  return {
    text:
      'outputMode' in now.input
        ? 'My wrong arguments ran anyway: validation is set to warn only. The issues are shown all the same.'
        : 'Found. Two faults cost one turn, because both were reported at once, in words that say what to do.',
  };
}

/** Invalid arguments, and the messages that help to fix them. */
export const validationScenario: Scenario = {
  id: 'validation',
  title: 'Arguments that do not fit',
  summary: 'A call with two faults is refused before it runs; the agent is told where both are, and fixes them.',
  prompt: 'Where is taxRate used?',
  sample: 'cart',
  needs: ['Grep'],
  next: (history) => next(lastSteps(history)),
};
