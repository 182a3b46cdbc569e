import type { Translated } from '../../catalogues';
import type en from '../../en/areas/files';

const zh: Translated<typeof en> = {
  showChanged: '查看本会话的改动',
  changed: '{count, number} 处改动',
  reset: '重置文件',
  title: '文件',
  noSandbox: '没有沙箱。',
  starting: '沙箱正在启动…',
};
export default zh;
