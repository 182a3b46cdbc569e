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
import type { MorePorts, PageNeeds, PortMaker, ThreadNeeds } from './needs';
import { openPlan } from './plan';
import { openQuestions } from './questions';
import { openServices } from './services';
import { openSkills } from './skills';
import { openTasks } from './tasks';
import { openTodos } from './todos';
import { openWorkflows } from './workflows';
import { openWorktrees } from './worktrees';

/** Ports that every thread of this page shares: a file each, a line each. */
const PAGE_PORTS: readonly PortMaker<PageNeeds>[] = [
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
const THREAD_PORTS: readonly PortMaker<ThreadNeeds>[] = [
  openTodos,
  openPlan,
  openAgentMail,
  openTasks,
  openWorktrees,
  openSkills,
  openCode,
];

/** Ports of a conversation with a person, which its sub-agents share: a file each, a line each. */
const CONVERSATION_PORTS: readonly PortMaker<ThreadNeeds>[] = [openCron];

export const openPagePorts = (needs: PageNeeds): Promise<MorePorts> => open(PAGE_PORTS, needs);
export const openConversationPorts = (needs: ThreadNeeds): Promise<MorePorts> => open(CONVERSATION_PORTS, needs);
export const openThreadPorts = (needs: ThreadNeeds): Promise<MorePorts> => open(THREAD_PORTS, needs);

async function open<N extends PageNeeds>(makers: readonly PortMaker<N>[], needs: N): Promise<MorePorts> {
  const made = await Promise.all(
    makers.map(async (make) => {
      try {
        return await make(needs);
      } catch (error) {
        needs.onMishap('STORE_UNAVAILABLE', messageOf(error));
        return {};
      }
    }),
  );
  return Object.assign({}, ...made);
}
