import type { Translated } from '../../catalogues';
import type en from '../../en/areas/panes';

const zh: Translated<typeof en> = {
  Files: '文件',
  Editor: '编辑器',
  Conversation: '对话',
  Call: '调用',
  Terminal: '终端',
  Events: '事件',
  Requests: '请求',
  Contract: '契约',
  Policy: '策略',
  Hooks: 'Hook',
  Stores: '状态',
  Timeline: '时间线',
  Message: '消息',
  Source: '源码',
  PackTools: '工具包中的工具',
  noCall: '尚未调用任何工具。每个调用的全过程都会显示在这里：从参数到结果。',
  nothingTimed: '模型的每一轮和每次工具调用会在发生时显示在这里。',
  all: '窗格',
  noEvent: '尚未记录任何事件。',
};
export default zh;
