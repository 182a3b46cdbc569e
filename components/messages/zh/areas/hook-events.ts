import type { Translated } from '../../catalogues';
import type en from '../../en/areas/hook-events';

const zh: Translated<typeof en> = {
  PermissionRequest: '决定调用权限之前、拒绝规则之后。',
  Middleware: '调用前后：phase 为 "pre" 时在 Hook 之前，为 "post" 时在 Hook 之后。',
  PreToolUse: '调用获准后、执行之前。',
  PostToolUse: '调用成功之后。',
  PostToolUseFailure: '调用失败之后。',
  UserPromptSubmit: '用户的话发给模型之前。',
  Stop: 'Agent 结束时。',
  PermissionDenied: '调用被拒绝之后，无论由谁拒绝。',
  SessionStart: '会话开始或重新打开时。',
  SessionEnd: '离开会话转到另一个时。',
  SubagentStart: '子 Agent 启动时。',
  SubagentStop: '子 Agent 结束时。',
  TaskCreated: '新增任务时：计划中的，或后台运行的。',
  TaskCompleted: '任务完成时。',
  TodoListUpdated: 'Agent 的待办事项变化时。',
  ConfigChange: '设置被更改时，无论由你还是代你更改。',
  CwdChanged: 'Agent 的 Shell 切换目录时。',
  FileChanged: '调用或用户改动文件时。',
  Notification: '有事项等你处理时。',
  WorktreeCreate: '工作树创建时。',
  WorktreeRemove: '工作树移除时。',
};
export default zh;
