import type { ShellState } from '@/lib/ports';
import type { Database } from '@/lib/stores';
import type { ChildDependencies, MorePorts, PageDependencies, ThreadDependencies } from './dependencies';
import { openConversationPorts, openThreadPorts } from './index';

/** Opens the ports of a thread and of its sub-agents, which share those of its conversation. */
export function createPortOpener(threadId: string, dependencies: PageDependencies, page: Promise<MorePorts>) {
  let conversation: MorePorts = {};
  return {
    /** What the thread's tools use besides files and shell. `signal` aborts when the thread is left or another tab takes it. */
    async open(tables: Database, shell: ShellState | undefined, signal: AbortSignal): Promise<MorePorts> {
      const shared = await page;
      const its: ThreadDependencies = { ...dependencies, tables, threadId, shell, page: shared, signal };
      conversation = await openConversationPorts(its);
      return { ...shared, ...conversation, ...(await openThreadPorts(its)) };
    },
    /** The same for a sub-agent. */
    async openForChild(tables: Database, child: ChildDependencies): Promise<MorePorts> {
      const its = dependenciesOfChild({ ...dependencies, tables }, child, { ...(await page), ...conversation });
      return { ...its.page, questions: its.questions, ...(await openThreadPorts(its)) };
    },
  };
}

/** A sub-agent is done when its ports are closed, and anything from before its current task is over. */
const RESTING: Pick<PageDependencies, 'onIdle' | 'whenIdle'> = {
  onIdle: () => undefined,
  whenIdle: async () => undefined,
};

/** What a sub-agent's ports need. It asks the same person, with the page's ids of its calls. */
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
