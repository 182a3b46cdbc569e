import type { ClientState } from '@/lib/client/state';
import type { Text } from '../messages/text';
import { mine, type CommandPage, type GroupedCommand } from './command';

const planWaits = (state: ClientState): boolean => state.plans.length > 0 && mine(state);
const waits = (state: ClientState): boolean => (state.approvals.length > 0 && mine(state)) || planWaits(state);

/** Commands that answer the agent. */
export const approvalCommands = ({ client }: CommandPage, text: Text<'commands'>): GroupedCommand[] => [
  {
    id: 'allow',
    title: text('allow'),
    keys: [{ key: 'a' }],
    enabled: waits,
    run: () => {
      const { approvals, questions, plans } = client.store.getState();
      const [request] = approvals;
      const [plan] = questions.length > 0 ? [] : plans;
      if (request) {
        const { callId, argsHash } = request;
        client.act((client) => client.decide(callId, { behavior: 'allow', argsHash }));
      } else if (plan) {
        client.act((client) => client.answerPlan(plan.callId, { answer: 'approved' }));
      }
    },
  },
  {
    id: 'deny',
    title: text('deny'),
    keys: [{ key: 'd' }],
    enabled: waits,
    run: () => document.querySelector<HTMLElement>('[data-deny]')?.click(),
  },
  {
    id: 'change-plan',
    title: text('changePlan'),
    keys: [{ key: 'e' }],
    enabled: planWaits,
    run: () => document.querySelector<HTMLElement>('[data-plan-change]')?.click(),
  },
  {
    id: 'answer',
    title: text('answer'),
    keys: [{ key: 'q' }],
    enabled: (state) => state.questions.length > 0 && mine(state),
    run: () => document.querySelector<HTMLElement>('[data-question]')?.focus(),
  },
];
