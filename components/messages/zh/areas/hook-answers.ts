import type { Translated } from '../../catalogues';
import type en from '../../en/areas/hook-answers';

const zh: Translated<typeof en> = {
  PermissionRequest: 'event: tool, input, suggestions。可返回 allow（可附修改后的 input），或 block 与 reason。',
  Middleware:
    'event: phase, tool, kind, input，post 阶段另有 result。pre 阶段可返回 block 与 reason，或修改后的 input；post 阶段可返回 output 或 context。',
  PreToolUse: 'event: tool, kind, input。可返回 block 与 reason，或修改后的 input（会重新校验）。',
  PostToolUse: 'event: tool, input, result。可返回 output 替换文本，或返回 context 作补充。',
  PostToolUseFailure: 'event: tool, input，以及带错误的 result。可返回 output 或 context。',
  UserPromptSubmit: 'event: prompt。可返回 block 与 reason，或供模型阅读的 context。',
  Stop: 'event: reason。返回 block 会让 Agent 继续，并把 reason 告诉它。',
  PermissionDenied: 'event: tool, kind, input, source, rule, reason。',
  SessionStart: 'event: threadId, how（"new" 或 "resumed"）。',
  SessionEnd: 'event: threadId。',
  SubagentStart: 'event: agentId, agent, type, description, background。',
  SubagentStop: 'event: agentId, agent, type, description, background, status。',
  TaskCreated: 'event: taskId, kind, title, owner。',
  TaskCompleted: 'event: taskId, kind, title, owner。',
  TodoListUpdated: 'event: threadId, todos，每项含 content、status 和 activeForm。',
  ConfigChange: 'event: changed，例如 ["mode", "tools.limits"] 的列表。',
  CwdChanged: 'event: from, to。',
  FileChanged: 'event: path, change, by（"agent" 或 "person"）, callId。',
  Notification: 'event: about（"approval"、"question"、"plan" 或 "turn"）, message, callId。',
  WorktreeCreate: 'event: worktree, path, branch。',
  WorktreeRemove: 'event: worktree。',
};
export default zh;
