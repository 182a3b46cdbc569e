import type { PlanAnswer } from '@/lib/ports';
import { z } from 'zod';
import { defineTool, type ToolReturn } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { headlineOf, LONGEST_PLAN } from './plan';
import { PATIENCE_MS } from '../people/patience';
import { namesOf, naming } from '../../system';
import type { ToolContext } from '../../tool';
import { summaries } from '../summaries';

export const exitPlanMode = defineTool({
  name: 'ExitPlanMode',
  description:
    'Shows your plan to the person and waits for a word. Use it in plan mode, once you know what is to be done. Approved, ' +
    'you go on in mode default; asked for changes, you plan again and call it with the new plan; rejected, the run ends. Do ' +
    'not use it outside plan mode, for a question (use AskUser) or for research that changes nothing. After UNSUPPORTED ' +
    'call EnterPlanMode first, or simply do the work.',
  title: 'Exit plan mode',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['plan'],
  autoApproved: true,
  waitsForPerson: true,
  supportsInputStreaming: true,
  deadlineFor: () => PATIENCE_MS,
  input: z.strictObject({
    plan: z.string().trim().min(1).max(LONGEST_PLAN).describe('The whole plan, in Markdown, as it is to be approved.'),
  }),
  titleFor: ({ plan }) => `Present the plan: ${headlineOf(plan)}`,
  async execute({ plan: text }, context) {
    const plan = need(context, 'plan');
    if (!plan.ok) return plan.failure;
    if (!plan.value.planning) {
      return failure(
        'UNSUPPORTED',
        'This is not plan mode, so there is nothing to leave. Go on with the work' +
          `${naming(context, ['EnterPlanMode'], (enter) => `, or call ${enter} before you plan`)}.`,
      );
    }
    return outcomeOf(await plan.value.submit({ callId: context.callId, text }, context.signal), context);
  },
});

function outcomeOf({ answer, feedback }: PlanAnswer, context: ToolContext): ToolReturn {
  switch (answer) {
    case 'approved':
      return {
        text: `The person approved the plan. Plan mode is over and the permission mode is default: carry the plan out.${said(feedback)}`,
        summary: summaries(context).approved,
      };
    case 'change':
      return {
        text: `The person wants the plan changed, and this is still plan mode.${said(feedback)}\nPlan again and call ${namesOf(context).tool('ExitPlanMode') ?? 'this'} with the whole new plan.`,
        summary: summaries(context).changesAsked(feedback),
      };
    case 'rejected':
      return failure('GATE_DENIED', `The person rejected the plan, and the run ends here.${said(feedback)}`, {
        summary: summaries(context).rejected,
        denial: { source: 'person', reason: feedback || 'The person rejected the plan.' },
        endsRun: true,
      });
  }
}

const said = (feedback: string | undefined): string => (feedback ? `\nTheir words: ${feedback}` : '');
