import type { AgentOptions, Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { createBlobStore } from '@/lib/stores';
import { createCallsOfAll } from './agents/with-agents';
import { browserPorts, type ClientPorts } from './browser-ports';
import { createLiveState } from './client-view';
import { createCallsByHand } from './tester/calls-by-hand';
import { notifyHooks } from './current-thread/notify-hooks';
import { createRecentCalls, noteCalls } from './recent-calls';
import { createPageFiles } from './page-files';
import { createPageTools } from './page-tools';
import { createPerson, type Person } from './person';
import { openPagePorts } from './ports';
import { pageDependencies } from './ports/page-dependencies';
import { createProviderActions } from './settings/provider-actions';
import type { Client } from './state';
import { createConversation } from './current-thread/conversation';
import { createCurrentThread } from './current-thread/current-thread';
import { sayingOn } from './current-thread/replays';
import { createRunClient } from './run-client';
import { scenarioCheck } from './current-thread/scenario-check';
import { deleteThread } from './current-thread/delete-thread';
import { createThreadActions } from './current-thread/thread-actions';
import type { BootChoice } from './workspace/boot-sandbox';
import { diffsOf } from './executor/call-views';

export interface ClientOptions {
  /** Options of the first thread. */
  options?: AgentOptions;
  /** The language of the page: runs use it unless the preset or the person chooses another. */
  language?: Language;
  sandbox?: BootChoice;
  /** Opens this thread instead of mounting a project for a new one. */
  threadId?: string;
  /** What a browser provides, or a stand-in for it. */
  ports?: ClientPorts;
}

/**
 * Starts the client. It can be used at once, while the sandbox and the tools are loading. Each part keeps its own state and
 * reports changes; the toolset and the page's state are then derived anew from all parts.
 */
export function createClient(options: ClientOptions): Client {
  const parts = createParts(options);
  const { ports, store, blobs, recentCalls, client, person, tools, files, thread, actions, byHand, onChange } = parts;
  const { settings, keys, problems } = person;
  const { project } = files;
  tools.toolset.load().catch((error: unknown) => problems.add('TOOLS_NOT_LOADED', messageOf(error)));
  void (options.threadId === undefined ? project.restore() : actions.openThread(options.threadId));
  return {
    store,
    blobs,
    packs: tools.ownPacks.packs,
    recentCalls,
    get sandbox() {
      return files.currentWorkspace.sandbox;
    },
    get log() {
      return thread.session?.log ?? [];
    },
    ...actions,
    ...byHand,
    ...personActions(person),
    ...createProviderActions({ fetch: ports.fetch, settings, keys, onChange }),
    setOptions(change) {
      const { scenario } = settings.options;
      const another = change.scenario !== undefined && change.scenario !== scenario;
      if (another) actions.leaveIfNeverBegan();
      settings.setOptions(change);
      // Before there is a thread, the files are the chosen scenario's; what was done in those of the one before is kept for it.
      if (thread.id !== undefined || !another) return;
      person.own.forget();
      void project.restore();
    },
    exchanges: client.exchanges,
    deleteThread(threadId) {
      const leave = async () => {
        if (threadId === thread.id) await actions.newThread();
      };
      return deleteThread({ client, ports, recentCalls, leave }, threadId);
    },
    saveFile: project.saveFile,
    noteTerminal: project.noteTerminal,
    dispose() {
      thread.leave();
      parts.dispose();
    },
  };
}

/** The parts of the client, each made from those before it. */
// oxlint-disable-next-line max-lines-per-function -- a list of parts
function createParts({
  options: first = {},
  language = 'en',
  sandbox: choice = 'embedded',
  ports = browserPorts(),
}: ClientOptions) {
  const disposed = new AbortController();
  const { signal } = disposed;
  const onChange = () => {
    if (signal.aborted) return;
    tools.follow();
    hookEvents.follow();
    state.update();
  };

  const blobs = createBlobStore(ports.database.blobs);
  const recentCalls = createRecentCalls(ports.database.library);
  const callsOfAll = createCallsOfAll();
  const person = createPerson({ ports, first, language, onChange });
  const { settings, keys, notices } = person;
  const client = createRunClient({ fetch: ports.fetch, keys });
  const tools = createPageTools({
    ports,
    person,
    lacksSandbox: () => files.currentWorkspace.state.phase === 'failed',
    dynamicTools: () => (thread.id === undefined ? triedTools() : thread.dynamicTools),
    onChange,
    signal,
  });
  const { toolset, hooks, dispatching, ownPacks } = tools;
  const changes = () => diffsOf(callsOfAll(store.getState().calls, store.getState().agents)).length;
  const files = createPageFiles({ choice, ports, person, blobs, changes, onChange, signal });
  const { currentWorkspace, project } = files;
  const dependencies = pageDependencies({ ports, person, tools, files, signal }, () => ({
    store,
    announce: hookEvents.announce,
    say: actions.sayWhenIdle,
    runCommand: byHand.runCommand,
  }));
  // Opened later, because ports may call back at once, when all parts have to exist.
  const page = Promise.resolve(dependencies).then(openPagePorts);
  const toolsOfThread = () => thread.dynamicToolStore;
  const calls = { tools, files, blobs, dependencies, page, recentCalls, client, toolsOfThread, onChange };
  const { triedTools, ...byHand } = createCallsByHand(calls);
  const conversation = createConversation({ hooks, notices, loadToolset: toolset.load });
  const thread = createCurrentThread({
    ...person,
    ...files,
    ports,
    client,
    blobs,
    toolset,
    dependencies,
    page,
    dispatching,
    toolsContext: tools.context,
    openDynamicTools: tools.openDynamicTools,
    onDone: sayingOn(() => settings.options, conversation.onDone),
    onChange,
  });
  const unsent = new Set<AbortController>();
  const parts = { ...person, thread, toolset, currentWorkspace, ownPacks, callsOfAll, unsent };
  const state = createLiveState(parts, ports.visibility?.hidden);
  const { store } = state;
  thread.onProgress(state.progress, signal);
  noteCalls(store, recentCalls);
  const hookEvents = notifyHooks({
    store,
    hooks,
    notices,
    loadToolset: toolset.load,
    shell: () => thread.shell,
    signal,
  });
  const { whenIdle } = dependencies;
  const unplayable = scenarioCheck({ settings, toolset });
  const from = { ...person, thread, project, conversation, unsent, unplayable, onChange, whenIdle, signal };
  const actions = createThreadActions(from);
  const dispose = () => disposed.abort();
  return { ports, store, blobs, recentCalls, client, person, tools, files, thread, actions, byHand, onChange, dispose };
}

/** What a person decides and answers. */
const personActions = ({ settings, approvals, questions, plans, addRule }: Person) => ({
  decide: approvals.resolve,
  answer: questions.resolve,
  answerPlan: plans.resolve,
  setMode: settings.setMode,
  setStartMode: settings.setStartMode,
  setToolSettings: settings.setTools,
  setLanguage: settings.setPageLanguage,
  addRule,
  removeRule: settings.removeRule,
});
