import type { HookEvent } from '@/lib/protocol';

const TOLD = 'It is only told; what it logs stands in the last runs.';

/** What each event is for, and what a hook of it may answer. */
export const EVENT_LABELS: Readonly<Record<HookEvent, { when: string; answers: string }>> = {
  PermissionRequest: {
    when: 'Before a call is decided about, after the deny rules.',
    answers: 'event: tool, input, suggestions. May return { allow } with or without { input }, or { block, reason }.',
  },
  Middleware: {
    when: 'Around a call: before the hooks with phase "pre", after them with phase "post".',
    answers:
      'event: phase, tool, kind, input, and result in phase post. May return { block, reason } or { input } in phase pre, { output } or { context } in phase post.',
  },
  PreToolUse: {
    when: 'Before a call runs, once it was allowed.',
    answers: 'event: tool, kind, input. May return { block, reason } or { input }, which is validated again.',
  },
  PostToolUse: {
    when: 'After a call that worked.',
    answers: 'event: tool, input, result. May return { output } in place of the text, or { context } to add to it.',
  },
  PostToolUseFailure: {
    when: 'After a call that failed.',
    answers: 'event: tool, input, result with its error. May return { output } or { context }.',
  },
  UserPromptSubmit: {
    when: 'Before a person’s words go to the model.',
    answers: 'event: prompt. May return { block, reason }, or { context } for the model to read.',
  },
  Stop: {
    when: 'When the agent is done.',
    answers: 'event: reason. { block, reason } makes it go on, and it is told the reason.',
  },
  PermissionDenied: {
    when: 'After a call was refused, by whomever.',
    answers: `event: tool, kind, input, source, rule, reason. ${TOLD}`,
  },
  SessionStart: {
    when: 'When a thread begins or is opened again.',
    answers: `event: threadId, how ("new" or "resumed"). ${TOLD}`,
  },
  SessionEnd: { when: 'When a thread is left for another.', answers: `event: threadId. ${TOLD}` },
  SubagentStart: {
    when: 'When a sub-agent is set to work.',
    answers: `event: agentId, agent, type, description, background. ${TOLD}`,
  },
  SubagentStop: {
    when: 'When a sub-agent has ended.',
    answers: `event: agentId, agent, type, description, background, status. ${TOLD}`,
  },
  TaskCreated: {
    when: 'When there is another task: planned, or work beside the conversation.',
    answers: `event: taskId, kind, title, owner. ${TOLD}`,
  },
  TaskCompleted: { when: 'When a task is completed.', answers: `event: taskId, kind, title, owner. ${TOLD}` },
  TodoListUpdated: {
    when: 'When an agent’s to-do list is another one.',
    answers: `event: threadId, todos, each with content, status and activeForm. ${TOLD}`,
  },
  ConfigChange: {
    when: 'When a setting was changed, by you or for you.',
    answers: `event: changed, a list such as ["mode", "tools.limits"]. ${TOLD}`,
  },
  CwdChanged: { when: 'When the agent’s shell is in another folder.', answers: `event: from, to. ${TOLD}` },
  FileChanged: {
    when: 'When a call or a person changed a file.',
    answers: `event: path, change, by ("agent" or "person"), callId. ${TOLD}`,
  },
  Notification: {
    when: 'When something waits for you.',
    answers: `event: about ("approval", "question", "plan" or "turn"), message, callId. ${TOLD}`,
  },
  WorktreeCreate: { when: 'When a worktree was made.', answers: `event: worktree, path, branch. ${TOLD}` },
  WorktreeRemove: { when: 'When a worktree was removed.', answers: `event: worktree. ${TOLD}` },
};
