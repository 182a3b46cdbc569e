import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const NAME = 'FormatCents';
const DESCRIPTION = 'Formats an amount of cents as text, such as 19.95. Do not use it for rates. Returns the text.';
const SCHEMA = {
  type: 'object',
  properties: { cents: { type: 'integer', description: 'The amount, in cents.' } },
  required: ['cents'],
  additionalProperties: false,
};
/** Mistakes a number for a string. */
const WRONG = "const text = input.cents.padStart(3, '0');\nreturn `${text.slice(0, -2)}.${text.slice(-2)}`;";
const RIGHT = WRONG.replace('input.cents', 'String(input.cents)');

const CREATE: ScriptedTurn = {
  text: 'There is no tool for that, and I need it more than once, so I will write one.',
  calls: [{ name: 'ToolCreate', input: { name: NAME, description: DESCRIPTION, schema: SCHEMA, body: WRONG } }],
};

const USE = [1995, 7].map((cents) => ({ name: NAME, input: { cents } }));

const use = (text: string): ScriptedTurn => ({ text, calls: USE });

const repair = (failed: AnsweredCall): ScriptedTurn => ({
  text: `My tool fails, and says why:\n\n${fencedText(failed.text)}\n\nAn amount is a number, and I forgot to turn it into text. I will change the tool.`,
  calls: [{ name: 'ToolUpdate', input: { name: NAME, version: 1, body: RIGHT } }],
});

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return CREATE;
  const failed = now.find((step) => step.failed);
  const repaired = all.some(({ name }) => name === 'ToolUpdate');
  if (failed?.name === NAME && failed.error === 'EXECUTION_ERROR' && !repaired) return repair(failed);
  if (failed) return graceful([failed]) ?? unexpected(failed, 'a tool of my own');
  if (first.name === 'ToolCreate') return use('It is there. I will call it twice.');
  if (first.name === 'ToolUpdate') return use('Version 2. Both calls once more.');
  return {
    text: `It works: ${now.map(({ text }) => text.trim()).join(' and ')}. The tool was written, run, found wrong and fixed during this conversation, and its code ran cut off from everything else.`,
  };
}

/** An agent writes a tool, finds that it is wrong, and fixes it. */
export const dynamicToolScenario: Scenario = {
  id: 'dynamic-tool',
  title: 'A tool of its own',
  summary: 'The agent writes a tool, calls it, reads its error, makes version 2, and calls that.',
  prompt: 'Show 1995 and 7 cents as amounts. Make a tool for it.',
  sample: 'cart',
  needs: ['ToolCreate', 'ToolUpdate'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
