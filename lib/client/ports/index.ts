import { messageOf } from '@/lib/protocol/message-of';
import { openAgentMail } from './agent-mail';
import { openCode } from './code';
import { openBrowser } from './browser';
import { openConfiguration } from './configuration';
import { openCron } from './cron';
import { openFileCache } from './file-cache';
import { openKnowledge } from './knowledge';
import { openMcp } from './mcp';
import { openMemory } from './memory';
import type { MorePorts, PageDependencies, PortMaker, ThreadDependencies } from './dependencies';
import { openPlan } from './plan';
import { openQuestions } from './questions';
import { openServices } from './services';
import { openSkills } from './skills';
import { openTasks } from './tasks';
import { openTodos } from './todos';
import { openWorkflows } from './workflows';
import { openWorktrees } from './worktrees';

/** Ports that every thread of this page shares: a file each, a line each. */
const PAGE_PORTS: readonly PortMaker<PageDependencies>[] = [
  openFileCache,
  openServices,
  openMcp,
  openBrowser,
  openQuestions,
  openConfiguration,
  openMemory,
  openKnowledge,
  openWorkflows,
];

/** Ports that each thread has its own of: a file each, a line each. */
const THREAD_PORTS: readonly PortMaker<ThreadDependencies>[] = [
  openTodos,
  openPlan,
  openAgentMail,
  openTasks,
  openWorktrees,
  openSkills,
  openCode,
];

/** Ports of a conversation with a person, which its sub-agents share: a file each, a line each. */
const CONVERSATION_PORTS: readonly PortMaker<ThreadDependencies>[] = [openCron];

export const openPagePorts = (dependencies: PageDependencies): Promise<MorePorts> => open(PAGE_PORTS, dependencies);
export const openConversationPorts = (dependencies: ThreadDependencies): Promise<MorePorts> =>
  open(CONVERSATION_PORTS, dependencies);
export const openThreadPorts = (dependencies: ThreadDependencies): Promise<MorePorts> =>
  open(THREAD_PORTS, dependencies);

async function open<N extends PageDependencies>(makers: readonly PortMaker<N>[], dependencies: N): Promise<MorePorts> {
  const made = await Promise.all(
    makers.map(async (make) => {
      try {
        return await make(dependencies);
      } catch (error) {
        dependencies.onProblem('STORE_UNAVAILABLE', messageOf(error));
        return {};
      }
    }),
  );
  return Object.assign({}, ...made);
}
