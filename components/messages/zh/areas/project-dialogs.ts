import type { Translated } from '../../catalogues';
import type en from '../../en/areas/project-dialogs';

const zh: Translated<typeof en> = {
  resetTitle: '重置文件？',
  resetExplains: '项目将重新挂载为最初的样子，对话保留。',
  resetLost: '{count, number} 个改动的文件将丢失，命令产生的内容也会丢失。',
  resetNone: '没有已知的改动；命令（例如终端中的命令）产生的内容将丢失。',
  keep: '保留',
  runTitle: '用全新的文件重新运行？',
  runExplains: '你自己改动了 {count, number} 个文件。新的运行将从项目最初的状态开始。',
  runKept: '你的改动保留在本会话中：在会话列表中重新打开即可继续。',
  stay: '留在此处',
  runFresh: '用全新的文件运行',
  cloneTitle: '克隆 Git 仓库',
  cloneAddress: '公开仓库的地址',
  cloneExample: 'https://github.com/owner/repository',
  cloneExplains: '经由本服务器读取其最新提交，连同 .git 目录一起成为此浏览器中的项目。',
  cloneStarts: '正在连接 {host}…',
  cloneProgress: '已接收 {kilobytes, number} KB，已写入 {count, number} 个文件…',
  clone: '克隆',
  noRepository: '此地址没有公开的仓库。',
  cloneUnreachable: '无法连接 {host}。',
  clonePrivate: '{host} 是内网地址。本服务器的管理员可以允许它：TOOLYARD_ALLOW_HOSTS。',
  cloneFailed: '无法克隆：{reason}',
  openTitle: '打开 {name}？',
  openHolds: '共 {count, number} 个文件，{kilobytes, number} KB。',
  openLeftOut: '已略过 node_modules 中的 {count, number} 个文件。',
  openStays: '文件只保存在这个浏览器中。“撤销”可恢复原来的文件，“重置”可恢复场景的文件。',
  openAdd: '添加到项目',
  openReplace: '替换项目',
};
export default zh;
