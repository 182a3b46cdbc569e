import type { ApprovalRequest, Sandbox, ShelvedTool } from '@/lib/ports';
import { currentLeg, emptyThread, type AgentOptions } from '@/lib/protocol';
import { createBlobStore, createMemoryStore } from '@/lib/stores';
import { parseRule } from '@/lib/tools/permissions/rule';
import { createStore } from 'zustand/vanilla';
import { createApprovals } from './approvals';
import { bootPlace } from './boot-place';
import { whileBooting, type SandboxChoice } from './boot-sandbox';
import { browserPorts, type HostPorts } from './browser-ports';
import { createCallViews } from './call-views';
import { createThreadChanges, diffsOf } from './changes';
import { createConversation } from './conversation';
import { countTools } from './count-tokens';
import { doubledBudget, guardStop } from './guard-stop';
import { createHookNotices } from './hook-notices';
import { createLazyGuest } from './lazy-guest';
import { createLegClient, describe } from './leg-client';
import { createOwnChanges } from './own-changes';
import { createProject } from './project';
import { createPresentSettings } from './present-settings';
import { loadKey, saveKey } from './settings';
import type { Host, HostState, SandboxState } from './state';
import { statusOf } from './status';
import { openThread } from './open-thread';
import { createPresentKit } from './present-kit';
import { openThreadMemory, type ThreadMemory } from './thread-memory';
import type { Fault, SessionFacts, ThreadSession } from './thread-session';
import { createToolBench } from './tool-bench';
import type { Dispatching } from './tool-kit';
import { isReserved, openToolShelf } from './tool-shelf';

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
  const changes = createThreadChanges();
  const own = createOwnChanges(ports.database.threads, () => publish());

  const notices = createHookNotices(ports.database.threads, () => publish());
  const settings = createPresentSettings(ports.storage, first, () => publish());
  const guest = createLazyGuest(() => ports.guest(disposed.signal));
  let key = loadKey(ports.storage);
  let approvals: readonly ApprovalRequest[] = [];
  let sandbox: SandboxState = { phase: 'booting', why: whileBooting(choice), processes: 0 };
  let running: Sandbox | undefined;
  let workspace: HostState['workspace'] = 'saved';
  /** Something went wrong beside the thread: it is said, and the thread goes on. */
  let mishap: Fault | undefined;
  let facts = NO_SESSION;
  let benchMemory: Promise<ThreadMemory> | undefined;
  /** The present thread's dynamic tools. */
  let shelved: readonly ShelvedTool[] = [];
  let present: { id: string; session: ThreadSession } | undefined;
  const kit = createPresentKit({
    ...(ports.tools && { tools: ports.tools }),
    hooks: settings.hooks,
    limits: settings.limits,
    guest,
    parts: () => ({ disabled: settings.own.tools.disabled, shelved }),
    onChange: () => publish(),
  });

  const view = (): HostState => {
    const { thread, live, loading, posting, stopping, hands, connection, known, fault } = facts;
    const shownId = known && present ? present.id : null;
    const calls = views(thread, live, kit.current);
    const leg = currentLeg(thread);
    const error = fault ?? leg?.error ?? guardStop(leg) ?? mishap;
    return {
      threadId: shownId,
      thread,
      calls,
      approvals,
      status: statusOf({
        threadId: shownId,
        thread,
        loading,
        posting,
        stopping,
        approvals: approvals.length,
        fault: fault !== undefined,
      }),
      hands,
      connection,
      sandbox,
      changes: changes(calls, own.list),
      options: settings.options,
      mode: settings.mode,
      rules: settings.own.rules,
      workspace,
      pool: kit.current?.pool ?? [],
      toolSettings: settings.own.tools,
      pipeline: kit.current?.steps ?? [],
      setup: settings.setup,
      notices: notices.list,
      ...(error && { error: { code: error.code, message: error.message } }),
    };
  };
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

  const asking = createApprovals((waiting) => {
    approvals = waiting;
    publish();
  });
  const addRule: Host['addRule'] = (behavior, rule) => {
    if (parseRule(rule)) settings.addRule(behavior, rule);
    else mishappened('RULE_INVALID', `${rule} is not a rule: write Tool or Tool(pattern).`);
  };
  const dispatching: Dispatching = {
    permissions: {
      mode: () => settings.mode,
      rules: settings.rules,
      ask: asking.ask,
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
  const bench = createToolBench({
    loadKit: kit.load,
    dispatching,
    context: async () => {
      const [booted] = await Promise.all([place, project.mounted()]);
      const memory =
        booted && (await (benchMemory ??= openThreadMemory(createMemoryStore(), 'bench', booted.sandbox.workdir)));
      return {
        threadId: 'bench',
        writeRoots: settings.own.tools.writeRoots,
        ...toolsContext(),
        blobs,
        ...(booted && { sandbox: booted.sandbox }),
        ...(memory && { shell: memory.shell, ledger: memory.ledger }),
      };
    },
  });

  const place = bootPlace({
    choice,
    ports,
    signal: disposed.signal,
    onSandbox(change) {
      sandbox = { ...sandbox, ...change };
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
  const project = createProject({
    place,
    fetch: ports.fetch,
    blobs,
    own,
    scenario: () => settings.options.scenario,
    changes: () => diffsOf(store.getState().calls).length,
    onMishap: mishappened,
  });
  const conversation = createConversation({ hooks: settings.hooks, notices, loadKit: kit.load });

  const client = createLegClient({ fetch: ports.fetch, key: () => key });

  const start = (id: string, how: 'new' | 'resumed'): ThreadSession => {
    leave();
    void (how === 'new' ? own.keepFor(id) : own.load(id));
    if (how === 'new') notices.keepFor(id);
    else void notices.load(id);
    const shelf = openToolShelf({
      table: ports.database.threads,
      threadId: id,
      ready: kit.load,
      isReserved: (name) => isReserved(kit.current?.pool ?? [], name),
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
      workdir: () => running?.workdir,
      agentOptions: () => ({ ...settings.options, mode: settings.mode }),
      writeRoots: () => settings.own.tools.writeRoots,
      tools: () => ({ ...toolsContext(), shelf }),
      dispatching,
      onDone: conversation.onDone,
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
    if (shelved.length > 0) {
      shelved = [];
      kit.renew();
    }
    facts = NO_SESSION;
    mishap = undefined;
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
    decide: asking.decide,
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
      own.forget();
      notices.forget();
      settings.begin(scenario);
      publish();
      await project.mount();
    },
    openThread: (id) => start(id, 'resumed').resume(),
    setOptions: settings.setOptions,
    setMode: settings.setMode,
    addRule,
    removeRule: settings.removeRule,
    setToolSettings(change) {
      settings.setTools(change);
      kit.renew();
    },
    ...bench,
    countTokens: (tools) => countTools(tools, { fetch: ports.fetch, key, modelName: settings.options.modelName }),
    saveFile: project.saveFile,
    async resetFiles() {
      if (facts.hands === 'mine') await project.reset(present?.id);
    },
    setKey(next) {
      key = next === '' ? undefined : next;
      saveKey(ports.storage, next);
    },
    dispose() {
      leave();
      disposed.abort();
    },
  };
  void (threadId === undefined ? project.mount() : host.openThread(threadId));
  return host;
}
