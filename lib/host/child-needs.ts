import type { ChildNeeds } from './agents/agent-world';
import type { MorePorts, PageNeeds, ThreadNeeds } from './ports/needs';

/** A sub-agent is done when its ports are closed; whatever was running before it was set to work is over. */
const RESTING: Pick<PageNeeds, 'onIdle' | 'whenIdle'> = { onIdle: () => undefined, whenIdle: async () => undefined };

/** What a sub-agent's ports are made of. It asks the same person, by the ids that the page knows its calls by. */
export const needsOfChild = (needs: PageNeeds, child: ChildNeeds, page: MorePorts): ThreadNeeds => {
  const asked = <R extends { callId: string }>(request: R): R => ({
    ...request,
    callId: child.callIdOf(request.callId),
  });
  return {
    ...needs,
    ...RESTING,
    ...child,
    page,
    questions: { ask: (request, signal) => needs.questions.ask(asked(request), signal) },
    askPlan: (request, signal) => needs.askPlan(asked(request), signal),
  };
};
