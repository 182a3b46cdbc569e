import { messageOf } from '@/lib/protocol/message-of';
import { openBrowser } from './browser';
import { openConfiguration } from './configuration';
import { openCron } from './cron';
import { openMcp } from './mcp';
import type { MorePorts, PageDependencies, PortMaker, ThreadDependencies } from './dependencies';
import { openServices } from './services';
import { openSkills } from './skills';
import { openTodos } from './todos';
import { openWorktrees } from './worktrees';
import { createFileCache } from '@/lib/stores/thread-memory';
import { openTabChannel } from './tab-channel';
import { openPlanStore, openMailbox, openTeams, openTaskStore } from '@/lib/stores';

/** The cache of recently read files of the sandbox. */
const openFileCache = ({ now }: PageDependencies): MorePorts => ({ fileCache: createFileCache(now) });

/** Questions to the person at the page. */
const openQuestions = ({ questions }: PageDependencies): MorePorts => ({ questions });

/** What agents remember, in any thread. */
const openMemory: PortMaker<PageDependencies> = async ({ tables, now, signal }) => {
  const { openMemoryStore } = await import('@/lib/stores/memory');
  return { memory: await openMemoryStore({ table: tables.library, channel: openTabChannel('memory', signal), now }) };
};

/** The documents that were added, for every thread of this browser. */
const openKnowledge: PortMaker<PageDependencies> = async ({ tables, now, signal }) => {
  const { openKnowledgeStore } = await import('@/lib/stores/knowledge');
  return {
    knowledge: await openKnowledgeStore({ table: tables.library, channel: openTabChannel('knowledge', signal), now }),
  };
};

/** The workflows of this browser. */
const openWorkflows: PortMaker<PageDependencies> = async ({ tables, signal }) => {
  const { openWorkflowStore } = await import('@/lib/stores/workflows');
  const channel = openTabChannel('workflows', signal);
  return { workflows: await openWorkflowStore({ table: tables.library, channel }) };
};

/** The plan of the thread's agent, and a way to ask a person about it. */
const openPlan = async ({ tables, threadId, mode, setMode, askPlan }: ThreadDependencies): Promise<MorePorts> => ({
  plan: await openPlanStore({ table: tables.threads, threadId, mode, setMode, ask: askPlan }),
});

/** The messages between a thread's agents, and their teams. */
const openAgentMail = async ({ tables, threadId, now }: ThreadDependencies): Promise<MorePorts> => ({
  mailbox: await openMailbox(tables.threads, threadId, now),
  teams: await openTeams(tables.threads, threadId),
});

/** A thread's tasks: planned ones, and those that run alongside the conversation. */
const openTasks = async ({ tables, threadId, now, signal }: ThreadDependencies): Promise<MorePorts> => ({
  tasks: await openTaskStore({ table: tables.threads, threadId, now, signal }),
});

/** What an editor would ask about code. TypeScript loads in a worker, with the first question. */
const openCode = async ({ sandbox, shell, signal }: ThreadDependencies): Promise<MorePorts> => {
  const running = await sandbox();
  if (!running) return {};
  const [{ createLanguageService }, { createCodeWorker, startCodeWorker }] = await Promise.all([
    import('../code/language-service'),
    import('../code/ask-worker'),
  ]);
  const worker = createCodeWorker(startCodeWorker);
  signal.addEventListener('abort', () => worker.dispose(), { once: true });
  return { code: createLanguageService({ sandbox: running, worker, cwd: () => shell?.cwd ?? running.workdir }) };
};

/** Ports that every thread of this page shares. */
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

/** Ports that each thread has its own instance of. */
const THREAD_PORTS: readonly PortMaker<ThreadDependencies>[] = [
  openTodos,
  openPlan,
  openAgentMail,
  openTasks,
  openWorktrees,
  openSkills,
  openCode,
];

/** Ports of a conversation with a person, which its sub-agents share. */
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
