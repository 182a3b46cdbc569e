import { emptyThread, type ThreadState } from '@/lib/protocol';
import { createCallViews, type LiveCall } from '../executor/call-views';
import type { CallView } from '../state';
import type { Toolset } from '../executor/toolset';
import type { AgentRecord } from './agent-record';
import { callIdOf, threadUsage, type AgentView } from '../agent-view';

interface Conversation {
  readonly thread: ThreadState;
  readonly calls: readonly CallView[];
}

const UNREAD: Conversation = { thread: emptyThread, calls: [] };

/** Makes views of a thread's agents; an unchanged agent keeps the same view object. */
export function createAgentTreeViews() {
  const conversations = new Map<string, Conversation>();
  const viewers = new Map<string, ReturnType<typeof createViewer>>();
  const views = new Map<string, { record: AgentRecord; conversation: Conversation; live: boolean; view: AgentView }>();
  return {
    /** The conversation as far as it has been read; undefined if it never was. */
    thread: (id: string): ThreadState | undefined => conversations.get(id)?.thread,
    converse(id: string, thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset): void {
      const viewer = viewers.get(id) ?? createViewer(id);
      viewers.set(id, viewer);
      conversations.set(id, { thread, calls: viewer(thread, live, toolset) });
    },
    of: (records: readonly AgentRecord[], isLive: (id: string) => boolean): readonly AgentView[] =>
      records.map((record) => {
        const conversation = conversations.get(record.id) ?? UNREAD;
        const live = isLive(record.id);
        const known = views.get(record.id);
        if (known?.record === record && known.conversation === conversation && known.live === live) return known.view;
        const view = viewOf(record, conversation, live);
        views.set(record.id, { record, conversation, live, view });
        return view;
      }),
  };
}

const viewOf = (record: AgentRecord, { thread, calls }: Conversation, live: boolean): AgentView => ({
  id: record.id,
  threadId: record.threadId,
  parent: record.parent,
  callId: record.callId,
  name: record.name,
  type: record.type,
  description: record.description,
  background: record.background,
  status: record.status,
  usage: thread.seq > 0 ? threadUsage(thread) : record.usage,
  worktree: record.worktree,
  startedAt: record.startedAt,
  endedAt: record.endedAt,
  thread,
  calls,
  live,
});

/** Views of one agent's calls, with the page's ids. An unchanged call keeps its view. */
function createViewer(agentId: string) {
  const views = createCallViews();
  const renamed = new WeakMap<CallView, CallView>();
  return (thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset): readonly CallView[] =>
    views(thread, live, toolset).map((view) => {
      const known = renamed.get(view) ?? { ...view, id: callIdOf(agentId, view.id) };
      renamed.set(view, known);
      return known;
    });
}
