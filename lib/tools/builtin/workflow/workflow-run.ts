import { z } from 'zod';
import { abortReasonOf, abortedResult, failure } from '../../result';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { formatRule } from '../../permissions/rule';
import { toolsNeededBy } from './needed-by';
import { runSteps, type StepOutcome } from './run-steps';
import type { Workflow } from '@/lib/ports';
import { naming } from '../../system';
import { summaries } from '../summaries';

/** Milliseconds a run may take, including waits for a person. */
const RUN_MS = 3_600_000;
/** Milliseconds a step may take to stop after an abort. */
const GRACE_MS = 7000;
/** Maximum characters shown of each step's text except the last. */
const SHOWN = 500;

export const workflowRun = defineTool({
  name: 'WorkflowRun',
  description:
    'Runs a workflow that WorkflowCreate made: its calls one after the other, each checked and asked about as if you had ' +
    'made it yourself. Use it for a sequence that was written down. Do not use it to try a single call. The first step ' +
    'that fails ends it. After EXECUTION_ERROR read which step failed and why, and fix that or the workflow; after ' +
    'NOT_FOUND look at the names.',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['workflows', 'nested'],
  input: z.strictObject({
    name: z.string().trim().min(1).describe('The name of the workflow.'),
    input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for the references {{input.NAME}} in its steps, by name.'),
  }),
  actsThroughCalls: true,
  deadlineFor: () => RUN_MS,
  abortGrace: GRACE_MS,
  titleFor: ({ name }) => `Run the workflow ${name}`,
  ruleSubject: async ({ name }) => ({ kind: 'command', whole: name, commands: [name] }),
  suggestRule: async ({ name }) => formatRule('WorkflowRun', name),
  async execute({ name, input: given = {} }, context) {
    const workflows = need(context, 'workflows');
    if (!workflows.ok) return workflows.failure;
    const nested = need(context, 'nested');
    if (!nested.ok) return nested.failure;
    const workflow = workflows.value.get(name);
    if (!workflow) {
      const names = workflows.value.value.map((known) => known.name).join(', ');
      const hint =
        names === ''
          ? naming(context, ['WorkflowCreate'], (make) => `There is none yet: ${make} makes one.`)
          : `There are: ${names}.`;
      return failure('NOT_FOUND', `There is no workflow "${name}". ${hint}`);
    }
    const missing = toolsNeededBy(workflow).filter((needed) => !Object.hasOwn(given, needed));
    if (missing.length > 0) {
      const issues = missing.map((needed) => ({
        path: `$.input.${needed}`,
        expected: 'present',
        received: 'absent',
        message: 'the workflow refers to it',
      }));
      return failure('INVALID_ARGS', `${workflow.name} needs ${missing.join(', ')} in input.`, { issues });
    }
    const { signal, onOutput } = context;
    const done = await runSteps(workflow, { nested: nested.value, given, signal, say: onOutput });
    if (signal.aborted) return abortedResult(abortReasonOf(signal), listed(done));
    return report(workflow, done, summaries(context));
  },
});

function report({ name, steps }: Workflow, done: readonly StepOutcome[], say: ReturnType<typeof summaries>) {
  const details = {
    steps: done.map(({ step, result, ms }) => ({ id: step.id, tool: step.tool, ok: result.success, ms })),
  };
  const failed = done.find(({ result }) => !result.success);
  if (!failed) {
    const summary = say.stepsOf(done.length, steps.length);
    return { text: `${name}: all ${steps.length} steps succeeded.\n${listed(done)}`, summary, details };
  }
  const { step, result } = failed;
  const left = steps.slice(done.length).map(({ id }) => id);
  const notRun = left.length > 0 ? ` Not run: ${left.join(', ')}.` : '';
  return failure(
    'EXECUTION_ERROR',
    `${name} stopped: step ${done.length}, ${step.id} (${step.tool}), gave ${result.error ?? 'an error'}.${notRun}\n${listed(done)}`,
    { summary: say.stoppedAt(step.id), details: { ...details, failedStep: step.id, code: result.error } },
  );
}

/** Every step with its text; the last one in full. */
function listed(done: readonly StepOutcome[]): string {
  return done
    .map(({ step, result }, index) => {
      const text = index === done.length - 1 ? result.text : cut(result.text);
      return `${index + 1}. ${step.id} (${step.tool}) ${result.success ? 'succeeded' : 'failed'}:\n${text}`;
    })
    .join('\n');
}

const cut = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN)}… [${text.length - SHOWN} more characters]` : text;
