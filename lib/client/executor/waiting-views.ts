import type { CallView } from '../state';

/** Whether what waits for a person is a call that this one has made: its id is `<outer>.<n>` (`CallsFromCall`). */
export const waitsInside = (id: string, waiting: readonly { callId: string }[]): boolean =>
  waiting.some(({ callId }) => callId.startsWith(`${id}.`));

/**
 * Shows calls that run, but only wait for a person, as what they are; those, too, that wait for a call of their own. The same views
 * until something of it changes.
 */
export function createWaitingViews() {
  let last:
    | { calls: readonly CallView[]; waiting: readonly { callId: string }[]; views: readonly CallView[] }
    | undefined;
  const changed = new WeakMap<CallView, CallView>();
  const asWaiting = (call: CallView): CallView => {
    const view = changed.get(call) ?? { ...call, phase: 'awaiting-approval' };
    changed.set(call, view);
    return view;
  };
  return (calls: readonly CallView[], waiting: readonly { callId: string }[]): readonly CallView[] => {
    if (waiting.length === 0) return calls;
    const same = last?.calls === calls && last.waiting.length === waiting.length;
    if (last && same && last.waiting.every((request, index) => request === waiting[index])) return last.views;
    const ids = new Set(waiting.map(({ callId }) => callId));
    const waits = ({ id, phase }: CallView): boolean =>
      phase === 'running' && (ids.has(id) || waitsInside(id, waiting));
    const views = calls.map((call) => (waits(call) ? asWaiting(call) : call));
    last = { calls, waiting, views };
    return views;
  };
}
