import type { CallView, ClientState } from '@/lib/client/state';
import type { TraceEntry } from '@/lib/protocol';

type Notice = ClientState['notices'][number];

/** A hook that ran: around a call, on a prompt, at the end, or because it was to be told something. */
export interface HookRunLine extends TraceEntry {
  id: string;
  /** What it ran for: `Edit src/cart.ts`, `the prompt`. */
  of: string;
  callId?: string;
}

/** Every run of a hook in this thread, the last one first. */
export function hookRuns(calls: readonly CallView[], notices: ClientState['notices']): HookRunLine[] {
  const around = calls.flatMap(({ id, title, trace = [] }) =>
    trace.flatMap((entry, index) =>
      entry.step === 'hooks' ? [{ ...entry, id: `${id}:${index}`, of: title, callId: id }] : [],
    ),
  );
  const others = notices.map((notice) => ({ ...notice, of: OCCASIONS[notice.event] }));
  return [...around, ...others].toSorted((a, b) => b.startedAt - a.startedAt);
}

const OCCASIONS: Readonly<Record<Notice['event'], string>> = {
  UserPromptSubmit: 'the prompt',
  Stop: 'the end of the run',
  PermissionDenied: 'a call that was refused',
  SessionStart: 'the beginning of the thread',
  SessionEnd: 'the end of the thread before',
  SubagentStart: 'a sub-agent',
  SubagentStop: 'a sub-agent',
  TaskCreated: 'a task',
  TaskCompleted: 'a task',
  TodoListUpdated: 'the to-do list',
  ConfigChange: 'the settings',
  CwdChanged: 'the shell’s folder',
  FileChanged: 'a file',
  Notification: 'something that waits for you',
  WorktreeCreate: 'a worktree',
  WorktreeRemove: 'a worktree',
};
