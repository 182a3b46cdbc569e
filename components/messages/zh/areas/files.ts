import type { Translated } from '../../catalogues';
import type en from '../../en/areas/files';

const zh: Translated<typeof en> = {
  mount: '运行一个场景以挂载其项目。',
  tree: '项目文件',
  inThread: '本会话中：{words}',
  showChanged: '查看本会话的改动',
  changed: '{count, number} 处改动',
  reset: '重置文件',
  title: '文件',
  noSandbox: '没有沙箱。',
  starting: '沙箱正在启动…',
  resetTitle: '重置文件？',
  resetExplains: '项目将重新挂载为最初的样子，对话保留。',
  resetLost: '{count, number} 个改动的文件将丢失，命令产生的内容也会丢失。',
  resetNone: '没有已知的改动；命令（例如终端中的命令）产生的内容将丢失。',
  keep: '保留',
  runTitle: '用全新的文件重新运行？',
  runExplains: '你自己改动了 {count, number} 个文件。新的运行将从项目最初的状态开始。',
  runKept: '你的改动保留在本会话中：在会话列表中重新打开即可继续。',
  stay: '留在此处',
  runFresh: '用全新的文件运行',
};
export default zh;
