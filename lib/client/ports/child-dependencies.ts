import type { ChildDependencies } from '../agents/agent-world';
import type { MorePorts, PageDependencies, ThreadDependencies } from './dependencies';

/** A sub-agent is done when its ports are closed; whatever was running before it was set to work is over. */
const RESTING: Pick<PageDependencies, 'onIdle' | 'whenIdle'> = {
  onIdle: () => undefined,
  whenIdle: async () => undefined,
};

/** What a sub-agent's ports are made of. It asks the same person, by the ids that the page knows its calls by. */
export const dependenciesOfChild = (
  dependencies: PageDependencies,
  child: ChildDependencies,
  page: MorePorts,
): ThreadDependencies => {
  const asked = <R extends { callId: string }>(request: R): R => ({
    ...request,
    callId: child.callIdOf(request.callId),
  });
  return {
    ...dependencies,
    ...RESTING,
    ...child,
    page,
    questions: { ask: (request, signal) => dependencies.questions.ask(asked(request), signal) },
    askPlan: (request, signal) => dependencies.askPlan(asked(request), signal),
  };
};
