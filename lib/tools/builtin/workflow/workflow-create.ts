import { z } from 'zod';
import { explain } from '@/lib/schema';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { checkSteps } from './check-steps';
import { naming } from '../../system';
import { summaries } from '../summaries';

const MOST_STEPS = 30;
/** Maximum characters of all steps together, as JSON. */
const MOST_CHARACTERS = 50_000;

export const workflowCreate = defineTool({
  name: 'WorkflowCreate',
  description:
    'Keeps a named list of tool calls in this browser, to be run with WorkflowRun as often as wanted. A call may use the ' +
    'results of those before it. Use it for a sequence that is needed again, such as a check before a release. Do not use ' +
    'it for calls that are made once: make them. One of the same name is replaced. After INVALID_ARGS fix the steps named.',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['workflows'],
  input: z.strictObject({
    name: z.string().trim().min(1).max(80).describe('What it is called, and run by.'),
    description: z.string().trim().min(1).max(500).describe('What it is for, in a sentence.'),
    steps: z
      .array(
        z.strictObject({
          id: z
            .string()
            .regex(/^[A-Za-z][\w-]{0,39}$/)
            .describe('A short name, by which later steps refer to this one.'),
          tool: z.string().min(1).describe('The tool to call.'),
          input: z.record(z.string(), z.unknown()).describe("The call's arguments, where texts may hold references."),
        }),
      )
      .min(1)
      .max(MOST_STEPS)
      .describe(
        `The calls, in order; at most ${MOST_STEPS}. In any text of an input, {{steps.ID.text}} stands for what an earlier ` +
          'step said; .summary, .details.NAME and .structured.NAME for other parts of its result; {{input.NAME}} for a value ' +
          'given to WorkflowRun. A text that is one reference and nothing else keeps the type of the value.',
      ),
  }),
  supportsInputStreaming: true,
  titleFor: ({ name, steps }) =>
    `Create the workflow ${name}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
  async execute({ name, description, steps }, context) {
    const workflows = need(context, 'workflows');
    if (!workflows.ok) return workflows.failure;
    if (JSON.stringify(steps).length > MOST_CHARACTERS) {
      return failure(
        'INVALID_ARGS',
        `The steps have more than ${MOST_CHARACTERS} characters. Put long texts into files.`,
      );
    }
    const issues = checkSteps(steps, context.pool?.() ?? []);
    if (issues.length > 0) return failure('INVALID_ARGS', explain(issues, context.language), { issues });
    const replaced = workflows.value.get(name) !== undefined;
    if (!(await workflows.value.save({ name, description, steps }))) {
      return failure(
        'WRITE_ERROR',
        'There are too many workflows. Ask the person to delete some in the Workflows pane.',
      );
    }
    const list = steps.map(({ id, tool }, index) => `${index + 1}. ${id}: ${tool}`);
    return {
      text: `${replaced ? 'Replaced' : 'Created'} the workflow ${name}.${naming(context, ['WorkflowRun'], (run) => ` Run it with ${run}.`)}\n${list.join('\n')}`,
      summary: summaries(context).steps(steps.length, replaced),
    };
  },
});
