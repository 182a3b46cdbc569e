import { graceful, isRefused, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const PROPOSAL = 'proposals/line-total.md';
const OLD = '  const rate = taxRate(item.category);\n  return net + rate;';
const NEW = '  const rate = taxRate(item.category);\n  return round(net * (1 + rate));';

const READ: ScriptedTurn = {
  text: 'First, the file as it is.',
  calls: [{ name: 'Read', input: { file_path: FILE } }],
};

const EDIT: ScriptedTurn = {
  text: '`lineTotal` adds a rate to an amount. I will fix that line.',
  calls: [{ name: 'Edit', input: { file_path: FILE, old_string: OLD, new_string: NEW } }],
};

const propose = (refused: AnsweredCall): ScriptedTurn => ({
  text: `The edit was refused, and trying again would not change that:\n\n${fencedText(refused.text)}\n\nI will write the change down for somebody who is allowed to make it.`,
  calls: [
    {
      name: 'Write',
      input: {
        file_path: PROPOSAL,
        content: `# lineTotal adds the rate\n\nIn ${FILE}, instead of\n\n    return net + rate;\n\nit should be\n\n    return round(net * (1 + rate));\n`,
      },
    },
  ],
});

function next(all: readonly AnsweredCall[], [now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return READ;
  if (now.name === 'Read') return now.failed ? unexpected(now, 'to read the file') : EDIT;
  if (now.name === 'Edit') {
    if (isRefused(now)) return propose(now);
    return now.failed
      ? unexpected(now, 'the edit to be refused')
      : { text: 'Nobody refused the edit. Add the deny rule `Edit(src/**)` and run me again.' };
  }
  if (now.failed) return graceful([now]) ?? unexpected(now, 'to write the proposal');
  const refused = all.find(isRefused);
  return {
    text: `${refused ? 'One call was refused by a rule. ' : ''}The source is as it was, and what I would change is in \`${PROPOSAL}\`.`,
  };
}

/** A rule denies a call, and the agent finds another way instead of trying again. */
export const deniedScenario: Scenario = {
  id: 'denied',
  title: 'A rule says no',
  summary: 'A deny rule protects src: the edit is refused with the rule and a hint, and the agent finds another way.',
  prompt: 'Fix the line total, without changing what you may not change.',
  sample: 'cart',
  needs: ['Edit', 'Read', 'Write', 'Write.new folders'],
  setup: { options: { mode: 'acceptEdits' }, rules: { deny: ['Edit(src/**)'] } },
  next: (history) => next(steps(history), lastSteps(history)),
};
