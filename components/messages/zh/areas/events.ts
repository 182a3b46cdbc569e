import type { Translated } from '../../catalogues';
import type en from '../../en/areas/events';

const zh: Translated<typeof en> = {
  count: '{count, number} 个事件',
  open: '打开或收起此事件',
  selected: '选中的事件',
};
export default zh;
