import type { ApprovalDecision, ApprovalRequest, Answers, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import { currentRun, pendingCalls, type ThreadState } from '@/lib/protocol';
import type { createCallsOfAll } from './agents/with-agents';
import { createCallViews, createThreadChanges } from './executor/call-views';
import type { PersonChanges } from './workspace/person-changes';
import { guardStop, askedTurn } from './thread/session-reducer';
import type { HookNotices } from './current-thread/notify-hooks';
import { createPace } from './pace';
import type { Problems, Waiting } from './person';
import type { CurrentToolset } from './page-tools';
import type { CurrentWorkspace } from './workspace/current-workspace';
import type { CurrentSettings } from './settings/current-settings';
import type { CurrentThread } from './current-thread/current-thread';
import type { ClientState, ClientStatus } from './state';
import type { TypedKeys } from './settings/typed-keys';
import { createWaitingViews } from './executor/waiting-views';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The parts of the client that make up the page's state. */
interface ClientParts {
  settings: CurrentSettings;
  keys: TypedKeys;
  toolset: CurrentToolset;
  currentWorkspace: CurrentWorkspace;
  thread: CurrentThread;
  approvals: Waiting<ApprovalRequest, ApprovalDecision>;
  questions: Waiting<QuestionRequest, Answers>;
  plans: Waiting<PlanRequest, PlanAnswer>;
  own: PersonChanges;
  notices: HookNotices;
  problems: Problems;
  ownPacks: { readonly joined: { readonly hooks: ClientState['packHooks'] } };
  callsOfAll: ReturnType<typeof createCallsOfAll>;
  /** Prompts that are not sent yet. */
  unsent: ReadonlySet<unknown>;
}

/** The page's state, and how it follows the parts that make it up. */
interface LiveState {
  readonly store: StoreApi<ClientState>;
  /** Something other than the thread's progress has changed. */
  update(): void;
  /** The thread has moved on, which it does often: what does not come from it stays. With many calls, or while it is read, a long one is shown a little later. */
  progress(): void;
}

/** To show more calls or messages takes the page longer than one takes. */
const MANY = 100;

/** Whether to show each step would take longer than the steps: with many calls, or while a long log is read. */
const isSlow = ({ calls, agents, status, thread }: ClientState): boolean =>
  (status === 'loading' && thread.messages.length > MANY) ||
  agents.reduce((count, agent) => count + agent.calls.length, calls.length) > MANY;

/** Assembles the page's state. Unchanged parts stay the same objects. A tab that nobody sees shows nothing, so it never waits. */
export function createLiveState(parts: ClientParts, isHidden = () => false): LiveState {
  const threadState = createThreadView(parts);
  let page = pageView(parts);
  const store = createStore<ClientState>(() => ({ ...page, ...threadState(page) }));
  const pace = createPace(
    () => store.setState({ ...page, ...threadState(page) }, true),
    () => !isHidden() && isSlow(store.getState()),
  );
  return {
    store,
    update() {
      page = pageView(parts);
      pace.now();
    },
    progress: pace.soon,
  };
}

/** The state that does not come from the thread. */
const pageView = ({ settings, keys, toolset, currentWorkspace, notices, ownPacks, ...waiting }: ClientParts) => ({
  approvals: waiting.approvals.list,
  questions: waiting.questions.list,
  plans: waiting.plans.list,
  sandbox: currentWorkspace.state,
  options: settings.options,
  keys: keys.slots,
  headers: keys.headersOf(settings.options),
  mode: settings.mode,
  startMode: settings.startMode,
  rules: settings.saved,
  workspace: currentWorkspace.workspace,
  pool: toolset.current?.pool ?? [],
  toolSettings: settings.own.tools,
  pipeline: toolset.current?.steps ?? [],
  setup: settings.setup,
  packHooks: ownPacks.joined.hooks,
  notices: notices.list,
});
type PageView = ReturnType<typeof pageView>;

/** Makes the state that comes from the thread. */
function createThreadView({ toolset, thread: current, own, problems, callsOfAll, unsent }: ClientParts) {
  const views = createCallViews();
  const waitingViews = createWaitingViews();
  const changes = createThreadChanges();
  return ({ approvals, questions, plans }: PageView): Omit<ClientState, keyof PageView> => {
    const { thread, live, loading, posting, stopping, executor, connection, known, failure } = current.snapshot;
    const threadId = (known && current.id) || null;
    const waiting = [...approvals, ...questions, ...plans];
    const { calls, agents } = waitingViews(
      { calls: views(thread, live, toolset.current), agents: current.agents },
      waiting,
    );
    const run = currentRun(thread);
    const turnAsked = askedTurn(run);
    const error = failure ?? run?.error ?? guardStop(run) ?? problems.last;
    return {
      threadId,
      thread,
      calls,
      agents,
      status: statusOf({
        threadId,
        thread,
        loading,
        posting: posting || unsent.size > 0,
        stopping,
        waiting: waiting.length,
        failure: failure !== undefined,
      }),
      ...(turnAsked && { turnAsked }),
      executor,
      // The stream may look open for minutes after the network is gone.
      connection: failure?.code === 'NETWORK_ERROR' && connection === 'open' ? 'off' : connection,
      changes: changes(callsOfAll(calls, agents), own.list),
      ports: current.ports,
      ...(error && {
        error: {
          code: error.code,
          message: error.message,
          ...(failure?.unsent && { unsent: failure.unsent }),
          ...(failure?.stop && { stop: true }),
        },
      }),
    };
  };
}

interface StatusSnapshot {
  threadId: string | null;
  thread: ThreadState;
  /** The log is still being read from the start. */
  loading: boolean;
  /** A run was posted and is not yet in the log. */
  posting: boolean;
  stopping: boolean;
  /** How many calls wait for a person. */
  waiting: number;
  /** Whether something failed outside the log, such as a refused request. */
  failure: boolean;
}

/** The state of the thread, in one word. */
function statusOf({ threadId, thread, loading, posting, stopping, waiting, failure }: StatusSnapshot): ClientStatus {
  const run = currentRun(thread);
  if (failure) return 'error';
  if (loading) return 'loading';
  if (stopping) return 'stopping';
  if (posting || run?.status === 'live') return 'model';
  if (run?.status === 'error' || guardStop(run)) return 'error';
  if (askedTurn(run)) return 'your-turn';
  if (waiting > 0) return 'approval';
  if (pendingCalls(thread).length > 0) return 'tools';
  return threadId === null ? 'empty' : 'idle';
}

/** Whether the agent is idle and this tab could give it work. */
const isIdle = ({ status, executor }: Pick<ClientState, 'status' | 'executor'>): boolean =>
  executor === 'mine' && (status === 'idle' || status === 'empty');

/** The store of the client's state. */
export type IdleStore = Pick<StoreApi<ClientState>, 'getState' | 'subscribe'>;

/** Resolves when the agent is idle, or the signal aborts. */
export const whenIdle = (store: IdleStore, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const unsubscribe = store.subscribe((state) => isIdle(state) && done());
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted || isIdle(store.getState())) done();
  });

/** Calls back whenever the agent becomes idle, until the signal aborts. */
export function onIdle(store: IdleStore, listener: () => void, signal: AbortSignal): void {
  const unsubscribe = store.subscribe((state, before) => {
    if (isIdle(state) && !isIdle(before)) listener();
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
}
