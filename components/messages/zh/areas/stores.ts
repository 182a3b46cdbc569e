import type { Translated } from '../../catalogues';
import type en from '../../en/areas/stores';

const zh: Translated<typeof en> = {
  todos: '待办事项',
  plan: '计划',
  tasks: '任务',
  mailboxes: '邮箱',
  schedule: '定时任务',
  memory: '记忆',
  knowledge: '知识库',
  workflows: '工作流',
  repository: '代码仓库',
  mcp: 'MCP 服务器',
  page: '网页',
};
export default zh;
