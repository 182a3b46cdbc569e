import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { naming } from '../../system';
import { summaries } from '../summaries';

export const enterPlanMode = defineTool({
  name: 'EnterPlanMode',
  description:
    'Begins planning: from now on every call that may change something is refused, until a person has approved a plan. Use ' +
    'it before work that changes much, or where the person should choose between ways to do it. Do not use it for a small ' +
    'change that was asked for plainly, or only to read. After STORE_UNAVAILABLE write the plan as text and ask.',
  title: 'Enter plan mode',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['plan'],
  autoApproved: true,
  titleFor: () => 'Begin planning',
  async execute(_, context) {
    const plan = need(context, 'plan');
    if (!plan.ok) return plan.failure;
    const already = plan.value.planning;
    if (!already) await plan.value.enter();
    return {
      text:
        `${already ? 'This is plan mode already' : 'This is plan mode now'}: you can read, search and ask, and nothing can be ` +
        `changed. Find out what you need to know${naming(context, ['ExitPlanMode'], (exit) => `, then call ${exit} with the whole plan`)}.`,
      summary: summaries(context).planning(already),
    };
  },
});
