import type { ApprovalRequest, Sandbox } from '@/lib/ports';
import { currentLeg, emptyThread, type AgentOptions } from '@/lib/protocol';
import { createBlobStore, createMemoryStore } from '@/lib/stores';
import type { Permissions } from '@/lib/tools/permissions';
import { parseRule } from '@/lib/tools/permissions/rule';
import { createStore } from 'zustand/vanilla';
import { createApprovals } from './approvals';
import { bootPlace } from './boot-place';
import { whileBooting, type SandboxChoice } from './boot-sandbox';
import { browserPorts, type HostPorts } from './browser-ports';
import { createCallViews } from './call-views';
import { createThreadChanges, diffsOf } from './changes';
import { doubledBudget, guardStop } from './guard-stop';
import { createLegClient, describe } from './leg-client';
import { loadSample } from './load-sample';
import { createOwnChanges } from './own-changes';
import { saveOwn } from './save-own';
import { loadKey, loadSettings, saveKey, saveSettings, type Settings } from './settings';
import type { Host, HostState, SandboxState } from './state';
import { statusOf } from './status';
import { openThread } from './open-thread';
import { createPresentKit } from './present-kit';
import { openThreadMemory, type ThreadMemory } from './thread-memory';
import type { Fault, SessionFacts, ThreadSession } from './thread-session';
import { createToolBench } from './tool-bench';
import { ToolSettingsSchema } from './tool-settings';

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

  let settings: Settings = loadSettings(ports.storage);
  /** A mode that came with a link holds for this page; only a person's own choice is saved. */
  let mode = first.mode ?? settings.mode;
  let options: AgentOptions = first;
  let key = loadKey(ports.storage);
  let approvals: readonly ApprovalRequest[] = [];
  let sandbox: SandboxState = { phase: 'booting', why: whileBooting(choice), processes: 0 };
  let running: Sandbox | undefined;
  let workspace: HostState['workspace'] = 'saved';
  /** Something went wrong beside the thread: it is said, and the thread goes on. */
  let mishap: Fault | undefined;
  let facts = NO_SESSION;
  let mounted: Promise<void> | undefined;
  let benchMemory: Promise<ThreadMemory> | undefined;
  let present: { id: string; session: ThreadSession } | undefined;
  const kit = createPresentKit({
    ...(ports.tools && { tools: ports.tools }),
    parts: () => ({ disabled: settings.tools.disabled }),
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
      options,
      mode,
      rules: settings.rules,
      workspace,
      pool: kit.current?.pool ?? [],
      toolSettings: settings.tools,
      steps: kit.current?.steps ?? [],
      notices: [],
      ...(error && { error: { code: error.code, message: error.message } }),
    };
  };
  const store = createStore<HostState>(() => view());
  const publish = () => {
    if (!disposed.signal.aborted) store.setState(view(), true);
  };
  const mishappened = (code: string, message: string) => {
    mishap = { code, message };
    publish();
  };

  const asking = createApprovals((waiting) => {
    approvals = waiting;
    publish();
  });
  const decideSettings = (change: Partial<Settings>) => {
    settings = { ...settings, ...change };
    saveSettings(ports.storage, settings);
    publish();
  };
  const addRule: Host['addRule'] = (behavior, rule) => {
    if (!parseRule(rule)) return mishappened('RULE_INVALID', `${rule} is not a rule: write Tool or Tool(pattern).`);
    const others = settings.rules.filter((known) => known.rule !== rule || known.behavior !== behavior);
    decideSettings({ rules: [...others, { behavior, rule }] });
  };
  const permissions: Permissions = {
    mode: () => mode,
    rules: () => settings.rules,
    ask: asking.ask,
    allowAlways: (rule) => addRule('allow', rule),
  };

  kit.load().catch((error: unknown) => mishappened('TOOLS_NOT_LOADED', describe(error)));
  const dispatching = { permissions };
  const bench = createToolBench({
    loadKit: kit.load,
    permissions,
    dispatching: () => dispatching,
    context: async () => {
      const [booted] = await Promise.all([place, mounted]);
      const memory =
        booted && (await (benchMemory ??= openThreadMemory(createMemoryStore(), 'bench', booted.sandbox.workdir)));
      return {
        threadId: 'bench',
        writeRoots: settings.tools.writeRoots,
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
  const sample = () => loadSample(ports.fetch, options.scenario);
  const mount = () =>
    (mounted = (async () => {
      try {
        await (await place)?.workspace.mount(sample);
      } catch (error) {
        mishappened('PROJECT_NOT_LOADED', describe(error));
      }
    })());

  const client = createLegClient({ fetch: ports.fetch, key: () => key });

  const start = (id: string, how: 'new' | 'resumed'): ThreadSession => {
    leave();
    void (how === 'new' ? own.keepFor(id) : own.load(id));
    const session = openThread({
      id,
      how,
      ports,
      client,
      blobs,
      place,
      sample,
      loadKit: kit.load,
      workdir: () => running?.workdir,
      agentOptions: () => ({ ...options, mode }),
      writeRoots: () => settings.tools.writeRoots,
      dispatching: () => dispatching,
      onOptions(stored) {
        options = { ...options, ...stored };
      },
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
      await (present?.session ?? start(crypto.randomUUID(), 'new')).send(prompt);
    },
    stop: async () => present?.session.stop(),
    decide: asking.decide,
    async retry() {
      mishap = undefined;
      const { thread } = facts;
      if (guardStop(currentLeg(thread))?.code === 'TOKEN_BUDGET') {
        options = { ...options, maxTokens: doubledBudget(thread) };
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
      if (scenario !== undefined) options = { ...options, scenario };
      publish();
      await mount();
    },
    openThread: (id) => start(id, 'resumed').resume(),
    setOptions(change) {
      options = { ...options, ...change };
      publish();
    },
    setMode(chosen) {
      mode = chosen;
      decideSettings({ mode });
    },
    addRule,
    removeRule: (rule) => decideSettings({ rules: settings.rules.filter((known) => known.rule !== rule) }),
    setToolSettings(change) {
      decideSettings({ tools: ToolSettingsSchema.parse({ ...settings.tools, ...change }) });
      kit.renew();
    },
    ...bench,
    async saveFile(path, text) {
      try {
        const booted = await place;
        if (!booted) throw new Error('There is no sandbox.');
        const diff = await saveOwn(booted.sandbox, blobs, path, text);
        if (diff) await own.add({ after: diffsOf(store.getState().calls).length, diff });
        await booted.workspace.save(true);
      } catch (error) {
        mishappened('FILE_NOT_SAVED', `${path} was not saved: ${describe(error)}`);
      }
    },
    async resetFiles() {
      if (facts.hands === 'elsewhere') return;
      const booted = await place;
      await mount();
      if (present) await booted?.workspace.keepFor(present.id);
      await own.add({ after: diffsOf(store.getState().calls).length });
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
  void (threadId === undefined ? mount() : host.openThread(threadId));
  return host;
}
