import type { Translated } from '../../catalogues';
import type en from '../../en/areas/hook-examples';

const zh: Translated<typeof en> = {
  allowHarmless: '放行无害命令',
  measure: '统计结果长度，禁止抓取',
  keepLocks: '保护锁文件',
  listBySize: '按大小列出文件',
  hideKeys: '隐藏密钥',
  sayHowToGoOn: '失败后给出建议',
  houseRules: '附上团队规范',
  goOnWhenCut: '被截断时继续',
  noteRefusals: '记录拒绝',
  noteStart: '记录会话开始',
  noteEnd: '记录离开会话',
  noteAgentStart: '记录启动的 Agent',
  noteAgentStop: '记录子 Agent 的结束',
  noteTasks: '记录新任务',
  noteTasksDone: '记录完成的任务',
  noteTodos: '记录进度',
  noteSettings: '记录设置变更',
  noteFolder: '记录 Shell 的目录切换',
  noteTests: '记录测试文件的改动',
  noteWaits: '记录等你处理的事项',
  noteWorktrees: '记录新建的工作树',
  noteRemoved: '记录移除的工作树',
};
export default zh;
