import { callOf, type FoldedCall, type Timings, type ThreadState, type FileDiff } from '@/lib/protocol';
import type { ToolCall } from '@/lib/tools/dispatch';
import type { Prepared } from '@/lib/tools/dispatch/prepare';
import { planBatches, type ConcurrencyClass } from '@/lib/tools/schedule';
import type { Scheduling } from '@/lib/tools/system';
import type { AnyTool } from '@/lib/tools/tool';
import { fromToolMessage, type ResolvedResult, finalPhase } from '@/lib/tools/result';
import type { CallPhase, CallView, ThreadChange } from '../state';
import { parsePartialJson } from '@/lib/schema/partial-json';
import type { PersonChange } from '../workspace/person-changes';

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
    if (!call.complete) continue;
    const turn = turns.get(call.messageId);
    if (turn) turn.push(call);
    else turns.set(call.messageId, [call]);
  }
  const batches = [...turns.values()].flatMap((turn) => planBatches(turn, concurrencyClassOf, scheduling));
  return new Map(batches.flatMap((batch, number) => batch.map((call) => [call.id, number])));
}

interface CallDiff {
  /** The calls that made it; left out if a person did. */
  callIds?: readonly string[];
  diff: FileDiff;
}

/**
 * What a whole thread did to each file, in the order that files were first touched: from the first `before` to the last `after`.
 * A file that ends up unchanged is left out.
 */
export function threadChanges(diffs: readonly CallDiff[]): ThreadChange[] {
  const files = new Map<string, ThreadChange>();
  /** Under which path files are listed that were moved and then deleted, by the path at which they were. */
  const gone = new Map<string, string>();
  for (const { callIds, diff } of diffs) {
    const origin = gone.get(diff.path);
    const isBack = diff.change === 'create' && origin !== undefined && files.get(origin)?.change === 'delete';
    const before = isBack ? origin : (diff.from ?? diff.path);
    const known = files.get(before);
    // Noted twice: whoever noted it later says nothing new.
    if (known && diff.from === undefined && known.afterHash === diff.afterHash) continue;
    const by = callIds === undefined ? { callIds: [], saves: 1 } : { callIds };
    const change = known ? join(known, { ...diff, ...by }) : { ...diff, ...by };
    files.delete(change.path === before ? '' : before);
    files.set(change.path, change);
    if (change.change === 'delete') gone.set(diff.path, change.path);
    if (diff.change === 'move') moveBelow(files, diff);
  }
  return [...files.values()].filter((file) => file.beforeHash !== file.afterHash || file.from !== undefined);
}

/** What was changed in a folder that is moved is listed where it is now. */
function moveBelow(files: Map<string, ThreadChange>, { from = '', path: to }: FileDiff): void {
  for (const [at, known] of files) {
    const { afterHash } = known;
    if (!at.startsWith(`${from}/`) || afterHash === undefined || afterHash === known.beforeHash) continue;
    const path = `${to}${at.slice(from.length)}`;
    const moved = { path, from: at, change: 'move', patch: '', added: 0, removed: 0 } as const;
    files.delete(at);
    files.set(path, join(known, { ...moved, beforeHash: afterHash, afterHash, callIds: [] }));
  }
}

/** Changes that no result tells merged into those of calls. Changes from before all files were reset do not count. */
export function allDiffs(made: readonly CallDiff[], own: readonly PersonChange[]): CallDiff[] {
  const reset = own.findLast(({ diff }) => diff === undefined)?.after ?? 0;
  const since = own.slice(own.findLastIndex(({ diff }) => diff === undefined) + 1);
  return [...made.keys(), made.length]
    .slice(reset)
    .flatMap((index) => [
      ...since.flatMap(({ after, diff, callIds }) =>
        diff && after === index ? [{ diff, ...(callIds && { callIds }) }] : [],
      ),
      ...made.slice(index, index + 1),
    ]);
}

/** Sums up calls as they come; returns the same object until a diff is added. */
export function createThreadChanges(): (
  calls: readonly CallView[],
  own?: readonly PersonChange[],
) => readonly ThreadChange[] {
  let known: readonly CallDiff[] = [];
  let knownByPerson: readonly PersonChange[] = NONE;
  let changes: readonly ThreadChange[] = [];
  return (calls, own = NONE) => {
    const diffs = diffsOf(calls);
    const same =
      own === knownByPerson &&
      diffs.length === known.length &&
      diffs.every(({ diff }, index) => diff === known[index]?.diff);
    if (!same) changes = threadChanges(allDiffs(diffs, own));
    known = diffs;
    knownByPerson = own;
    return changes;
  };
}

const NONE: readonly PersonChange[] = [];

/** The diffs of calls, in call order. */
export const diffsOf = (calls: readonly CallView[]): { callIds: readonly string[]; diff: FileDiff }[] =>
  calls.flatMap(({ id, diff }) => (diff ? [{ callIds: [id], diff }] : []));

function join(first: ThreadChange, next: ThreadChange): ThreadChange {
  const change = kindOf(first.beforeHash, next.afterHash);
  const saves = (first.saves ?? 0) + (next.saves ?? 0);
  const origin = first.from ?? first.path;
  const moved = change === 'modify' && origin !== next.path;
  return {
    // A deleted file is listed under its path at the start of the thread.
    path: change === 'delete' ? origin : next.path,
    ...(moved && { from: origin }),
    change: moved ? 'move' : change,
    // Concatenated, patches are still readable for people.
    patch: `${first.patch}${first.patch.endsWith('\n') ? '' : '\n'}${next.patch}`,
    added: first.added + next.added,
    removed: first.removed + next.removed,
    ...(first.beforeHash !== undefined && { beforeHash: first.beforeHash }),
    ...(next.afterHash !== undefined && { afterHash: next.afterHash }),
    callIds: [...first.callIds, ...next.callIds],
    ...(saves > 0 && { saves }),
  };
}

function kindOf(before: string | undefined, after: string | undefined): FileDiff['change'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'modify';
}
