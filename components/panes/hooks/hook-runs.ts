import type { ClientState } from '@/lib/client/state';
import type { TraceEntry } from '@/lib/protocol';
import type { Text } from '../../messages/text';

type Notice = ClientState['notices'][number];

/** One run of a hook: around a call, on a prompt, at the end, or as a notification. */
export interface HookRunLine extends TraceEntry {
  id: string;
  /** What triggered it: `Edit src/cart.ts`, `the prompt`. */
  of: string;
  callId?: string;
}

/** The pipeline steps that ask a person's hooks. */
const STEPS: ReadonlySet<string> = new Set(['hooks', 'middleware']);

/** All hook runs of this thread, including those around its sub-agents' calls, newest first. */
export function hookRuns(
  { calls, agents, notices }: Pick<ClientState, 'calls' | 'agents' | 'notices'>,
  text: Text<'hooks'>,
): HookRunLine[] {
  const all = [...calls, ...agents.flatMap((agent) => agent.calls)];
  const around = all.flatMap(({ id, title, trace = [] }) =>
    trace.flatMap((entry, index) =>
      STEPS.has(entry.step) ? [{ ...entry, id: `${id}:${index}`, of: title, callId: id }] : [],
    ),
  );
  const others = notices.map((notice) => ({ ...notice, of: text(OCCASIONS[notice.event]) }));
  return [...around, ...others].toSorted((a, b) => b.startedAt - a.startedAt);
}

const OCCASIONS = {
  UserPromptSubmit: 'ofPrompt',
  Stop: 'ofStop',
  PermissionDenied: 'ofDenied',
  SessionStart: 'ofStart',
  SessionEnd: 'ofEnd',
  SubagentStart: 'ofSubagent',
  SubagentStop: 'ofSubagent',
  TaskCreated: 'ofTask',
  TaskCompleted: 'ofTask',
  TodoListUpdated: 'ofTodos',
  ConfigChange: 'ofSettings',
  CwdChanged: 'ofFolder',
  FileChanged: 'ofFile',
  Notification: 'ofWaiting',
  WorktreeCreate: 'ofWorktree',
  WorktreeRemove: 'ofWorktree',
} as const satisfies Record<Notice['event'], string>;
