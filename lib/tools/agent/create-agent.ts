import { EventType, type Message } from '@ag-ui/core';
import { conversation, performRun, spokenEvents, ThreadHistory, type RunPorts, type RunTask } from '@/lib/agent';
import { ModelError, type Model } from '@/lib/models/model';
import type { AskPerson, CanUseTool } from '@/lib/ports';
import { MAX_TURNS, type Language, type PermissionMode } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { LONGEST_LEASE_MS, openMemoryLog, type EventLog, type Lease } from '@/lib/threads';
import { AbortReason } from '../result';
import { capabilitiesOf } from '../context';
import { createDispatcher, type CallContext, type Dispatcher } from '../dispatch';
import type { PermissionRule } from '../permissions';
import { assembleToolPool } from '../pool';
import { RestrictionStack } from '../pool/restriction-stack';
import { createRegistry, type Registry } from '../registry';
import { systemOf, type Behaviour } from '../system';
import type { AnyTool } from '../tool';
import type { AgentAnswer, AgentEvent } from './agent-event';
import { PromptRun, failedAnswer } from './prompt-run';
import { EventQueue } from './event-queue';
import { inProcessExecutor } from './in-process-executor';

export interface CreateAgentOptions extends ModelOptions {
  /** Custom tools; they join the pool after the built-in ones. */
  readonly customTools?: readonly AnyTool[];
  /** Default: our built-in tools whose ports are in `context`. */
  readonly builtinTools?: readonly AnyTool[];
  /** Tools of MCP servers, named `mcp__server__tool`. */
  readonly mcpTools?: readonly AnyTool[];
  /** Names of built-in tools that others of the same name may replace, if `override` is `allowed`. */
  readonly allowedOverrides?: readonly string[];
  /** Default: `later`: a tool replaces an earlier one of the same name, since that is why a custom tool would reuse a name. */
  readonly override?: Behaviour['override'];
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly system?: string;
  /** Maximum model turns for one prompt. */
  readonly maxTurns?: number;
  /** Maximum output tokens of one turn. */
  readonly maxTokens?: number;
  /** Default: `default`. Without `ask`, calls that need a person's approval are denied. */
  readonly permissionMode?: PermissionMode;
  readonly rules?: readonly PermissionRule[];
  readonly canUseTool?: CanUseTool;
  readonly ask?: AskPerson;
  /** The ports that tools may use: a sandbox, stores. */
  readonly context?: Partial<CallContext>;
}

export interface PromptOptions {
  /** Stops the agent: its current work is aborted, and the conversation stays consistent. */
  readonly signal?: AbortSignal;
}

/** A conversation with a model that has tools. One prompt at a time. */
export interface Agent {
  /** Answers a prompt. Rejects only if the agent is still answering another. */
  prompt(text: string, options?: PromptOptions): Promise<AgentAnswer>;
  /** Like `prompt`, as a stream of events. Leaving the loop early stops the agent. */
  stream(text: string, options?: PromptOptions): AsyncIterable<AgentEvent>;
  /** The conversation so far; every call in it has its result. */
  readonly messages: readonly Message[];
  /** The agent's tools; they can be turned off and on between prompts. May be empty until the first prompt has loaded them. */
  readonly registry: Registry;
  readonly restrictions: RestrictionStack;
}

const SYSTEM: Readonly<Record<Language, string>> = {
  en: 'You are a helpful agent. Use the tools you are given where they help, and say what came of it.',
  zh: '你是一个乐于助人的 Agent。在有帮助时使用所提供的工具，并说明结果。',
};
const MAX_TOKENS = 8192;

