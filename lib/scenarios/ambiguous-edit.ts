import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const ABOVE = '  const rate = taxRate(item.category);\n';
const OLD = '  return net + rate;';
const NEW = '  return round(net * (1 + rate));';

const edit = (text: string, above: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Edit', input: { file_path: FILE, old_string: above + OLD, new_string: above + NEW } }],
});

function next(all: readonly AnsweredCall[], [now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return { text: 'First the file.', calls: [{ name: 'Read', input: { file_path: FILE } }] };
  if (now.name === 'Read') {
    if (now.failed) return graceful([now]) ?? unexpected(now, 'to read the file');
    return edit('The last line of `lineTotal` is wrong. I will replace it.', '');
  }
  const again = all.filter(({ name }) => name === 'Edit').length > 1;
  if (now.error === 'TEXT_MULTIPLE_MATCHES' && !again) {
    return edit(
      `It is not unique, and I am told where it occurs:\n\n${fencedText(now.text)}\n\nOne of these two lines is right as it is. Together with the line above it, the text occurs only once.`,
      ABOVE,
    );
  }
  if (now.failed) return graceful([now]) ?? unexpected(now, 'the edit to be made');
  return {
    text: again
      ? 'Changed in one place, and the other is as it was. Had the first edit simply taken the first match, it would have been right by luck; had it taken all, it would have broken `shippingTotal`.'
      : 'The line occurred only once, so the edit was unambiguous.',
  };
}

/** An edit whose text occurs in two places. */
export const ambiguousEdit: Scenario = {
  id: 'ambiguous-edit',
  title: 'An edit that fits twice',
  summary: 'The text to replace occurs twice: nothing changes, the agent is told where, and says which it means.',
  prompt: 'Round the line total, and change nothing else.',
  sample: 'cart',
  needs: ['Edit', 'Read'],
  setup: { options: { mode: 'acceptEdits' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
