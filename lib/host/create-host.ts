import type {
  Answers,
  ApprovalDecision,
  ApprovalRequest,
  PlanAnswer,
  PlanRequest,
  QuestionRequest,
  Sandbox,
  ShellState,
  ShelvedTool,
} from '@/lib/ports';
import { currentLeg, emptyThread, type AgentOptions, type Cassette } from '@/lib/protocol';
import { createBlobStore } from '@/lib/stores';
import type { AnyTool } from '@/lib/tools/tool';
import { parseRule } from '@/lib/tools/permissions/rule';
import { createStore } from 'zustand/vanilla';
import { createBenchContext } from './bench-context';
import { bootPlace } from './boot-place';
import { whileBooting, type SandboxChoice } from './boot-sandbox';
import { browserPorts, type HostPorts } from './browser-ports';
import type { AgentView } from './agents/agent-view';
import { createCallsOfAll } from './agents/with-agents';
import { createCallViews } from './call-views';
import { createThreadChanges, diffsOf } from './changes';
import { createConversation } from './conversation';
import { countTools } from './count-tokens';
import { doubledBudget, guardStop } from './guard-stop';
import { onIdle, whenIdle } from './idle';
import { createHookNotices } from './hook-notices';
import { createLazyGuest } from './lazy-guest';
import { createLegClient, describe } from './leg-client';
import { listModels } from './list-models';
import { createOwnChanges } from './own-changes';
import { createProject } from './project';
import { createPresentSettings } from './present-settings';
import { providerOf } from './provider';
import { recordThread, replayOptions, sayingOn } from './replays';
import type { Host, HostState, SandboxState } from './state';
import { statusOf } from './status';
import { tellHooks } from './tell-hooks';
import { openThread, type OpenThread } from './open-thread';
import { createPresentKit } from './present-kit';
import type { Fault, SessionFacts } from './thread-session';
import { openPagePorts, openThreadPorts } from './ports';
import type { MorePorts, PageNeeds } from './ports/needs';
import { createToolBench } from './tool-bench';
import { createTypedKeys } from './typed-keys';
import { createWaiting } from './waiting';
import { createWaitingViews } from './waiting-views';
import type { Dispatching } from './tool-kit';
import { isReserved, openToolShelf } from './tool-shelf';
import { askedTurn } from './your-turn';

export interface HostOptions {
  /** What the first thread starts with. */
  options?: AgentOptions;
  sandbox?: SandboxChoice;
  /** Opens this thread instead of mounting a project for a new one. */
  threadId?: string;
  /** What a browser provides, or a stand-in for it. */
  ports?: HostPorts;
}

const NO_SESSION: SessionFacts = {
  thread: emptyThread,
  live: new Map(),
  loading: false,
  posting: false,
  stopping: false,
  hands: 'mine',
  connection: 'off',
  known: false,
};

/** A sub-agent is done when its ports are closed; whatever was running before it was set to work is over. */
const RESTING: Pick<PageNeeds, 'onIdle' | 'whenIdle'> = { onIdle: () => undefined, whenIdle: async () => undefined };

