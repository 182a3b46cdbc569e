import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { naming } from '../../system';

/** Maximum characters of a plan. */
export const LONGEST_PLAN = 20_000;

export const plan = defineTool({
  name: 'Plan',
  description:
    'Keeps a draft of your plan where the person can read it while you think. Use it to think a larger change through ' +
    'before you begin, and again whenever the plan changes: the newest draft replaces the one before. Do not use it to ask ' +
    'for approval (use ExitPlanMode in plan mode) or to keep track of steps (use TodoWrite). After INVALID_ARGS send the ' +
    'plan as one text in Markdown.',
  kind: 'other',
  category: 'workflow',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['plan'],
  autoApproved: true,
  annotations: { idempotentHint: true },
  supportsInputStreaming: true,
  input: z.strictObject({
    plan: z.string().trim().min(1).max(LONGEST_PLAN).describe('The whole plan, in Markdown.'),
  }),
  titleFor: ({ plan: text }) => `Draft a plan: ${headlineOf(text)}`,
  async execute({ plan: text }, context) {
    const store = need(context, 'plan');
    if (!store.ok) return store.failure;
    await store.value.draft(text);
    const next = store.value.planning
      ? naming(context, ['ExitPlanMode'], (exit) => `Call ${exit} when it is ready to be approved.`)
      : 'Nobody has to approve it: go on with the work.';
    return { text: `The draft is kept, and the person can read it. ${next}`, summary: headlineOf(text) };
  },
});

/** The first non-empty line of a plan, without Markdown marks. */
export const headlineOf = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(/^[#>*\-\s]+/, '').trim())
    .find((line) => line !== '') ?? 'without a headline';
