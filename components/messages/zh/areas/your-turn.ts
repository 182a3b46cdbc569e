import type { Translated } from '../../catalogues';
import type en from '../../en/areas/your-turn';

const zh: Translated<typeof en> = {
  fromUser: '用户说',
  fromTool: '工具结果',
  sees: '模型看到的内容：{news, number} 条新消息、{tools, number} 个工具、系统提示词',
  newItem: '新消息 {number, number}',
  forms: '模型收到定义的工具',
  none: '无',
  system: '系统提示词',
  title: '轮到你扮演模型',
  waiting: '等你书写',
  says: '模型说的话',
  saysExplains: '模型说的话。不做任何检查：可以像模型一样犯错。',
  addCall: '添加调用',
  sendEmpty: '发送空的一轮',
  send: '发送这一轮',
  handOver: '移交给',
  handOverModel: '移交的目标模型',
  call: '调用 {number, number}',
  tool: '调用 {number, number} 的工具',
  form: '表单',
  json: 'JSON',
  remove: '移除调用 {number, number}',
  unknown: '没有叫这个名字的工具，仍会照样发送。',
  args: '调用 {number, number} 的参数',
};
export default zh;
