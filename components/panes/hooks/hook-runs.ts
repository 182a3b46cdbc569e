import type { ClientState } from '@/lib/client/state';
import type { TraceEntry } from '@/lib/protocol';

type Notice = ClientState['notices'][number];

/** A hook that ran: around a call, on a prompt, at the end, or because it was to be told something. */
export interface HookRunLine extends TraceEntry {
  id: string;
  /** What it ran for: `Edit src/cart.ts`, `the prompt`. */
  of: string;
  callId?: string;
}

/** The steps of the pipeline that ask a person's hooks. */
const STEPS: ReadonlySet<string> = new Set(['hooks', 'middleware']);

/** Every run of a hook in this thread, around its agents' calls too, the last one first. */
export function hookRuns({ calls, agents, notices }: Pick<ClientState, 'calls' | 'agents' | 'notices'>): HookRunLine[] {
  const all = [...calls, ...agents.flatMap((agent) => agent.calls)];
  const around = all.flatMap(({ id, title, trace = [] }) =>
    trace.flatMap((entry, index) =>
      STEPS.has(entry.step) ? [{ ...entry, id: `${id}:${index}`, of: title, callId: id }] : [],
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
