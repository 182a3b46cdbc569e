import type { CallView, ClientState } from '@/lib/client/state';
import type { Page } from './page-context';
import { diffTab, previewTab } from './ui';

type Followed = Pick<Page, 'client' | 'ui'>;

/** Shows the agent's work as it happens, until a person looks at something else. Returns what ends that. */
export function followCalls(page: Followed): () => void {
  const ends = [showNewest(page), leadBack(page), showPreviews(page)];
  return () => ends.forEach((end) => end());
}

/** Of a thread that is being read, only its end is shown. */
const showNewest = ({ client, ui }: Followed): (() => void) => {
  let before = client.store.getState();
  return client.store.subscribe((state) => {
    if (state.status === 'loading') return;
    const then = before;
    before = state;
    if (!ui.getState().follow || state.calls === then.calls) return;
    const changed = latestChange(state, then);
    if (!changed) return;
    const newest = newestCall(state);
    if (newest) ui.getState().followCall(newest.id);
    const { phase, diff, id } = changed;
    if (phase === 'succeeded' && diff) ui.getState().followTab(diffTab(id, diff.path));
  });
};

/** Jumps to the newest call, and to a waiting call's change, when following is turned on again. Returns what stops it. */
export const leadBack = ({ client, ui }: Followed): (() => void) =>
  ui.subscribe((now, was) => {
    // The calls of a thread that was left are of no more use.
    if (!now.follow || was.follow || now.left !== was.left) return;
    const state = client.store.getState();
    const newest = newestCall(state);
    if (newest) now.followCall(newest.id);
    const [asked] = state.approvals;
    if (asked?.preview) now.followTab(previewTab(asked.callId, asked.preview.path));
  });

/** Shows the change that a call would make, only while it waits for a person. */
const showPreviews = ({ client, ui }: Followed): (() => void) =>
  client.store.subscribe(({ approvals }, before) => {
    if (approvals === before.approvals) return;
    const { followTab, closeTab, follow } = ui.getState();
    const waiting = new Set(approvals.map(({ callId }) => callId));
    for (const { callId, preview } of before.approvals) {
      if (preview && !waiting.has(callId)) closeTab(previewTab(callId, preview.path).id);
    }
    const [first] = approvals;
    if (follow && first?.preview && first !== before.approvals[0])
      followTab(previewTab(first.callId, first.preview.path));
  });

/** The last call with a new phase or result since `before`; a result may come after the phase that announces it. */
export function latestChange(state: ClientState, before: ClientState): CallView | undefined {
  const known = new Map(before.calls.map((call) => [call.id, call]));
  return state.calls.findLast((call) => {
    const then = known.get(call.id);
    return then?.phase !== call.phase || (then.result === undefined && call.result !== undefined);
  });
}

/** The newest call that is no longer being written by the model. */
export const newestCall = ({ calls }: Pick<ClientState, 'calls'>): CallView | undefined =>
  calls.findLast(({ phase }) => phase !== 'streaming' && phase !== 'complete');
