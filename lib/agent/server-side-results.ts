import { EventType, type AGUIEvent, type Tool, type ToolMessage } from '@ag-ui/core';
import {
  ActivationSet,
  indexPrompt,
  isAlwaysActive,
  isToolSearch,
  searchTools,
  TOOL_SEARCH,
  ToolQuerySchema,
  type ToolFinding,
} from '@/lib/discovery';
import {
  customEvent,
  parseAnyJson,
  unansweredCalls,
  type AgentOptions,
  type FoldedCall,
  type ResultMetadata,
  type Language,
  type CustomEventValue,
} from '@/lib/protocol';
import { explain, validate } from '@/lib/schema';
import type { ThreadHistory } from './history';

/** What the agent loop needs to know of a run to answer calls. */
export interface Offer {
  tools: readonly Tool[];
  options: AgentOptions;
  /** Whether the tools, including tool search, run in this process. */
  local?: boolean;
}

/** Whether the agent loop answers this call and the client never sees it: a tool search, or a call that was cut off. */
export const isServerSide = (
  { cut }: ThreadHistory,
  { tools, local = false }: Pick<Offer, 'tools' | 'local'>,
  { id, name }: FoldedCall,
): boolean => cut.has(id) || (!local && name === TOOL_SEARCH && tools.some(isToolSearch));

/**
 * The results a request brought, with the server-side ones between them, in call order; each server-side one as soon as
 * every call before it has a result. Results that the client sends for server-side calls are ignored.
 */
export function answersInOrder(
  history: ThreadHistory,
  offer: Offer,
  brought: readonly ToolMessage[] = [],
): AGUIEvent[] {
  const results = new Map(brought.map((message) => [message.toolCallId, message]));
  let active: ActivationSet | undefined;
  let open = false;
  return unansweredCalls(history.thread).flatMap((call): AGUIEvent[] => {
    if (isServerSide(history, offer, call)) {
      active ??= activationOf(offer.tools, history.thread.active);
      return open ? [] : answer(history, offer, active, call);
    }
    const message = results.get(call.id);
    open ||= message === undefined;
    return message ? [resultEvent(message)] : [];
  });
}

/** Activates tools that were called while inactive, so that the next turn sees their schemas. */
export function activateCalled(history: ThreadHistory, offer: Offer): AGUIEvent[] {
  if (!defersTools(offer.tools, offer.options.discovery)) return [];
  const called = new Set(unansweredCalls(history.thread).map(({ name }) => name));
  return activateAll(
    history,
    offer,
    offer.tools.flatMap(({ name }) => (called.has(name) ? [name] : [])),
  );
}

/** Activates tools that a search found. */
export function activateAll(
  { thread }: ThreadHistory,
  { tools, options }: Offer,
  names: readonly string[],
): AGUIEvent[] {
  if (names.length === 0 || !defersTools(tools, options.discovery)) return [];
  const value = activate(activationOf(tools, thread.active), names);
  return value ? [customEvent('toolyard.activation', value)] : [];
}

function answer(history: ThreadHistory, offer: Offer, active: ActivationSet, call: FoldedCall): AGUIEvent[] {
  if (history.cut.has(call.id))
    return [serverResult(call, { error: 'PARTIAL_JSON', ...cutOffCall(call, offer.options.language) })];
  const { found, ...finding } = search(offer, call.args);
  const value = defersTools(offer.tools, offer.options.discovery) ? activate(active, found) : undefined;
  const result = serverResult(call, {
    ...finding,
    summary: found.length > 0 ? `Found ${found.join(', ')}` : 'Nothing found',
  });
  return value ? [result, customEvent('toolyard.activation', value)] : [result];
}

function search({ tools, options }: Offer, args: string): ToolFinding {
  const parsed = parseAnyJson(args.trim() === '' ? '{}' : args);
  if (!parsed.ok) {
    return {
      found: [],
      error: 'INVALID_ARGS',
      text: `The arguments are not JSON (${parsed.reason}). Send one JSON object.`,
    };
  }
  const query = validate(ToolQuerySchema, parsed.value);
  if (!query.ok)
    return { found: [], error: 'INVALID_ARGS', text: explain(query.issues, options.language), issues: query.issues };
  return searchTools(tools, query.value);
}

