import { graceful, isLost, unexpected } from './endings';
import { lastSteps, steps, type History, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const WRONG_LINE = '  return net + rate;';
const RIGHT_LINE = '  return round(net * (1 + rate));';
const LINE_ABOVE = '  const rate = taxRate(item.category);';

const read: ScriptedTurn = {
  reasoning:
    'First: what the tests expect, the code they test, and the helper it uses. The three reads do not depend on each other.',
  text: "I'll look at the test, the code it covers, and the helper that code uses.",
  calls: ['test/cart.test.ts', FILE, 'src/money.ts'].map((file_path) => ({ name: 'Read', input: { file_path } })),
};

const test = (text: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input: { command: 'node --test', description: 'Run the tests' } }],
});

const edit = (text: string, input: Readonly<Record<string, unknown>>, reasoning?: string): ScriptedTurn => ({
  ...(reasoning !== undefined && { reasoning }),
  text,
  calls: [{ name: 'Edit', input }],
});

const careless = edit(
  'The tests are red: `lineTotal` adds the rate, 0.07, to the cents instead of multiplying by it. I will change that line.',
  { Path: FILE, old_string: WRONG_LINE, new_string: RIGHT_LINE },
  'net is an amount and rate is a fraction, so net + rate makes no sense. It has to be net * (1 + rate), rounded to cents.',
);

const ambiguous = edit('The field is called `file_path`, not `Path`. Trying again with the right name.', {
  file_path: FILE,
  old_string: WRONG_LINE,
  new_string: RIGHT_LINE,
});

const preciseInput = {
  file_path: FILE,
  old_string: `${LINE_ABOVE}\n${WRONG_LINE}`,
  new_string: `${LINE_ABOVE}\n${RIGHT_LINE}`,
};
const precise = edit(
  'That line occurs twice in the file, and in `shippingTotal` it is correct: there the rate is a surcharge in cents. I will include the line above it, which occurs only once.',
  preciseInput,
);

const reread = (step: AnsweredCall): ScriptedTurn => ({
  text: `The file has to be read again first (${step.error}).`,
  calls: [{ name: 'Read', input: { file_path: FILE } }],
});

const summary: ScriptedTurn = {
  text: [
    'The tests are green.',
    '',
    '- **Cause**: `lineTotal` in `src/cart.ts` added the tax rate to the net price. A rate is a fraction, so 600 cents plus 7% came out as 600.07 instead of 642.',
    '- **Change**: one line, `return round(net * (1 + rate))`. `shippingTotal` ends with the same line and stays as it was: its rate is an amount.',
    '- **Along the way**, two calls did not go through, and each answer said how to fix it: a misspelt field, and text that was not unique.',
  ].join('\n'),
};

const last = (of: readonly AnsweredCall[], name: string): AnsweredCall | undefined =>
  of.findLast((step) => step.name === name);

function next(history: History): ScriptedTurn {
  const all = steps(history);
  const now = lastSteps(history);
  const ending = graceful(now);
  if (all.length === 0) return read;
  const lost = now.find(isLost);
  if (lost) return recoveryHint(lost);
  if (ending && now.length > 0) return resumed(history) ? retryOf(now, all) : ending;
  const edited = last(now, 'Edit');
  if (edited) return afterEdit(edited, all);
  const ran = last(now, 'Bash');
  if (ran) return afterTest(ran, all);
  return afterRead(now, all);
}

/**
 * The turn after a call whose outcome is unknown: it is safe to run the tests again, and the file shows whether it was
 * edited.
 */
const recoveryHint = (lost: AnsweredCall): ScriptedTurn =>
  lost.name === 'Bash'
    ? test('The outcome of the tests is unknown. They change nothing, so I will run them again.')
    : {
        text: 'I do not know whether the file was changed, so I will look.',
        calls: [{ name: 'Read', input: { file_path: FILE } }],
      };

/** Whether this call fixed the line, or shows that it is fixed. */
const isMended = (step: AnsweredCall): boolean =>
  !step.failed && (step.name === 'Edit' || (step.name === 'Read' && step.text.includes(RIGHT_LINE)));

/** Whether the person spoke again after the last result. */
const resumed = (history: History): boolean => history.at(-1)?.role === 'user';

/** Repeats calls that a person refused or stopped. */
function retryOf(now: readonly AnsweredCall[], all: readonly AnsweredCall[]): ScriptedTurn {
  const calls = now.map(({ name, input }) => ({ name, input }));
  return { text: all.length > 0 ? 'Once more, then.' : '', calls };
}

function afterRead(now: readonly AnsweredCall[], all: readonly AnsweredCall[]): ScriptedTurn {
  const failed = now.find((step) => step.failed);
  if (failed) return unexpected(failed, 'to read the project');
  if (now.some(isMended)) return test('The edit is in. Now the tests again.');
  if (last(all, 'Edit')) return precise;
  return test('Now the tests, to see what fails before I change anything.');
}

function afterTest(ran: AnsweredCall, all: readonly AnsweredCall[]): ScriptedTurn {
  const fixed = all.some(isMended);
  if (!ran.failed) return fixed ? summary : { text: 'The tests are green already, so there is nothing to fix.' };
  if (ran.error !== 'EXIT_CODE') return unexpected(ran, 'the tests to run');
  return fixed ? unexpected(ran, 'the tests to be green after the edit') : careless;
}

function afterEdit(edited: AnsweredCall, all: readonly AnsweredCall[]): ScriptedTurn {
  if (!edited.failed) return test('The edit is in. Now the tests again.');
  const wasPrecise = edited.input.old_string === preciseInput.old_string;
  switch (edited.error) {
    case 'INVALID_ARGS':
      return 'Path' in edited.input ? ambiguous : unexpected(edited, 'the corrected arguments to be accepted');
    case 'TEXT_MULTIPLE_MATCHES':
      return wasPrecise ? unexpected(edited, 'the longer text to stand in the file once') : precise;
    case 'FILE_NOT_READ':
    case 'STALE_FILE':
      return all.filter((step) => step.error === edited.error).length > 1
        ? unexpected(edited, 'the file to stay as I read it')
        : reread(edited);
    case 'TEXT_NOT_FOUND':
    case 'NO_CHANGE':
      return {
        text: 'The line I wanted to change is no longer there: somebody got to it first. I will leave the file alone.',
      };
    default:
      return unexpected(edited, 'the edit to be made');
  }
}

/** The main lesson: an agent that errs, is told how, and gets it right. */
export const fixTheTest: Scenario = {
  id: 'fix-the-test',
  title: 'Fix the failing test',
  summary: 'An agent reads files, makes two mistakes, is corrected by validation, edits, and turns a red test green.',
  prompt: 'The cart test is red. Find out why and fix it.',
  sample: 'cart',
  needs: ['Bash', 'Edit', 'Read'],
  next,
};
