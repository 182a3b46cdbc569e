import type { Translated } from '../../catalogues';
import type en from '../../en/areas/scenarios';

const zh: Translated<typeof en> = {
  title: '场景',
  placeholder: '查找场景：Hook、Git、提问、Bash…',
  none: '没有匹配的场景。',
  chosen: '已选',
  keyChoose: '选择',
  keyRun: '选择并运行',
  needs: '需要 {tools}',
  needsNone: '不需要工具',
  groupWork: 'Agent 的工作过程',
  groupAgents: '多个 Agent',
  groupPerson: '人机协作',
  groupTime: '跨越时间',
  groupFiles: '文件与 Shell',
  groupGit: 'Git 与代码',
  groupBeyond: '沙箱之外',
  groupCalls: '调用的方式',
  groupGuards: '防护机制',
  groupFinding: '发现与创建工具',
  groupWrong: '出错的时候',
  lengthShort: '不到一分钟',
  lengthYours: '时长由你决定',
  lengthTwo: '两分钟',
  lengthStop: '直到你停止',
  lengthLong: '一分钟，或直到你停止',
};
export default zh;