type Answer = Pick<ResultMetadata, 'error' | 'issues' | 'summary'> & { text: string };

function serverResult({ id }: FoldedCall, { text, error, ...more }: Answer): AGUIEvent {
  const toolyard: ResultMetadata = { success: error === undefined, ...(error && { error }), ...more };
  return {
    type: EventType.TOOL_CALL_RESULT,
    messageId: `result:${id}`,
    toolCallId: id,
    content: text,
    role: 'tool',
    metadata: { toolyard },
  };
}

const resultEvent = ({ id, toolCallId, content, metadata }: ToolMessage): AGUIEvent => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: id,
  toolCallId,
  content,
  role: 'tool',
  metadata,
});

/** The result, for the model, of a call that it had no room to finish. */
const cutOffCall = (
  { name, args }: { readonly name: string; readonly args: string },
  language: Language = 'en',
): { summary: string; text: string } => TEXT[language](name, args.length);

const TEXT: Readonly<Record<Language, (name: string, arrived: number) => { summary: string; text: string }>> = {
  en: (name, arrived) => ({
    summary: 'Cut off before its end',
    text:
      `The reply ran out of room in the middle of this call: ${arrived} characters of its arguments arrived. ` +
      `Nothing was run. Make the call again with less in it: several smaller calls of ${name} instead of one.`,
  }),
  zh: (name, arrived) => ({
    summary: '在结束之前被截断',
    text:
      `回复在此调用中途用尽了篇幅：收到参数的 ${arrived} 个字符。未执行任何操作。` +
      `请减少内容后重新调用：把一次 ${name} 调用拆成几次较小的调用。`,
  }),
};

type Discovery = AgentOptions['discovery'];

/** What a model is shown of a pool in one turn. */
interface ToolView {
  /** In the order of the pool. */
  tools: readonly Tool[];
  /** Names of tools whose declaration the provider defers until its own search finds them. */
  deferred: readonly string[];
  /** What the system prompt says about tools that are not shown; empty if all are. */
  index: string;
}

/** The view of a pool under a discovery mode, with the tools found or used so far. A pool without ToolSearch is shown in full. */
export function toolView(pool: readonly Tool[], discovery: Discovery, used?: readonly string[]): ToolView {
  if (discovery === 'deferred') {
    const active = activationOf(pool, used);
    const shown = pool.filter((tool) => !isToolSearch(tool));
    return {
      tools: shown,
      deferred: shown.flatMap(({ name }) => (active.has(name) ? [] : [name])),
      index: '',
    };
  }
  if (!defersTools(pool, discovery)) return { tools: pool, deferred: [], index: '' };
  const active = activationOf(pool, used);
  return { tools: pool.filter(({ name }) => active.has(name)), deferred: [], index: indexPrompt(pool) };
}

/** Whether any tools are deferred. */
const defersTools = (pool: readonly Tool[], discovery: Discovery): boolean =>
  discovery === 'deferred' || (discovery === 'lazy' && pool.some(isToolSearch));

/** The active tools among those that exist now. */
function activationOf(pool: readonly Tool[], used: readonly string[] = []): ActivationSet {
  const names = new Set(pool.map(({ name }) => name));
  return new ActivationSet(
    pool.filter(isAlwaysActive).map(({ name }) => name),
    used.filter((name) => names.has(name)),
  );
}

/** Activates tools; undefined if all of them were active already. */
function activate(set: ActivationSet, names: readonly string[]): CustomEventValue<'toolyard.activation'> | undefined {
  const { added, evicted } = set.activate(names);
  if (added.length === 0 && evicted.length === 0) return undefined;
  return { active: [...set.active], added: [...added], evicted: [...evicted] };
}
