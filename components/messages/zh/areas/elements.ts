import type { Translated } from '../../catalogues';
import type en from '../../en/areas/elements';

const zh: Translated<typeof en> = {
  failed: '<b>{what}出错了。</b>页面其余部分不受影响。',
  notLoaded: '<b>{what}未能加载。</b>网络恢复后页面会自动重新加载，不会丢失任何内容。',
  reloadPage: '重新加载页面',
  showAgain: '重新显示',
  loading: '加载中…',
  undo: '撤销',
  dismiss: '关闭',
  callIs: '调用 {number, number}',
  callOf: '{name} 的调用 {number, number}',
  aCall: '某个调用',
  underOneMs: '<1 毫秒',
  ms: '{ms} 毫秒',
  seconds: '{seconds} 秒',
  minutes: '{minutes, number} 分 {seconds, number} 秒',
};
export default zh;
