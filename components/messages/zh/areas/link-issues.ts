import type { Translated } from '../../catalogues';
import type en from '../../en/areas/link-issues';

const zh: Translated<typeof en> = {
  linkIssue: '链接中的{part}不存在：{value}。{instead}',
  linkIgnored: '已忽略。',
  linkInstead: '改用“{name}”。',
  partScenario: '场景',
  partModel: '模型',
  partPreset: '预设',
  partToolMode: '调用方式',
  partDialect: '方言',
  partSpeed: '速度',
  partMode: '权限模式',
  partSandbox: '沙箱',
  partPane: '窗格',
};
export default zh;
