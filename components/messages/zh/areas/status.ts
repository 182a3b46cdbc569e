import type { Translated } from '../../catalogues';
import type en from '../../en/areas/status';

const zh: Translated<typeof en> = {
  empty: '就绪',
  loading: '正在加载会话',
  idle: '完成',
  model: '模型正在回复',
  tools: '正在执行工具',
  approval: '等你确认',
  'your-turn': '轮到你扮演模型',
  stopping: '正在停止',
  error: '失败',
  stopped: '已停止',
  guarded: '被防护机制停止',
  offSettings: '你已将其关闭。',
  offFlag: '所属功能已关闭。',
  offProvider: '所选模型的服务商不支持。',
  offCapability: '它所需的能力当前沙箱不具备。',
  offFilter: '被白名单或黑名单排除。',
  off: '已关闭。',
};
export default zh;
