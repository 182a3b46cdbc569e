import type { Translated } from '../../catalogues';
import type en from '../../en/areas/threads';

const zh: Translated<typeof en> = {
  title: '此浏览器中的会话',
  find: '查找会话',
  findPlaceholder: '按名称、消息、场景或工具查找',
  list: '会话',
  none: '还没有会话。点击“运行”即可新建。',
  noMatch: '没有匹配的会话。',
  deleteAsks: '永久删除“{name}”？其文件和子 Agent 的会话将一并删除。',
  deleteIt: '删除',
  keep: '保留',
  deleted: '已删除：{name}',
  notDeleted: '未能删除：{name}。{message}',
  cassette: '回放或保存录制…',
  calls: '{count, number} 个调用：{tools}',
  working: '运行中',
  waiting: '等你确认',
  done: '完成',
  stopped: '已停止',
  failed: '失败',
  name: '名称',
  rename: '重命名',
  open: '打开 {name}',
  renameThis: '重命名 {name}',
  delete: '删除 {name}',
  shown: '当前会话',
  compare: '将 {name} 与当前会话对比',
};
export default zh;
