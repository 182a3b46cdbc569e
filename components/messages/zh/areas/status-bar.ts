import type { Translated } from '../../catalogues';
import type en from '../../en/areas/status-bar';

const zh: Translated<typeof en> = {
  sandbox: '沙箱',
  sandboxExplains: '由什么执行工具，以及原因',
  sandboxNamed: '{kind, select, embedded {内嵌沙箱} webcontainer {WebContainer 沙箱} native {本机沙箱} other {沙箱}}',
  sandboxOff: '{name}已关闭',
  sandboxBooting: '{name}启动中',
  sandboxFailed: '{name}启动失败',
  processes: '{count, number} 个进程',
  sandboxReady: '{duration}后就绪，正在运行 {processes}。',
  sandboxOther: '可在设置中换用其他沙箱。',
  sandboxEmbedded: '用内嵌沙箱重新加载页面',
  sandboxReload: '重新加载页面',
  workspace: '工作区',
  keys: '快捷键',
  keysExplains: '全部快捷键',
  copyLink: '复制会话 {id} 的链接',
  thread: '会话 {id}',
  linkCopied: '链接已复制',
  filesFailed: '文件未保存',
  filesElsewhere: '文件只在另一个标签页中保存',
  filesSaved: '文件已保存',
  filesSaving: '正在保存文件…',
  connection: '连接',
  connectionExplains: '本会话的事件流',
  connected: '已连接',
  reconnecting: '正在重连…',
  usage: '输入 {input} · 输出 {output} · {cost}',
  usageExplains: '输入与输出的 token 及费用',
};
export default zh;
