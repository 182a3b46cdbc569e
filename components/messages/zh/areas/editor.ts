import type { Translated } from '../../catalogues';
import type en from '../../en/areas/editor';

const zh: Translated<typeof en> = {
  allChanges: '{name} · 全部改动',
  asked: '{name} · 待确认',
  what: '编辑器',
  loading: '编辑器加载中…',
  open: '打开的文件',
  titleUnsaved: '{title}，未保存',
  unsaved: '未保存',
  closeTab: '关闭标签页',
  howTo: '如何阅读本页',
  howToTitle: '每次工具调用你会看到什么',
  stepCall: '调用',
  stepCallText: '模型发出工具调用，参数随流式输出显示。',
  stepCheck: '校验',
  stepCheckText: '参数按工具的 schema 校验，不符合的不会执行。',
  stepAsk: '询问',
  stepAskText: '读取立即执行，会产生变更的操作等你确认。',
  stepRun: '执行',
  stepRunText: '在当前标签页的沙箱中执行：读取并发，写入串行。',
  stepTell: '回传',
  stepTellText: '模型读取结果并继续。编辑会在这里以 diff 打开。',
  keyRun: '运行',
  keyCommands: '全部命令',
  keyKeys: '全部快捷键',
};
export default zh;