/** An agent in this process: the agent loop over an in-memory event log, with its tools, without a server or a page. */
export function createAgent(options: CreateAgentOptions): Agent {
  const { threadId = crypto.randomUUID() } = options.context ?? {};
  const registry = createRegistry([]);
  const restrictions = new RestrictionStack();
  const dispatcher = agentDispatcher(options, { threadId, registry, restrictions });
  const log = openMemoryLog();
  const history = new ThreadHistory();
  let tools: Promise<void> | undefined;
  let busy = false;

  const answer = async (text: string, signal: AbortSignal, emit: (event: AgentEvent) => void): Promise<AgentAnswer> => {
    const lease = await begin(log, history, threadId, text);
    const stop = (): void => void log.requestStop(threadId);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      tools ??= fill(registry, options);
      await tools;
      const promptRun = new PromptRun(emit);
      const ports: RunPorts = {
        ...portsOf(options, await loadModel(options)),
        log,
        executor: inProcessExecutor({ registry, restrictions, dispatcher }, promptRun, signal),
        onEvent: (event, thread) => promptRun.onEvent(event, thread),
      };
      await performRun(ports, { ...runOf(options, registry), lease, history });
      return promptRun.answer;
    } catch (error) {
      const message = messageOf(error);
      history.add(await log.finish(lease, [{ type: EventType.RUN_ERROR, message }]));
      return failedAnswer(message);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  const run = async (text: string, signal: AbortSignal, emit: (event: AgentEvent) => void): Promise<AgentAnswer> => {
    if (busy) throw new Error('The agent is still answering another prompt.');
    busy = true;
    try {
      const result = await answer(text, signal, emit);
      emit({ type: 'end', answer: result });
      return result;
    } finally {
      busy = false;
    }
  };

  return {
    get messages() {
      return conversation(history.thread).messages;
    },
    registry,
    restrictions,
    prompt: (text, { signal = new AbortController().signal } = {}) => run(text, signal, () => undefined),
    async *stream(text, { signal } = {}) {
      const left = new AbortController();
      const queue = new EventQueue<AgentEvent>();
      const both = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
      const running = run(text, both, (event) => queue.push(event)).finally(() => queue.end());
      running.catch(() => undefined);
      try {
        yield* queue;
      } finally {
        left.abort(new AbortReason('stopped', 'Nobody listens to the agent any more.'));
        await running;
      }
    },
  };
}

/** The owner of the agent's only thread. */
const OWNER = 'agent';

/** Logs the start of a run and its prompt. */
async function begin(log: EventLog, history: ThreadHistory, threadId: string, content: string): Promise<Lease> {
  const runId = crypto.randomUUID();
  const thread = await log.create(threadId, OWNER);
  const prompt = spokenEvents(() => [], [{ id: crypto.randomUUID(), role: 'user', content }]);
  const events = [{ type: EventType.RUN_STARTED, threadId, runId } as const, ...prompt];
  const begun = thread && (await log.begin(thread, { runId, ttlMs: LONGEST_LEASE_MS, events }));
  if (!begun) throw new Error('The run before is not over.');
  history.add(begun.entries);
  return begun.lease;
}

const portsOf = ({ maxTurns = MAX_TURNS, maxTokens = MAX_TOKENS }: CreateAgentOptions, model: Model) => ({
  createModel: () => model,
  costOf: () => 0,
  now: Date.now,
  sleep: async () => undefined,
  // Nobody else wants it.
  leaseMs: LONGEST_LEASE_MS,
  limits: { maxTurns, maxTokens: Number.POSITIVE_INFINITY, turnOutput: maxTokens, attempts: 1 },
});

/** The run's settings from the agent's system. No loop guard: detecting loops is up to the caller. */
function runOf({ system }: CreateAgentOptions, { tools }: Registry): Omit<RunTask, 'lease' | 'history'> {
  const { language, discovery } = systemOf(tools).behaviour;
  const options = { system: system ?? SYSTEM[language], language, discovery, guardPatience: Number.POSITIVE_INFINITY };
  return {
    owner: OWNER,
    tools: [],
    context: [],
    options,
    tokensBeside: 0,
    secrets: {},
    next: 'model',
    overrides: {},
  };
}

function agentDispatcher(
  options: CreateAgentOptions,
  { threadId, registry, restrictions }: { threadId: string; registry: Registry; restrictions: RestrictionStack },
): Dispatcher {
  const { context = {} } = options;
  const rules = [...(options.rules ?? [])];
  const language = (): Language => systemOf(registry.tools).behaviour.language;
  return createDispatcher({
    registry,
    permissions: {
      mode: () => options.permissionMode ?? 'default',
      rules: () => rules,
      canUseTool: options.canUseTool,
      ask: options.ask ?? (async () => ({ behavior: 'deny', reason: NOBODY[language()] })),
      allowAlways: (rule) => void rules.push({ behavior: 'allow', rule }),
    },
    contextFor: () => ({ writeRoots: [], pool: () => registry.tools, ...context, threadId, restrictions }),
  });
}

const NOBODY: Readonly<Record<Language, string>> = {
  en: 'This call needs a person to allow it, and there is nobody to ask.',
  zh: '此调用需要用户允许，但这里没有可以询问的人。',
};

/** Fills the registry from the pool. Built-in tools are loaded only if the context has something for them to work on. */
async function fill(registry: Registry, options: CreateAgentOptions): Promise<void> {
  const { customTools, mcpTools, allowedOverrides, allowedTools, disallowedTools, model, context = {} } = options;
  const { override = 'later' } = options;
  const capabilities = capabilitiesOf(context);
  const loadBuiltin = async (): Promise<readonly AnyTool[]> =>
    capabilities.length > 0 ? (await import('../builtin')).builtinTools : [];
  const builtin = options.builtinTools ?? (await loadBuiltin());
  // If the system starts with an index, its tool search needs the pool.
  const searches = systemOf(builtin).behaviour.discovery === 'lazy' ? ['pool'] : [];
  const pool = assembleToolPool({
    builtin,
    custom: customTools,
    mcp: mcpTools,
    allowedOverrides,
    override,
    allow: allowedTools,
    deny: disallowedTools,
    enablement: {
      capabilities: [...capabilities, ...searches],
      ...(typeof model === 'string' && { provider: 'anthropic' }),
    },
  });
  for (const { reason } of pool.excluded) throw new Error(reason);
  for (const entry of pool.entries) registry.add(entry);
}

interface ModelOptions {
  /** The name of an Anthropic model, such as `claude-sonnet-5-5`, or anything that implements the model port. */
  readonly model: string | Model;
  /** Required if the model is given by name. */
  readonly apiKey?: string;
  /** Used for every request to the provider instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The agent's model; a provider's adapter and SDK are loaded when first needed. */
async function loadModel({ model, apiKey, fetch }: ModelOptions): Promise<Model> {
  if (typeof model !== 'string') return model;
  if (!apiKey) throw new ModelError('KEY_REQUIRED', `The model ${model} needs an API key.`);
  const { anthropicModel } = await import('@/lib/models/anthropic');
  return anthropicModel({ apiKey, name: model, fetch, inBrowser: true });
}
