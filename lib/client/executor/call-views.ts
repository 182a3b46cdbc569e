import { callOf, type FoldedCall, type Timings, type ThreadState } from '@/lib/protocol';
import type { ToolCall } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import { planBatches, type ConcurrencyClass } from '@/lib/tools/schedule';
import type { Scheduling } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import { fromToolMessage, type ResolvedResult, finalPhase } from '@/lib/tools/result';
import type { CallPhase, CallView } from '../state';
import { parsePartialJson } from '@/lib/schema/partial-json';

const LONGEST = 80;

/**
 * What a call does, from its arguments so far: the tool's own title once they are complete and valid; until then its generic
 * title and the first text among them.
 */
function callTitle({ name, args }: ToolCall, tool: AnyTool | undefined, prepared: Prepared | undefined): string {
  const own = prepared && ownTitle(prepared);
  if (own !== undefined) return own;
  const subject = firstText(parsePartialJson(args).value);
  return subject === undefined ? (tool?.title ?? name) : `${tool?.title ?? name} ${subject}`;
}

function ownTitle({ tool, input }: Prepared): string | undefined {
  try {
    return tool.titleFor?.(input);
  } catch {
    // A tool's error must not break its card on the page.
    return undefined;
  }
}

function firstText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = Object.values(value).find((field): field is string => typeof field === 'string' && field.trim() !== '');
  const line = text?.trim().split('\n')[0];
  return line !== undefined && line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** What the client knows about a call before the log does. */
export interface LiveCall {
  phase: CallPhase;
  /** The end of its output. */
  output: string;
  timings?: Partial<Timings>;
  result?: ResolvedResult;
}

/** What views need from the tools, which load after the page. */
export interface ToolLookup {
  find(name: string): AnyTool | undefined;
  /** The call's tool and input, once its arguments are complete and valid. */
  prepare(call: ToolCall): Prepared | undefined;
  /** How the calls of a turn are scheduled. */
  readonly scheduling?: Scheduling;
}

const NO_LIVE_CALLS: ReadonlyMap<string, LiveCall> = new Map();

/** Makes views of a thread's calls. An unchanged call keeps the same view object. */
export function createCallViews() {
  let kept = new Map<
    string,
    { call: FoldedCall; live?: LiveCall; tools?: ToolLookup; batch?: number; view: CallView }
  >();
  let last: { thread: ThreadState; live: ReadonlyMap<string, LiveCall>; tools?: ToolLookup } | undefined;
  let views: readonly CallView[] = [];
  const snapshot = createCallSnapshot();

  return (
    thread: ThreadState,
    live: ReadonlyMap<string, LiveCall> = NO_LIVE_CALLS,
    tools?: ToolLookup,
  ): readonly CallView[] => {
    if (last && last.thread.calls === thread.calls && last.live === live && last.tools === tools) return views;
    last = { thread, live, tools };
    const calls = thread.callOrder.flatMap((id) => callOf(thread, id) ?? []);
    const batches = batchNumbers(
      calls,
      (call) => {
        const { readOnly, tool } = snapshot(call, tools);
        return { reads: readOnly, beside: tool?.runsBeside ?? false };
      },
      tools?.scheduling,
    );
    const next: typeof kept = new Map();
    for (const call of calls) {
      const key = { call, live: live.get(call.id), tools, batch: batches.get(call.id) };
      const before = kept.get(call.id);
      const unchanged =
        before?.call === call && before.live === key.live && before.tools === tools && before.batch === key.batch;
      const view = unchanged ? before.view : viewOf(key, snapshot(call, tools));
      next.set(call.id, { ...key, view });
    }
    const changed = next.size !== kept.size || [...next].some(([id, { view }]) => kept.get(id)?.view !== view);
    kept = next;
    if (changed) views = [...next.values()].map(({ view }) => view);
    return views;
  };
}

/** What the tools say about a call. */
interface CallSnapshot {
  tools?: ToolLookup;
  tool?: AnyTool;
  title: string;
  readOnly: boolean;
}

/** Asks the tools once for each call and state of its arguments. */
function createCallSnapshot(): (call: FoldedCall, tools?: ToolLookup) => CallSnapshot {
  const known = new WeakMap<FoldedCall, CallSnapshot>();
  return (call, tools) => {
    const before = known.get(call);
    if (before && before.tools === tools) return before;
    const tool = tools?.find(call.name);
    const prepared = call.complete ? tools?.prepare(call) : undefined;
    const answer: CallSnapshot = {
      ...(tools && { tools }),
      ...(tool && { tool }),
      title: callTitle(call, tool, prepared),
      readOnly: prepared ? prepared.tool.isReadOnly(prepared.input) : (tool?.onlyReads ?? false),
    };
    known.set(call, answer);
    return answer;
  };
}

interface Known {
  call: FoldedCall;
  live?: LiveCall;
  batch?: number;
}

function viewOf({ call, live, batch }: Known, { tool, title, readOnly }: CallSnapshot): CallView {
  const result = call.result ? fromToolMessage(call.result) : live?.result;
  const timings = live?.timings ?? result?.timings;
  return {
    id: call.id,
    name: call.name,
    title,
    kind: tool?.kind ?? 'other',
    readOnly,
    ...(tool?.runsBeside && { beside: true }),
    ...((tool?.waitsForPerson ?? timings?.asks) && { asks: true }),
    messageId: call.messageId,
    args: call.args,
    phase: result ? finalPhase(result) : (live?.phase ?? (call.complete ? 'complete' : 'streaming')),
    ...(batch !== undefined && { batch }),
    ...(timings && { timings }),
    output: live?.output ?? '',
    ...(result && { result }),
    issues: result?.issues ?? [],
    ...(result?.diff && { diff: result.diff }),
    ...(result?.trace && { trace: result.trace }),
  };
}

/** Which calls ran or will run together: the scheduler's own plan, turn by turn. */
function batchNumbers(
  calls: readonly FoldedCall[],
  concurrencyClassOf: (call: FoldedCall) => ConcurrencyClass,
  scheduling: Scheduling | undefined,
): Map<string, number> {
  const turns = new Map<string, FoldedCall[]>();
  for (const call of calls) {
    if (call.complete) turns.set(call.messageId, [...(turns.get(call.messageId) ?? []), call]);
  }
  const batches = [...turns.values()].flatMap((turn) => planBatches(turn, concurrencyClassOf, scheduling));
  return new Map(batches.flatMap((batch, number) => batch.map((call) => [call.id, number])));
}
