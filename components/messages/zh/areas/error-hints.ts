import type { Translated } from '../../catalogues';
import type en from '../../en/areas/error-hints';

const zh: Translated<typeof en> = {
  notFound:
    '会话只能在创建它的浏览器中打开。此会话可能属于另一个浏览器，或服务器已丢失其数据。请向对方索要运行文件并打开，或新建会话。',
  serverOffline: '服务器无法连接服务商，请检查其网络。脚本模型不需要联网。',
  goesOn: '服务器恢复响应后，会话会自动继续。',
  stopsThen: '服务器恢复响应后，会话会随即停止。',
  partNotLoaded: '页面有一部分未能加载。网络恢复后页面会自动重新加载，会话随之继续。',
  offline: '本机没有联网。脚本模型不需要网络。',
  badAnswer: '请检查设置中的地址：它应以 API 版本结尾，例如 /v1。',
  context: '请新建会话，或选择上下文更长的模型。',
  quota: '密钥所属账户的额度已用完。脚本模型不产生费用。',
  unsent: '消息没有发出。可以修改后再发，也可以原样重新发送。',
};
export default zh;
