import type { ChildDependencies } from '../agents/agent-world';
import type { ThreadOptions } from '../thread/open-thread';
import type { MorePorts, PageDependencies, ThreadDependencies } from './dependencies';
import { openConversationPorts, openThreadPorts } from './index';

/** Opens what a thread's tools use, and what those of its sub-agents do, who share its conversation's. */
export function createPortOpener(
  threadId: string,
  dependencies: PageDependencies,
  page: Promise<MorePorts>,
): { open: ThreadOptions['openPorts']; openForChild: ThreadOptions['openChildPorts'] } {
  let conversation: MorePorts = {};
  return {
    async open(tables, shell, signal) {
      const shared = await page;
      const its: ThreadDependencies = { ...dependencies, tables, threadId, shell, page: shared, signal };
      conversation = await openConversationPorts(its);
      return { ...shared, ...conversation, ...(await openThreadPorts(its)) };
    },
    async openForChild(tables, child) {
      const its = dependenciesOfChild({ ...dependencies, tables }, child, { ...(await page), ...conversation });
      return { ...its.page, questions: its.questions, ...(await openThreadPorts(its)) };
    },
  };
}

/** A sub-agent is done when its ports are closed; whatever was running before it was set to work is over. */
const RESTING: Pick<PageDependencies, 'onIdle' | 'whenIdle'> = {
  onIdle: () => undefined,
  whenIdle: async () => undefined,
};

/** What a sub-agent's ports are made of. It asks the same person, by the ids that the page knows its calls by. */
const dependenciesOfChild = (
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
