import type { Translated } from '../../catalogues';
import type en from '../../en/areas/palette';

const zh: Translated<typeof en> = {
  title: '全部命令',
  placeholder: '搜索命令、工具或文件',
  groupFiles: '文件',
  language: '语言：{title}（{name}）',
  none: '没有匹配的命令。',
};
export default zh;
