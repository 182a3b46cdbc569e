import type { Translated } from '../../catalogues';
import type en from '../../en/areas/page';

const zh: Translated<typeof en> = {
  description: '在浏览器里调试 Agent 工具：每一次调用、每一条校验问题、每一处改动都看得见。',
  incomplete: '页面的一部分未能加载：{message}',
  failed: '页面出错了。',
  loadAgain: '重新加载',
  kept: '会话和文件都已保留。',
  nothingHere: '这个地址没有内容。',
  toPlayground: '前往演练场',
};
export default zh;
