import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const NAME = 'Measure a file';

const steps = (reference: string) => [
  { id: 'read', tool: 'Read', input: { file_path: '{{input.file}}' } },
  { id: 'words', tool: 'Bash', input: { command: "wc -w < '{{input.file}}'", description: 'Count the words' } },
  { id: 'tell', tool: 'Bash', input: { command: `echo "{{input.file}}: ${reference} lines"`, description: 'Tell it' } },
];

const create = (text: string, reference: string): ScriptedTurn => ({
  text,
  calls: [
    {
      name: 'WorkflowCreate',
      input: { name: NAME, description: 'Reads a file and says how long it is.', steps: steps(reference) },
    },
  ],
});

const run = (text: string, file: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'WorkflowRun', input: { name: NAME, input: { file } } }],
});

const FIRST = 'docs/prices.md';
const MISSING = 'docs/taxes.md';

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now)
    return create(
      'Three calls that belong together. I will write them down as one workflow.',
      '{{steps.raed.details.lines}}',
    );
  if (now.name === 'WorkflowCreate') {
    if (now.error === 'INVALID_ARGS' && JSON.stringify(now.input).includes('raed')) {
      return create(
        `A reference leads nowhere, and I am told before anything runs:\n\n${fencedText(now.text)}\n\nThe step is called read.`,
        '{{steps.read.details.lines}}',
      );
    }
    return now.failed ? (graceful([now]) ?? unexpected(now, 'a workflow')) : run('Now I will run it.', FIRST);
  }
  if (!now.failed) {
    if (JSON.stringify(now.input).includes(MISSING)) return { text: 'That file is there after all.' };
    return run('All three steps. And with a file that is not there?', MISSING);
  }
  if (now.error !== 'EXECUTION_ERROR') return graceful([now]) ?? unexpected(now, 'a step that fails');
  return {
    text: `It stopped at the first step that failed, said which, and ran none after it:\n\n${fencedText(now.text)}\n\nRun it yourself: State, Workflows.`,
  };
}

/** Calls that belong together, defined once and run as often as needed. */
export const workflow: Scenario = {
  id: 'workflow',
  title: 'A workflow',
  summary:
    'Three calls that use the results of those before them: refused when a reference leads nowhere, then run twice.',
  prompt: 'Make a workflow that says how long a file is.',
  sample: 'handbook',
  needs: ['WorkflowCreate', 'WorkflowRun'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(lastSteps(history)),
};
