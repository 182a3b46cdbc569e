import type { Answers, ApprovalDecision, ApprovalRequest, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import type { AgentOptions, Hook, Language } from '@/lib/protocol';
import { createBlobStore } from '@/lib/stores';
import { parseRule } from '@/lib/tools/permissions/rule';
import type { AnyTool } from '@/lib/tools/tool';
import { messageOf } from '@/lib/protocol/message-of';
import { createStore } from 'zustand/vanilla';
import { createCallsOfAll } from './agents/with-agents';
import { createTesterContext } from './executor/tester-context';
import type { BootChoice } from './workspace/boot-sandbox';
import { browserPorts, type ClientPorts } from './browser-ports';
import { diffsOf } from './workspace/changes';
import { createConversation } from './thread/conversation';
import { createHookNotices } from './executor/hook-notices';
import { createClientView } from './client-view';
import { onIdle, whenIdle } from './idle';
import { createLazyCodeRunner } from './executor/lazy-code-runner';
import { createRunClient } from './thread/run-client';
import { createOwnPacks } from './own-packs';
import { createRecentCalls } from './recent-calls';
import { noteCalls } from './note-calls';
import { createProblems } from './problems';
import { createPersonChanges } from './workspace/person-changes';
import { openPagePorts } from './ports';
import { openTabChannel } from './ports/tab-channel';
import type { PageDependencies } from './ports/dependencies';
import { createCurrentToolset } from './executor/current-toolset';
import { createCurrentWorkspace } from './workspace/current-workspace';
import { createCurrentSettings } from './settings/current-settings';
import { createCurrentThread } from './thread/current-thread';
import { createProject } from './workspace/project';
import { createProviderActions, supportedProvider } from './settings/provider-actions';
import { sayingOn } from './thread/replays';
import type { Client, ClientState } from './state';
import { notifyHooks } from './executor/notify-hooks';
import { scenarioCheck } from './thread/scenario-check';
import { createThreadActions } from './thread/thread-actions';
import { createToolTester } from './executor/tool-tester';
import { createTriedChanges } from './executor/tried-changes';
import type { Dispatching } from './executor/toolset';
import { createThreadPolicy } from './thread-policy';
import { createTypedKeys } from './settings/typed-keys';
import { createWaiting } from './executor/waiting';

export interface ClientOptions {
  /** What the first thread starts with. */
  options?: AgentOptions;
  /** The language of the page: what a run says is in it, unless a design of the tools or the person chooses another. */
  language?: Language;
  sandbox?: BootChoice;
  /** Opens this thread instead of mounting a project for a new one. */
  threadId?: string;
  /** What a browser provides, or a stand-in for it. */
  ports?: ClientPorts;
}

/** Capabilities that a page without a sandbox has not. */
const NO_SANDBOX = ['sandbox'];
const NONE: readonly string[] = [];

/**
 * Starts the client. The sandbox and the tools load meanwhile; the client can be used at once. Each part keeps what it knows and
 * says when that changes; the tools and the page's state are then made anew of what all of them know.
 */
export function createClient({
  options: first = {},
  language = 'en',
  sandbox: choice = 'embedded',
  threadId,
  ports = browserPorts(),
}: ClientOptions): Client {
  const disposed = new AbortController();
  const { signal } = disposed;
  const publish = () => {
    if (signal.aborted) return;
    toolset.follow();
    const behaviour = toolset.current?.system.behaviour;
    settings.startWith({ ...behaviour, language: spoken() ?? behaviour?.language });
    const foreign = thread.dynamicTools.length + ownPacks.joined.tools.length > 0;
    if (foreign || hooks().some(({ enabled }) => enabled)) codeRunner.warm();
    store.setState(view(), true);
  };

  let pageLanguage = language;
  /** Undefined where it is for the design of the tools to say. */
  const spoken = (): Language | undefined => {
    const { language: chosen } = settings.own.tools;
    if (chosen !== 'auto') return chosen;
    return settings.options.preset ? undefined : pageLanguage;
  };
  const blobs = createBlobStore(ports.database.blobs);
  const callsOfAll = createCallsOfAll();
  const problems = createProblems(publish);
  const own = createPersonChanges(ports.database.threads, publish);
  const notices = createHookNotices(ports.database.threads, publish);
  const policy = createThreadPolicy(ports.database.threads, () => settings.follow());
  const settings = createCurrentSettings(ports.storage, first, policy, publish);
  const keys = createTypedKeys(ports.storage);
  const approvals = createWaiting<ApprovalRequest, ApprovalDecision>(publish);
  const questions = createWaiting<QuestionRequest, Answers>(publish);
  const plans = createWaiting<PlanRequest, PlanAnswer>(publish);
  const codeRunner = createLazyCodeRunner(() => ports.codeRunner(signal));
  const ownPacks = createOwnPacks({
    table: ports.database.library,
    codeRunner,
    fetch: ports.fetch,
    channel: openTabChannel('packs', signal),
    onChange: publish,
  });
  const recentCalls = createRecentCalls(ports.database.library);
  const client = createRunClient({ fetch: ports.fetch, carried: keys.carried });
  /** The person's and the scenario's, and those of packs after them. */
  const hooks = (): readonly Hook[] => {
    const { hooks: own } = ownPacks.joined;
    return own.length === 0 ? settings.hooks() : [...settings.hooks(), ...own];
  };

  /** Tools of connected MCP servers. */
  let mcp: readonly AnyTool[] = [];
  const toolset = createCurrentToolset({
    ...(ports.tools && { tools: ports.tools }),
    hooks,
    limits: settings.limits,
    codeRunner,
    ready: ownPacks.loaded,
    parts: () => ({
      settings: settings.own.tools,
      provider: supportedProvider(settings.options.model),
      preset: settings.options.preset,
      missing: place.state.phase === 'failed' ? NO_SANDBOX : NONE,
      dynamicTools: thread.dynamicTools,
      own: ownPacks.joined.tools,
      categories: ownPacks.joined.categories,
      mcp,
    }),
    onChange: publish,
  });
  const place = createCurrentWorkspace({
    choice,
    ports,
    signal,
    onChange: publish,
    onError: (message) => problems.add('SANDBOX_ERROR', message),
    onDamaged: (message) => problems.add('FILES_DAMAGED', message),
  });
  const project = createProject({
    place: place.booted,
    fetch: ports.fetch,
    locks: ports.locks,
    signal,
    blobs,
    own,
    scenario: () => settings.options.scenario,
    changes() {
      const { calls, agents } = store.getState();
      return diffsOf(callsOfAll(calls, agents)).length;
    },
    onProblem: problems.add,
  });

  const addRule: Client['addRule'] = (rule, scope) => {
    if (parseRule(rule.rule)) settings.addRule(rule, scope);
    else problems.add('RULE_INVALID', `${rule.rule} is not a rule: write Tool or Tool(pattern).`);
  };
  const dispatching: Dispatching = {
    permissions: {
      mode: () => settings.mode,
      rules: settings.rules,
      get canUseTool() {
        return toolset.current?.canUseTool();
      },
      ask: approvals.ask,
      allowAlways: (rule) => addRule({ behavior: 'allow', rule }, 'thread'),
    },
    language: spoken,
    validation: () => settings.own.tools.validation,
  };
  const toolsContext = () => ({
    codeRunner,
    permissionMode: settings.mode,
    pool: () => toolset.current?.on ?? [],
    ...(toolset.current && { hooks: toolset.current.guards.hooks }),
  });

  const dependencies: PageDependencies = {
    tables: ports.database,
    fetch: ports.fetch,
    carried: () => keys.carried(settings.options),
    onMcpTools(tools) {
      mcp = tools;
      publish();
    },
    now: Date.now,
    sandbox: async () => (await place.booted)?.sandbox,
    mode: () => settings.mode,
    setMode: settings.setMode,
    say: (prompt, until) => actions.sayWhenIdle(prompt, until),
    wait: ports.wait,
    locks: ports.locks,
    whenIdle: (until) => whenIdle(store, until),
    onIdle: (listener, until) => onIdle(store, listener, until),
    announce: (stateEvent) => announce(stateEvent),
    runCommand: (input, until) => bench.runCommand(input, until),
    settings: {
      tools: () => settings.own.tools,
      setTools: settings.setTools,
      options: () => settings.options,
      setOptions: settings.setOptions,
    },
    questions,
    askPlan: plans.ask,
    onProblem: problems.add,
    signal,
  };
  // What opens may call back at once: by then all parts are there.
  const page = Promise.resolve(dependencies).then(openPagePorts);
  const mounted = async () => {
    const [booted] = await Promise.all([place.booted, project.mounted()]);
    return booted;
  };
  const bench = createToolTester({
    codeRunner,
    loadToolset: toolset.load,
    dispatching,
    context: createTesterContext({
      place: mounted,
      blobs,
      dependencies,
      page,
      writeRoots: () => settings.own.tools.writeRoots,
      tools: toolsContext,
    }),
  });

  const conversation = createConversation({ hooks, notices, loadToolset: toolset.load });
  const thread = createCurrentThread({
    ports,
    client,
    blobs,
    settings,
    toolset,
    place,
    project,
    own,
    notices,
    policy,
    problems,
    dependencies,
    page,
    dispatching,
    toolsContext,
    onDone: sayingOn(() => settings.options, conversation.onDone),
    onChange: publish,
  });
  const unsent = new Set<AbortController>();
  const about = { thread, settings, keys, own, notices, problems, ownPacks, unsent };
  const view = createClientView({ ...about, toolset, place, approvals, questions, plans, callsOfAll });
  const store = createStore<ClientState>(view);
  noteCalls(store, recentCalls);
  const announce = notifyHooks({ store, hooks, notices, loadToolset: toolset.load, shell: () => thread.shell, signal });
  const actions = createThreadActions({
    ...about,
    policy,
    unplayable: scenarioCheck({ settings, toolset }),
    project,
    conversation,
    onChange: publish,
    whenIdle: dependencies.whenIdle,
    signal,
  });

  toolset.load().catch((error: unknown) => problems.add('TOOLS_NOT_LOADED', messageOf(error)));
  void (threadId === undefined ? project.restore() : actions.openThread(threadId));
  return {
    store,
    blobs,
    packs: ownPacks.packs,
    recentCalls,
    get sandbox() {
      return place.sandbox;
    },
    get log() {
      return thread.session?.log ?? [];
    },
    ...actions,
    ...bench,
    async tryCall(call, until, onOutput) {
      const resolved = await bench.tryCall(call, until, onOutput);
      const tool = toolset.current?.find(call.name);
      if (!tool?.onlyReads) await project.noteCall(resolved.result.diff);
      const { callId, phase, result, timings } = resolved;
      const { error } = result;
      const { endedAt } = timings;
      if (tool) {
        await recentCalls.note(tool.name, { callId, args: call.args, phase, error, endedAt, savedAt: tool.savedAt });
      }
      return resolved;
    },
    ...createTriedChanges({ sandbox: async () => (await mounted())?.sandbox, blobs, note: project.noteCall }),
    ...createProviderActions({ fetch: ports.fetch, settings, keys, onChange: publish }),
    exchanges: client.exchanges,
    decide: approvals.resolve,
    answer: questions.resolve,
    answerPlan: plans.resolve,
    setOptions: settings.setOptions,
    setMode: settings.setMode,
    setStartMode: settings.setStartMode,
    setToolSettings: settings.setTools,
    setLanguage(chosen) {
      pageLanguage = chosen;
      publish();
    },
    addRule,
    removeRule: settings.removeRule,
    saveFile: project.saveFile,
    dispose() {
      thread.leave();
      disposed.abort();
    },
  };
}
