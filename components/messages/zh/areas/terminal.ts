import type { Translated } from '../../catalogues';
import type en from '../../en/areas/terminal';

const zh: Translated<typeof en> = {
  none: '没有沙箱：{why}',
  starting: '沙箱正在启动…',
  ended: '[Shell 已结束，退出码 {code}。按任意键重新开始。]',
  notStarted: 'Shell 未能启动：{message}',
  again: '[按任意键重试。]',
};
export default zh;
