import { PROTOCOL_VERSION, type Message, type ResumeEntry, type RunAgentInput } from '@ag-ui/core';
import type { ApprovalRequest, Sandbox } from '@/lib/ports';
import { currentLeg, emptyThread, type AgentOptions } from '@/lib/protocol';
import { createBlobStore } from '@/lib/stores';
import type { HostContext } from '@/lib/tools/dispatch';
import type { Permissions } from '@/lib/tools/permissions';
import { createStore } from 'zustand/vanilla';
import { createApprovals } from './approvals';
import { bootPlace } from './boot-place';
import type { SandboxChoice } from './boot-sandbox';
import { browserPorts, type HostPorts } from './browser-ports';
import { createCallViews } from './call-views';
import { createThreadChanges } from './changes';
import { doubledBudget, guardStop } from './guard-stop';
import { answerCalls } from './hands';
import { createJournal } from './journal';
import { createLegClient, describe } from './leg-client';
import { loadSample } from './load-sample';
import { loadKey, loadSettings, saveKey, saveSettings, type Settings } from './settings';
import type { Host, HostState, SandboxState } from './state';
import { statusOf } from './status';
import { openThreadMemory, type ThreadMemory } from './thread-memory';
import { createThreadSession, type Fault, type SessionFacts, type ThreadSession } from './thread-session';
import { loadToolKit, type ToolKit } from './tool-kit';

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

  let settings: Settings = loadSettings(ports.storage);
  /** A mode that came with a link holds for this page; only a person's own choice is saved. */
  let mode = first.mode ?? settings.mode;
  let options: AgentOptions = first;
  let key = loadKey(ports.storage);
  let approvals: readonly ApprovalRequest[] = [];
  let sandbox: SandboxState = { phase: 'booting', why: '', processes: 0 };
  let running: Sandbox | undefined;
  let workspace: HostState['workspace'] = 'saved';
  /** Something went wrong beside the thread: it is said, and the thread goes on. */
  let mishap: Fault | undefined;
  let facts = NO_SESSION;
  let present: { id: string; session: ThreadSession } | undefined;
  let kit: ToolKit | undefined;

  const view = (): HostState => {
    const { thread, live, loading, posting, stopping, hands, connection, known, fault } = facts;
    const shownId = known && present ? present.id : null;
    const calls = views(thread, live, kit);
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
      changes: changes(calls),
      options,
      mode,
      rules: settings.rules,
      workspace,
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
  const decideSettings = (next: Settings) => {
    settings = next;
    saveSettings(ports.storage, settings);
    publish();
  };
  const permissions: Permissions = {
    mode: () => mode,
    rules: () => settings.rules,
    ask: asking.ask,
    allowAlways(rule) {
      const others = settings.rules.filter((known) => known.rule !== rule || known.behavior !== 'allow');
      decideSettings({ ...settings, rules: [...others, { behavior: 'allow', rule }] });
    },
  };

  const loadKit = async (): Promise<ToolKit> => {
    kit ??= await loadToolKit(ports.tools);
    return kit;
  };
  loadKit().then(publish, (error: unknown) => mishappened('TOOLS_NOT_LOADED', describe(error)));

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
  const mount = async () => {
    try {
      await (await place)?.workspace.mount(sample);
    } catch (error) {
      mishappened('PROJECT_NOT_LOADED', describe(error));
    }
  };

  const client = createLegClient({ fetch: ports.fetch, key: () => key });

  const start = (id: string, how: 'new' | 'resumed'): ThreadSession => {
    leave();
    const journal = createJournal(ports.database.journal, id);
    let away = false;
    let memory = how === 'new' ? settleIn(false) : undefined;

    /** The thread's files and memory, in this tab. Fetched anew when another tab had them. */
    async function settleIn(restore: boolean): Promise<ThreadMemory | undefined> {
      const booted = await place;
      if (!booted) return undefined;
      try {
        await (restore ? booted.workspace.restore(id, sample) : booted.workspace.keepFor(id));
        if (away) await booted.workspace.release();
      } catch (error) {
        mishappened('PROJECT_NOT_LOADED', describe(error));
      }
      return openThreadMemory(ports.database.threads, id, booted.sandbox.workdir);
    }

    const context = async (signal: AbortSignal): Promise<HostContext> => {
      const [booted, remembered] = (await orAborted(Promise.all([place, memory]), signal)) ?? [];
      return {
        threadId: id,
        writeRoots: [],
        blobs,
        ...(booted && { sandbox: booted.sandbox }),
        ...(remembered && { shell: remembered.shell, ledger: remembered.ledger }),
      };
    };

    const session = createThreadSession({
      threadId: id,
      client,
      fetch: ports.fetch,
      wait: ports.wait,
      locks: ports.locks,
      visibility: ports.visibility,
      async build(runId: string, messages: Message[], resume: readonly ResumeEntry[]): Promise<RunAgentInput> {
        const { forms } = await loadKit();
        return {
          threadId: id,
          runId,
          protocolVersion: PROTOCOL_VERSION,
          messages,
          ...(resume.length > 0 && { resume: [...resume] }),
          tools: [...forms],
          context: running ? [{ description: 'Working directory', value: running.workdir }] : [],
          forwardedProps: { toolyard: { ...options, mode } },
        };
      },
      async answer(calls, answering, onCall) {
        return answerCalls(calls, { kit: await loadKit(), journal, permissions, context, onCall }, answering);
      },
      async keep(wrote) {
        await (await memory)?.save();
        await (await place)?.workspace.save(wrote);
      },
      onAnswered: (isAnswered) => void journal.forget(isAnswered),
      onHands(hands) {
        if (hands === 'elsewhere') {
          away = true;
          void place.then((booted) => booted?.workspace.release());
        } else if (away) {
          away = false;
          memory = settleIn(true);
        }
      },
      onOptions(stored) {
        options = { ...options, ...stored };
        memory ??= settleIn(true);
      },
      onChange(next) {
        facts = next;
        publish();
      },
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
    takeOver: async () => present?.session.takeOver(),
    async newThread(scenario) {
      leave();
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
      decideSettings({ ...settings, mode });
    },
    removeRule: (rule) => decideSettings({ ...settings, rules: settings.rules.filter((known) => known.rule !== rule) }),
    async saveFile(path, text) {
      try {
        const booted = await place;
        if (!booted) throw new Error('There is no sandbox.');
        await booted.sandbox.fs.writeFile(path, text);
        await booted.workspace.save(true);
      } catch (error) {
        mishappened('FILE_NOT_SAVED', `${path} was not saved: ${describe(error)}`);
      }
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

/** What a promise resolves to, or undefined once nobody waits for it any more. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
