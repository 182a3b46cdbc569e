/** What hooks are given, and what they may answer, by event. */
export default {
  PermissionRequest:
    'event: tool, input, suggestions. May return allow, with or without a changed input, or block with a reason.',
  Middleware:
    'event: phase, tool, kind, input, and result in phase post. May return block with a reason or a changed input in phase pre, output or context in phase post.',
  PreToolUse: 'event: tool, kind, input. May return block with a reason, or a changed input, which is validated again.',
  PostToolUse: 'event: tool, input, result. May return output to replace the text, or context to add to it.',
  PostToolUseFailure: 'event: tool, input, result with its error. May return output or context.',
  UserPromptSubmit: 'event: prompt. May return block with a reason, or context for the model to read.',
  Stop: 'event: reason. Returning block makes the agent go on, and it is told the reason.',
  PermissionDenied: 'event: tool, kind, input, source, rule, reason.',
  SessionStart: 'event: threadId, how ("new" or "resumed").',
  SessionEnd: 'event: threadId.',
  SubagentStart: 'event: agentId, agent, type, description, background.',
  SubagentStop: 'event: agentId, agent, type, description, background, status.',
  TaskCreated: 'event: taskId, kind, title, owner.',
  TaskCompleted: 'event: taskId, kind, title, owner.',
  TodoListUpdated: 'event: threadId, todos, each with content, status and activeForm.',
  ConfigChange: 'event: changed, a list such as ["mode", "tools.limits"].',
  CwdChanged: 'event: from, to.',
  FileChanged: 'event: path, change, by ("agent" or "person"), callId.',
  Notification: 'event: about ("approval", "question", "plan" or "turn"), message, callId.',
  WorktreeCreate: 'event: worktree, path, branch.',
  WorktreeRemove: 'event: worktree.',
} as const;
