import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const WHOLE = 'docs/guide.md';
const PARTS = [
  { file_path: 'docs/1-prices.md', content: '# Prices\n\nAmounts are cents, so that nothing is lost in rounding.\n' },
  { file_path: 'docs/2-taxes.md', content: '# Taxes\n\nA rate is a share: 0.07 is seven per cent.\n' },
];

const LONG = `# Guide\n\n${'Amounts are cents, so that nothing is lost in rounding. A rate is a share: 0.07 is seven per cent. '.repeat(12)}`;

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) {
    return {
      text: 'One file for all of it, in one call.',
      // The part that arrives before the reply runs out of room: arguments without their end.
      calls: [{ name: 'Write', rawArguments: JSON.stringify({ file_path: WHOLE, content: LONG }).slice(0, 600) }],
      stop: 'max_tokens',
    };
  }
  if (first.error === 'PARTIAL_JSON') {
    return {
      text: 'My reply ran out of room in the middle of the call, and nothing was written. Two smaller files, then.',
      calls: PARTS.map((input) => ({ name: 'Write', input })),
    };
  }
  const failed = now.find((step) => step.failed);
  if (failed) return graceful([failed]) ?? unexpected(failed, 'to write the guide');
  return {
    text: 'The guide is there, in two parts. No half-written file was left behind: only complete arguments run.',
  };
}

/** A call whose arguments are cut off. */
export const cutOff: Scenario = {
  id: 'cut-off',
  title: 'Cut off in the middle',
  summary: 'A reply runs out of room inside a call: nothing runs, the agent is told why, and makes smaller calls.',
  prompt: 'Write a guide to the project.',
  sample: 'cart',
  needs: ['Write', 'Write.new folders'],
  setup: { options: { mode: 'acceptEdits' } },
  next: (history) => next(lastSteps(history)),
};
