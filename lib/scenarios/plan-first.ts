import { graceful, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const OLD = '  const rate = taxRate(item.category);\n  return net + rate;';
const NEW = '  const rate = taxRate(item.category);\n  return round(net * (1 + rate));';

const ENTER: ScriptedTurn = {
  text: 'This affects what customers pay, so I will plan first: nothing can be changed until you have read the plan.',
  calls: [{ name: 'EnterPlanMode', input: {} }],
};

const LOOK: ScriptedTurn = {
  text: 'In plan mode I can still read.',
  calls: [
    { name: 'Read', input: { file_path: FILE } },
    { name: 'Grep', input: { pattern: 'lineTotal', path: '.', output_mode: 'content', '-n': true } },
  ],
};

const PLAN = [
  '# Fix the line total',
  '',
  '`lineTotal` adds a *rate* to an *amount*: a line of 10.00 at 19% costs 10.00 and 0.19 cents.',
  '',
  '1. In `src/cart.ts`, multiply: `round(net * (1 + rate))`',
  '2. Leave `shippingTotal` alone: its surcharge **is** an amount',
  '3. Run nothing else, and change no test',
].join('\n');

const present = (text: string, plan: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'ExitPlanMode', input: { plan } }],
});

/** A new plan with the changes that the person asked for, in their words. */
const planAgain = (asked: AnsweredCall): ScriptedTurn => {
  const words = /Their words: (.*)/.exec(asked.text)?.[1]?.trim() ?? 'something else';
  return present('Another plan, then, with your changes in it.', `${PLAN}\n4. As you asked: ${words}`);
};

const EDIT: ScriptedTurn = {
  text: 'Approved. I will carry it out.',
  calls: [{ name: 'Edit', input: { file_path: FILE, old_string: OLD, new_string: NEW } }],
};

const wantsChanges = (step: AnsweredCall): boolean => step.text.includes('wants the plan changed');

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return ENTER;
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now) ?? unexpected(failed, 'to plan and to be heard');
  if (first.name === 'EnterPlanMode') return LOOK;
  if (first.name === 'Read') return present('I know what has to be done. Here is the plan.', PLAN);
  if (first.name === 'ExitPlanMode') return wantsChanges(first) ? planAgain(first) : EDIT;
  const changes = all.filter(wantsChanges).length;
  return {
    text: `Done as planned: one line of \`${FILE}\`. You read the plan before anything changed${changes > 0 ? ', and changed it' : ''}.`,
  };
}

/** A plan that a person reads, sends back, and approves before anything is changed. */
export const planFirst: Scenario = {
  id: 'plan-first',
  title: 'Plan before acting',
  summary: 'In plan mode nothing can be changed. You read the plan, ask for changes, approve it, or end the run.',
  prompt: 'Plan how to fix the line total, and fix it once I agree.',
  sample: 'cart',
  needs: ['Edit', 'EnterPlanMode', 'ExitPlanMode', 'Grep', 'Read'],
  next: (history) => next(steps(history), lastSteps(history)),
};
