import type { CallView } from '@/lib/client/state';

/** Neighbouring calls that the client treats alike: reads run together, agents work together, all others run one at a time. */
export interface CallGroup {
  kind: 'read' | 'write' | 'agents';
  calls: readonly CallView[];
}

/** Splits one message's calls wherever their kind changes. */
export function callGroups(calls: readonly CallView[]): CallGroup[] {
  const groups: { kind: CallGroup['kind']; calls: CallView[] }[] = [];
  for (const call of calls) {
    const kind = call.beside ? 'agents' : call.readOnly ? 'read' : 'write';
    const last = groups.at(-1);
    if (last?.kind === kind) last.calls.push(call);
    else groups.push({ kind, calls: [call] });
  }
  return groups;
}

/** The message above a group: what its calls do and how they run. */
export function groupTitle({ kind, calls }: CallGroup): GroupTitle {
  const alone = calls.length < 2;
  if (kind === 'agents') return alone ? 'agent' : 'agentsTogether';
  if (kind === 'read') return alone ? 'reading' : 'readingTogether';
  if (calls.every((call) => call.kind === 'execute')) return alone ? 'running' : 'runningInTurn';
  // Questions, lists and messages write no file.
  if (calls.every((call) => call.kind === 'other')) return alone ? 'calling' : 'callingInTurn';
  return alone ? 'writing' : 'writingInTurn';
}

type GroupTitle =
  | 'agent'
  | 'agentsTogether'
  | 'calling'
  | 'callingInTurn'
  | 'reading'
  | 'readingTogether'
  | 'running'
  | 'runningInTurn'
  | 'writing'
  | 'writingInTurn';

/** Milliseconds from the first call's start to the last one's end; undefined if any call lacks timings. */
export function groupDuration(calls: readonly CallView[]): number | undefined {
  let first = Infinity;
  let last = -Infinity;
  for (const { timings } of calls) {
    if (timings?.startedAt === undefined || timings.endedAt === undefined) return undefined;
    first = Math.min(first, timings.startedAt);
    last = Math.max(last, timings.endedAt);
  }
  return last >= first ? last - first : undefined;
}