/** Starts the hands. The sandbox and the tools load meanwhile; the host can be used at once. */
export function createHost({
  options: first = {},
  sandbox: choice = 'embedded',
  threadId,
  ports = browserPorts(),
}: HostOptions): Host {
  const disposed = new AbortController();
  const blobs = createBlobStore(ports.database.blobs);
  const views = createCallViews();
  const waitingViews = createWaitingViews();
  const changes = createThreadChanges();
  const callsOfAll = createCallsOfAll();
  const own = createOwnChanges(ports.database.threads, () => publish());

  const notices = createHookNotices(ports.database.threads, () => publish());
  const settings = createPresentSettings(ports.storage, first, () => {
    followOptions();
    publish();
  });
  const guest = createLazyGuest(() => ports.guest(disposed.signal));
  const keys = createTypedKeys(ports.storage);
  let sandbox: SandboxState = { phase: 'booting', why: whileBooting(choice), processes: 0 };
  let running: Sandbox | undefined;
  let workspace: HostState['workspace'] = 'saved';
  /** Something went wrong beside the thread: it is said, and the thread goes on. */
  let mishap: Fault | undefined;
  let facts = NO_SESSION;
  /** The present thread's dynamic tools. */
  let shelved: readonly ShelvedTool[] = [];
  /** Tools of connected MCP servers. */
  let mcp: readonly AnyTool[] = [];
  /** What the next new thread replays. */
  let inserted: Cassette | undefined;
  let present: { id: string; session: OpenThread } | undefined;
  /** The present thread's. */
  let shell: ShellState | undefined;
  /** The present thread's sub-agents. */
  let agents: readonly AgentView[] = [];
  /** The page's ports with the present thread's. */
  let shown: MorePorts = {};
  /** What the options say of tools. */
  const wanted = () => ({ provider: providerOf(settings.options.model), preset: settings.options.preset });
  let shape = wanted();
  const followOptions = () => {
    const before = shape;
    shape = wanted();
    if (shape.provider !== before.provider || shape.preset !== before.preset) kit.renew();
  };
  const kit = createPresentKit({
    ...(ports.tools && { tools: ports.tools }),
    hooks: settings.hooks,
    limits: settings.limits,
    guest,
    parts: () => ({
      settings: settings.own.tools,
      ...shape,
      missing: sandbox.phase === 'failed' ? ['sandbox'] : [],
      shelved,
      mcp,
    }),
    onChange: () => publish(),
  });

  const view = (): HostState => {
    const { thread, live, loading, posting, stopping, hands, connection, known, fault } = facts;
    const shownId = known && present ? present.id : null;
    const waiting = [...approvals.list, ...questions.list, ...plans.list];
    const calls = waitingViews(views(thread, live, kit.current), waiting);
    const leg = currentLeg(thread);
    const turnAsked = askedTurn(leg);
    const error = fault ?? leg?.error ?? guardStop(leg) ?? mishap;
    return {
      threadId: shownId,
      thread,
      calls,
      agents,
      approvals: approvals.list,
      questions: questions.list,
      plans: plans.list,
      status: statusOf({
        threadId: shownId,
        thread,
        loading,
        posting,
        stopping,
        waiting: waiting.length,
        fault: fault !== undefined,
      }),
      ...(turnAsked && { turnAsked }),
      hands,
      connection,
      sandbox,
      changes: changes(callsOfAll(calls, agents), own.list),
      options: settings.options,
      keys: keys.slots,
      mode: settings.mode,
      rules: settings.own.rules,
      workspace,
      pool: kit.current?.pool ?? [],
      toolSettings: settings.own.tools,
      pipeline: kit.current?.steps ?? [],
      setup: settings.setup,
      notices: notices.list,
      ports: shown,
      ...(error && { error: { code: error.code, message: error.message } }),
    };
  };
  const approvals = createWaiting<ApprovalRequest, ApprovalDecision>(() => publish());
  const questions = createWaiting<QuestionRequest, Answers>(() => publish());
  const plans = createWaiting<PlanRequest, PlanAnswer>(() => publish());
  const store = createStore<HostState>(() => view());
  const publish = () => {
    if (disposed.signal.aborted) return;
    if (shelved.length > 0 || settings.hooks().some(({ enabled }) => enabled)) guest.warm();
    store.setState(view(), true);
  };
  const mishappened = (code: string, message: string) => {
    mishap = { code, message };
    publish();
  };

  const addRule: Host['addRule'] = (behavior, rule) => {
    if (parseRule(rule)) settings.addRule(behavior, rule);
    else mishappened('RULE_INVALID', `${rule} is not a rule: write Tool or Tool(pattern).`);
  };
  const dispatching: Dispatching = {
    permissions: {
      mode: () => settings.mode,
      rules: settings.rules,
      get canUseTool() {
        return kit.current?.canUseTool();
      },
      ask: approvals.ask,
      allowAlways: (rule) => addRule('allow', rule),
    },
    language: () => settings.own.tools.language,
    validation: () => settings.own.tools.validation,
  };
  const toolsContext = () => ({
    guest,
    permissionMode: settings.mode,
    pool: () => kit.current?.on ?? [],
    ...(kit.current && { hooks: kit.current.guards.hooks }),
  });

  kit.load().catch((error: unknown) => mishappened('TOOLS_NOT_LOADED', describe(error)));
  const place = bootPlace({
    choice,
    ports,
    signal: disposed.signal,
    onSandbox(change) {
      sandbox = { ...sandbox, ...change };
      if (change.phase === 'failed') kit.renew();
      publish();
    },
    onWorkspace(state) {
      workspace = state;
      publish();
    },
    onError: (message) => mishappened('SANDBOX_ERROR', message),
  });
  void place.then((booted) => {
    running = booted?.sandbox;
    publish();
  });
  const setTools: Host['setToolSettings'] = (change) => {
    settings.setTools(change);
    kit.renew();
  };
  const needs: PageNeeds = {
    tables: ports.database,
    fetch: ports.fetch,
    keyHeader: () => keys.header(settings.options),
    onMcpTools(tools) {
      mcp = tools;
      kit.renew();
    },
    now: Date.now,
    sandbox: async () => (await place)?.sandbox,
    mode: () => settings.mode,
    setMode: (mode) => settings.setMode(mode),
    say: (prompt) => host.send(prompt),
    wait: ports.wait,
    locks: ports.locks,
    whenIdle: (signal) => whenIdle(store, signal),
    onIdle: (listener, signal) => onIdle(store, listener, signal),
    onWorktree: (happening) => announce(happening),
    run: (call, signal) => bench.tryCall(call, signal),
    settings: {
      tools: () => settings.own.tools,
      setTools,
      options: () => settings.options,
      setOptions: settings.setOptions,
    },
    questions,
    askPlan: plans.ask,
    onMishap: mishappened,
    signal: disposed.signal,
  };
  const pagePorts = openPagePorts(needs);
  const showPorts = (next: MorePorts) => {
    shown = next;
    publish();
  };
  void pagePorts.then(showPorts);
  const bench = createToolBench({
    loadKit: kit.load,
    dispatching,
    context: createBenchContext({
      place: async () => {
        const [booted] = await Promise.all([place, project.mounted()]);
        return booted;
      },
      blobs,
      needs,
      page: pagePorts,
      writeRoots: () => settings.own.tools.writeRoots,
      tools: toolsContext,
    }),
  });

  const project = createProject({
    place,
    fetch: ports.fetch,
    blobs,
    own,
    scenario: () => settings.options.scenario,
    changes: () => diffsOf(callsOfAll(store.getState().calls, agents)).length,
    onMishap: mishappened,
  });
  const { hooks } = settings;
  const conversation = createConversation({ hooks, notices, loadKit: kit.load });
  const announce = tellHooks({ store, hooks, notices, loadKit: kit.load, shell: () => shell, signal: disposed.signal });

  const client = createLegClient({ fetch: ports.fetch, key: keys.header });

  const start = (id: string, how: 'new' | 'resumed'): OpenThread => {
    leave();
    void (how === 'new' ? own.keepFor(id) : own.load(id));
    if (how === 'new') notices.keepFor(id);
    else void notices.load(id);
    const shelf = openToolShelf({
      table: ports.database.threads,
      threadId: id,
      ready: kit.load,
      isReserved: (name) => isReserved(kit.current?.pool ?? [], name, settings.own.tools.replaceable),
      check: (draft) => kit.current?.checkDraft(draft),
      onChange(tools) {
        if (present?.id !== id) return;
        shelved = tools;
        kit.renew();
      },
    });
    const session = openThread({
      id,
      how,
      ports,
      client,
      blobs,
      place,
      sample: project.sample,
      loadKit: () => shelf.loaded.then(kit.load),
      narrowedKit: (filter) => shelf.loaded.then(() => kit.narrowed(filter)),
      workdir: () => running?.workdir,
      agentOptions: () => ({
        ...settings.options,
        mode: settings.mode,
        // Only the first leg brings it: then the log has it.
        ...(inserted && facts.thread.seq === 0 && { cassette: inserted }),
      }),
      writeRoots: () => settings.own.tools.writeRoots,
      tools: () => ({ ...toolsContext(), shelf }),
      dispatching,
      onDone: sayingOn(() => settings.options, conversation.onDone),
      async openPorts(opened, signal) {
        const page = await pagePorts;
        const own = await openThreadPorts({ ...needs, threadId: id, shell: opened, page, signal });
        if (present?.id === id) {
          shell = opened;
          showPorts({ ...page, ...own });
        }
        return { ...page, ...own };
      },
      openChildPorts: async (child) => {
        const page = await pagePorts;
        const askPlan: PageNeeds['askPlan'] = (request, signal) =>
          needs.askPlan({ ...request, callId: child.callIdOf(request.callId) }, signal);
        const questions: PageNeeds['questions'] = {
          ask: (request, signal) => needs.questions.ask({ ...request, callId: child.callIdOf(request.callId) }, signal),
        };
        return { ...page, questions, ...(await openThreadPorts({ ...needs, ...RESTING, ...child, page, askPlan })) };
      },
      onAgents(next) {
        agents = next;
        publish();
      },
      onOptions: settings.adopt,
      onChange(next) {
        facts = next;
        publish();
      },
      onMishap: mishappened,
    });
    present = { id, session };
    return session;
  };
  const leave = () => {
    present?.session.close();
    present = undefined;
    shell = undefined;
    if (shelved.length > 0) {
      shelved = [];
      kit.renew();
    }
    facts = NO_SESSION;
    agents = [];
    mishap = undefined;
    void pagePorts.then((page) => present === undefined && showPorts(page));
  };

  const host: Host = {
    store,
    blobs,
    get sandbox() {
      return running;
    },
    get log() {
      return present?.session.log ?? [];
    },
    async send(prompt) {
      mishap = undefined;
      await settings.ready();
      const message = await conversation.asMessage(prompt, disposed.signal);
      if (message) await (present?.session ?? start(crypto.randomUUID(), 'new')).send(message);
    },
    stop: async () => present?.session.stop(),
    stopAgent: (agentId) => present?.session.stopAgent(agentId),
    decide: approvals.settle,
    answer: questions.settle,
    answerPlan: plans.settle,
    async takeTurn(turn) {
      mishap = undefined;
      await present?.session.takeTurn(turn);
    },
    async retry() {
      mishap = undefined;
      const { thread } = facts;
      if (guardStop(currentLeg(thread))?.code === 'TOKEN_BUDGET') {
        settings.setOptions({ maxTokens: doubledBudget(thread) });
      }
      publish();
      await present?.session.retry();
    },
    async takeOver() {
      if (present) await own.load(present.id);
      present?.session.takeOver();
    },
    async newThread(scenario) {
      leave();
      inserted = undefined;
      own.forget();
      notices.forget();
      settings.begin(scenario);
      publish();
      await project.mount();
    },
    openThread: (id) => start(id, 'resumed').resume(),
    record: () => recordThread(host.log, facts.thread, { ...settings.options, mode: settings.mode }, keys.all()),
    async replay(cassette, speed) {
      const [first] = cassette.entries;
      if (first?.kind !== 'said') return;
      await host.newThread(cassette.scenario);
      await settings.ready();
      inserted = cassette;
      settings.overrule(replayOptions(cassette, speed));
      await host.send(first.text);
    },
    setOptions: settings.setOptions,
    setMode: settings.setMode,
    addRule,
    removeRule: settings.removeRule,
    setToolSettings: setTools,
    ...bench,
    countTokens: (tools) =>
      countTools(tools, {
        fetch: ports.fetch,
        key: keys.of({ model: 'anthropic' }),
        modelName: settings.options.model === 'anthropic' ? settings.options.modelName : undefined,
      }),
    saveFile: project.saveFile,
    async resetFiles() {
      if (facts.hands === 'mine') await project.reset(present?.id);
    },
    setKey(key) {
      keys.set(settings.options, key);
      publish();
    },
    listModels: () => listModels({ fetch: ports.fetch, options: settings.options, key: keys.header(settings.options) }),
    dispose() {
      leave();
      disposed.abort();
    },
  };
  void (threadId === undefined ? project.mount() : host.openThread(threadId));
  return host;
}
