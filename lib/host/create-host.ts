import type { Answers, ApprovalDecision, ApprovalRequest, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import type { AgentOptions } from '@/lib/protocol';
import { createBlobStore } from '@/lib/stores';
import { parseRule } from '@/lib/tools/permissions/rule';
import type { AnyTool } from '@/lib/tools/tool';
import { messageOf } from '@/lib/protocol/message-of';
import { createStore } from 'zustand/vanilla';
import { createCallsOfAll } from './agents/with-agents';
import { createBenchContext } from './bench-context';
import type { SandboxChoice } from './boot-sandbox';
import { browserPorts, type HostPorts } from './browser-ports';
import { diffsOf } from './changes';
import { createConversation } from './conversation';
import { createHookNotices } from './hook-notices';
import { createHostView } from './host-view';
import { onIdle, whenIdle } from './idle';
import { createLazyGuest } from './lazy-guest';
import { createLegClient } from './leg-client';
import { createMishaps } from './mishaps';
import { createOwnChanges } from './own-changes';
import { openPagePorts } from './ports';
import type { PageNeeds } from './ports/needs';
import { createPresentKit } from './present-kit';
import { createPresentPlace } from './present-place';
import { createPresentSettings } from './present-settings';
import { createPresentThread } from './present-thread';
import { createProject } from './project';
import { providerOf } from './provider';
import { createProviderActions } from './provider-actions';
import { sayingOn } from './replays';
import type { Host, HostState } from './state';
import { tellHooks } from './tell-hooks';
import { createThreadActions } from './thread-actions';
import { createToolBench } from './tool-bench';
import type { Dispatching } from './tool-kit';
import { createThreadPolicy } from './thread-policy';
import { createTypedKeys } from './typed-keys';
import { createWaiting } from './waiting';

export interface HostOptions {
  /** What the first thread starts with. */
  options?: AgentOptions;
  sandbox?: SandboxChoice;
  /** Opens this thread instead of mounting a project for a new one. */
  threadId?: string;
  /** What a browser provides, or a stand-in for it. */
  ports?: HostPorts;
}

/** Capabilities that a page without a sandbox has not. */
const NO_SANDBOX = ['sandbox'];
const NONE: readonly string[] = [];

/**
 * Starts the hands. The sandbox and the tools load meanwhile; the host can be used at once. Each part keeps what it knows and
 * says when that changes; the tools and the page's state are then made anew of what all of them know.
 */
export function createHost({
  options: first = {},
  sandbox: choice = 'embedded',
  threadId,
  ports = browserPorts(),
}: HostOptions): Host {
  const disposed = new AbortController();
  const { signal } = disposed;
  const publish = () => {
    if (signal.aborted) return;
    kit.follow();
    if (thread.shelved.length > 0 || settings.hooks().some(({ enabled }) => enabled)) guest.warm();
    store.setState(view(), true);
  };

  const blobs = createBlobStore(ports.database.blobs);
  const callsOfAll = createCallsOfAll();
  const mishaps = createMishaps(publish);
  const own = createOwnChanges(ports.database.threads, publish);
  const notices = createHookNotices(ports.database.threads, publish);
  const policy = createThreadPolicy(ports.database.threads, () => settings.follow());
  const settings = createPresentSettings(ports.storage, first, policy, publish);
  const keys = createTypedKeys(ports.storage);
  const approvals = createWaiting<ApprovalRequest, ApprovalDecision>(publish);
  const questions = createWaiting<QuestionRequest, Answers>(publish);
  const plans = createWaiting<PlanRequest, PlanAnswer>(publish);
  const guest = createLazyGuest(() => ports.guest(signal));
  const client = createLegClient({ fetch: ports.fetch, carried: keys.carried });
  const { hooks } = settings;

  /** Tools of connected MCP servers. */
  let mcp: readonly AnyTool[] = [];
  const kit = createPresentKit({
    ...(ports.tools && { tools: ports.tools }),
    hooks,
    limits: settings.limits,
    guest,
    parts: () => ({
      settings: settings.own.tools,
      provider: providerOf(settings.options.model),
      preset: settings.options.preset,
      missing: place.state.phase === 'failed' ? NO_SANDBOX : NONE,
      shelved: thread.shelved,
      mcp,
    }),
    onChange: publish,
  });
  const place = createPresentPlace({
    choice,
    ports,
    signal,
    onChange: publish,
    onError: (message) => mishaps.add('SANDBOX_ERROR', message),
  });
  const project = createProject({
    place: place.booted,
    fetch: ports.fetch,
    blobs,
    own,
    scenario: () => settings.options.scenario,
    changes() {
      const { calls, agents } = store.getState();
      return diffsOf(callsOfAll(calls, agents)).length;
    },
    onMishap: mishaps.add,
  });

  const addRule: Host['addRule'] = (rule, scope) => {
    if (parseRule(rule.rule)) settings.addRule(rule, scope);
    else mishaps.add('RULE_INVALID', `${rule.rule} is not a rule: write Tool or Tool(pattern).`);
  };
  const dispatching: Dispatching = {
    permissions: {
      mode: () => settings.mode,
      rules: settings.rules,
      get canUseTool() {
        return kit.current?.canUseTool();
      },
      ask: approvals.ask,
      allowAlways: (rule) => addRule({ behavior: 'allow', rule }, 'thread'),
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

  const needs: PageNeeds = {
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
    announce: (happening) => announce(happening),
    run: (call, until) => bench.tryCall(call, until),
    settings: {
      tools: () => settings.own.tools,
      setTools: settings.setTools,
      options: () => settings.options,
      setOptions: settings.setOptions,
    },
    questions,
    askPlan: plans.ask,
    onMishap: mishaps.add,
    signal,
  };
  // What opens may call back at once: by then all parts are there.
  const page = Promise.resolve(needs).then(openPagePorts);
  const bench = createToolBench({
    loadKit: kit.load,
    dispatching,
    context: createBenchContext({
      async place() {
        const [booted] = await Promise.all([place.booted, project.mounted()]);
        return booted;
      },
      blobs,
      needs,
      page,
      writeRoots: () => settings.own.tools.writeRoots,
      tools: toolsContext,
    }),
  });

  const conversation = createConversation({ hooks, notices, loadKit: kit.load });
  const thread = createPresentThread({
    ports,
    client,
    blobs,
    settings,
    kit,
    place,
    project,
    own,
    notices,
    policy,
    mishaps,
    needs,
    page,
    dispatching,
    toolsContext,
    onDone: sayingOn(() => settings.options, conversation.onDone),
    onChange: publish,
  });
  const about = { thread, settings, keys, own, notices, mishaps };
  const view = createHostView({ ...about, kit, place, approvals, questions, plans, callsOfAll });
  const store = createStore<HostState>(view);
  const announce = tellHooks({ store, hooks, notices, loadKit: kit.load, shell: () => thread.shell, signal });
  const actions = createThreadActions({
    ...about,
    policy,
    project,
    conversation,
    onChange: publish,
    whenIdle: needs.whenIdle,
    signal,
  });

  kit.load().catch((error: unknown) => mishaps.add('TOOLS_NOT_LOADED', messageOf(error)));
  void (threadId === undefined ? project.mount() : actions.openThread(threadId));
  return {
    store,
    blobs,
    get sandbox() {
      return place.sandbox;
    },
    get log() {
      return thread.session?.log ?? [];
    },
    ...actions,
    ...bench,
    ...createProviderActions({ fetch: ports.fetch, settings, keys, onChange: publish }),
    decide: approvals.settle,
    answer: questions.settle,
    answerPlan: plans.settle,
    setOptions: settings.setOptions,
    setMode: settings.setMode,
    setStartMode: settings.setStartMode,
    setToolSettings: settings.setTools,
    addRule,
    removeRule: settings.removeRule,
    saveFile: project.saveFile,
    dispose() {
      thread.leave();
      disposed.abort();
    },
  };
}
