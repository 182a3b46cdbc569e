import type { Translated } from '../../catalogues';
import type en from '../../en/areas/keys';

const zh: Translated<typeof en> = {
  title: '快捷键',
  list: '快捷键列表',
  inPlace: '局部快捷键',
  send: '发送消息（Shift：换行）',
  save: '保存文件',
  or: '{first} 或 {second}',
};
export default zh;
